// Dragging a piece from the hand to the board.

/** @import { App } from "./main.js" */

import { DRAG_THRESHOLD } from "./board.js";

/** Distance in pixels of a dragged piece above the finger, so that it stays visible. */
const TOUCH_OFFSET = 46;

/**
 * Start tracking a pointer pressed on a piece of the hand. The drag begins when it moves, so taps aren't drags.
 * @param {App} app @param {PointerEvent} down the `pointerdown` event @param {number} slot
 */
export function startDrag(app, down, slot) {
  if (down.button !== 0 || !(down.currentTarget instanceof HTMLElement)) return;
  const source = down.currentTarget;
  const offset = down.pointerType === "touch" ? TOUCH_OFFSET : 0;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** Return true if this piece is picked: the legal cells are then its own. */
  const isPicked = () => app.frame?.hand[slot]?.picked ?? false;

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_THRESHOLD) return;
      source.setPointerCapture(down.pointerId);
      ghost = /** @type {HTMLElement} */ (source.cloneNode(true));
      ghost.className += " ghost";
      ghost.removeAttribute("id");
      ghost.setAttribute("aria-hidden", "true");
      ghost.style.width = ghost.style.height = `${source.offsetWidth}px`;
      document.body.append(ghost);
      if (!isPicked()) app.act("pick", slot);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY - offset}px`;
    app.board?.highlightDropCell(app.board.cellAt(event.clientX, event.clientY - offset, isPicked()));
  };

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    app.board?.highlightDropCell(null);
    const cell = app.board?.cellAt(event.clientX, event.clientY - offset, isPicked());
    app.dropRect = ghost.getBoundingClientRect();
    ghost.remove();
    app.justDragged = true; // ignore the click at the end of a drag
    setTimeout(() => (app.justDragged = false));
    if (event.type === "pointerup" && cell) app.act("press_cell", ...cell);
  };

  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
