// Types of the messages in docs/protocol.md and docs/frames.md, for the type checker only.

export type Face = number;
export type Cell = [number, number];
export type Laid = [Face, number, number];

export interface SeatShown {
  name: string;
  kind: string;
  score: number;
  gain: number | null;
  hand: Face[];
  to_move: boolean;
  won: boolean;
}

export interface Stock {
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

export interface Fit {
  cell: Cell;
  points: number | null;
}

export interface HintMark {
  cell: Cell;
  letter: string;
  face: Face;
}

export interface Throw {
  player: number;
  before: Face[];
  after: Face[];
  anew: boolean;
  text: string;
}

export interface Gain {
  turn: number;
  points: number;
  qwirkles: number;
  faces: Face[];
}

export interface Account {
  name: string;
  kind: string;
  seat: number;
  place: number;
  score: number;
  turns: Gain[];
}

export interface Result {
  headline: string;
  ending: string;
  accounts: Account[];
  scores: number[][];
}

export interface Frame {
  version: number;
  body: "tile" | "die";
  seats: SeatShown[];
  pieces: Laid[];
  last: Laid[];
  recent: Laid[][];
  flash: Cell[];
  throws: Throw[];
  stock: Stock[];
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
  drafted: Laid[];
  fits: Fit[];
  refused: Cell[];
  hinted: HintMark[];
  odds: { rolled: number[]; points: number }[];
  cursor: Cell | null;
  offers: string[];
  result: Result | null;
}

export interface VariantOffer {
  name: string;
  title: string;
  summary: string;
  players: [number, number];
}

export interface TableEntry {
  id: string;
  title: string;
  names: string[];
  state: "gathering" | "playing" | "over";
  watching: boolean;
}

export interface Lobby {
  is: "lobby";
  tables: TableEntry[];
  variants: VariantOffer[];
  bots: string[];
}

export interface SeatEntry {
  name: string;
  kind: string;
  here?: boolean;
  stand_in?: string;
}

export interface Table {
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

export interface Chapter {
  title: string;
  sentences: string[];
  picture?: Laid[];
}

export interface Rules {
  is: "rules";
  body: string;
  chapters: Chapter[];
}

export interface ToldSentence {
  text: string;
  pieces?: Face[][];
  tone: "plain" | "good" | "bad" | "aside";
}

export interface ReviewTurn {
  number: number;
  player: number;
  name: string;
  doing: string;
}

export interface Judged {
  is: "judged";
  index: number;
  banner: string;
  told: ToldSentence[];
  loss: string;
  lost: number | null;
  tone: ToldSentence["tone"];
  frame: Frame;
  best?: Frame;
}

export interface Review {
  turns: ReviewTurn[];
  scores: number[][];
  judged: Map<number, Judged>;
  summary: string[];
}

export type Message =
  | Lobby
  | Table
  | Judged
  | { is: "seated"; table: string; secret: string }
  | { is: "frame"; frame: Frame }
  | { is: "again"; frames: Frame[] }
  | { is: "fits"; slot: number; fits: Fit[] | null }
  | { is: "review"; turns: ReviewTurn[]; scores: number[][] }
  | { is: "summary"; texts: string[] }
  | Rules
  | { is: "said"; text: string }
  | { is: "error"; text: string; fatal?: boolean }
  | { is: "closed"; text: string };

export type Child = Vnode | string | number | null | undefined | false | Child[];

export interface Vnode {
  tag: string;
  key: string | number | undefined;
  props: Record<string, unknown>;
  children: Child[];
}

/** A room where you have a seat. */
export interface Place {
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
