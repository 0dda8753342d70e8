// The web app: handles server messages and input, holds the state of the page, and renders it.

/** @import { Cell, Frame, Lobby, Message, Review, Rules, Settings, Table, Throw } from "./types" */

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { h, one, patch } from "./dom.js";
import { endView } from "./end.js";
import { meant } from "./keys.js";
import { gatheringView, lobbyView } from "./lobby.js";
import { nameOf } from "./pieces.js";
import { reviewedFrame, reviewView } from "./review.js";
import * as remembered from "./settings.js";
import { sheetView } from "./sheets.js";
import { tableView } from "./table.js";

const LOBBY_PAUSE = 3000;
const TOAST = 6000;
const TUMBLES = 8;
const TUMBLE_PAUSE = 85;
const SHINE = 1300;
const STEP = 900;
/** If more frames are queued, animations are skipped: the page was asleep. */
const MANY = 12;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class App {
  constructor() {
    this.settings = remembered.load();
    /** @type {Lobby | null} */
    this.lobby = null;
    /** @type {Table | null} */
    this.table = null;
    /** The frame on screen. @type {Frame | null} */
    this.frame = null;
    /** @type {Review | null} */
    this.reviewed = null;
    /** Null until requested. @type {Rules | null} */
    this.rules = null;
    /** The current view of the game. @type {"table" | "end" | "review"} */
    this.page = "table";
    /** Index of the turn selected in the review, and whether its best placement is shown. */
    this.turn = 0;
    this.best = false;
    /** Name of the open sheet. @type {string | null} */
    this.sheet = null;
    /** True if the server has only one room. */
    this.single = false;
    this.connected = true;
    /** @type {{ text: string, key: number }[]} */
    this.toasts = [];
    /** Indexes of the dice being animated, and the seat they belong to. @type {Set<number> | null} */
    this.tumbling = null;
    this.tumbler = -1;
    /** @type {Set<string>} */
    this._shining = new Set();
    /** @type {Board | null} */
    this.board = null;
    /** Where a dragged piece was dropped. @type {DOMRect | null} */
    this.dropped = null;
    this.dragged = false;
    /** @type {Frame[]} */
    this._waiting = [];
    this._drawing = false;
    this._replaying = 0;
    this._toastKeys = 0;
    /** Counts the rooms entered, so that animations of an earlier room can be dropped. */
    this._stay = 0;
    /** True until the server answers `hello` or `create`. */
    this._arriving = false;
    this._creating = false;
    /** Message to show after the server's only room was closed. */
    this.closed = "";
    /** Key of the view on screen. @type {string | undefined} */
    this._view = undefined;
    this._timer = 0;
    this.connection = new Connection(
      (message) => this._hear(message),
      (open) => this._connect(open),
      () => this._greet(),
    );
    remembered.apply(this.settings);
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => remembered.apply(this.settings));
    addEventListener("keydown", (event) => this._press(event));
    addEventListener("hashchange", () => this._arrive());
    this._arrive();
    this.draw();
  }

  // Navigation

  /** Enter the room named in the URL; store a seat token and remove it from the address bar. */
  _arrive() {
    const named = new URLSearchParams(location.hash.slice(1));
    const [table, secret] = [named.get("t"), named.get("s")];
    if (table && secret) {
      remembered.bringSecret(table, secret);
      history.replaceState(null, "", `#t=${encodeURIComponent(table)}`);
    }
    this._enter(table);
  }

  /** @param {string | null} table */
  goTo(table) {
    const hash = table ? `#t=${encodeURIComponent(table)}` : "";
    history.pushState(null, "", location.pathname + hash);
    this._enter(table);
  }

  /** Enter the rematch's room, where the same seat token is valid. */
  goOn() {
    const [next, secret] = [this.table?.rematch, this.connection.secret];
    if (next && secret) remembered.keepSecret(next, secret);
    if (next) this.goTo(next);
  }

  /** @param {string | null} table */
  _enter(table) {
    this.show(null);
    this.table = this.frame = this.reviewed = this.lobby = this.rules = this.tumbling = null;
    this.page = "table";
    this._waiting = [];
    this._shining = new Set();
    this._stay += 1;
    this._replaying += 1;
    this._creating = false;
    this.connection.go(table, table && remembered.secretOf(table));
  }

  /** Return the links to this room: for others, and to your own seat. */
  links() {
    const { table, secret } = this.connection;
    const base = `${location.origin}/`;
    const others = this.single || !table ? base : `${base}#t=${encodeURIComponent(table)}`;
    const own = table && secret ? `${base}#t=${encodeURIComponent(table)}&s=${encodeURIComponent(secret)}` : null;
    return { others, own };
  }

  // Server messages

  /** Called after each `hello`: wait for the answer, and request an open review again. */
  _greet() {
    this._arriving = true;
    if (this.page === "review" && this.reviewed) this.say("review");
  }

  /** @param {boolean} open */
  _connect(open) {
    if (open && !this.connected) this._announce("Connected again.");
    this.connected = open;
    this.draw();
  }

  /** @param {Message} message */
  _hear(message) {
    switch (message.is) {
      case "lobby":
        if (this.connection.table !== null || this._creating) return; // already somewhere else
        this._arriving = false;
        this.lobby = message;
        this.table = this.frame = null;
        clearTimeout(this._timer);
        this._timer = setTimeout(() => this.lobby && !this._creating && this.connection.go(null, null), LOBBY_PAUSE);
        break;
      case "table":
        this._seeTable(message);
        break;
      case "seated":
        this._creating = false;
        this._take(message.table, message.secret);
        break;
      case "frame":
        this._waiting.push(message.frame);
        this._showFrames();
        break;
      case "again":
        this._showAgain(message.frames);
        break;
      case "review":
        this.reviewed ??= { turns: message.turns, scores: message.scores, judged: new Map(), summary: [] };
        break;
      case "judged":
        this.reviewed?.judged.set(message.index, message);
        break;
      case "summary":
        if (this.reviewed) this.reviewed.summary = message.texts;
        break;
      case "rules":
        this.rules = message;
        break;
      case "said":
        this.tell(message.text);
        break;
      case "error":
        this._refused(message.text);
        break;
      case "closed":
        this.tell(message.text);
        if (this.table) remembered.keepPlace(this.table.id, null);
        if (!this.single) this.goTo(null);
        else {
          this.closed = message.text;
          this.table = this.frame = null;
        }
        break;
    }
    this.draw();
  }

  /** @param {string} table @param {string} secret */
  _take(table, secret) {
    remembered.keepSecret(table, secret);
    this.connection.table = table;
    this.connection.secret = secret;
    if (!this.single) history.replaceState(null, "", `#t=${encodeURIComponent(table)}`);
  }

  /** @param {Table} table */
  _seeTable(table) {
    const before = this.table;
    this.single = table.alone ?? false;
    if (this.connection.table === null && this.single) {
      // A server with one room sends clients there; the stored seat token can only be looked up now.
      const secret = remembered.secretOf(table.id);
      this.connection.table = table.id;
      if (secret) {
        this.connection.go(table.id, secret);
        return;
      }
    }
    if (table.id !== this.connection.table) return; // about a room already left
    this._arriving = false;
    this.table = table;
    this.lobby = null;
    const place = { id: table.id, title: table.title, names: table.seats.map((seat) => seat.name) };
    remembered.keepPlace(table.id, table.you !== undefined && table.state !== "over" ? place : null);
    table.seats.forEach((seat, place) => {
      const was = before?.seats[place];
      if (before?.state === "playing" && was && seat.kind === "human" && Boolean(was.here) !== Boolean(seat.here) && place !== table.you) {
        this.tell(seat.here ? `${seat.name} is back.` : `${seat.name} is away.`);
      }
    });
    if (table.rematch && before && !before.rematch) {
      if (this.page === "review") this.tell("Another game is offered: the result leads there.");
      else this.goOn();
    }
  }

  /** @param {string} text */
  _refused(text) {
    this.tell(text);
    this._creating = false;
    const { table, secret } = this.connection;
    if (!this._arriving || !table) return;
    // The server doesn't know this seat token or room: retry without it.
    if (secret) {
      remembered.forgetSecret(table);
      this.connection.go(table, remembered.secretOf(table));
    } else {
      remembered.keepPlace(table, null);
      this.goTo(null);
    }
  }

  // Frames and animations

  /** Show queued frames in order, animating those with throws or a Qwirkle before the next is drawn. */
  async _showFrames() {
    if (this._drawing) return;
    this._drawing = true;
    try {
      for (let frame = this._waiting.shift(); frame; frame = this._waiting.shift()) {
        this._replaying += 1;
        const hurried = this._waiting.length > MANY || document.hidden;
        if (!frame.throws.length && !frame.flash.length) this._showFrame(frame);
        else if (!hurried) await this._actOut(frame);
      }
    } finally {
      this._drawing = false;
    }
  }

  /** @param {Frame} frame */
  _showFrame(frame) {
    const before = this.frame;
    this.frame = frame;
    this.draw();
    if (before) this._slide(before, frame);
    this._tell(before, frame);
    if (frame.result && !before?.result) this._end(before !== null);
  }

  /** @param {boolean} watched */
  async _end(watched) {
    const stay = this._stay;
    if (watched) await pause(remembered.still() ? 0 : 1200);
    if (stay === this._stay) this.turnTo("end");
  }

  /** @param {Frame} frame */
  async _actOut(frame) {
    for (const each of frame.throws) await this._tumble(each);
    if (frame.flash.length) {
      const before = this.frame;
      this._shining = new Set(frame.flash.map(([x, y]) => `${x},${y}`));
      this.frame = { ...frame, offers: [], hand: before?.hand ?? frame.hand, result: null };
      this.draw();
      if (before) this._slide(before, this.frame);
      this._announce("Qwirkle!");
      await pause(SHINE);
      this._shining = new Set();
    }
  }

  /** @param {Throw} thrown */
  async _tumble(thrown) {
    const start = this.frame;
    if (!start) return;
    const own = thrown.player === this.table?.you;
    const shown = own ? start.hand.map((slot) => slot.face) : (start.seats[thrown.player]?.hand ?? []);
    const marked = own ? start.hand.flatMap((slot, place) => (slot.marked ? [place] : [])) : [];
    const moving = thrown.anew ? new Set(shown.keys()) : rolledPlaces(thrown.before, shown, marked);
    this.tumbler = thrown.player;
    this.tumbling = remembered.still() ? new Set() : moving;
    const stay = this._stay;
    for (let step = 0; step < TUMBLES && stay === this._stay; step += 1) {
      const faces = shown.map((face, place) => (this.tumbling?.has(place) ? Math.floor(face / 6) * 6 + ((face + (step + 1) * (place + 2) * 5) % 6) : face));
      this.frame = {
        ...start,
        banner: thrown.text,
        offers: [],
        hand: own ? start.hand.map((slot, place) => ({ ...slot, face: faces[place] ?? slot.face })) : start.hand,
        seats: start.seats.map((seat, place) => (place === thrown.player && seat.hand.length ? { ...seat, hand: faces } : seat)),
      };
      this.draw();
      await pause(TUMBLE_PAUSE);
    }
    this.tumbling = null;
    this._announce(thrown.text);
  }

  /**
   * Animate new pieces: your own slide in from the hand, others' from the player's name.
   * @param {Frame} before @param {Frame} frame
   */
  _slide(before, frame) {
    if (!this.board || this.page !== "table") return;
    const known = new Set([...before.pieces, ...before.drafted].map((laid) => laid.join()));
    const mover = before.seats.findIndex((seat) => seat.to_move);
    const chip = [`seat${mover}`, `score${mover}`].map((id) => document.getElementById(id)?.getBoundingClientRect()).find((box) => box?.width) ?? null;
    frame.last
      .filter((laid) => !known.has(laid.join()))
      .forEach((laid, place) => this.board?.slide(laid, chip, place * 110));
    for (const laid of frame.drafted) {
      if (known.has(laid.join())) continue;
      const slot = frame.hand.findIndex((each, place) => each.laid && !before.hand[place]?.laid && each.face === laid[0]);
      const source = document.querySelectorAll(".slot")[slot]?.getBoundingClientRect() ?? null;
      this.board.slide(laid, this.dropped ?? source, 0);
    }
    this.dropped = null;
  }

  /** Announce changes to screen readers; vibrate when your turn starts. @param {Frame | null} before @param {Frame} frame */
  _tell(before, frame) {
    const told = [];
    if (frame.news !== before?.news) told.push(frame.news);
    if (frame.hand_note && frame.hand_note !== before?.hand_note) told.push(frame.hand_note);
    if (frame.banner !== before?.banner) told.push(frame.banner);
    if (frame.trouble && frame.trouble !== before?.trouble) told.push(frame.trouble);
    if (frame.cursor && before?.cursor && frame.cursor.join() !== before.cursor.join()) told.push(cellText(frame, frame.cursor));
    if (told.length) this._announce(told.filter(Boolean).join(" "));
    if (this._decides(frame) && before && !this._decides(before) && before.seats.some((seat, place) => seat.to_move && place !== this.table?.you)) {
      navigator.vibrate?.(40);
    }
  }

  /** @param {string} text */
  _announce(text) {
    for (const id of ["#live", "#live-above"]) one(id).textContent = text; // screen readers skip what is behind a sheet
  }

  /** Request a replay of the events since your last turn. */
  replay() {
    this.show(null);
    this.say("replay");
  }

  /** @param {Frame[]} frames */
  async _showAgain(frames) {
    const now = this.frame;
    const mine = ++this._replaying;
    for (const frame of frames) {
      if (mine !== this._replaying) return;
      const before = this.frame;
      this.frame = { ...frame, hand: now?.hand ?? [], hand_title: now?.hand_title ?? "", offers: now?.offers ?? [] };
      this.draw();
      if (before) this._slide(before, this.frame);
      this._announce(frame.banner);
      await pause(STEP);
    }
    if (mine === this._replaying && now) this._showFrame(now);
  }

  // User actions

  /** @param {string} action @param {...number} numbers */
  act(action, ...numbers) {
    this._replaying += 1;
    this.say("act", { action, arguments: numbers });
  }

  /**
   * Perform a button's action; after a mouse click or tap, move the focus to the board.
   * @param {MouseEvent} event @param {(() => unknown) | undefined} act
   */
  pressed(event, act) {
    act?.();
    if (event.detail) this._goToBoard();
  }

  _goToBoard() {
    document.getElementById("board")?.focus({ preventScroll: true });
  }

  /** Create a room. @param {string} variant */
  create(variant) {
    this._creating = true;
    this.say("create", { variant, watching: this.settings.watching });
  }

  /** @param {string} what @param {Record<string, unknown>} [words] */
  say(what, words) {
    this.connection.say(what, words);
  }

  /** @param {"table" | "end" | "review"} page */
  turnTo(page) {
    this.page = page;
    this.show(null);
    scrollTo(0, 0);
  }

  review() {
    this.turn = 0;
    this.best = false;
    this.reviewed = null;
    this.say("review");
    this.turnTo("review");
  }

  /** @param {number} turn */
  lookAt(turn) {
    this.turn = Math.max(0, Math.min((this.reviewed?.turns.length ?? 1) - 1, turn));
    this.best = false;
    this.draw();
    document.querySelector(".turn-choice[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  turnOver() {
    this.best = !this.best;
    this.draw();
  }

  /** Open a sheet, or close it if null. @param {string | null} sheet */
  show(sheet) {
    if (sheet === "rules") this.say("rules");
    this.sheet = sheet;
    this.draw();
  }

  /** @param {Partial<Settings>} settings */
  change(settings) {
    this.settings = { ...this.settings, ...settings };
    remembered.save(this.settings);
    remembered.apply(this.settings);
    this.draw();
  }

  /** Show a toast. @param {string} text */
  tell(text) {
    const toast = { text, key: ++this._toastKeys };
    this.toasts = [...this.toasts.slice(-2), toast];
    this.draw();
    setTimeout(() => {
      this.toasts = this.toasts.filter((each) => each !== toast);
      this.draw();
    }, TOAST);
  }

  /** @param {string} url */
  async copy(url) {
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(url);
      else this._copyOld(url);
      this.tell("The link is copied.");
    } catch {
      this.tell("This browser copies nothing here: press the link and copy it yourself.");
    }
  }

  /** Copy without the clipboard API, which browsers offer only over HTTPS. @param {string} url */
  _copyOld(url) {
    const field = /** @type {HTMLInputElement | undefined} */ ([...document.querySelectorAll("input.url")].find((each) => /** @type {HTMLInputElement} */ (each).value === url));
    field?.select();
    if (!document.execCommand("copy")) throw new Error("not copied");
  }

  /** @param {KeyboardEvent} event */
  _press(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Tab") document.documentElement.classList.add("keyboard");
    if (this.sheet || target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("button, a") && ["Enter", " ", "Tab"].includes(event.key)) return;
    if (this.page === "review") {
      this._pressInReview(event);
      return;
    }
    if (!this.frame || this.table?.state === "gathering") return;
    if (this._pressOnBoard(event)) {
      event.preventDefault();
      return;
    }
    if (this.page !== "table" || (event.key === "Tab" && !target.closest(".board"))) return;
    const does = meant(event, this.frame);
    if (!does) return;
    event.preventDefault();
    document.documentElement.classList.add("keyboard");
    this._goToBoard();
    if ("resting" in does) this.say("answer", { actions: does.resting });
    else if (does.action === "replay") this.replay();
    else if (does.action === "show_end") this.turnTo("end");
    else this.act(does.action, ...does.numbers);
  }

  /** Handle keys that move the board or open sheets. Return true if handled. @param {KeyboardEvent} event */
  _pressOnBoard(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.board?.zoom(1.25),
      "-": () => this.board?.zoom(0.8),
      "0": () => this.board?.fitAll(),
      c: () => this.board?.centre(),
      v: () => this.show("scores"),
      "?": () => this.show("help"),
    };
    /** @type {Record<string, [number, number]>} */
    const pans = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] };
    const pan = event.shiftKey ? pans[event.key] : undefined;
    if (pan) this.board?.pan(...pan);
    else if (keys[event.key]) keys[event.key]?.();
    else if (event.key === "Escape" && this.page === "end") this.turnTo("table");
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  _pressInReview(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.lookAt(this.turn + 1),
      ArrowLeft: () => this.lookAt(this.turn - 1),
      Home: () => this.lookAt(0),
      End: () => this.lookAt(Infinity),
      " ": () => this.turnOver(),
      Escape: () => this.turnTo("end"),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]?.();
  }

  // Drawing

  draw() {
    const { frame, table, lobby, reviewed } = this;
    const focused = document.activeElement;
    const atTable = focused?.closest(".board, .hand") != null;
    document.title = frame && this._decides(frame) ? "Your turn – Qwirkle" : "Qwirkle";
    const view =
      table?.state === "gathering"
        ? gatheringView(this, table)
        : this.page === "review" && reviewed
          ? reviewView(this, reviewed)
          : frame && this.page === "end" && frame.result
            ? endView(this, frame, frame.result)
            : frame
              ? tableView(this, frame)
              : lobby
                ? lobbyView(this, lobby)
                : h("main", { class: "page", key: "wait" }, h("h1", null, "Qwirkle"), h("p", null, this.closed || "One moment…"));
    patch(one("#app"), [
      this.connected ? null : h("p", { class: "lost", role: "alert", key: "lost" }, "The connection is lost. Trying again…"),
      view,
      h("div", { class: "toasts", role: "status", key: "toasts" }, this.toasts.map((each) => h("p", { key: each.key }, each.text))),
      sheetView(this, frame),
    ]);
    this._drawBoard();
    this._raiseSheet();
    this._keepFocus(String(view.key), atTable, focused !== document.body && !focused?.isConnected);
  }

  /** Return true if it's your turn to decide. @param {Frame} frame */
  _decides(frame) {
    return ["press_slot", "redraw", "pass"].some((action) => frame.offers.includes(action));
  }

  /**
   * Restore a lost focus: to the heading of a new view, or to the board if the pressed element is gone.
   * @param {string} view @param {boolean} atTable @param {boolean} gone
   */
  _keepFocus(view, atTable, gone) {
    const changed = this._view !== undefined && view !== this._view;
    this._view = view;
    if (this.sheet || !(gone || changed) || (document.activeElement && document.activeElement !== document.body)) return;
    const target = atTable || view === "table" ? document.getElementById("board") : document.querySelector("main h1");
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
    if (this.board?.element !== element) this.board = new Board(element, (action, ...cell) => this.page === "table" && this.act(action, ...cell));
    const shown = this.page === "review" && this.reviewed ? reviewedFrame(this, this.reviewed) : this.frame;
    if (shown) this.board.draw(shown, this._shining);
    else this.board.clear();
  }

  _raiseSheet() {
    const dialog = /** @type {HTMLDialogElement} */ (one("#sheet"));
    if (this.sheet && !dialog.open) dialog.showModal();
    else if (!this.sheet && dialog.open) dialog.close();
  }
}

/**
 * Return the indexes of the rolled dice: the marked ones if their faces match, otherwise the first that match.
 * @param {number[]} rolled @param {number[]} shown @param {number[]} marked
 */
function rolledPlaces(rolled, shown, marked) {
  /** @param {(number | undefined)[]} faces */
  const sorted = (faces) => [...faces].sort().join();
  if (marked.length && sorted(marked.map((place) => shown[place])) === sorted(rolled)) return new Set(marked);
  const left = [...rolled];
  const places = new Set();
  shown.forEach((face, place) => {
    const at = left.indexOf(face);
    if (at >= 0) {
      left.splice(at, 1);
      places.add(place);
    }
  });
  return places;
}

/** Describe a cell: its piece, or whether the picked one fits. @param {Frame} frame @param {Cell} cell */
function cellText(frame, cell) {
  const key = cell.join();
  const laid = [...frame.drafted, ...frame.pieces].find(([, x, y]) => `${x},${y}` === key);
  const fit = frame.fits.find((each) => each.cell.join() === key);
  const what = laid ? nameOf(laid[0]) : fit ? (fit.points === null ? "fits" : `fits, ${fit.points} points`) : "empty";
  return `Column ${cell[0]}, row ${cell[1]}: ${what}.`;
}

new App();
