// The review of a finished game: each turn as played, and the best alternative.

/** @import { App } from "./main.js" */
/** @import { Child, Frame, Review, ToldSentence, Vnode } from "./types" */

import { scoresChart } from "./charts.js";
import { h } from "./dom.js";
import { small } from "./pieces.js";

/** Placeholder in a sentence for a group of pieces. */
const PIECES = "\ufffc";
/** A turn that loses at least this many points is a mistake. */
const MISTAKE = 1;

/** Return the frame of the selected turn. @param {App} app @param {Review} review @returns {Frame | null} */
export function reviewedFrame(app, review) {
  const judged = review.judged.get(app.turn);
  return (app.best && judged?.best) || judged?.frame || null;
}

/** @param {App} app @param {Review} review @returns {Vnode} */
export function reviewView(app, review) {
  const judged = review.judged.get(app.turn);
  const done = review.judged.size;
  const count = review.turns.length;
  const names = (app.frame?.seats ?? []).map((seat) => seat.name);
  const body = app.frame?.body ?? "tile";
  const mistakes = [...review.judged.values()].filter((each) => (each.lost ?? 0) >= MISTAKE).map((each) => each.index).sort((one, other) => one - other);
  const next = mistakes.find((index) => index > app.turn) ?? mistakes[0];
  const turn = review.turns[app.turn];
  return h(
    "main",
    { class: "review", key: "review" },
    h("h1", { class: "unseen" }, "Review"),
    h("p", { class: "banner", role: "status" }, judged?.banner ?? (turn ? `Turn ${turn.number} of ${count}. ${turn.name}: ${turn.doing}.` : "No turn was played."), done < count ? ` Reviewed: ${done} of ${count} turns.` : ""),
    h("section", { class: "board", id: "board", key: "board", owned: true, tabindex: 0, role: "group", "aria-label": "Board of this turn" }),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "round", "aria-label": "Previous turn", onclick: () => app.lookAt(app.turn - 1) }, "‹"),
      h("button", { type: "button", class: "round", "aria-label": "Next turn", id: "next-turn", onclick: () => app.lookAt(app.turn + 1) }, "›"),
      h("button", { type: "button", class: "choice", "aria-disabled": next === undefined ? "true" : null, onclick: () => next !== undefined && app.lookAt(next) }, "Next mistake"),
      h("button", { type: "button", class: "choice", "aria-pressed": app.best ? "true" : "false", "aria-disabled": judged?.best ? null : "true", onclick: () => judged?.best && app.turnOver() }, app.best ? "As played" : "The best"),
      h("button", { type: "button", class: "round", "aria-label": "Back to the result", onclick: () => app.turnTo("end") }, "✕"),
    ),
    h(
      "section",
      { class: "told", tabindex: 0, "aria-label": "What is to be said of this turn" },
      judged ? judged.told.map((each) => sentence(each, body)) : h("p", { class: "aside" }, "This turn is being reviewed…"),
      scoresChart(review.scores, names, app.turn + 1),
      review.summary.map((text) => h("p", { class: "summary" }, text)),
    ),
    h(
      "ol",
      { class: "turns", "aria-label": "All turns" },
      review.turns.map((each, index) => {
        const found = review.judged.get(index);
        return h(
          "li",
          { key: index },
          h(
            "button",
            { type: "button", class: `turn-choice ${found?.tone ?? ""}`, "aria-current": index === app.turn ? "true" : null, onclick: () => app.lookAt(index) },
            h("span", null, String(each.number)),
            h("bdi", null, each.name),
            h("span", null, each.doing),
            h("span", { class: "loss" }, found?.loss ?? "…"),
          ),
        );
      }),
    ),
  );
}

/** @param {ToldSentence} told @param {string} body */
function sentence(told, body) {
  /** @type {Child[]} */
  const parts = [];
  told.text.split(PIECES).forEach((part, place) => {
    if (place) parts.push((told.pieces?.[place - 1] ?? []).map((face) => small(body, face)));
    parts.push(part);
  });
  const sums = told.text.includes("\n"); // columns of numbers need a monospaced font
  return sums ? h("pre", { class: `sums ${told.tone}`, tabindex: 0 }, parts) : h("p", { class: told.tone }, parts);
}
