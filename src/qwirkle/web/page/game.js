// The game view: scores, board, hand and the large button.

/** @import { App } from "./main.js" */
/** @import { Child, Frame, HandSlot, SeatInfo, Vnode } from "./types" */

import { h } from "./dom.js";
import { startDrag } from "./drag.js";
import { logPane, scoresPane, unseenPane } from "./panes.js";
import { pieceClass, pieceContent, pieceCountText, pieceName, signedPoints, smallPiece } from "./pieces.js";

/** @param {App} app @param {Frame} frame @returns {Vnode} */
export function gameView(app, frame) {
  return h(
    "main",
    { class: "game", key: "game" },
    h("h1", { class: "visually-hidden" }, app.room?.title ?? "Qwirkle"),
    h("header", { class: "chips" }, frame.seats.map((seat, index) => playerChip(app, frame, seat, index))),
    h("section", {
      class: "board",
      id: "board",
      key: "board",
      owned: true,
      tabindex: 0,
      role: "group",
      "aria-label": "Board. Arrow keys move the cursor, space lays.",
    }),
    h("button", { class: "icon-button zoom-to-fit", type: "button", "aria-label": "Show the whole board", onclick: () => app.board?.showWholeBoard() }, "⤢"),
    h("footer", { class: "controls" }, handArea(app, frame)),
    h(
      "aside",
      { class: "panes", "aria-label": "Scores, unseen pieces and log" },
      scoresPane(app, frame),
      unseenPane(frame),
      logPane(frame),
    ),
  );
}

/** @param {App} app @param {Frame} frame @param {SeatInfo} seat @param {number} index */
function playerChip(app, frame, seat, index) {
  const entry = app.room?.seats[index];
  const away = entry && entry.kind === "human" && !entry.here;
  const gain = seat.gain === null ? "" : signedPoints(seat.gain);
  const details = [
    index === app.room?.you ? "you" : "",
    seat.to_move ? "to move" : "",
    seat.hand.length ? `dice: ${seat.hand.map(pieceName).join(", ")}` : "",
  ];
  return h(
    "button",
    {
      class: `chip${seat.to_move ? " to-move" : ""}${seat.won ? " won" : ""}`,
      key: `seat${index}`,
      id: `seat${index}`,
      type: "button",
      onclick: () => app.openSheet("scores"),
    },
    h("bdi", { class: "name" }, seat.name),
    h("span", { class: "score" }, String(seat.score), h("span", { class: "visually-hidden" }, " points")),
    h("span", { class: "gain" }, away ? "away" : entry?.stand_in ? "bot plays" : gain),
    h("span", { class: "visually-hidden" }, details.filter(Boolean).join(", ")),
    seat.hand.length ? h("span", { class: "small-pieces", "aria-hidden": "true" }, seat.hand.map((face, slot) => smallPiece(frame.body, face, slot))) : null,
  );
}

/** @param {App} app @param {Frame} frame @returns {Child[]} */
function handArea(app, frame) {
  const showsHints = frame.hinted.length || frame.odds.length || frame.offers.includes("take_hint");
  const numbered = showsHints || !frame.pieces.length; // texts may refer to pieces by number
  return [
    h("p", { class: "news" }, frame.trouble || frame.hand_note || frame.news || "\u00a0"),
    h("p", { class: "banner", id: "banner" }, frame.banner || "\u00a0"),
    frame.odds.length ? oddsList(frame) : null,
    frame.hand.length
      ? h(
          "div",
          { class: `hand${numbered ? " numbered" : ""}`, role: "group", "aria-label": frame.hand_title },
          frame.hand.map((slot, index) => slotButton(app, frame, slot, index)),
        )
      : h("p", { class: "hand no-hand" }, frame.hand_title),
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

/** @param {App} app @param {Frame} frame @param {HandSlot} slot @param {number} index */
function slotButton(app, frame, slot, index) {
  const states = ["picked", "laid", "marked", "rolled"].filter((state) => slot[/** @type {keyof HandSlot} */ (state)]);
  const canPress = frame.offers.includes("press_slot");
  const label = `${slot.number}, ${pieceName(slot.face)}${states.length ? `, ${states.join(", ")}` : ""}`;
  const isRolling = app.rollingSlots?.has(index) && app.rollingSeat === app.room?.you;
  return h(
    "button",
    {
      class: [pieceClass(frame.body, slot.face), "slot", ...states, isRolling ? "rolling" : ""].join(" "),
      key: index,
      type: "button",
      "aria-label": label,
      "aria-pressed": slot.picked || slot.marked ? "true" : "false",
      "aria-disabled": canPress && !slot.laid ? null : "true",
      onclick: (/** @type {MouseEvent} */ event) => app.runFromButton(event, () => app.justDragged || app.act("press_slot", index)),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        if (frame.offers.includes("pick") && !slot.laid) startDrag(app, event, index);
      },
    },
    pieceContent(slot.face),
    h("i", { class: "number", "aria-hidden": "true" }, String(slot.number)),
  );
}

/**
 * Return the label and action of the large button, and whether it is `quiet`: drawn without emphasis.
 * @param {App} app @param {Frame} frame
 * @returns {{ label: string, act?: () => void, quiet?: boolean }}
 */
function mainAction(app, frame) {
  const offers = new Set(frame.offers);
  const markedCount = frame.hand.filter((slot) => slot.marked).length;
  /** Action ids and their labels; the first available one counts. @type {[string, string][]} */
  const labels = [
    ["take_hint", frame.hinted.length || markedCount ? "Take this hint" : "Take the hint"],
    ["play", frame.points === null ? "Play" : `Play for ${signedPoints(frame.points)}`],
    ["trade", `Trade ${pieceCountText(frame.body, markedCount)}`],
    ["roll", `Roll ${pieceCountText(frame.body, markedCount)}`],
    ["keep", "Keep all dice"],
    ["roll_all", "Roll all"],
    ["redraw", "Draw new dice"],
    ["pass", "Pass"],
  ];
  const available = labels.find(([id]) => offers.has(id));
  if (available) return { label: available[1], act: () => app.act(available[0]) };
  if (app.room?.rematch) return { label: "To the next game", act: () => app.enterRematch() };
  if (frame.result) return { label: "Result", act: () => app.showPage("end") };
  if (frame.drafted.length && offers.has("back")) return { label: "Take back", act: () => app.act("back"), quiet: true };
  if (offers.has("stop_trade")) return { label: "Do not trade", act: () => app.act("stop_trade"), quiet: true };
  if (offers.has("hint")) return { label: "Show the best turns", act: () => app.act("hint"), quiet: true };
  if (offers.has("press_slot")) return { label: `Pick a ${frame.body}`, quiet: true };
  const mover = frame.seats.find((seat, index) => seat.to_move && index !== app.room?.you);
  return { label: mover ? `${mover.name} plays` : "One moment", quiet: true };
}

/** @param {App} app @param {Frame} frame */
function actions(app, frame) {
  const primary = mainAction(app, frame);
  const offers = new Set(frame.offers);
  const back = ["back", "clear"].find((id) => offers.has(id)); // not "undo": an extra tap must not undo a whole turn
  return h(
    "div",
    { class: "actions" },
    h(
      "button",
      { class: `primary${primary.quiet ? " quiet" : ""}`, id: "next", type: "button", "aria-disabled": primary.act ? null : "true", onclick: primary.act ? (/** @type {MouseEvent} */ event) => app.runFromButton(event, primary.act) : null },
      h("bdi", null, primary.label),
    ),
    h(
      "button",
      { class: "icon-button", type: "button", "aria-label": "Take back", "aria-disabled": back ? null : "true", onclick: () => app.act(back ?? "back") },
      "↶",
    ),
    h(
      "button",
      { class: "icon-button", type: "button", "aria-label": "Hint", "aria-disabled": offers.has("hint") ? null : "true", onclick: () => app.act("hint") },
      h("svg", { viewBox: "0 0 24 24", class: "hint-icon", "aria-hidden": "true" }, h("path", { d: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM9 19h6v1.2H9zM10 21.4h4v.9h-4z" })),
    ),
    h("button", { class: "icon-button", id: "more", type: "button", "aria-label": "More", "aria-haspopup": "dialog", onclick: () => app.openSheet("more") }, "⋯"),
  );
}
