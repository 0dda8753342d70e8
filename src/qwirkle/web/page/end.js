// The result view: ranking, best turn, charts, and what to do next.

/** @import { App } from "./main.js" */
/** @import { Frame, Result, Vnode } from "./types" */

import { scoresChart, turnsChart } from "./charts.js";
import { h } from "./dom.js";
import { look, nameOf, picture } from "./pieces.js";

/** @param {App} app @param {Frame} frame @param {Result} result @returns {Vnode} */
export function endView(app, frame, result) {
  const best = result.accounts
    .flatMap((account) => account.turns.map((turn) => ({ name: account.name, ...turn })))
    .reduce((one, other) => (other.points > one.points ? other : one), { name: "", turn: 0, points: 0, qwirkles: 0, faces: /** @type {number[]} */ ([]) });
  return h(
    "main",
    { class: "page end", key: "end" },
    h("h1", null, "★ ", h("bdi", null, result.headline), " ★"),
    h("p", { class: "middle" }, result.ending),
    h(
      "table",
      { class: "ranking" },
      h("caption", { class: "unseen" }, "Ranking"),
      h("thead", null, h("tr", null, ["", "Name", "Points", "Best", "Qwirkles", "a turn"].map((head) => h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Place"))))),
      h(
        "tbody",
        null,
        result.accounts.map((account) => {
          const points = account.turns.map((turn) => turn.points);
          return h(
            "tr",
            { class: account.place === 1 ? "won" : "" },
            h("td", null, `${account.place}.`),
            h("th", { scope: "row" }, h("bdi", null, account.name)),
            h("td", null, h("b", null, String(account.score))),
            h("td", null, String(Math.max(0, ...points))),
            h("td", null, String(account.turns.reduce((sum, turn) => sum + turn.qwirkles, 0))),
            h("td", null, (points.reduce((sum, each) => sum + each, 0) / Math.max(1, points.length)).toFixed(1)),
          );
        }),
      ),
    ),
    best.faces.length
      ? h(
          "section",
          null,
          h("h2", null, "Best turn: ", h("bdi", null, best.name), `, turn ${best.turn}, +${best.points}`),
          h("div", { class: "row" }, best.faces.map((face) => h("span", { class: look(frame.body, face), role: "img", "aria-label": nameOf(face) }, picture(face)))),
        )
      : null,
    h("section", null, h("h2", null, "The scores, turn by turn"), scoresChart(result.scores, frame.seats.map((seat) => seat.name))),
    h("section", null, h("h2", null, "Points of each turn"), result.accounts.map((account) => turnsChart(account, best.points))),
    h("div", { class: "choices" }, [
      app.table?.rematch
        ? h("button", { type: "button", class: "primary", id: "next", onclick: () => app.goOn() }, "To the next game")
        : app.table?.host ? h("button", { type: "button", class: "primary", id: "next", onclick: () => app.say("rematch") }, "Another game") : h("p", { class: "muted" }, "The host can offer another game."),
      app.table?.you === undefined ? null : h("button", { type: "button", class: "choice", onclick: () => app.review() }, "Review every turn"),
      h("button", { type: "button", class: "choice", onclick: () => app.turnTo("table") }, "The table"),
      app.single ? null : h("button", { type: "button", class: "choice", onclick: () => app.goTo(null) }, "To the other tables"),
    ]),
  );
}
