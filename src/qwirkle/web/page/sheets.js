// Dialogs over the current view: scores and log, more actions, people, links, settings, rules, help.

/** @import { App } from "./main.js" */
/** @import { Child, Frame, Vnode } from "./types" */

import { h } from "./dom.js";
import { logPane, scoresPane, unseenPane } from "./panes.js";
import { look, nameOf, picture } from "./pieces.js";
import { kindOf } from "./words.js";

/** @param {App} app @param {Frame | null} frame @returns {Vnode | null} */
export function sheetView(app, frame) {
  const [title, content] = sheet(app, frame);
  return h(
    "dialog",
    {
      id: "sheet",
      key: "sheet",
      "aria-labelledby": "sheet-title",
      onclose: () => app.show(null),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.target instanceof HTMLDialogElement) app.show(null); // a click outside the sheet
      },
    },
    h(
      "div",
      { class: "sheet" },
      h("header", null, h("h2", { id: "sheet-title" }, title), h("button", { type: "button", class: "round", "aria-label": "Close", onclick: () => app.show(null) }, "✕")),
      h("div", { class: "passing", role: "status" }, app.toasts.map((each) => h("p", { key: each.key }, each.text))),
      h("p", { class: "unseen", role: "status", id: "live-above", owned: true }),
      h("div", { class: "body", key: `body-${app.sheet}`, tabindex: 0, role: "region", "aria-labelledby": "sheet-title" }, content),
    ),
  );
}

/** @param {App} app @param {Frame | null} frame @returns {[string, Child[]]} */
function sheet(app, frame) {
  switch (app.sheet) {
    case "scores":
      return ["Scores and log", frame ? [scoresPane(app, frame), unseenPane(frame), logPane(frame)] : []];
    case "more":
      return ["What else", frame ? [more(app, frame)] : []];
    case "people":
      return ["People", [people(app)]];
    case "closing":
      return ["Close this table?", [closing(app)]];
    case "link":
      return ["Links", [links(app)]];
    case "settings":
      return ["How it looks", [settings(app)]];
    case "rules":
      return ["The rules", [rules(app)]];
    case "help":
      return ["Help", [help(frame)]];
    default:
      return ["", []];
  }
}

/** @param {string} text @param {() => void} act @param {boolean} [can] */
const choice = (text, act, can = true) => h("button", { type: "button", class: "choice", key: text, "aria-disabled": can ? null : "true", onclick: act }, text);

/** @param {App} app @param {Frame} frame */
function more(app, frame) {
  const offers = new Set(frame.offers);
  /** @param {string} text @param {string} action */
  const doing = (text, action) =>
    offers.has(action)
      ? choice(text, () => {
          app.show(null);
          app.act(action);
        })
      : null;
  return h("div", { class: "choices" }, [
    doing("Trade tiles", "start_trade"),
    doing("Roll dice", "start_roll"),
    doing("Mark all", "mark_all"),
    doing("Do not trade", "stop_trade"),
    doing("Take all back", "clear"),
    doing("Take the turn back", "undo"),
    doing("Show the best turns", "hint"),
    doing("Why the last turn was made", "why"),
    doing("Sort the hand", "sort"),
    offers.has("replay") ? choice("See the round again", () => app.replay()) : null,
    frame.result ? choice("The result", () => app.turnTo("end")) : null,
    choice("Scores and log", () => app.show("scores")),
    app.table?.host ? choice("People", () => app.show("people")) : null,
    choice("Links", () => app.show("link")),
    choice("How it looks", () => app.show("settings")),
    choice("The rules", () => app.show("rules")),
    choice("Help", () => app.show("help")),
    app.single ? null : choice("To the other tables", () => app.goTo(null)),
  ]);
}

/** @param {App} app */
function people(app) {
  const table = app.table;
  if (!table) return null;
  return h("div", { class: "choices" }, [
    table.seats.map((seat, place) => {
      if (seat.kind === "human" && seat.stand_in) return choice(`${seat.name} plays again`, () => app.say("stand-in", { seat: place, bot: null }));
      if (seat.kind === "human" && !seat.here) return choice(`Let a bot play for ${seat.name}, who is away`, () => app.say("stand-in", { seat: place, bot: "greedy" }));
      return h("p", { key: `seat${place}` }, h("bdi", null, seat.name), h("span", { class: "muted" }, ` ${place === table.you ? "you" : kindOf(seat.kind)}`));
    }),
    table.state === "over" ? choice("Offer another game", () => app.say("rematch")) : null,
    choice("Close this table for all…", () => app.show("closing")),
  ]);
}

/** @param {App} app */
function closing(app) {
  return h("div", { class: "choices" }, [
    h("p", null, "The game ends here for everybody. Its record stays where the server is, and can be opened there."),
    choice("Keep it open", () => app.show(null)),
    choice("Close it for all", () => app.say("end")),
  ]);
}

/** @param {App} app */
export function links(app) {
  const { others, own } = app.links();
  return h("div", { class: "links" }, [
    link(app, "For the others", app.table?.state === "gathering" ? "They see this table and take free seats." : "They see this table without any hidden hand, where looking on is allowed.", others),
    own ? link(app, "For yourself", "Opens your place on another device. Whoever has it plays for you.", own) : null,
  ]);
}

/** @param {App} app @param {string} title @param {string} text @param {string} url */
function link(app, title, text, url) {
  return h(
    "section",
    null,
    h("h3", null, title),
    h("p", null, text),
    h("input", { class: "url", readonly: true, value: url, "aria-label": `The link ${title.toLowerCase()}`, onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
    h("button", { type: "button", class: "choice", onclick: () => app.copy(url) }, "Copy the link"),
  );
}

/** @param {App} app */
function settings(app) {
  const { theme, letters } = app.settings;
  /** @param {string} text @param {typeof theme} value */
  const themed = (text, value) =>
    h("label", { class: "option" }, h("input", { type: "radio", name: "theme", checked: theme === value, onchange: () => app.change({ theme: value }) }), text);
  return h(
    "div",
    { class: "settings" },
    h("fieldset", null, h("legend", null, "Colours"), themed("As the device", ""), themed("Dark", "dark"), themed("Light", "light")),
    h(
      "label",
      { class: "option" },
      h("input", { type: "checkbox", checked: letters, onchange: (/** @type {Event} */ event) => app.change({ letters: /** @type {HTMLInputElement} */ (event.target).checked }) }),
      "The letter of its colour on each piece",
    ),
  );
}

const KEYS_TOLD = [
  ["1 to 8", "pick or mark a piece"],
  ["arrows, h j k l", "move the cursor"],
  ["Tab, Shift+Tab", "next and previous cell where the picked piece fits, while the board has the focus"],
  ["Space", "lay the picked piece"],
  ["Enter", "play, trade, roll, keep or pass, as the large button says; take a hint that is shown"],
  ["Backspace, Esc", "take back one piece; all"],
  ["t, r, a", "trade; roll; mark all"],
  ["i, w", "hints, one after the other; why the last turn was made"],
  ["u, s, p", "undo; sort; see the round again"],
  ["+ - 0 c", "zoom; the whole board; centre"],
  ["Shift+arrows", "move the board"],
  ["v, e, ?", "scores and log; result; this help"],
];

/** @param {App} app */
function rules(app) {
  const body = app.rules?.body ?? "tile";
  return h(
    "div",
    { class: "help" },
    (app.rules?.chapters ?? []).map((chapter) => [
      h("h3", null, chapter.title),
      chapter.sentences.map((each) => h("p", null, each)),
      chapter.picture
        ? h(
            "div",
            { class: "example", role: "img", "aria-label": chapter.picture.map(([face]) => nameOf(face)).join(", ") },
            chapter.picture.map(([face, x, y]) => h("span", { class: look(body, face), style: { "grid-column": x + 1, "grid-row": y + 1 } }, picture(face))),
          )
        : null,
    ]),
  );
}

/** @param {Frame | null} frame */
function help(frame) {
  const dice = frame?.body === "die";
  return h("div", { class: "help" }, [
    h("p", null, `Tap a ${dice ? "die" : "tile"} of your hand, then a marked cell, or drag it there. The number on a cell is what the turn scores so far. Tap a laid piece to take it back. The large button plays the turn; nothing counts before that.`),
    h("p", null, dice ? "Before you lay, you may roll once any of your dice: tap those to roll. The large button rolls them, or keeps all." : "Instead of laying you may trade: under the three dots choose “Trade tiles”, then tap those to give away."),
    h("p", null, "Drag the board to move it, pinch it to zoom."),
    h("h3", null, "Keys"),
    h("dl", { class: "keys" }, KEYS_TOLD.map(([key, what]) => [h("dt", null, key), h("dd", null, what)])),
    h("p", { class: "muted" }, "An unofficial fan project. Qwirkle is a name of its owner."),
  ]);
}
