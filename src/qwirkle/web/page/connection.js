// The connection to the server: a lost one is mended, and one's place is found again.

/** @import { Message } from "./types" */

const VERSION = 1;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** How long a page may sleep before its connection is doubted. */
const LONG_ASLEEP = 15_000;
/** How long the server gets to answer. */
const ANSWER = 8_000;

/** What sentences call the actions where there is no keyboard. */
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
   * @param {(message: Message) => void} hear what the server says
   * @param {(open: boolean) => void} tell whether there is a connection
   * @param {() => void} greeted after each time that one has said who comes, and where to
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
    /** The table one is at, and the secret of one's place there. @type {string | null} */
    this.table = null;
    /** @type {string | null} */
    this.secret = null;
    addEventListener("online", () => this._retry());
    document.addEventListener("visibilitychange", () => this._wake());
  }

  /**
   * Go to a table, or to the lobby.
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
   * Say something; while there is no connection it is forgotten, for the next frame shows how things stand.
   * @param {string} what
   * @param {Record<string, unknown>} [words]
   */
  say(what, words) {
    const socket = this._socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ do: what, ...words }));
    this._expect(socket); // whatever is said is answered
  }

  /** Without any answer a connection is dead, though nobody has said so. @param {WebSocket} socket */
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

  /** A phone that slept may hold a connection that is long gone: ask, and begin anew without an answer. */
  _wake() {
    if (document.hidden) {
      this._hidden = Date.now();
      return;
    }
    if (!this._socket) this._retry();
    else if (Date.now() - this._hidden > LONG_ASLEEP) this._greet();
  }
}
