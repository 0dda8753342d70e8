// The review of a finished game: each turn as played, and the best alternative.

/** @import { App } from "./main.js" */
/** @import { Child, Frame, Review, ReviewCommentEntry, Vnode } from "./types" */

import { scoresChart } from "./charts.js";
import { h } from "./dom.js";
import { smallPiece } from "./pieces.js";

/** Marks where a group of pieces belongs in a sentence. */
const PIECES_PLACEHOLDER = "\ufffc";
/** Minimum number of points lost by a mistake. */
const MISTAKE_THRESHOLD = 1;

/** Return the frame of the selected turn, or null if it hasn't been reviewed yet. @param {App} app @param {Review} review @returns {Frame | null} */
export function selectedFrame(app, review) {
  const turnReview = review.turnReviews.get(app.selectedTurn);
  return (app.showsBest && turnReview?.best) || turnReview?.frame || null;
}

/** @param {App} app @param {Review} review @returns {Vnode} */
export function reviewView(app, review) {
  const turnReview = review.turnReviews.get(app.selectedTurn);
  const reviewedCount = review.turnReviews.size;
  const count = review.turns.length;
  const names = (app.frame?.seats ?? []).map((seat) => seat.name);
  const body = app.frame?.body ?? "tile";
  const mistakes = [...review.turnReviews.values()].filter((each) => (each.lost ?? 0) >= MISTAKE_THRESHOLD).map((each) => each.index).sort((a, b) => a - b);
  const nextMistake = mistakes.find((index) => index > app.selectedTurn) ?? mistakes[0];
  const turn = review.turns[app.selectedTurn];
  return h(
    "main",
    { class: "review", key: "review" },
    h("h1", { class: "visually-hidden" }, "Review"),
    h("p", { class: "banner", role: "status" }, turnReview?.banner ?? (turn ? `Turn ${turn.number} of ${count}. ${turn.name}: ${turn.doing}.` : "No turn was played."), reviewedCount < count ? ` Reviewed: ${reviewedCount} of ${count} turns.` : ""),
    h("section", { class: "board", id: "board", key: "board", owned: true, tabindex: 0, role: "group", "aria-label": "Board of this turn" }),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "icon-button", "aria-label": "Previous turn", onclick: () => app.selectTurn(app.selectedTurn - 1) }, "‹"),
      h("button", { type: "button", class: "icon-button", "aria-label": "Next turn", id: "next-turn", onclick: () => app.selectTurn(app.selectedTurn + 1) }, "›"),
      h("button", { type: "button", class: "choice", "aria-disabled": nextMistake === undefined ? "true" : null, onclick: () => nextMistake !== undefined && app.selectTurn(nextMistake) }, "Next mistake"),
      h("button", { type: "button", class: "choice", "aria-pressed": app.showsBest ? "true" : "false", "aria-disabled": turnReview?.best ? null : "true", onclick: () => turnReview?.best && app.toggleBest() }, app.showsBest ? "As played" : "The best"),
      h("button", { type: "button", class: "icon-button", "aria-label": "Back to the result", onclick: () => app.showPage("end") }, "✕"),
    ),
    h(
      "section",
      { class: "comments", tabindex: 0, "aria-label": "What is to be said of this turn" },
      turnReview ? turnReview.told.map((entry) => sentence(entry, body)) : h("p", { class: "aside" }, "This turn is being reviewed…"),
      scoresChart(review.scores, names, app.selectedTurn + 1),
      review.summary.map((text) => h("p", { class: "summary" }, text)),
    ),
    h(
      "ol",
      { class: "turns", "aria-label": "All turns" },
      review.turns.map((entry, index) => {
        const reviewed = review.turnReviews.get(index);
        return h(
          "li",
          { key: index },
          h(
            "button",
            { type: "button", class: `turn-choice ${reviewed?.tone ?? ""}`, "aria-current": index === app.selectedTurn ? "true" : null, onclick: () => app.selectTurn(index) },
            h("span", null, String(entry.number)),
            h("bdi", null, entry.name),
            h("span", null, entry.doing),
            h("span", { class: "loss" }, reviewed?.loss ?? "…"),
          ),
        );
      }),
    ),
  );
}

/** @param {ReviewCommentEntry} entry @param {string} body */
function sentence(entry, body) {
  /** @type {Child[]} */
  const parts = [];
  entry.text.split(PIECES_PLACEHOLDER).forEach((part, index) => {
    if (index) parts.push((entry.pieces?.[index - 1] ?? []).map((face) => smallPiece(body, face)));
    parts.push(part);
  });
  const isTable = entry.text.includes("\n"); // columns of numbers need a monospaced font
  return isTable ? h("pre", { class: `number-table ${entry.tone}`, tabindex: 0 }, parts) : h("p", { class: entry.tone }, parts);
}
