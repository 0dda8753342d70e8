// Charts of a game: everyone's score after each turn, and the points of each turn.

/** @import { PlayerResult, Vnode } from "./types" */

import { h } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 130;
const MARGIN = 14;

/**
 * Draw the score of each player as a line.
 * @param {number[][]} scores by seat, at the start and after each turn
 * @param {string[]} names by seat
 * @param {number} [currentTurn] turn to mark, from 1
 * @returns {Vnode}
 */
export function scoresChart(scores, names, currentTurn) {
  const maxScore = Math.max(1, ...scores.flat());
  const minScore = Math.min(0, ...scores.flat());
  /** @param {number} turn */
  const xAt = (turn) => MARGIN + ((WIDTH - 2 * MARGIN) * turn) / Math.max(1, scores.length - 1);
  /** @param {number} points */
  const yAt = (points) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (points - minScore)) / (maxScore - minScore);
  const finalScores = scores.at(-1) ?? [];
  const label = `Scores turn by turn. At the end: ${names.map((name, seat) => `${name} ${finalScores[seat]}`).join(", ")}.`;
  const gridValues = [minScore, Math.round((maxScore + minScore) / 2), maxScore];
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, names.map((name, seat) => h("span", { class: `legend line-${seat}`, key: seat }, h("i", { "aria-hidden": "true" }), h("bdi", null, name)))),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      gridValues.map((points) => [
        h("line", { class: "grid", x1: MARGIN, x2: WIDTH - MARGIN, y1: yAt(points), y2: yAt(points) }),
        h("text", { x: 2, y: yAt(points) - 2 }, String(points)),
      ]),
      currentTurn === undefined ? null : h("line", { class: "current-turn", x1: xAt(currentTurn), x2: xAt(currentTurn), y1: 0, y2: HEIGHT }),
      names.map((_, seat) =>
        h("polyline", { class: `line line-${seat}`, points: scores.map((row, turn) => `${xAt(turn).toFixed(1)},${yAt(row[seat] ?? 0).toFixed(1)}`).join(" ") }),
      ),
    ),
  );
}

/**
 * Draw a player's points per turn as bars; turns with a Qwirkle have a border.
 * @param {PlayerResult} player
 * @param {number} maxPoints points of the best turn in the game
 * @returns {Vnode}
 */
export function turnsChart(player, maxPoints) {
  const turns = player.turns;
  const turnWidth = WIDTH / Math.max(1, turns.length);
  const label = `Points of each turn of ${player.name}: ${turns.map((turn) => turn.points).join(", ")}.`;
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, h("span", { class: `legend line-${player.seat}` }, h("i", { "aria-hidden": "true" }), h("bdi", null, player.name)), turns.some((turn) => turn.qwirkles) ? h("small", { class: "muted" }, "framed: with a Qwirkle") : null),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} 46`, role: "img", "aria-label": label },
      turns.map((turn, index) => {
        const barHeight = (30 * Math.max(0, turn.points)) / Math.max(1, maxPoints);
        return [
          h("rect", { class: `bar line-${player.seat}${turn.qwirkles ? " qwirkle" : ""}`, x: index * turnWidth + 1, width: Math.max(1, turnWidth - 2), y: 44 - barHeight, height: barHeight }),
          turnWidth > 12 ? h("text", { x: index * turnWidth + turnWidth / 2, y: 41 - barHeight, "text-anchor": "middle" }, String(turn.points)) : null,
        ];
      }),
    ),
  );
}
