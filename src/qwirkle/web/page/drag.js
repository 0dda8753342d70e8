// Dragging a piece from the hand to the board.

/** @import { App } from "./main.js" */

import { SLACK } from "./board.js";

/** Distance in pixels of the dragged piece above the finger, so that it stays visible. */
const RAISED = 46;

/**
 * Track a pointer pressed on a piece of the hand; it drags once it has moved, so taps do nothing here.
 * @param {App} app @param {PointerEvent} down @param {number} place
 */
export function follow(app, down, place) {
  if (down.button !== 0 || !(down.currentTarget instanceof HTMLElement)) return;
  const source = down.currentTarget;
  const raised = down.pointerType === "touch" ? RAISED : 0;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** True if the highlighted cells are for this piece. */
  const isPicked = () => app.frame?.hand[place]?.picked ?? false;

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
      source.setPointerCapture(down.pointerId);
      ghost = /** @type {HTMLElement} */ (source.cloneNode(true));
      ghost.className += " ghost";
      ghost.removeAttribute("id");
      ghost.setAttribute("aria-hidden", "true");
      ghost.style.width = ghost.style.height = `${source.offsetWidth}px`;
      document.body.append(ghost);
      if (!isPicked()) app.act("pick", place);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY - raised}px`;
    app.board?.aim(app.board.cellAt(event.clientX, event.clientY - raised, isPicked()));
  };

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    app.board?.aim(null);
    const cell = app.board?.cellAt(event.clientX, event.clientY - raised, isPicked());
    app.dropped = ghost.getBoundingClientRect();
    ghost.remove();
    app.dragged = true; // the click that ends a drag isn't a press
    setTimeout(() => (app.dragged = false));
    if (event.type === "pointerup" && cell) app.act("press_cell", ...cell);
  };

  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
