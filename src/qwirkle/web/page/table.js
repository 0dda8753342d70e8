// The game view: scores, board, hand and the large button.

/** @import { App } from "./main.js" */
/** @import { Child, Frame, HandSlot, SeatShown, Vnode } from "./types" */

import { h } from "./dom.js";
import { follow } from "./drag.js";
import { logPane, scoresPane, unseenPane } from "./panes.js";
import { look, nameOf, picture, small } from "./pieces.js";
import { piecesIn, signed } from "./words.js";

/** @param {App} app @param {Frame} frame @returns {Vnode} */
export function tableView(app, frame) {
  return h(
    "main",
    { class: "table", key: "table" },
    h("h1", { class: "unseen" }, app.table?.title ?? "Qwirkle"),
    h("header", { class: "chips" }, frame.seats.map((seat, place) => chip(app, frame, seat, place))),
    h("section", {
      class: "board",
      id: "board",
      key: "board",
      owned: true,
      tabindex: 0,
      role: "group",
      "aria-label": "Board. Arrow keys move the cursor, space lays.",
    }),
    h("button", { class: "round fitting", type: "button", "aria-label": "Show the whole board", onclick: () => app.board?.fitAll() }, "⤢"),
    h("footer", { class: "desk" }, desk(app, frame)),
    h(
      "aside",
      { class: "panes", "aria-label": "Scores, unseen pieces and log" },
      scoresPane(app, frame),
      unseenPane(frame),
      logPane(frame),
    ),
  );
}

/** @param {App} app @param {Frame} frame @param {SeatShown} seat @param {number} place */
function chip(app, frame, seat, place) {
  const entry = app.table?.seats[place];
  const away = entry && entry.kind === "human" && !entry.here;
  const gain = seat.gain === null ? "" : signed(seat.gain);
  const more = [
    place === app.table?.you ? "you" : "",
    seat.to_move ? "to move" : "",
    seat.hand.length ? `dice: ${seat.hand.map(nameOf).join(", ")}` : "",
  ];
  return h(
    "button",
    {
      class: `chip${seat.to_move ? " moving" : ""}${seat.won ? " won" : ""}`,
      key: `seat${place}`,
      id: `seat${place}`,
      type: "button",
      onclick: () => app.show("scores"),
    },
    h("bdi", { class: "name" }, seat.name),
    h("span", { class: "score" }, String(seat.score), h("span", { class: "unseen" }, " points")),
    h("span", { class: "gain" }, away ? "away" : entry?.stand_in ? "bot plays" : gain),
    h("span", { class: "unseen" }, more.filter(Boolean).join(", ")),
    seat.hand.length ? h("span", { class: "dice", "aria-hidden": "true" }, seat.hand.map((face, slot) => small(frame.body, face, slot))) : null,
  );
}

/** @param {App} app @param {Frame} frame @returns {Child[]} */
function desk(app, frame) {
  const hints = frame.hinted.length || frame.odds.length || frame.offers.includes("take_hint");
  const numbered = hints || !frame.pieces.length; // the texts then refer to pieces by number
  return [
    h("p", { class: "news" }, frame.trouble || frame.hand_note || frame.news || "\u00a0"),
    h("p", { class: "banner", id: "banner" }, frame.banner || "\u00a0"),
    frame.odds.length ? oddsList(frame) : null,
    frame.hand.length
      ? h(
          "div",
          { class: `hand${numbered ? " numbered" : ""}`, role: "group", "aria-label": frame.hand_title },
          frame.hand.map((slot, place) => slotButton(app, frame, slot, place)),
        )
      : h("p", { class: "hand nobody" }, frame.hand_title),
    actions(app, frame),
  ];
}

/** @param {Frame} frame */
function oddsList(frame) {
  return h(
    "ul",
    { class: "odds", "aria-label": "What rolls make on average", tabindex: 0 },
    frame.odds.map(({ rolled, points }) =>
      h("li", null, rolled.length ? `roll ${rolled.join(" ")}: ` : "keep: ", h("b", null, points.toFixed(1))),
    ),
  );
}

/** @param {App} app @param {Frame} frame @param {HandSlot} slot @param {number} place */
function slotButton(app, frame, slot, place) {
  const states = ["picked", "laid", "marked", "rolled"].filter((each) => slot[/** @type {keyof HandSlot} */ (each)]);
  const can = frame.offers.includes("press_slot");
  const label = `${slot.number}, ${nameOf(slot.face)}${states.length ? `, ${states.join(", ")}` : ""}`;
  const tumbling = app.tumbling?.has(place) && app.tumbler === app.table?.you;
  return h(
    "button",
    {
      class: [look(frame.body, slot.face), "slot", ...states, tumbling ? "tumbling" : ""].join(" "),
      key: place,
      type: "button",
      "aria-label": label,
      "aria-pressed": slot.picked || slot.marked ? "true" : "false",
      "aria-disabled": can && !slot.laid ? null : "true",
      onclick: (/** @type {MouseEvent} */ event) => app.pressed(event, () => app.dragged || app.act("press_slot", place)),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (frame.offers.includes("pick") && !slot.laid) follow(app, event, place);
      },
    },
    picture(slot.face),
    h("i", { class: "number", "aria-hidden": "true" }, String(slot.number)),
  );
}

/**
 * Return the label and action of the large button; `quiet` if pressing it isn't the main thing to do now.
 * @param {App} app @param {Frame} frame
 * @returns {{ label: string, act?: () => void, quiet?: boolean }}
 */
export function nextStep(app, frame) {
  const offers = new Set(frame.offers);
  const marked = frame.hand.filter((slot) => slot.marked).length;
  /** @type {[string, string][]} */
  const steps = [
    ["take_hint", frame.hinted.length || marked ? "Take this hint" : "Take the hint"],
    ["play", frame.points === null ? "Play" : `Play for ${signed(frame.points)}`],
    ["trade", `Trade ${piecesIn(frame.body, marked)}`],
    ["roll", `Roll ${piecesIn(frame.body, marked)}`],
    ["keep", "Keep all dice"],
    ["roll_all", "Roll all"],
    ["redraw", "Draw new dice"],
    ["pass", "Pass"],
  ];
  const step = steps.find(([action]) => offers.has(action));
  if (step) return { label: step[1], act: () => app.act(step[0]) };
  if (app.table?.rematch) return { label: "To the next game", act: () => app.goOn() };
  if (frame.result) return { label: "Result", act: () => app.turnTo("end") };
  if (frame.drafted.length && offers.has("back")) return { label: "Take back", act: () => app.act("back"), quiet: true };
  if (offers.has("stop_trade")) return { label: "Do not trade", act: () => app.act("stop_trade"), quiet: true };
  if (offers.has("hint")) return { label: "Show the best turns", act: () => app.act("hint"), quiet: true };
  if (offers.has("press_slot")) return { label: `Pick a ${frame.body}`, quiet: true };
  const mover = frame.seats.find((seat, place) => seat.to_move && place !== app.table?.you);
  return { label: mover ? `${mover.name} plays` : "One moment", quiet: true };
}

/** @param {App} app @param {Frame} frame */
function actions(app, frame) {
  const step = nextStep(app, frame);
  const offers = new Set(frame.offers);
  const back = ["back", "clear"].find((action) => offers.has(action)); // one tap too many never undoes a whole turn
  return h(
    "div",
    { class: "actions" },
    h(
      "button",
      { class: `primary${step.quiet ? " quiet" : ""}`, id: "next", type: "button", "aria-disabled": step.act ? null : "true", onclick: step.act ? (/** @type {MouseEvent} */ event) => app.pressed(event, step.act) : null },
      h("bdi", null, step.label),
    ),
    h(
      "button",
      { class: "round", type: "button", "aria-label": "Take back", "aria-disabled": back ? null : "true", onclick: () => app.act(back ?? "back") },
      "↶",
    ),
    h(
      "button",
      { class: "round", type: "button", "aria-label": "Hint", "aria-disabled": offers.has("hint") ? null : "true", onclick: () => app.act("hint") },
      h("svg", { viewBox: "0 0 24 24", class: "lamp", "aria-hidden": "true" }, h("path", { d: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM9 19h6v1.2H9zM10 21.4h4v.9h-4z" })),
    ),
    h("button", { class: "round", id: "more", type: "button", "aria-label": "More", "aria-haspopup": "dialog", onclick: () => app.show("more") }, "⋯"),
  );
}
