// Views before the game: the lobby, and a room waiting for players.

/** @import { App } from "./main.js" */
/** @import { LobbyState, RoomState, Vnode } from "./types" */

import { h } from "./dom.js";
import { describeKind, pieceClass, pieceContent } from "./pieces.js";
import { links } from "./sheets.js";
import { savedRooms } from "./storage.js";

/** Pieces of the logo: each colour and each shape once. */
const LOGO_FACES = [0, 7, 14, 21, 28, 35];

const logo = () =>
  h("div", { class: "logo", "aria-hidden": "true" }, LOGO_FACES.map((face, index) => h("span", { class: pieceClass(index % 2 ? "die" : "tile", face) }, pieceContent(face))));

/** @param {App} app @param {LobbyState} lobby @returns {Vnode} */
export function lobbyView(app, lobby) {
  const ownRooms = savedRooms();
  const otherRooms = lobby.tables.filter((room) => !ownRooms.some((own) => own.id === room.id));
  return h(
    "main",
    { class: "page", key: "lobby" },
    logo(),
    h("h1", null, "Qwirkle"),
    ownRooms.length
      ? h(
          "section",
          null,
          h("h2", null, "Your tables"),
          h("div", { class: "choices" }, ownRooms.map((room) => h("button", { type: "button", class: "choice", key: room.id, onclick: () => app.goToRoom(room.id) }, h("b", null, room.title), h("bdi", null, room.names.join(", "))))),
        )
      : null,
    otherRooms.length
      ? h(
          "section",
          null,
          h("h2", null, "Tables"),
          h(
            "ul",
            { class: "rooms" },
            otherRooms.map((room) =>
              h(
                "li",
                { key: room.id },
                h(
                  "button",
                  { type: "button", class: "choice", onclick: () => app.goToRoom(room.id) },
                  h("b", null, room.title),
                  h("bdi", null, room.names.join(", ") || "nobody yet"),
                  h("span", { class: "muted" }, room.state === "gathering" ? "Join" : "Look on"),
                ),
              ),
            ),
          ),
        )
      : null,
    h(
      "section",
      null,
      h("h2", null, "A new table"),
      h(
        "div",
        { class: "choices" },
        lobby.variants.map((variant) =>
          h(
            "button",
            { type: "button", class: "choice", key: variant.name, onclick: () => app.createRoom(variant.name) },
            h("b", null, variant.title),
            h("span", { class: "muted" }, variant.summary),
          ),
        ),
      ),
      h(
        "label",
        { class: "option" },
        h("input", { type: "checkbox", checked: app.settings.watching, onchange: (/** @type {Event} */ event) => app.changeSettings({ watching: /** @type {HTMLInputElement} */ (event.target).checked }) }),
        "Others may look on, without any hidden hand",
      ),
    ),
    footer(app),
  );
}

/** @param {App} app @param {RoomState} room @returns {Vnode} */
export function waitingRoomView(app, room) {
  const [minPlayers, maxPlayers] = room.players;
  const count = room.seats.length;
  const ready = minPlayers <= count && count <= maxPlayers;
  return h(
    "main",
    { class: "page", key: "waiting-room" },
    logo(),
    h("h1", null, room.title),
    h(
      "section",
      null,
      h("h2", null, `At the table: ${count} of ${minPlayers} to ${maxPlayers}`),
      count === 0 ? h("p", { class: "muted" }, "Nobody sits here yet.") : null,
      h(
        "ul",
        { class: "seats" },
        room.seats.map((seat, index) =>
          h(
            "li",
            { key: `${index}${seat.name}` },
            h("bdi", { class: "name" }, seat.name),
            h("span", { class: "kind" }, index === room.you ? "you" : describeKind(seat.kind) + (seat.kind === "human" && !seat.here ? ", away" : "")),
            room.host || index === room.you
              ? h("button", { type: "button", class: "icon-button", "aria-label": index === room.you ? "Leave your seat" : `Take ${seat.name} away`, onclick: () => app.send("remove", { seat: index, name: seat.name }) }, "✕")
              : null,
          ),
        ),
      ),
    ),
    room.you === undefined && count < maxPlayers ? seatForm(app) : null,
    room.host
      ? h(
          "section",
          null,
          count < maxPlayers
            ? h(
                "div",
                { class: "bots", role: "group", "aria-label": "Add a bot" },
                h("span", null, "Add a bot:"),
                room.bots.map((bot) => h("button", { type: "button", class: "small-choice", key: bot, onclick: () => app.send("add-bot", { bot }) }, bot)),
              )
            : null,
          h("button", { type: "button", class: "primary", id: "next", "aria-disabled": ready ? null : "true", onclick: () => app.send("start") }, ready ? "Begin the game" : `Waiting for ${minPlayers - count} more`),
        )
      : h("p", { class: "muted", role: "note" }, room.you === undefined ? "Take a seat, or look on." : "The host begins the game when all are there."),
    h("section", null, h("h2", null, "Bring others"), links(app)),
    app.isOnlyRoom ? null : h("button", { type: "button", class: "choice", onclick: () => app.goToRoom(null) }, "To the other tables"),
    footer(app),
  );
}

/** @param {App} app */
function seatForm(app) {
  const { name, age } = app.settings;
  return h(
    "form",
    {
      class: "seat-form",
      key: "seat-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const data = new FormData(form);
        const [enteredName, enteredAge] = [String(data.get("name")).trim(), String(data.get("age")).trim()];
        if (!enteredName) return;
        app.changeSettings({ name: enteredName, age: enteredAge });
        app.send("sit", { name: enteredName, age: enteredAge ? Number(enteredAge) : null });
      },
    },
    h("h2", null, "Take a seat"),
    h("label", null, "Your name", h("input", { name: "name", required: true, maxlength: 20, autocomplete: "nickname", value: name })),
    h("label", null, "Age, if you like", h("input", { name: "age", inputmode: "numeric", pattern: "[0-9]{0,3}", maxlength: 3, value: age })),
    h("button", { class: "primary", type: "submit" }, "Sit down"),
  );
}

/** @param {App} app */
function footer(app) {
  return h(
    "nav",
    { class: "footer", "aria-label": "Settings and help" },
    h("button", { type: "button", class: "small-choice", onclick: () => app.openSheet("settings") }, "How it looks"),
    app.room ? h("button", { type: "button", class: "small-choice", onclick: () => app.openSheet("rules") }, "The rules") : null,
    h("button", { type: "button", class: "small-choice", onclick: () => app.openSheet("help") }, "Help"),
  );
}
