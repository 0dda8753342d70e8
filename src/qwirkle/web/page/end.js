// The result view: ranking, best turn, charts, and buttons for what comes next.

/** @import { App } from "./main.js" */
/** @import { Frame, GameResult, Vnode } from "./types" */

import { scoresChart, turnsChart } from "./charts.js";
import { h } from "./dom.js";
import { pieceClass, pieceContent, pieceName } from "./pieces.js";

/** @param {App} app @param {Frame} frame @param {GameResult} result @returns {Vnode} */
export function endView(app, frame, result) {
  const bestTurn = result.accounts
    .flatMap((player) => player.turns.map((turn) => ({ name: player.name, ...turn })))
    .reduce((best, turn) => (turn.points > best.points ? turn : best), { name: "", turn: 0, points: 0, qwirkles: 0, faces: /** @type {number[]} */ ([]) });
  return h(
    "main",
    { class: "page end", key: "end" },
    h("h1", null, "★ ", h("bdi", null, result.headline), " ★"),
    h("p", { class: "centred" }, result.ending),
    h(
      "table",
      { class: "ranking" },
      h("caption", { class: "visually-hidden" }, "Ranking"),
      h("thead", null, h("tr", null, ["", "Name", "Points", "Best", "Qwirkles", "a turn"].map((heading) => h("th", { scope: "col" }, heading || h("span", { class: "visually-hidden" }, "Place"))))),
      h(
        "tbody",
        null,
        result.accounts.map((player) => {
          const points = player.turns.map((turn) => turn.points);
          return h(
            "tr",
            { class: player.place === 1 ? "won" : "" },
            h("td", null, `${player.place}.`),
            h("th", { scope: "row" }, h("bdi", null, player.name)),
            h("td", null, h("b", null, String(player.score))),
            h("td", null, String(Math.max(0, ...points))),
            h("td", null, String(player.turns.reduce((sum, turn) => sum + turn.qwirkles, 0))),
            h("td", null, (points.reduce((sum, value) => sum + value, 0) / Math.max(1, points.length)).toFixed(1)),
          );
        }),
      ),
    ),
    bestTurn.faces.length
      ? h(
          "section",
          null,
          h("h2", null, "Best turn: ", h("bdi", null, bestTurn.name), `, turn ${bestTurn.turn}, +${bestTurn.points}`),
          h("div", { class: "row" }, bestTurn.faces.map((face) => h("span", { class: pieceClass(frame.body, face), role: "img", "aria-label": pieceName(face) }, pieceContent(face)))),
        )
      : null,
    h("section", null, h("h2", null, "The scores, turn by turn"), scoresChart(result.scores, frame.seats.map((seat) => seat.name))),
    h("section", null, h("h2", null, "Points of each turn"), result.accounts.map((player) => turnsChart(player, bestTurn.points))),
    h("div", { class: "choices" }, [
      app.room?.rematch
        ? h("button", { type: "button", class: "primary", id: "next", onclick: () => app.enterRematch() }, "To the next game")
        : app.room?.host ? h("button", { type: "button", class: "primary", id: "next", onclick: () => app.send("rematch") }, "Another game") : h("p", { class: "muted" }, "The host can offer another game."),
      app.room?.you === undefined ? null : h("button", { type: "button", class: "choice", onclick: () => app.startReview() }, "Review every turn"),
      h("button", { type: "button", class: "choice", onclick: () => app.showPage("game") }, "The table"),
      app.isOnlyRoom ? null : h("button", { type: "button", class: "choice", onclick: () => app.goToRoom(null) }, "To the other tables"),
    ]),
  );
}
