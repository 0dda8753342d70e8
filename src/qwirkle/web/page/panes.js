// Panes beside the board or in a sheet: scores, unseen pieces, log.

/** @import { App } from "./main.js" */
/** @import { Frame, Vnode } from "./types" */

import { h } from "./dom.js";
import { COLOURS, colourOf, describeKind, shapeIcon, shapeOf, signedPoints, smallPiece } from "./pieces.js";

/** @param {App} app @param {Frame} frame @returns {Vnode} */
export function scoresPane(app, frame) {
  return h(
    "section",
    { class: "pane", key: "scores" },
    h("h2", null, "Scores", frame.aim ? h("small", null, ` ${frame.aim}`) : null),
    h(
      "ul",
      { class: "scores" },
      frame.seats.map((seat, index) => {
        const entry = app.room?.seats[index];
        const away = entry?.kind === "human" && !entry.here ? ", away" : "";
        const substitute = entry?.stand_in ? `, ${entry.stand_in} plays for them` : "";
        return h(
          "li",
          { key: index, id: `score${index}`, class: seat.to_move ? "to-move" : "" },
          h("bdi", { class: "name" }, seat.name),
          h("span", { class: "kind" }, (index === app.room?.you ? "you" : describeKind(seat.kind)) + away + substitute),
          h("span", { class: "gain" }, seat.gain === null ? "" : signedPoints(seat.gain)),
          h("b", { class: "score" }, String(seat.score)),
          seat.hand.length ? h("span", { class: "small-pieces" }, seat.hand.map((face, slot) => smallPiece(frame.body, face, slot))) : null,
        );
      }),
    ),
  );
}

/** @param {Frame} frame @returns {Vnode} */
export function unseenPane(frame) {
  const unseenCount = frame.stock.reduce((sum, kind) => sum + kind.unseen, 0);
  const title = unseenCount === frame.bag ? `In the bag: ${frame.bag}` : `Unseen: ${unseenCount}, in the bag: ${frame.bag}`;
  const isTiles = frame.stock.every((kind) => kind.faces.length === 1);
  return h("section", { class: "pane", key: "unseen" }, h("h2", null, title), isTiles ? tileTable(frame) : diceBars(frame));
}

/** Return a table of unseen tiles: colours in rows, shapes in columns. @param {Frame} frame */
function tileTable(frame) {
  const unseen = new Map(frame.stock.map((kind) => [kind.faces[0] ?? 0, kind.unseen]));
  const colours = [...new Set([...unseen.keys()].map(colourOf))].sort();
  const shapes = [...new Set([...unseen.keys()].map(shapeOf))].sort();
  return h(
    "table",
    { class: "unseen-tiles" },
    h("thead", null, h("tr", null, h("td", null), shapes.map((shape) => h("th", { scope: "col" }, shapeIcon(shape))))),
    h(
      "tbody",
      null,
      colours.map((colour) =>
        h(
          "tr",
          { class: `colour-${colour}` },
          h("th", { scope: "row" }, COLOURS[colour]),
          shapes.map((shape) => {
            const count = unseen.get(colour * 6 + shape) ?? 0;
            return h("td", { class: count ? "" : "none" }, String(count));
          }),
        ),
      ),
    ),
  );
}

/** Return a bar chart of unseen dice by colour. @param {Frame} frame */
function diceBars(frame) {
  return h(
    "ul",
    { class: "unseen-dice" },
    frame.stock.map((kind) => {
      const colour = colourOf(kind.faces[0] ?? 0);
      return h(
        "li",
        { class: `colour-${colour}` },
        h("span", null, COLOURS[colour]),
        h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: { width: `${(100 * kind.unseen) / Math.max(1, kind.copies)}%` } })),
        h("b", null, String(kind.unseen)),
      );
    }),
  );
}

/** @param {Frame} frame @returns {Vnode} */
export function logPane(frame) {
  return h(
    "section",
    { class: "pane log", key: "log" },
    h("h2", null, "Log"),
    h(
      "ol",
      { class: "lines", tabindex: 0, "aria-label": "Turns, the newest first" },
      frame.log.map((line, index) =>
        h(
          "li",
          { key: frame.log.length - index },
          h("span", { class: "turn" }, line.turn ? String(line.turn) : ""),
          line.name ? h("bdi", { class: "name" }, line.name) : null,
          h("span", null, line.text),
          h("span", { class: "small-pieces" }, line.faces.map((face) => smallPiece(frame.body, face))),
        ),
      ),
    ),
  );
}
