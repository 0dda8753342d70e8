// Types of the server messages (docs/protocol.md), frames (docs/frames.md) and page state, for the type checker only.

export type Face = number;
export type Cell = [number, number];
export type PieceAt = [Face, number, number];

export interface SeatInfo {
  name: string;
  kind: string;
  score: number;
  gain: number | null;
  hand: Face[];
  to_move: boolean;
  won: boolean;
}

export interface PieceCount {
  faces: Face[];
  copies: number;
  unseen: number;
}

export interface LogLine {
  turn: number;
  name: string;
  text: string;
  faces: Face[];
}

export interface HandSlot {
  face: Face;
  number: number;
  picked: boolean;
  laid: boolean;
  marked: boolean;
  rolled: boolean;
}

export interface LegalCell {
  cell: Cell;
  points: number | null;
}

export interface HintMark {
  cell: Cell;
  letter: string;
  face: Face;
}

export interface DiceRoll {
  player: number;
  before: Face[];
  after: Face[];
  anew: boolean;
  text: string;
}

export interface TurnScore {
  turn: number;
  points: number;
  qwirkles: number;
  faces: Face[];
}

export interface PlayerResult {
  name: string;
  kind: string;
  seat: number;
  place: number;
  score: number;
  turns: TurnScore[];
}

export interface GameResult {
  headline: string;
  ending: string;
  accounts: PlayerResult[];
  scores: number[][];
}

export interface Frame {
  version: number;
  body: "tile" | "die";
  seats: SeatInfo[];
  pieces: PieceAt[];
  last: PieceAt[];
  recent: PieceAt[][];
  flash: Cell[];
  throws: DiceRoll[];
  stock: PieceCount[];
  bag: number;
  aim: string;
  log: LogLine[];
  news: string;
  banner: string;
  trouble: string;
  hand: HandSlot[];
  hand_title: string;
  hand_note: string;
  points: number | null;
  drafted: PieceAt[];
  fits: LegalCell[];
  refused: Cell[];
  hinted: HintMark[];
  odds: { rolled: number[]; points: number }[];
  cursor: Cell | null;
  offers: string[];
  result: GameResult | null;
}

export interface VariantOffer {
  name: string;
  title: string;
  summary: string;
  players: [number, number];
}

export interface RoomEntry {
  id: string;
  title: string;
  names: string[];
  state: "gathering" | "playing" | "over";
  watching: boolean;
}

export interface LobbyState {
  is: "lobby";
  tables: RoomEntry[];
  variants: VariantOffer[];
  bots: string[];
}

export interface SeatEntry {
  name: string;
  kind: string;
  here?: boolean;
  stand_in?: string;
}

export interface RoomState {
  is: "table";
  id: string;
  title: string;
  state: "gathering" | "playing" | "over";
  seats: SeatEntry[];
  players: [number, number];
  bots: string[];
  you?: number;
  host?: boolean;
  watching?: boolean;
  rematch?: string;
  alone?: boolean;
}

export interface RulesSection {
  title: string;
  sentences: string[];
  picture?: PieceAt[];
}

export interface RulesText {
  is: "rules";
  body: string;
  chapters: RulesSection[];
}

export interface ReviewCommentEntry {
  text: string;
  pieces?: Face[][];
  tone: "plain" | "good" | "bad" | "aside";
}

export interface TurnEntry {
  number: number;
  player: number;
  name: string;
  doing: string;
}

export interface TurnReviewed {
  is: "judged";
  index: number;
  banner: string;
  told: ReviewCommentEntry[];
  loss: string;
  lost: number | null;
  tone: ReviewCommentEntry["tone"];
  frame: Frame;
  best?: Frame;
}

/** The review as the page has received it so far; `turnReviews` is keyed by the index into `turns`. */
export interface Review {
  turns: TurnEntry[];
  scores: number[][];
  turnReviews: Map<number, TurnReviewed>;
  summary: string[];
}

export type ServerMessage =
  | LobbyState
  | RoomState
  | TurnReviewed
  | { is: "seated"; table: string; secret: string }
  | { is: "frame"; frame: Frame }
  | { is: "again"; frames: Frame[] }
  | { is: "fits"; slot: number; fits: LegalCell[] | null }
  | { is: "review"; turns: TurnEntry[]; scores: number[][] }
  | { is: "summary"; texts: string[] }
  | RulesText
  | { is: "said"; text: string }
  | { is: "error"; text: string; fatal?: boolean }
  | { is: "closed"; text: string };

export type Child = Vnode | string | number | null | undefined | false | Child[];

/** A node of the virtual DOM; see dom.js. */
export interface Vnode {
  tag: string;
  key: string | number | undefined;
  props: Record<string, unknown>;
  children: Child[];
}

/** A room where you have a seat, as stored in localStorage. */
export interface SavedRoom {
  id: string;
  title: string;
  names: string[];
}

export interface Settings {
  theme: "" | "light" | "dark";
  letters: boolean;
  watching: boolean;
  name: string;
  age: string;
}
