// The WebSocket connection: reconnects when lost, and returns to the same seat.

/** @import { Message } from "./types" */

const VERSION = 1;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** Milliseconds a page may be hidden before its connection has to be checked. */
const LONG_ASLEEP = 15_000;
/** Timeout in milliseconds for an answer from the server. */
const ANSWER = 8_000;

/** What the server's sentences call the actions on touch screens, by key-binding id. */
const BUTTONS = {
  "table.play": "the large button",
  "table.keep": "the large button",
  "table.roll-these": "the large button",
  "table.roll-all": "the large button",
  "table.redraw": "the large button",
  "table.pass": "the large button",
  "table.take-hint": "the large button",
  "table.hint": "the lamp",
  "table.back": "the arrow",
  "table.clear": "“Take all back”",
  "table.no-trade": "the large button",
  "table.result": "the large button",
};

export class Connection {
  /**
   * @param {(message: Message) => void} hear gets each server message
   * @param {(open: boolean) => void} tell called when the connection opens or is lost
   * @param {() => void} greeted called after each `hello`
   */
  constructor(hear, tell, greeted) {
    this._hear = hear;
    this._tell = tell;
    this._greeted = greeted;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._pause = FIRST_PAUSE;
    this._timer = 0;
    this._hidden = 0;
    this._heard = 0;
    /** The current room, and the seat token for it. @type {string | null} */
    this.table = null;
    /** @type {string | null} */
    this.secret = null;
    addEventListener("online", () => this._retry());
    document.addEventListener("visibilitychange", () => this._wake());
  }

  /**
   * Enter a room, or the lobby if `room` is null.
   * @param {string | null} table
   * @param {string | null} secret
   */
  go(table, secret) {
    this.table = table;
    this.secret = secret;
    if (this._socket?.readyState === WebSocket.OPEN) this._greet();
    else this._retry();
  }

  /**
   * Send a message; dropped while disconnected, because the next frame shows the current state anyway.
   * @param {string} what
   * @param {Record<string, unknown>} [words]
   */
  say(what, words) {
    const socket = this._socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ do: what, ...words }));
    this._expect(socket); // the server answers every message
  }

  /** Reconnect if the server doesn't answer in time. @param {WebSocket} socket */
  _expect(socket) {
    const asked = Date.now();
    setTimeout(() => {
      if (this._heard >= asked || socket !== this._socket || document.hidden) return;
      this._lose(socket);
      socket.close();
      this._retry();
    }, ANSWER);
  }

  _greet() {
    const keys = matchMedia("(pointer: coarse)").matches ? BUTTONS : {};
    this.say("hello", { version: VERSION, table: this.table, secret: this.secret, keys });
    this._greeted();
  }

  _retry() {
    clearTimeout(this._timer);
    if (this._socket && this._socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/door`);
    this._socket = socket;
    socket.onopen = () => {
      this._pause = FIRST_PAUSE;
      this._greet();
      this._tell(true);
    };
    socket.onmessage = (event) => {
      this._heard = Date.now();
      this._hear(JSON.parse(event.data));
    };
    socket.onclose = () => this._lose(socket);
  }

  /** @param {WebSocket} socket */
  _lose(socket) {
    if (socket !== this._socket) return;
    this._socket = null;
    this._tell(false);
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._retry(), this._pause);
    this._pause = Math.min(this._pause * 2, LONGEST_PAUSE);
  }

  /** Check the connection after a long sleep: a phone may not have noticed that it was lost. */
  _wake() {
    if (document.hidden) {
      this._hidden = Date.now();
      return;
    }
    if (!this._socket) this._retry();
    else if (Date.now() - this._hidden > LONG_ASLEEP) this._greet();
  }
}
