// The board view: drawing, panning, zooming, and presses on cells.

/** @import { Cell, Frame, Laid, Vnode } from "./types" */

import { h, patch } from "./dom.js";
import { look, nameOf, picture } from "./pieces.js";
import { still } from "./settings.js";

/** Limits of the cell size in pixels: first when fitting automatically, then when zooming by hand. */
const SMALLEST_FIT = 24;
const LARGEST_FIT = 64;
const SMALLEST = 16;
const LARGEST = 120;

/** Distance in pixels after which a press becomes a drag. */
export const SLACK = 8;
/** Distance in cells within which a dropped piece snaps to a legal cell. */
const NEAR = 1.1;

/** @param {Cell} cell */
const named = ([x, y]) => `${x},${y}`;

/** @param {Cell} cell */
const told = ([x, y]) => `column ${x}, row ${y}`;

export class Board {
  /**
   * @param {HTMLElement} element container to draw into
   * @param {(action: string, ...cell: number[]) => void} act
   */
  constructor(element, act) {
    this.element = element;
    this._act = act;
    this._world = document.createElement("div");
    this._world.className = "world";
    element.replaceChildren(this._world);
    /** @type {Frame | null} */
    this.frame = null;
    this._cell = LARGEST_FIT;
    /** Position of cell 0,0 in pixels, relative to the element. */
    this._left = 0;
    this._top = 0;
    /** True until the user pans or zooms; the view then follows the game automatically. */
    this._free = true;
    this._placed = false;
    /** @type {Map<number, { x: number, y: number }>} */
    this._fingers = new Map();
    this._dragged = false;
    this._touched = false;
    this._listen();
    new ResizeObserver(() => this._resized()).observe(element);
  }

  // Drawing

  /**
   * @param {Frame} frame
   * @param {Set<string>} [shining] cells of a new Qwirkle to highlight
   */
  draw(frame, shining = new Set()) {
    const before = this.frame;
    this.frame = frame;
    patch(this._world, [...this._children(frame, shining)]);
    this._follow(before, frame);
  }

  /**
   * @param {Frame} frame
   * @param {Set<string>} shining
   * @returns {Generator<Vnode>}
   */
  *_children(frame, shining) {
    const last = new Set(frame.last.map(([, x, y]) => named([x, y])));
    const recent = new Set(frame.recent.flat().map(([, x, y]) => named([x, y])));
    const refused = new Set(frame.refused.map(named));
    const drafted = new Set(frame.drafted.map(([, x, y]) => named([x, y])));
    for (const [face, x, y] of frame.pieces) {
      const cell = named([x, y]);
      if (drafted.has(cell)) continue;
      const marks =
        (last.has(cell) ? " last" : recent.has(cell) ? " recent" : "") +
        (refused.has(cell) ? " refused" : "") +
        (shining.has(cell) ? " shining" : "");
      yield h(
        "span",
        { ...at([x, y]), class: look(frame.body, face) + marks, role: "img", "aria-label": `${nameOf(face)}, ${told([x, y])}` },
        picture(face),
      );
    }
    const picked = frame.hand.find((slot) => slot.picked)?.face;
    const hints = new Map(frame.hinted.map((hint) => [named(hint.cell), hint]));
    const lying = new Set(frame.pieces.map(([, x, y]) => named([x, y])));
    for (const { cell, letter, face } of frame.hinted) {
      if (drafted.has(named(cell)) || (face === picked && frame.fits.some((fit) => named(fit.cell) === named(cell)))) continue;
      const label = `hint ${letter}: ${nameOf(face)}, ${told(cell)}`;
      if (lying.has(named(cell))) {
        yield h("span", { ...at(cell, "hint"), class: "noted", role: "img", "aria-label": label }, h("i", { class: "mark", "aria-hidden": "true" }, letter));
        continue;
      }
      yield h(
        "span",
        { ...at(cell, "hint"), class: look(frame.body, face) + " hinted", role: "img", "aria-label": label },
        picture(face),
        h("i", { class: "mark", "aria-hidden": "true" }, letter),
      );
    }
    for (const { cell, points } of frame.fits) {
      const hint = hints.get(named(cell));
      if (hint && hint.face !== picked) continue; // the hint is for another piece
      const label = `Lay it at ${told(cell)}` + (points === null ? "" : `, ${points} points so far`);
      yield h("button", { ...at(cell, "fit"), class: "fit", type: "button", "aria-label": label }, points === null ? "·" : `+${points}`, hint ? h("i", { class: "mark", "aria-hidden": "true" }, hint.letter) : null);
    }
    for (const [face, x, y] of frame.drafted) {
      const marks = refused.has(named([x, y])) ? " refused" : "";
      const label = `${nameOf(face)}, ${told([x, y])}, laid; take it back`;
      yield h(
        "button",
        { ...at([x, y]), class: look(frame.body, face) + " drafted" + marks, type: "button", "aria-label": label, "data-drafted": true },
        picture(face),
      );
    }
    if (frame.cursor) yield h("i", { ...at(frame.cursor, "cursor"), class: "cursor", "aria-hidden": "true" });
  }

  /**
   * Animate a piece from somewhere on the screen to its cell.
   * @param {Laid} laid
   * @param {DOMRect | null} from
   * @param {number} delay
   */
  slide([, x, y], from, delay) {
    const element = this._world.querySelector(`[data-cell="${named([x, y])}"].piece`);
    if (!element || !from || still()) return;
    const to = element.getBoundingClientRect();
    const across = from.left + from.width / 2 - to.left - to.width / 2;
    const down = from.top + from.height / 2 - to.top - to.height / 2;
    const size = Math.min(1, from.height / to.height);
    element.animate(
      [
        { transform: `translate(${across}px, ${down}px) scale(${size})`, zIndex: 5 },
        { transform: "translate(0, 0) scale(1.08)", zIndex: 5, offset: 0.85 },
        { transform: "none", zIndex: 5 },
      ],
      { duration: 420, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" },
    );
  }

  clear() {
    patch(this._world, []);
  }

  // Viewport

  /**
   * Keep the cursor and the latest pieces visible; fit the whole board unless the user has moved it.
   * @param {Frame | null} before
   * @param {Frame} frame
   */
  _follow(before, frame) {
    if (!this.element.clientWidth) return;
    if (!this._placed) {
      this.fit();
      return;
    }
    const cursor = frame.cursor;
    if (cursor && before?.cursor && named(cursor) !== named(before.cursor)) this._reveal([cursor]);
    const all = this._everything(frame);
    const helps = this._cell > SMALLEST_FIT || this._room(extent(all)) >= SMALLEST_FIT; // otherwise fitting wouldn't show everything
    if (this._free && helps && !this._sees(all)) this.fit();
    else if (frame.last.length && before && !same(before.last, frame.last)) {
      this._reveal(frame.last.map(([, x, y]) => /** @type {Cell} */ ([x, y])));
    }
  }

  /** @param {Frame} frame @returns {Cell[]} */
  _everything(frame) {
    /** @type {Cell[]} */
    const cells = [...frame.pieces, ...frame.drafted].map(([, x, y]) => [x, y]);
    cells.push(...frame.fits.map((fit) => fit.cell), ...frame.hinted.map((mark) => mark.cell));
    return cells.length ? cells : [[0, 0]];
  }

  /** @param {Cell[]} cells */
  _sees(cells) {
    const { left, top, right, bottom } = extent(cells);
    const { clientWidth, clientHeight } = this.element;
    return (
      this._left + left * this._cell >= 0 &&
      this._top + top * this._cell >= 0 &&
      this._left + right * this._cell <= clientWidth &&
      this._top + bottom * this._cell <= clientHeight
    );
  }

  /** Return the largest cell size in pixels that shows all of this. @param {ReturnType<typeof extent>} all */
  _room(all) {
    const { clientWidth, clientHeight } = this.element;
    return Math.floor(Math.min(clientWidth / (all.right - all.left + 1.2), clientHeight / (all.bottom - all.top + 1.2)));
  }

  /**
   * Show the whole board as large as possible, or the newest pieces if it doesn't fit.
   * @param {number} [smallest]
   */
  fit(smallest = SMALLEST_FIT) {
    if (!this.frame || !this.element.clientWidth) return;
    const { clientWidth, clientHeight } = this.element;
    const all = extent(this._everything(this.frame));
    this._cell = Math.max(smallest, Math.min(LARGEST_FIT, this._room(all)));
    const recent = [...this.frame.last, ...this.frame.drafted].map(([, x, y]) => /** @type {Cell} */ ([x, y]));
    const middle = recent.length ? extent(recent) : all;
    this._left = start(clientWidth, this._cell, all.left, all.right, (middle.left + middle.right) / 2);
    this._top = start(clientHeight, this._cell, all.top, all.bottom, (middle.top + middle.bottom) / 2);
    this._free = true;
    this._placed = true;
    this._place();
  }

  /** Show the whole board, however small. */
  fitAll() {
    this.fit(SMALLEST);
  }

  /** @param {Cell[]} cells */
  _reveal(cells) {
    if (this._sees(cells)) return;
    const { left, top, right, bottom } = extent(cells);
    const { clientWidth, clientHeight } = this.element;
    const edge = this._cell / 2;
    const [low, high] = [this._left + left * this._cell, this._left + right * this._cell];
    const [above, below] = [this._top + top * this._cell, this._top + bottom * this._cell];
    if (low < 0) this._left += edge - low;
    else if (high > clientWidth) this._left -= high - clientWidth + edge;
    if (above < 0) this._top += edge - above;
    else if (below > clientHeight) this._top -= below - clientHeight + edge;
    this._place();
  }

  /** Centre the view on the pieces. */
  centre() {
    if (!this.frame) return;
    const { left, top, right, bottom } = extent(this._everything(this.frame));
    this._left = this.element.clientWidth / 2 - ((left + right) / 2) * this._cell;
    this._top = this.element.clientHeight / 2 - ((top + bottom) / 2) * this._cell;
    this._free = false;
    this._place();
  }

  /** @param {number} across @param {number} down in cells */
  pan(across, down) {
    this._move(across * this._cell, down * this._cell);
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] fixed point in pixels */
  zoom(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const cell = Math.max(SMALLEST, Math.min(LARGEST, this._cell * factor));
    this._left = x - ((x - this._left) * cell) / this._cell;
    this._top = y - ((y - this._top) * cell) / this._cell;
    this._cell = cell;
    this._free = false;
    this._place();
  }

  /** @param {number} across @param {number} down */
  _move(across, down) {
    this._left += across;
    this._top += down;
    this._free = false;
    this._place();
  }

  _resized() {
    if (!this._placed || this._free) this.fit();
  }

  _place() {
    const style = this.element.style;
    style.setProperty("--cell", `${this._cell}px`);
    style.setProperty("--left", `${Math.round(this._left)}px`);
    style.setProperty("--top", `${Math.round(this._top)}px`);
  }

  // Pointers and wheel

  /**
   * Return the cell at a screen position; with `snapping`, the nearest legal cell close by.
   * @param {number} x @param {number} y
   * @param {boolean} [snapping]
   * @returns {Cell | null} null outside the board
   */
  cellAt(x, y, snapping = false) {
    const box = this.element.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const across = (x - box.left - this._left) / this._cell;
    const down = (y - box.top - this._top) / this._cell;
    if (snapping && this.frame) {
      let [nearest, distance] = [/** @type {Cell | null} */ (null), NEAR];
      for (const { cell } of this.frame.fits) {
        const far = Math.hypot(cell[0] + 0.5 - across, cell[1] + 0.5 - down);
        if (far < distance) [nearest, distance] = [cell, far];
      }
      if (nearest) return nearest;
    }
    return [Math.floor(across), Math.floor(down)];
  }

  /** Highlight the legal cell under a dragged piece. @param {Cell | null} cell */
  aim(cell) {
    for (const each of this._world.querySelectorAll(".aimed")) each.classList.remove("aimed");
    if (cell) this._world.querySelector(`.fit[data-cell="${named(cell)}"]`)?.classList.add("aimed");
  }

  _listen() {
    const element = this.element;
    element.addEventListener("pointerdown", (event) => {
      this._touched = event.pointerType === "touch";
      this._fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this._fingers.size === 1) this._dragged = false;
    });
    element.addEventListener("pointermove", (event) => this._drag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      element.addEventListener(name, (event) => {
        if (name !== "pointerleave" || !element.hasPointerCapture(event.pointerId)) this._fingers.delete(event.pointerId);
      });
    }
    element.addEventListener("click", (event) => this._press(event));
    element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const cell = this._pressed(event);
      if (cell && !this._touched) this._act("take_cell", ...cell); // a long press means nothing
    });
    element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const box = element.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
  }

  /** @param {PointerEvent} event */
  _drag(event) {
    const finger = this._fingers.get(event.pointerId);
    if (!finger) return;
    const across = event.clientX - finger.x;
    const down = event.clientY - finger.y;
    if (this._fingers.size === 1) {
      if (!this._dragged && Math.hypot(across, down) < SLACK) return;
      if (!this._dragged) this.element.setPointerCapture(event.pointerId);
      this._move(across, down);
    } else if (this._fingers.size === 2) {
      const other = [...this._fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return;
      const box = this.element.getBoundingClientRect();
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const [x, y] = [(event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top];
      if (before > 0) this.zoom(after / before, x, y);
      this._move(across / 2, down / 2);
    }
    this._dragged = true;
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  /** @param {MouseEvent} event @returns {Cell | null} */
  _pressed(event) {
    const element = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    const cell = element?.getAttribute("data-cell");
    if (!cell) return this.cellAt(event.clientX, event.clientY);
    const [x, y] = cell.split(",").map(Number);
    return [x ?? 0, y ?? 0];
  }

  /** @param {MouseEvent} event */
  _press(event) {
    if (this._dragged && event.detail) {
      this._dragged = false;
      return; // the click that ends a drag isn't a press
    }
    const cell = this._pressed(event);
    const drafted = event.target instanceof Element && event.target.closest("[data-drafted]");
    if (cell) this._act(drafted ? "take_cell" : "press_cell", ...cell);
  }
}

/**
 * Return the properties that place an element on a cell and identify it.
 * @param {Cell} cell
 * @param {string} [kind]
 */
function at(cell, kind = "") {
  return { key: kind + named(cell), "data-cell": named(cell), style: { "--x": cell[0], "--y": cell[1] } };
}

/**
 * Return the position in pixels of cell 0 along one axis: everything centred if it fits; otherwise
 * `middle` centred, as far as that leaves no empty space beyond either end.
 * @param {number} length @param {number} cell in pixels
 * @param {number} first @param {number} end @param {number} place in cells
 */
function start(length, cell, first, end, place) {
  if ((end - first + 1) * cell <= length) return length / 2 - ((first + end) / 2) * cell;
  const edge = cell / 2;
  return Math.max(length - end * cell - edge, Math.min(edge - first * cell, length / 2 - place * cell));
}

/** @param {Cell[]} cells */
function extent(cells) {
  const across = cells.map(([x]) => x);
  const down = cells.map(([, y]) => y);
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across) + 1,
    bottom: Math.max(...down) + 1,
  };
}

/** @param {Laid[]} some @param {Laid[]} others */
function same(some, others) {
  return some.length === others.length && some.every((laid, place) => laid.join() === others[place]?.join());
}
