// Charts of a game: all scores turn by turn, and the points of each turn.

/** @import { Account, Vnode } from "./types" */

import { h } from "./dom.js";

const WIDE = 320;
const HIGH = 130;
const EDGE = 14;

/**
 * Draw a line for each player.
 * @param {number[][]} scores by turn, then by seat
 * @param {string[]} names by seat
 * @param {number} [now] a turn to mark
 * @returns {Vnode}
 */
export function scoresChart(scores, names, now) {
  const most = Math.max(1, ...scores.flat());
  const least = Math.min(0, ...scores.flat());
  /** @param {number} turn */
  const across = (turn) => EDGE + ((WIDE - 2 * EDGE) * turn) / Math.max(1, scores.length - 1);
  /** @param {number} points */
  const down = (points) => HIGH - EDGE - ((HIGH - 2 * EDGE) * (points - least)) / (most - least);
  const ends = scores.at(-1) ?? [];
  const label = `Scores turn by turn. At the end: ${names.map((name, seat) => `${name} ${ends[seat]}`).join(", ")}.`;
  const marks = [least, Math.round((most + least) / 2), most];
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, names.map((name, seat) => h("span", { class: `legend line-${seat}`, key: seat }, h("i", { "aria-hidden": "true" }), h("bdi", null, name)))),
    h(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
      marks.map((points) => [
        h("line", { class: "grid", x1: EDGE, x2: WIDE - EDGE, y1: down(points), y2: down(points) }),
        h("text", { x: 2, y: down(points) - 2 }, String(points)),
      ]),
      now === undefined ? null : h("line", { class: "now", x1: across(now), x2: across(now), y1: 0, y2: HIGH }),
      names.map((_, seat) =>
        h("polyline", { class: `line line-${seat}`, points: scores.map((row, turn) => `${across(turn).toFixed(1)},${down(row[seat] ?? 0).toFixed(1)}`).join(" ") }),
      ),
    ),
  );
}

/**
 * Draw a bar for each of a player's turns; turns with a Qwirkle are framed.
 * @param {Account} account
 * @param {number} most points of the best turn of the game
 * @returns {Vnode}
 */
export function turnsChart(account, most) {
  const turns = account.turns;
  const step = WIDE / Math.max(1, turns.length);
  const label = `Points of each turn of ${account.name}: ${turns.map((turn) => turn.points).join(", ")}.`;
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, h("span", { class: `legend line-${account.seat}` }, h("i", { "aria-hidden": "true" }), h("bdi", null, account.name)), turns.some((turn) => turn.qwirkles) ? h("small", { class: "muted" }, "framed: with a Qwirkle") : null),
    h(
      "svg",
      { viewBox: `0 0 ${WIDE} 46`, role: "img", "aria-label": label },
      turns.map((turn, place) => {
        const tall = (30 * Math.max(0, turn.points)) / Math.max(1, most);
        return [
          h("rect", { class: `bar line-${account.seat}${turn.qwirkles ? " qwirkle" : ""}`, x: place * step + 1, width: Math.max(1, step - 2), y: 44 - tall, height: tall }),
          step > 12 ? h("text", { x: place * step + step / 2, y: 41 - tall, "text-anchor": "middle" }, String(turn.points)) : null,
        ];
      }),
    ),
  );
}
