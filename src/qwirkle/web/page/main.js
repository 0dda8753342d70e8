// The web app: handles server messages and input, holds the state of the page, and renders it.

/** @import { Cell, DiceRoll, Frame, LobbyState, Review, RoomState, RulesText, ServerMessage, Settings } from "./types" */

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { h, patch, requireElement } from "./dom.js";
import { endView } from "./end.js";
import { gameView } from "./game.js";
import { intendedAction } from "./keys.js";
import { lobbyView, waitingRoomView } from "./lobby.js";
import { pieceName } from "./pieces.js";
import { reviewView, selectedFrame } from "./review.js";
import { sheetView } from "./sheets.js";
import * as storage from "./storage.js";

const LOBBY_POLL_MS = 3000;
const TOAST_MS = 6000;
const ROLL_FRAMES = 8;
const ROLL_FRAME_MS = 85;
const FLASH_MS = 1300;
const REPLAY_STEP_MS = 900;
/** Time to see the last turn before the result appears. */
const RESULT_DELAY_MS = 1200;
/** Delay between the pieces of a turn that slide in. */
const SLIDE_STAGGER_MS = 110;
/** If more frames are queued, animations are skipped: the page was in the background. */
const MAX_QUEUED_FRAMES = 12;

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class App {
  constructor() {
    this.settings = storage.loadSettings();
    /** @type {LobbyState | null} */
    this.lobby = null;
    /** The current room. @type {RoomState | null} */
    this.room = null;
    /** The frame on screen. @type {Frame | null} */
    this.frame = null;
    /** @type {Review | null} */
    this.review = null;
    /** Null until requested. @type {RulesText | null} */
    this.rules = null;
    /** The current view, once a game has started. @type {"game" | "end" | "review"} */
    this.page = "game";
    /** Index of the turn selected in the review, and whether the best placement is shown instead. */
    this.selectedTurn = 0;
    this.showsBest = false;
    /** Name of the open sheet. @type {string | null} */
    this.sheet = null;
    /** True if the server has only one room. */
    this.isOnlyRoom = false;
    this.connected = true;
    /** Messages shown for a few seconds. @type {{ text: string, key: number }[]} */
    this.toasts = [];
    /** Slots of the dice that are being rolled, and the seat they belong to. @type {Set<number> | null} */
    this.rollingSlots = null;
    this.rollingSeat = -1;
    /** Cells of a new Qwirkle. @type {Set<string>} */
    this._flashingCells = new Set();
    /** @type {Board | null} */
    this.board = null;
    /** Where a dragged piece was dropped, on the screen. @type {DOMRect | null} */
    this.dropRect = null;
    /** True for a moment after a drag, to ignore the click that ends it. */
    this.justDragged = false;
    /** @type {Frame[]} */
    this._frameQueue = [];
    this._isShowingFrames = false;
    /** Changes when a replay starts or has to stop. */
    this._replayId = 0;
    this._lastToastKey = 0;
    /** Changes with each room entered, which stops the animations of the room before. */
    this._roomVisitId = 0;
    /** True until the server answers `hello`. */
    this._isEntering = false;
    /** True until the server answers `create`. */
    this._isCreating = false;
    /** Message to show after the server's only room was closed. */
    this.closedText = "";
    /** Key of the view on screen. @type {string | undefined} */
    this._viewKey = undefined;
    this._lobbyTimer = 0;
    this.connection = new Connection(
      (message) => this._handleMessage(message),
      (isOpen) => this._onConnectionChange(isOpen),
      () => this._onHelloSent(),
    );
    storage.applySettings(this.settings);
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => storage.applySettings(this.settings));
    addEventListener("keydown", (event) => this._onKeydown(event));
    addEventListener("hashchange", () => this._enterFromUrl());
    this._enterFromUrl();
    this.draw();
  }

  // Navigation

  /** Enter the room in the URL, or the lobby. Store a seat token from the URL and remove it from the address bar. */
  _enterFromUrl() {
    const params = new URLSearchParams(location.hash.slice(1));
    const [roomId, seatToken] = [params.get("t"), params.get("s")];
    if (roomId && seatToken) {
      storage.saveLinkToken(roomId, seatToken);
      history.replaceState(null, "", `#t=${encodeURIComponent(roomId)}`);
    }
    this._enterRoom(roomId);
  }

  /** Enter a room, or the lobby if null, and add it to the browser's history. @param {string | null} roomId */
  goToRoom(roomId) {
    const hash = roomId ? `#t=${encodeURIComponent(roomId)}` : "";
    history.pushState(null, "", location.pathname + hash);
    this._enterRoom(roomId);
  }

  /** Enter the rematch's room, where the same seat token is valid. */
  enterRematch() {
    const [roomId, seatToken] = [this.room?.rematch, this.connection.seatToken];
    if (roomId && seatToken) storage.saveSeatToken(roomId, seatToken);
    if (roomId) this.goToRoom(roomId);
  }

  /** Leave the current room and enter another, or the lobby if null. @param {string | null} roomId */
  _enterRoom(roomId) {
    this.closeSheet();
    this.room = this.frame = this.review = this.lobby = this.rules = this.rollingSlots = null;
    this.page = "game";
    this._frameQueue = [];
    this._flashingCells = new Set();
    this._roomVisitId += 1;
    this._replayId += 1;
    this._isCreating = false;
    this.connection.enterRoom(roomId, roomId && storage.loadSeatToken(roomId));
  }

  /** Return the link to this room for others, and your personal link if you have a seat. */
  links() {
    const { roomId, seatToken } = this.connection;
    const base = `${location.origin}/`;
    const invite = this.isOnlyRoom || !roomId ? base : `${base}#t=${encodeURIComponent(roomId)}`;
    const personal = roomId && seatToken ? `${base}#t=${encodeURIComponent(roomId)}&s=${encodeURIComponent(seatToken)}` : null;
    return { invite, personal };
  }

  // Server messages

  /** Called after each `hello`. Requests an open review again. */
  _onHelloSent() {
    this._isEntering = true;
    if (this.page === "review" && this.review) this.send("review");
  }

  /** @param {boolean} isOpen */
  _onConnectionChange(isOpen) {
    if (isOpen && !this.connected) this._announce("Connected again.");
    this.connected = isOpen;
    this.draw();
  }

  /** @param {ServerMessage} message */
  _handleMessage(message) {
    switch (message.is) {
      case "lobby":
        if (this.connection.roomId !== null || this._isCreating) return; // the user has moved on
        this._isEntering = false;
        this.lobby = message;
        this.room = this.frame = null;
        clearTimeout(this._lobbyTimer);
        this._lobbyTimer = setTimeout(() => this.lobby && !this._isCreating && this.connection.enterRoom(null, null), LOBBY_POLL_MS);
        break;
      case "table":
        this._handleRoomState(message);
        break;
      case "seated":
        this._isCreating = false;
        this._storeSeat(message.table, message.secret);
        break;
      case "frame":
        this._frameQueue.push(message.frame);
        this._showQueuedFrames();
        break;
      case "again":
        this._playReplay(message.frames);
        break;
      case "review":
        this.review ??= { turns: message.turns, scores: message.scores, turnReviews: new Map(), summary: [] };
        break;
      case "judged":
        this.review?.turnReviews.set(message.index, message);
        break;
      case "summary":
        if (this.review) this.review.summary = message.texts;
        break;
      case "rules":
        this.rules = message;
        break;
      case "said":
        this.showToast(message.text);
        break;
      case "error":
        this._handleError(message.text);
        break;
      case "closed":
        this.showToast(message.text);
        if (this.room) storage.saveRoom(this.room.id, null);
        if (!this.isOnlyRoom) this.goToRoom(null);
        else {
          this.closedText = message.text;
          this.room = this.frame = null;
        }
        break;
    }
    this.draw();
  }

  /** @param {string} roomId @param {string} seatToken */
  _storeSeat(roomId, seatToken) {
    storage.saveSeatToken(roomId, seatToken);
    this.connection.roomId = roomId;
    this.connection.seatToken = seatToken;
    if (!this.isOnlyRoom) history.replaceState(null, "", `#t=${encodeURIComponent(roomId)}`);
  }

  /** @param {RoomState} room */
  _handleRoomState(room) {
    const before = this.room;
    this.isOnlyRoom = room.alone ?? false;
    if (this.connection.roomId === null && this.isOnlyRoom) {
      // A server with one room sends clients straight to it, so its seat token can only be looked up now.
      const seatToken = storage.loadSeatToken(room.id);
      this.connection.roomId = room.id;
      if (seatToken) {
        this.connection.enterRoom(room.id, seatToken);
        return;
      }
    }
    if (room.id !== this.connection.roomId) return; // a room that you have just left
    this._isEntering = false;
    this.room = room;
    this.lobby = null;
    const savedRoom = { id: room.id, title: room.title, names: room.seats.map((seat) => seat.name) };
    storage.saveRoom(room.id, room.you !== undefined && room.state !== "over" ? savedRoom : null);
    room.seats.forEach((seat, index) => {
      const oldSeat = before?.seats[index];
      if (before?.state === "playing" && oldSeat && seat.kind === "human" && Boolean(oldSeat.here) !== Boolean(seat.here) && index !== room.you) {
        this.showToast(seat.here ? `${seat.name} is back.` : `${seat.name} is away.`);
      }
    });
    if (room.rematch && before && !before.rematch) {
      if (this.page === "review") this.showToast("Another game is offered: the result leads there.");
      else this.enterRematch();
    }
  }

  /** @param {string} text */
  _handleError(text) {
    this.showToast(text);
    this._isCreating = false;
    const { roomId, seatToken } = this.connection;
    if (!this._isEntering || !roomId) return;
    // The server doesn't know this seat token or room: retry without it.
    if (seatToken) {
      storage.deleteSeatToken(roomId);
      this.connection.enterRoom(roomId, storage.loadSeatToken(roomId));
    } else {
      storage.saveRoom(roomId, null);
      this.goToRoom(null);
    }
  }

  // Frames and animations

  /** Show queued frames in order. Those with rolled dice or a new Qwirkle are animations, which finish before the next frame. */
  async _showQueuedFrames() {
    if (this._isShowingFrames) return;
    this._isShowingFrames = true;
    try {
      for (let frame = this._frameQueue.shift(); frame; frame = this._frameQueue.shift()) {
        this._replayId += 1;
        const skipsAnimation = this._frameQueue.length > MAX_QUEUED_FRAMES || document.hidden;
        if (!frame.throws.length && !frame.flash.length) this._showFrame(frame);
        else if (!skipsAnimation) await this._playAnimation(frame);
      }
    } finally {
      this._isShowingFrames = false;
    }
  }

  /** @param {Frame} frame */
  _showFrame(frame) {
    const before = this.frame;
    this.frame = frame;
    this.draw();
    if (before) this._animatePlacement(before, frame);
    this._announceChanges(before, frame);
    if (frame.result && !before?.result) this._showResult(before !== null);
  }

  /** Show the result, after a moment if the game has just ended. @param {boolean} justEnded */
  async _showResult(justEnded) {
    const visit = this._roomVisitId;
    if (justEnded) await sleep(storage.prefersReducedMotion() ? 0 : RESULT_DELAY_MS);
    if (visit === this._roomVisitId) this.showPage("end");
  }

  /** Animate the rolls of a frame, then its new Qwirkles. @param {Frame} frame */
  async _playAnimation(frame) {
    for (const roll of frame.throws) await this._animateRoll(roll);
    if (frame.flash.length) {
      const before = this.frame;
      this._flashingCells = new Set(frame.flash.map(([x, y]) => `${x},${y}`));
      this.frame = { ...frame, offers: [], hand: before?.hand ?? frame.hand, result: null };
      this.draw();
      if (before) this._animatePlacement(before, this.frame);
      this._announce("Qwirkle!");
      await sleep(FLASH_MS);
      this._flashingCells = new Set();
    }
  }

  /** @param {DiceRoll} roll */
  async _animateRoll(roll) {
    const before = this.frame;
    if (!before) return;
    const isOwn = roll.player === this.room?.you;
    const shownFaces = isOwn ? before.hand.map((slot) => slot.face) : (before.seats[roll.player]?.hand ?? []);
    const markedSlots = isOwn ? before.hand.flatMap((slot, index) => (slot.marked ? [index] : [])) : [];
    const slots = roll.anew ? new Set(shownFaces.keys()) : rolledSlots(roll.before, shownFaces, markedSlots);
    this.rollingSeat = roll.player;
    this.rollingSlots = storage.prefersReducedMotion() ? new Set() : slots;
    const visit = this._roomVisitId;
    for (let step = 0; step < ROLL_FRAMES && visit === this._roomVisitId; step += 1) {
      const faces = shownFaces.map((face, slot) => (this.rollingSlots?.has(slot) ? Math.floor(face / 6) * 6 + ((face + (step + 1) * (slot + 2) * 5) % 6) : face));
      this.frame = {
        ...before,
        banner: roll.text,
        offers: [],
        hand: isOwn ? before.hand.map((slot, index) => ({ ...slot, face: faces[index] ?? slot.face })) : before.hand,
        seats: before.seats.map((seat, index) => (index === roll.player && seat.hand.length ? { ...seat, hand: faces } : seat)),
      };
      this.draw();
      await sleep(ROLL_FRAME_MS);
    }
    this.rollingSlots = null;
    this._announce(roll.text);
  }

  /**
   * Animate new pieces: your own slide in from the hand, others' from the player's name.
   * @param {Frame} before @param {Frame} frame
   */
  _animatePlacement(before, frame) {
    if (!this.board || this.page !== "game") return;
    const known = new Set([...before.pieces, ...before.drafted].map((piece) => piece.join()));
    const mover = before.seats.findIndex((seat) => seat.to_move);
    const chip = [`seat${mover}`, `score${mover}`].map((id) => document.getElementById(id)?.getBoundingClientRect()).find((box) => box?.width) ?? null;
    frame.last
      .filter((piece) => !known.has(piece.join()))
      .forEach((piece, index) => this.board?.slideIn(piece, chip, index * SLIDE_STAGGER_MS));
    for (const piece of frame.drafted) {
      if (known.has(piece.join())) continue;
      const slot = frame.hand.findIndex((each, index) => each.laid && !before.hand[index]?.laid && each.face === piece[0]);
      const source = document.querySelectorAll(".slot")[slot]?.getBoundingClientRect() ?? null;
      this.board.slideIn(piece, this.dropRect ?? source, 0);
    }
    this.dropRect = null;
  }

  /** Announce changes to screen readers, and vibrate when your turn starts. @param {Frame | null} before @param {Frame} frame */
  _announceChanges(before, frame) {
    const announcements = [];
    if (frame.news !== before?.news) announcements.push(frame.news);
    if (frame.hand_note && frame.hand_note !== before?.hand_note) announcements.push(frame.hand_note);
    if (frame.banner !== before?.banner) announcements.push(frame.banner);
    if (frame.trouble && frame.trouble !== before?.trouble) announcements.push(frame.trouble);
    if (frame.cursor && before?.cursor && frame.cursor.join() !== before.cursor.join()) announcements.push(cellText(frame, frame.cursor));
    if (announcements.length) this._announce(announcements.filter(Boolean).join(" "));
    if (this._canMove(frame) && before && !this._canMove(before) && before.seats.some((seat, index) => seat.to_move && index !== this.room?.you)) {
      navigator.vibrate?.(40);
    }
  }

  /** @param {string} text */
  _announce(text) {
    for (const id of ["#live", "#live-sheet"]) requireElement(id).textContent = text; // screen readers ignore the page behind an open sheet
  }

  /** Request a replay of the events since your last turn. */
  requestReplay() {
    this.closeSheet();
    this.send("replay");
  }

  /** @param {Frame[]} frames */
  async _playReplay(frames) {
    const current = this.frame;
    const replayId = ++this._replayId;
    for (const frame of frames) {
      if (replayId !== this._replayId) return;
      const before = this.frame;
      this.frame = { ...frame, hand: current?.hand ?? [], hand_title: current?.hand_title ?? "", offers: current?.offers ?? [] };
      this.draw();
      if (before) this._animatePlacement(before, this.frame);
      this._announce(frame.banner);
      await sleep(REPLAY_STEP_MS);
    }
    if (replayId === this._replayId && current) this._showFrame(current);
  }

  // User actions

  /** Perform an action of the game. @param {string} action @param {...number} args */
  act(action, ...args) {
    this._replayId += 1;
    this.send("act", { action, arguments: args });
  }

  /**
   * Run a button's action. After a click or tap, move the focus to the board.
   * @param {MouseEvent} event @param {(() => unknown) | undefined} action
   */
  runFromButton(event, action) {
    action?.();
    if (event.detail) this._focusBoard();
  }

  _focusBoard() {
    document.getElementById("board")?.focus({ preventScroll: true });
  }

  /** Create a room. @param {string} variant */
  createRoom(variant) {
    this._isCreating = true;
    this.send("create", { variant, watching: this.settings.watching });
  }

  /** Send a message to the server. @param {string} type @param {Record<string, unknown>} [fields] */
  send(type, fields) {
    this.connection.send(type, fields);
  }

  /** @param {"game" | "end" | "review"} page */
  showPage(page) {
    this.page = page;
    this.closeSheet();
    scrollTo(0, 0);
  }

  startReview() {
    this.selectedTurn = 0;
    this.showsBest = false;
    this.review = null;
    this.send("review");
    this.showPage("review");
  }

  /** Select a turn in the review. @param {number} turn */
  selectTurn(turn) {
    this.selectedTurn = Math.max(0, Math.min((this.review?.turns.length ?? 1) - 1, turn));
    this.showsBest = false;
    this.draw();
    document.querySelector(".turn-choice[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Switch between the selected turn as played and its best placement. */
  toggleBest() {
    this.showsBest = !this.showsBest;
    this.draw();
  }

  /** @param {string} sheet */
  openSheet(sheet) {
    if (sheet === "rules") this.send("rules");
    this.sheet = sheet;
    this.draw();
  }

  closeSheet() {
    this.sheet = null;
    this.draw();
  }

  /** @param {Partial<Settings>} settings */
  changeSettings(settings) {
    this.settings = { ...this.settings, ...settings };
    storage.saveSettings(this.settings);
    storage.applySettings(this.settings);
    this.draw();
  }

  /** @param {string} text */
  showToast(text) {
    const toast = { text, key: ++this._lastToastKey };
    this.toasts = [...this.toasts.slice(-2), toast];
    this.draw();
    setTimeout(() => {
      this.toasts = this.toasts.filter((other) => other !== toast);
      this.draw();
    }, TOAST_MS);
  }

  /** @param {string} url */
  async copyLink(url) {
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(url);
      else this._copyWithExecCommand(url);
      this.showToast("The link is copied.");
    } catch {
      this.showToast("This browser copies nothing here: press the link and copy it yourself.");
    }
  }

  /** Copy without the clipboard API, which browsers offer only over HTTPS. @param {string} url */
  _copyWithExecCommand(url) {
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input.url"));
    [...inputs].find((input) => input.value === url)?.select();
    if (!document.execCommand("copy")) throw new Error("not copied");
  }

  /** @param {KeyboardEvent} event */
  _onKeydown(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Tab") document.documentElement.classList.add("keyboard");
    if (this.sheet || target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("button, a") && ["Enter", " ", "Tab"].includes(event.key)) return;
    if (this.page === "review") {
      this._handleReviewKey(event);
      return;
    }
    if (!this.frame || this.room?.state === "gathering") return;
    if (this._handleViewKey(event)) {
      event.preventDefault();
      return;
    }
    if (this.page !== "game" || (event.key === "Tab" && !target.closest(".board"))) return;
    const intent = intendedAction(event, this.frame);
    if (!intent) return;
    event.preventDefault();
    document.documentElement.classList.add("keyboard");
    this._focusBoard();
    if ("unavailable" in intent) this.send("answer", { actions: intent.unavailable });
    else if (intent.action === "replay") this.requestReplay();
    else if (intent.action === "show_end") this.showPage("end");
    else this.act(intent.action, ...intent.args);
  }

  /** Handle keys that move the board, open a sheet or leave the result. Return true if handled. @param {KeyboardEvent} event */
  _handleViewKey(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.board?.zoom(1.25),
      "-": () => this.board?.zoom(0.8),
      "0": () => this.board?.showWholeBoard(),
      c: () => this.board?.centre(),
      v: () => this.openSheet("scores"),
      "?": () => this.openSheet("help"),
    };
    /** @type {Record<string, [number, number]>} */
    const pans = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] };
    const pan = event.shiftKey ? pans[event.key] : undefined;
    if (pan) this.board?.pan(...pan);
    else if (keys[event.key]) keys[event.key]?.();
    else if (event.key === "Escape" && this.page === "end") this.showPage("game");
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  _handleReviewKey(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.selectTurn(this.selectedTurn + 1),
      ArrowLeft: () => this.selectTurn(this.selectedTurn - 1),
      Home: () => this.selectTurn(0),
      End: () => this.selectTurn(Infinity),
      " ": () => this.toggleBest(),
      Escape: () => this.showPage("end"),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]?.();
  }

  // Rendering

  draw() {
    const { frame, room, lobby, review } = this;
    const focused = document.activeElement;
    const wasInGame = focused?.closest(".board, .hand") != null;
    document.title = frame && this._canMove(frame) ? "Your turn – Qwirkle" : "Qwirkle";
    const view =
      room?.state === "gathering"
        ? waitingRoomView(this, room)
        : this.page === "review" && review
          ? reviewView(this, review)
          : frame && this.page === "end" && frame.result
            ? endView(this, frame, frame.result)
            : frame
              ? gameView(this, frame)
              : lobby
                ? lobbyView(this, lobby)
                : h("main", { class: "page", key: "loading" }, h("h1", null, "Qwirkle"), h("p", null, this.closedText || "One moment…"));
    patch(requireElement("#app"), [
      this.connected ? null : h("p", { class: "connection-lost", role: "alert", key: "connection-lost" }, "The connection is lost. Trying again…"),
      view,
      h("div", { class: "toasts", role: "status", key: "toasts" }, this.toasts.map((toast) => h("p", { key: toast.key }, toast.text))),
      sheetView(this, frame),
    ]);
    this._drawBoard();
    this._syncDialog();
    this._restoreFocus(String(view.key), wasInGame, focused !== document.body && !focused?.isConnected);
  }

  /** Return true if you can move now. @param {Frame} frame */
  _canMove(frame) {
    return ["press_slot", "redraw", "pass"].some((action) => frame.offers.includes(action));
  }

  /**
   * Restore a lost focus: to the board in a game, otherwise to the heading.
   * @param {string} viewKey
   * @param {boolean} wasInGame true if the focus was on the board or in the hand
   * @param {boolean} isLost true if the focused element was removed
   */
  _restoreFocus(viewKey, wasInGame, isLost) {
    const changed = this._viewKey !== undefined && viewKey !== this._viewKey;
    this._viewKey = viewKey;
    if (this.sheet || !(isLost || changed) || (document.activeElement && document.activeElement !== document.body)) return;
    const target = wasInGame || viewKey === "game" ? document.getElementById("board") : document.querySelector("main h1");
    if (!(target instanceof HTMLElement)) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  _drawBoard() {
    const element = document.getElementById("board");
    if (!element) {
      this.board = null;
      return;
    }
    if (this.board?.element !== element) this.board = new Board(element, (action, ...cell) => this.page === "game" && this.act(action, ...cell));
    const shown = this.page === "review" && this.review ? selectedFrame(this, this.review) : this.frame;
    if (shown) this.board.draw(shown, this._flashingCells);
    else this.board.clear();
  }

  /** Open or close the dialog element to match `sheet`. */
  _syncDialog() {
    const dialog = /** @type {HTMLDialogElement} */ (requireElement("#sheet"));
    if (this.sheet && !dialog.open) dialog.showModal();
    else if (!this.sheet && dialog.open) dialog.close();
  }
}

/**
 * Return the slots of the rolled dice: the marked ones if their faces match, otherwise the first that match.
 * @param {number[]} rolled @param {number[]} shown @param {number[]} marked
 */
function rolledSlots(rolled, shown, marked) {
  /** @param {(number | undefined)[]} faces */
  const sorted = (faces) => [...faces].sort().join();
  if (marked.length && sorted(marked.map((slot) => shown[slot])) === sorted(rolled)) return new Set(marked);
  const unmatched = [...rolled];
  const slots = new Set();
  shown.forEach((face, slot) => {
    const index = unmatched.indexOf(face);
    if (index >= 0) {
      unmatched.splice(index, 1);
      slots.add(slot);
    }
  });
  return slots;
}

/** Describe a cell: its piece, or whether the picked piece fits there. @param {Frame} frame @param {Cell} cell */
function cellText(frame, cell) {
  const key = cell.join();
  const piece = [...frame.drafted, ...frame.pieces].find(([, x, y]) => `${x},${y}` === key);
  const fit = frame.fits.find((each) => each.cell.join() === key);
  const content = piece ? pieceName(piece[0]) : fit ? (fit.points === null ? "fits" : `fits, ${fit.points} points`) : "empty";
  return `Column ${cell[0]}, row ${cell[1]}: ${content}.`;
}

new App();
