// The WebSocket connection: reconnects when lost, and returns to the same seat.

/** @import { ServerMessage } from "./types" */

const VERSION = 1;
/** Delays between attempts to reconnect; doubled after each failure. */
const INITIAL_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
/** If the page was hidden for longer, the connection is checked. */
const MAX_HIDDEN_MS = 15_000;
/** If the server takes longer to answer, the connection counts as lost. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Names of the actions in the server's sentences on touch screens, by key-binding id. */
const BUTTON_NAMES = {
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
   * @param {(message: ServerMessage) => void} onMessage called with each server message
   * @param {(isOpen: boolean) => void} onConnectionChange called when the connection opens or is lost
   * @param {() => void} onHello called after each `hello`
   */
  constructor(onMessage, onConnectionChange, onHello) {
    this._onMessage = onMessage;
    this._onConnectionChange = onConnectionChange;
    this._onHello = onHello;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._retryMs = INITIAL_RETRY_MS;
    this._retryTimer = 0;
    this._hiddenAt = 0;
    this._lastMessageAt = 0;
    /** The current room, or null in the lobby. @type {string | null} */
    this.roomId = null;
    /** The seat token for the current room. @type {string | null} */
    this.seatToken = null;
    addEventListener("online", () => this._connect());
    document.addEventListener("visibilitychange", () => this._onVisibilityChange());
  }

  /**
   * Enter a room, or the lobby if `roomId` is null.
   * @param {string | null} roomId
   * @param {string | null} seatToken
   */
  enterRoom(roomId, seatToken) {
    this.roomId = roomId;
    this.seatToken = seatToken;
    if (this._socket?.readyState === WebSocket.OPEN) this._sendHello();
    else this._connect();
  }

  /**
   * Send a message. Dropped while disconnected, because the next frame shows the current state anyway.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields) {
    const socket = this._socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ do: type, ...fields }));
    this._expectAnswer(socket); // the server answers every message
  }

  /** Reconnect if the server doesn't answer in time. @param {WebSocket} socket */
  _expectAnswer(socket) {
    const sentAt = Date.now();
    setTimeout(() => {
      if (this._lastMessageAt >= sentAt || socket !== this._socket || document.hidden) return;
      this._handleClose(socket);
      socket.close();
      this._connect();
    }, ANSWER_TIMEOUT_MS);
  }

  _sendHello() {
    const keys = matchMedia("(pointer: coarse)").matches ? BUTTON_NAMES : {};
    this.send("hello", { version: VERSION, table: this.roomId, secret: this.seatToken, keys });
    this._onHello();
  }

  /** Connect, unless already connected or connecting. */
  _connect() {
    clearTimeout(this._retryTimer);
    if (this._socket && this._socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/door`);
    this._socket = socket;
    socket.onopen = () => {
      this._retryMs = INITIAL_RETRY_MS;
      this._sendHello();
      this._onConnectionChange(true);
    };
    socket.onmessage = (event) => {
      this._lastMessageAt = Date.now();
      this._onMessage(JSON.parse(event.data));
    };
    socket.onclose = () => this._handleClose(socket);
  }

  /** @param {WebSocket} socket */
  _handleClose(socket) {
    if (socket !== this._socket) return;
    this._socket = null;
    this._onConnectionChange(false);
    clearTimeout(this._retryTimer);
    this._retryTimer = setTimeout(() => this._connect(), this._retryMs);
    this._retryMs = Math.min(this._retryMs * 2, MAX_RETRY_MS);
  }

  /** Check the connection after a long time in the background: phones can lose it without noticing. */
  _onVisibilityChange() {
    if (document.hidden) {
      this._hiddenAt = Date.now();
      return;
    }
    if (!this._socket) this._connect();
    else if (Date.now() - this._hiddenAt > MAX_HIDDEN_MS) this._sendHello();
  }
}
