// Panes beside the board or on a sheet: scores, unseen pieces, log.

/** @import { App } from "./main.js" */
/** @import { Frame, Vnode } from "./types" */

import { h } from "./dom.js";
import { COLOURS, colourOf, outline, shapeOf, small } from "./pieces.js";
import { kindOf, signed } from "./words.js";

/** @param {App} app @param {Frame} frame @returns {Vnode} */
export function scoresPane(app, frame) {
  return h(
    "section",
    { class: "pane", key: "scores" },
    h("h2", null, "Scores", frame.aim ? h("small", null, ` ${frame.aim}`) : null),
    h(
      "ul",
      { class: "scores" },
      frame.seats.map((seat, place) => {
        const entry = app.table?.seats[place];
        const absent = entry?.kind === "human" && !entry.here ? ", away" : "";
        const stands = entry?.stand_in ? `, ${entry.stand_in} plays for them` : "";
        return h(
          "li",
          { key: place, id: `score${place}`, class: seat.to_move ? "moving" : "" },
          h("bdi", { class: "name" }, seat.name),
          h("span", { class: "kind" }, (place === app.table?.you ? "you" : kindOf(seat.kind)) + absent + stands),
          h("span", { class: "gain" }, seat.gain === null ? "" : signed(seat.gain)),
          h("b", { class: "score" }, String(seat.score)),
          seat.hand.length ? h("span", { class: "dice" }, seat.hand.map((face, slot) => small(frame.body, face, slot))) : null,
        );
      }),
    ),
  );
}

/** @param {Frame} frame @returns {Vnode} */
export function unseenPane(frame) {
  const unseen = frame.stock.reduce((sum, kind) => sum + kind.unseen, 0);
  const title = unseen === frame.bag ? `In the bag: ${frame.bag}` : `Unseen: ${unseen}, in the bag: ${frame.bag}`;
  const tiles = frame.stock.every((kind) => kind.faces.length === 1);
  return h("section", { class: "pane", key: "unseen" }, h("h2", null, title), tiles ? matrix(frame) : bars(frame));
}

/** Table of unseen tiles: a row for each colour, a column for each shape. @param {Frame} frame */
function matrix(frame) {
  const left = new Map(frame.stock.map((kind) => [kind.faces[0] ?? 0, kind.unseen]));
  const colours = [...new Set([...left.keys()].map(colourOf))].sort();
  const shapes = [...new Set([...left.keys()].map(shapeOf))].sort();
  return h(
    "table",
    { class: "matrix" },
    h("thead", null, h("tr", null, h("td", null), shapes.map((shape) => h("th", { scope: "col" }, outline(shape))))),
    h(
      "tbody",
      null,
      colours.map((colour) =>
        h(
          "tr",
          { class: `colour-${colour}` },
          h("th", { scope: "row" }, COLOURS[colour]),
          shapes.map((shape) => {
            const count = left.get(colour * 6 + shape) ?? 0;
            return h("td", { class: count ? "" : "none" }, String(count));
          }),
        ),
      ),
    ),
  );
}

/** Unseen dice as a bar for each colour. @param {Frame} frame */
function bars(frame) {
  return h(
    "ul",
    { class: "stock" },
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
      frame.log.map((line, place) =>
        h(
          "li",
          { key: frame.log.length - place },
          h("span", { class: "turn" }, line.turn ? String(line.turn) : ""),
          line.name ? h("bdi", { class: "name" }, line.name) : null,
          h("span", null, line.text),
          h("span", { class: "dice" }, line.faces.map((face) => small(frame.body, face))),
        ),
      ),
    ),
  );
}
