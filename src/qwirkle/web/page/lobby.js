// Views before the game: the lobby, and a room waiting for players.

/** @import { App } from "./main.js" */
/** @import { Lobby, Table, Vnode } from "./types" */

import { h } from "./dom.js";
import { look, picture } from "./pieces.js";
import { places } from "./settings.js";
import { links } from "./sheets.js";
import { kindOf } from "./words.js";

/** Pieces for the page header: each shape and each colour once. */
const SIX = [0, 7, 14, 21, 28, 35];

/** @param {string} [body] */
const banner = (body) =>
  h("div", { class: "logo", "aria-hidden": "true" }, SIX.map((face, place) => h("span", { class: look(body ?? (place % 2 ? "die" : "tile"), face) }, picture(face))));

/** @param {App} app @param {Lobby} lobby @returns {Vnode} */
export function lobbyView(app, lobby) {
  const own = places();
  const others = lobby.tables.filter((table) => !own.some((place) => place.id === table.id));
  return h(
    "main",
    { class: "page", key: "lobby" },
    banner(),
    h("h1", null, "Qwirkle"),
    own.length
      ? h(
          "section",
          null,
          h("h2", null, "Your tables"),
          h("div", { class: "choices" }, own.map((place) => h("button", { type: "button", class: "choice", key: place.id, onclick: () => app.goTo(place.id) }, h("b", null, place.title), h("bdi", null, place.names.join(", "))))),
        )
      : null,
    others.length
      ? h(
          "section",
          null,
          h("h2", null, "Tables"),
          h(
            "ul",
            { class: "tables" },
            others.map((table) =>
              h(
                "li",
                { key: table.id },
                h(
                  "button",
                  { type: "button", class: "choice", onclick: () => app.goTo(table.id) },
                  h("b", null, table.title),
                  h("bdi", null, table.names.join(", ") || "nobody yet"),
                  h("span", { class: "muted" }, table.state === "gathering" ? "Join" : "Look on"),
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
            { type: "button", class: "choice", key: variant.name, onclick: () => app.create(variant.name) },
            h("b", null, variant.title),
            h("span", { class: "muted" }, variant.summary),
          ),
        ),
      ),
      h(
        "label",
        { class: "option" },
        h("input", { type: "checkbox", checked: app.settings.watching, onchange: (/** @type {Event} */ event) => app.change({ watching: /** @type {HTMLInputElement} */ (event.target).checked }) }),
        "Others may look on, without any hidden hand",
      ),
    ),
    foot(app),
  );
}

/** @param {App} app @param {Table} table @returns {Vnode} */
export function gatheringView(app, table) {
  const [fewest, most] = table.players;
  const count = table.seats.length;
  const ready = fewest <= count && count <= most;
  return h(
    "main",
    { class: "page", key: "gathering" },
    banner(),
    h("h1", null, table.title),
    h(
      "section",
      null,
      h("h2", null, `At the table: ${count} of ${fewest} to ${most}`),
      count === 0 ? h("p", { class: "muted" }, "Nobody sits here yet.") : null,
      h(
        "ul",
        { class: "seats" },
        table.seats.map((seat, place) =>
          h(
            "li",
            { key: `${place}${seat.name}` },
            h("bdi", { class: "name" }, seat.name),
            h("span", { class: "kind" }, place === table.you ? "you" : kindOf(seat.kind) + (seat.kind === "human" && !seat.here ? ", away" : "")),
            table.host || place === table.you
              ? h("button", { type: "button", class: "round", "aria-label": place === table.you ? "Leave your seat" : `Take ${seat.name} away`, onclick: () => app.say("remove", { seat: place, name: seat.name }) }, "✕")
              : null,
          ),
        ),
      ),
    ),
    table.you === undefined && count < most ? sitting(app) : null,
    table.host
      ? h(
          "section",
          null,
          count < most
            ? h(
                "div",
                { class: "bots", role: "group", "aria-label": "Add a bot" },
                h("span", null, "Add a bot:"),
                table.bots.map((bot) => h("button", { type: "button", class: "small-choice", key: bot, onclick: () => app.say("add-bot", { bot }) }, bot)),
              )
            : null,
          h("button", { type: "button", class: "primary", id: "next", "aria-disabled": ready ? null : "true", onclick: () => app.say("start") }, ready ? "Begin the game" : `Waiting for ${fewest - count} more`),
        )
      : h("p", { class: "muted", role: "note" }, table.you === undefined ? "Take a seat, or look on." : "The host begins the game when all are there."),
    h("section", null, h("h2", null, "Bring others"), links(app)),
    app.single ? null : h("button", { type: "button", class: "choice", onclick: () => app.goTo(null) }, "To the other tables"),
    foot(app),
  );
}

/** @param {App} app */
function sitting(app) {
  const { name, age } = app.settings;
  return h(
    "form",
    {
      class: "sitting",
      key: "sitting",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const data = new FormData(form);
        const [called, old] = [String(data.get("name")).trim(), String(data.get("age")).trim()];
        if (!called) return;
        app.change({ name: called, age: old });
        app.say("sit", { name: called, age: old ? Number(old) : null });
      },
    },
    h("h2", null, "Take a seat"),
    h("label", null, "Your name", h("input", { name: "name", required: true, maxlength: 20, autocomplete: "nickname", value: name })),
    h("label", null, "Age, if you like", h("input", { name: "age", inputmode: "numeric", pattern: "[0-9]{0,3}", maxlength: 3, value: age })),
    h("button", { class: "primary", type: "submit" }, "Sit down"),
  );
}

/** @param {App} app */
function foot(app) {
  return h(
    "nav",
    { class: "foot", "aria-label": "Settings and help" },
    h("button", { type: "button", class: "small-choice", onclick: () => app.show("settings") }, "How it looks"),
    app.table ? h("button", { type: "button", class: "small-choice", onclick: () => app.show("rules") }, "The rules") : null,
    h("button", { type: "button", class: "small-choice", onclick: () => app.show("help") }, "Help"),
  );
}
