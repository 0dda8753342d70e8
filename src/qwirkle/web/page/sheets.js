// Dialogs over the current view: scores and log, more actions, people, links, settings, rules, help.

/** @import { App } from "./main.js" */
/** @import { Child, Frame, Vnode } from "./types" */

import { h } from "./dom.js";
import { logPane, scoresPane, unseenPane } from "./panes.js";
import { describeKind, pieceClass, pieceContent, pieceName } from "./pieces.js";

/** @param {App} app @param {Frame | null} frame @returns {Vnode | null} */
export function sheetView(app, frame) {
  const [title, content] = sheetContent(app, frame);
  return h(
    "dialog",
    {
      id: "sheet",
      key: "sheet",
      "aria-labelledby": "sheet-title",
      onclose: () => app.closeSheet(),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.target instanceof HTMLDialogElement) app.closeSheet(); // a click outside the sheet
      },
    },
    h(
      "div",
      { class: "sheet" },
      h("header", null, h("h2", { id: "sheet-title" }, title), h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => app.closeSheet() }, "✕")),
      h("div", { class: "sheet-toasts", role: "status" }, app.toasts.map((toast) => h("p", { key: toast.key }, toast.text))),
      h("p", { class: "visually-hidden", role: "status", id: "live-sheet", owned: true }),
      h("div", { class: "body", key: `body-${app.sheet}`, tabindex: 0, role: "region", "aria-labelledby": "sheet-title" }, content),
    ),
  );
}

/** @param {App} app @param {Frame | null} frame @returns {[string, Child[]]} */
function sheetContent(app, frame) {
  switch (app.sheet) {
    case "scores":
      return ["Scores and log", frame ? [scoresPane(app, frame), unseenPane(frame), logPane(frame)] : []];
    case "more":
      return ["What else", frame ? [more(app, frame)] : []];
    case "people":
      return ["People", [people(app)]];
    case "close-room":
      return ["Close this table?", [closeRoom(app)]];
    case "links":
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

/** @param {string} text @param {() => void} onClick */
const choiceButton = (text, onClick) => h("button", { type: "button", class: "choice", key: text, onclick: onClick }, text);

/** @param {App} app @param {Frame} frame */
function more(app, frame) {
  const offers = new Set(frame.offers);
  /** Return a button for an action, or null if it isn't available. @param {string} text @param {string} action */
  const actionButton = (text, action) =>
    offers.has(action)
      ? choiceButton(text, () => {
          app.closeSheet();
          app.act(action);
        })
      : null;
  return h("div", { class: "choices" }, [
    actionButton("Trade tiles", "start_trade"),
    actionButton("Roll dice", "start_roll"),
    actionButton("Mark all", "mark_all"),
    actionButton("Do not trade", "stop_trade"),
    actionButton("Take all back", "clear"),
    actionButton("Take the turn back", "undo"),
    actionButton("Show the best turns", "hint"),
    actionButton("Why the last turn was made", "why"),
    actionButton("Sort the hand", "sort"),
    offers.has("replay") ? choiceButton("See the round again", () => app.requestReplay()) : null,
    frame.result ? choiceButton("The result", () => app.showPage("end")) : null,
    choiceButton("Scores and log", () => app.openSheet("scores")),
    app.room?.host ? choiceButton("People", () => app.openSheet("people")) : null,
    choiceButton("Links", () => app.openSheet("links")),
    choiceButton("How it looks", () => app.openSheet("settings")),
    choiceButton("The rules", () => app.openSheet("rules")),
    choiceButton("Help", () => app.openSheet("help")),
    app.isOnlyRoom ? null : choiceButton("To the other tables", () => app.goToRoom(null)),
  ]);
}

/** @param {App} app */
function people(app) {
  const room = app.room;
  if (!room) return null;
  return h("div", { class: "choices" }, [
    room.seats.map((seat, index) => {
      if (seat.kind === "human" && seat.stand_in) return choiceButton(`${seat.name} plays again`, () => app.send("stand-in", { seat: index, bot: null }));
      if (seat.kind === "human" && !seat.here) return choiceButton(`Let a bot play for ${seat.name}, who is away`, () => app.send("stand-in", { seat: index, bot: "greedy" }));
      return h("p", { key: `seat${index}` }, h("bdi", null, seat.name), h("span", { class: "muted" }, ` ${index === room.you ? "you" : describeKind(seat.kind)}`));
    }),
    room.state === "over" ? choiceButton("Offer another game", () => app.send("rematch")) : null,
    choiceButton("Close this table for all…", () => app.openSheet("close-room")),
  ]);
}

/** @param {App} app */
function closeRoom(app) {
  return h("div", { class: "choices" }, [
    h("p", null, "The game ends here for everybody. Its record stays where the server is, and can be opened there."),
    choiceButton("Keep it open", () => app.closeSheet()),
    choiceButton("Close it for all", () => app.send("end")),
  ]);
}

/** @param {App} app */
export function links(app) {
  const { invite, personal } = app.links();
  return h("div", { class: "links" }, [
    link(app, "For the others", app.room?.state === "gathering" ? "They see this table and take free seats." : "They see this table without any hidden hand, where looking on is allowed.", invite),
    personal ? link(app, "For yourself", "Opens your place on another device. Whoever has it plays for you.", personal) : null,
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
    h("button", { type: "button", class: "choice", onclick: () => app.copyLink(url) }, "Copy the link"),
  );
}

/** @param {App} app */
function settings(app) {
  const { theme, letters } = app.settings;
  /** @param {string} text @param {typeof theme} value */
  const themeOption = (text, value) =>
    h("label", { class: "option" }, h("input", { type: "radio", name: "theme", checked: theme === value, onchange: () => app.changeSettings({ theme: value }) }), text);
  return h(
    "div",
    { class: "settings" },
    h("fieldset", null, h("legend", null, "Colours"), themeOption("As the device", ""), themeOption("Dark", "dark"), themeOption("Light", "light")),
    h(
      "label",
      { class: "option" },
      h("input", { type: "checkbox", checked: letters, onchange: (/** @type {Event} */ event) => app.changeSettings({ letters: /** @type {HTMLInputElement} */ (event.target).checked }) }),
      "The letter of its colour on each piece",
    ),
  );
}

/** Keys and what they do, for the help. */
const KEY_HELP = [
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
      chapter.sentences.map((text) => h("p", null, text)),
      chapter.picture
        ? h(
            "div",
            { class: "example", role: "img", "aria-label": chapter.picture.map(([face]) => pieceName(face)).join(", ") },
            chapter.picture.map(([face, x, y]) => h("span", { class: pieceClass(body, face), style: { "grid-column": x + 1, "grid-row": y + 1 } }, pieceContent(face))),
          )
        : null,
    ]),
  );
}

/** @param {Frame | null} frame */
function help(frame) {
  const isDice = frame?.body === "die";
  return h("div", { class: "help" }, [
    h("p", null, `Tap a ${isDice ? "die" : "tile"} of your hand, then a marked cell, or drag it there. The number on a cell is what the turn scores so far. Tap a laid piece to take it back. The large button plays the turn; nothing counts before that.`),
    h("p", null, isDice ? "Before you lay, you may roll once any of your dice: tap those to roll. The large button rolls them, or keeps all." : "Instead of laying you may trade: under the three dots choose “Trade tiles”, then tap those to give away."),
    h("p", null, "Drag the board to move it, pinch it to zoom."),
    h("h3", null, "Keys"),
    h("dl", { class: "keys" }, KEY_HELP.map(([key, effect]) => [h("dt", null, key), h("dd", null, effect)])),
    h("p", { class: "muted" }, "An unofficial fan project. Qwirkle is a name of its owner."),
  ]);
}
