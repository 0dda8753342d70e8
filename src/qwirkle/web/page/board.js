// The board view: rendering, panning, zooming, and clicks on cells.

/** @import { Cell, Frame, PieceAt, Vnode } from "./types" */

import { h, patch } from "./dom.js";
import { pieceClass, pieceContent, pieceName } from "./pieces.js";
import { prefersReducedMotion } from "./storage.js";

/** Limits of the cell size in pixels: for fitting automatically, then for zooming by hand. */
const MIN_FIT_CELL = 24;
const MAX_FIT_CELL = 64;
const MIN_CELL = 16;
const MAX_CELL = 120;

/** Distance in pixels that a pointer must move to start a drag. */
export const DRAG_THRESHOLD = 8;
/** Distance in cells within which a dropped piece snaps to a legal cell. */
const SNAP_DISTANCE = 1.1;

/** @param {Cell} cell */
const cellKey = ([x, y]) => `${x},${y}`;

/** @param {Cell} cell */
const describeCell = ([x, y]) => `column ${x}, row ${y}`;

export class Board {
  /**
   * @param {HTMLElement} element container to render into
   * @param {(action: string, ...cell: number[]) => void} act
   */
  constructor(element, act) {
    this.element = element;
    this._act = act;
    this._layer = document.createElement("div");
    this._layer.className = "board-layer";
    element.replaceChildren(this._layer);
    /** @type {Frame | null} */
    this.frame = null;
    this._cellSize = MAX_FIT_CELL;
    /** Position of cell 0,0 in pixels, relative to the element. */
    this._left = 0;
    this._top = 0;
    /** True until the user pans or zooms: the board is then zoomed to fit as it grows. */
    this._autoFit = true;
    /** False until the board is zoomed to fit for the first time. */
    this._hasLayout = false;
    /** Last positions of the pressed pointers, by pointer id. @type {Map<number, { x: number, y: number }>} */
    this._pointers = new Map();
    this._wasDragged = false;
    this._isTouch = false;
    this._addListeners();
    new ResizeObserver(() => this._onResize()).observe(element);
  }

  // Rendering

  /**
   * @param {Frame} frame
   * @param {Set<string>} [flashing] cells of a new Qwirkle to highlight
   */
  draw(frame, flashing = new Set()) {
    const before = this.frame;
    this.frame = frame;
    patch(this._layer, [...this._renderCells(frame, flashing)]);
    this._revealChanges(before, frame);
  }

  /**
   * @param {Frame} frame
   * @param {Set<string>} flashing
   * @returns {Generator<Vnode>}
   */
  *_renderCells(frame, flashing) {
    const last = new Set(frame.last.map(([, x, y]) => cellKey([x, y])));
    const recent = new Set(frame.recent.flat().map(([, x, y]) => cellKey([x, y])));
    const illegal = new Set(frame.refused.map(cellKey));
    const drafted = new Set(frame.drafted.map(([, x, y]) => cellKey([x, y])));
    for (const [face, x, y] of frame.pieces) {
      const cell = cellKey([x, y]);
      if (drafted.has(cell)) continue;
      const marks =
        (last.has(cell) ? " last" : recent.has(cell) ? " recent" : "") +
        (illegal.has(cell) ? " illegal" : "") +
        (flashing.has(cell) ? " flashing" : "");
      yield h(
        "span",
        { ...cellProps([x, y]), class: pieceClass(frame.body, face) + marks, role: "img", "aria-label": `${pieceName(face)}, ${describeCell([x, y])}` },
        pieceContent(face),
      );
    }
    const picked = frame.hand.find((slot) => slot.picked)?.face;
    const hints = new Map(frame.hinted.map((hint) => [cellKey(hint.cell), hint]));
    const occupied = new Set(frame.pieces.map(([, x, y]) => cellKey([x, y])));
    for (const { cell, letter, face } of frame.hinted) {
      if (drafted.has(cellKey(cell)) || (face === picked && frame.fits.some((fit) => cellKey(fit.cell) === cellKey(cell)))) continue;
      const label = `hint ${letter}: ${pieceName(face)}, ${describeCell(cell)}`;
      if (occupied.has(cellKey(cell))) {
        yield h("span", { ...cellProps(cell, "hint"), class: "hint-on-piece", role: "img", "aria-label": label }, h("i", { class: "hint-letter", "aria-hidden": "true" }, letter));
        continue;
      }
      yield h(
        "span",
        { ...cellProps(cell, "hint"), class: pieceClass(frame.body, face) + " hinted", role: "img", "aria-label": label },
        pieceContent(face),
        h("i", { class: "hint-letter", "aria-hidden": "true" }, letter),
      );
    }
    for (const { cell, points } of frame.fits) {
      const hint = hints.get(cellKey(cell));
      if (hint && hint.face !== picked) continue; // the hint is for another piece
      const label = `Lay it at ${describeCell(cell)}` + (points === null ? "" : `, ${points} points so far`);
      yield h("button", { ...cellProps(cell, "legal"), class: "legal-cell", type: "button", "aria-label": label }, points === null ? "·" : `+${points}`, hint ? h("i", { class: "hint-letter", "aria-hidden": "true" }, hint.letter) : null);
    }
    for (const [face, x, y] of frame.drafted) {
      const marks = illegal.has(cellKey([x, y])) ? " illegal" : "";
      const label = `${pieceName(face)}, ${describeCell([x, y])}, laid; take it back`;
      yield h(
        "button",
        { ...cellProps([x, y]), class: pieceClass(frame.body, face) + " drafted" + marks, type: "button", "aria-label": label, "data-drafted": true },
        pieceContent(face),
      );
    }
    if (frame.cursor) yield h("i", { ...cellProps(frame.cursor, "cursor"), class: "cursor", "aria-hidden": "true" });
  }

  /**
   * Slide a piece from somewhere on the screen to its cell.
   * @param {PieceAt} piece
   * @param {DOMRect | null} from
   * @param {number} delay in milliseconds
   */
  slideIn([, x, y], from, delay) {
    const element = this._layer.querySelector(`[data-cell="${cellKey([x, y])}"].piece`);
    if (!element || !from || prefersReducedMotion()) return;
    const to = element.getBoundingClientRect();
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    const size = Math.min(1, from.height / to.height);
    element.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${size})`, zIndex: 5 },
        { transform: "translate(0, 0) scale(1.08)", zIndex: 5, offset: 0.85 },
        { transform: "none", zIndex: 5 },
      ],
      { duration: 420, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" },
    );
  }

  clear() {
    patch(this._layer, []);
  }

  // Viewport

  /**
   * Keep the cursor and the latest pieces visible; zoom to fit unless the user has panned or zoomed.
   * @param {Frame | null} before
   * @param {Frame} frame
   */
  _revealChanges(before, frame) {
    if (!this.element.clientWidth) return;
    if (!this._hasLayout) {
      this.zoomToFit();
      return;
    }
    const cursor = frame.cursor;
    if (cursor && before?.cursor && cellKey(cursor) !== cellKey(before.cursor)) this._reveal([cursor]);
    const all = this._cellsToShow(frame);
    const wouldFit = this._cellSize > MIN_FIT_CELL || this._maxCellSize(boundingBox(all)) >= MIN_FIT_CELL; // otherwise zooming to fit wouldn't show everything
    if (this._autoFit && wouldFit && !this._isVisible(all)) this.zoomToFit();
    else if (frame.last.length && before && !samePieces(before.last, frame.last)) {
      this._reveal(frame.last.map(([, x, y]) => /** @type {Cell} */ ([x, y])));
    }
  }

  /** @param {Frame} frame @returns {Cell[]} */
  _cellsToShow(frame) {
    /** @type {Cell[]} */
    const cells = [...frame.pieces, ...frame.drafted].map(([, x, y]) => [x, y]);
    cells.push(...frame.fits.map((fit) => fit.cell), ...frame.hinted.map((hint) => hint.cell));
    return cells.length ? cells : [[0, 0]];
  }

  /** @param {Cell[]} cells */
  _isVisible(cells) {
    const { left, top, right, bottom } = boundingBox(cells);
    const { clientWidth, clientHeight } = this.element;
    return (
      this._left + left * this._cellSize >= 0 &&
      this._top + top * this._cellSize >= 0 &&
      this._left + right * this._cellSize <= clientWidth &&
      this._top + bottom * this._cellSize <= clientHeight
    );
  }

  /** Return the largest cell size in pixels at which the whole box is visible. @param {ReturnType<typeof boundingBox>} box */
  _maxCellSize(box) {
    const { clientWidth, clientHeight } = this.element;
    return Math.floor(Math.min(clientWidth / (box.right - box.left + 1.2), clientHeight / (box.bottom - box.top + 1.2)));
  }

  /**
   * Show the whole board as large as possible, or the newest pieces if it doesn't fit.
   * @param {number} [minCell]
   */
  zoomToFit(minCell = MIN_FIT_CELL) {
    if (!this.frame || !this.element.clientWidth) return;
    const { clientWidth, clientHeight } = this.element;
    const all = boundingBox(this._cellsToShow(this.frame));
    this._cellSize = Math.max(minCell, Math.min(MAX_FIT_CELL, this._maxCellSize(all)));
    const recent = [...this.frame.last, ...this.frame.drafted].map(([, x, y]) => /** @type {Cell} */ ([x, y]));
    const focus = recent.length ? boundingBox(recent) : all;
    this._left = axisOffset(clientWidth, this._cellSize, all.left, all.right, (focus.left + focus.right) / 2);
    this._top = axisOffset(clientHeight, this._cellSize, all.top, all.bottom, (focus.top + focus.bottom) / 2);
    this._autoFit = true;
    this._hasLayout = true;
    this._applyViewport();
  }

  /** Show the whole board, however small. */
  showWholeBoard() {
    this.zoomToFit(MIN_CELL);
  }

  /** Pan as little as possible to make these cells visible. @param {Cell[]} cells */
  _reveal(cells) {
    if (this._isVisible(cells)) return;
    const { left, top, right, bottom } = boundingBox(cells);
    const { clientWidth, clientHeight } = this.element;
    const margin = this._cellSize / 2;
    const [leftEdge, rightEdge] = [this._left + left * this._cellSize, this._left + right * this._cellSize];
    const [topEdge, bottomEdge] = [this._top + top * this._cellSize, this._top + bottom * this._cellSize];
    if (leftEdge < 0) this._left += margin - leftEdge;
    else if (rightEdge > clientWidth) this._left -= rightEdge - clientWidth + margin;
    if (topEdge < 0) this._top += margin - topEdge;
    else if (bottomEdge > clientHeight) this._top -= bottomEdge - clientHeight + margin;
    this._applyViewport();
  }

  /** Centre the view on the pieces. */
  centre() {
    if (!this.frame) return;
    const { left, top, right, bottom } = boundingBox(this._cellsToShow(this.frame));
    this._left = this.element.clientWidth / 2 - ((left + right) / 2) * this._cellSize;
    this._top = this.element.clientHeight / 2 - ((top + bottom) / 2) * this._cellSize;
    this._autoFit = false;
    this._applyViewport();
  }

  /** @param {number} dx @param {number} dy in cells */
  pan(dx, dy) {
    this._moveBy(dx * this._cellSize, dy * this._cellSize);
  }

  /** Zoom around a fixed point. @param {number} factor @param {number} [x] @param {number} [y] in pixels */
  zoom(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const cellSize = Math.max(MIN_CELL, Math.min(MAX_CELL, this._cellSize * factor));
    this._left = x - ((x - this._left) * cellSize) / this._cellSize;
    this._top = y - ((y - this._top) * cellSize) / this._cellSize;
    this._cellSize = cellSize;
    this._autoFit = false;
    this._applyViewport();
  }

  /** @param {number} dx @param {number} dy in pixels */
  _moveBy(dx, dy) {
    this._left += dx;
    this._top += dy;
    this._autoFit = false;
    this._applyViewport();
  }

  _onResize() {
    if (!this._hasLayout || this._autoFit) this.zoomToFit();
  }

  _applyViewport() {
    const style = this.element.style;
    style.setProperty("--cell", `${this._cellSize}px`);
    style.setProperty("--left", `${Math.round(this._left)}px`);
    style.setProperty("--top", `${Math.round(this._top)}px`);
  }

  // Pointers and wheel

  /**
   * Return the cell at a screen position, or with `snaps` the nearest legal cell if one is close enough.
   * @param {number} x @param {number} y
   * @param {boolean} [snaps]
   * @returns {Cell | null} null outside the board
   */
  cellAt(x, y, snaps = false) {
    const box = this.element.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const column = (x - box.left - this._left) / this._cellSize;
    const row = (y - box.top - this._top) / this._cellSize;
    if (snaps && this.frame) {
      let [nearest, minDistance] = [/** @type {Cell | null} */ (null), SNAP_DISTANCE];
      for (const { cell } of this.frame.fits) {
        const distance = Math.hypot(cell[0] + 0.5 - column, cell[1] + 0.5 - row);
        if (distance < minDistance) [nearest, minDistance] = [cell, distance];
      }
      if (nearest) return nearest;
    }
    return [Math.floor(column), Math.floor(row)];
  }

  /** Highlight the legal cell under a dragged piece. @param {Cell | null} cell */
  highlightDropCell(cell) {
    for (const element of this._layer.querySelectorAll(".drop-target")) element.classList.remove("drop-target");
    if (cell) this._layer.querySelector(`.legal-cell[data-cell="${cellKey(cell)}"]`)?.classList.add("drop-target");
  }

  _addListeners() {
    const element = this.element;
    element.addEventListener("pointerdown", (event) => {
      this._isTouch = event.pointerType === "touch";
      this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this._pointers.size === 1) this._wasDragged = false;
    });
    element.addEventListener("pointermove", (event) => this._onPointerMove(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      element.addEventListener(name, (event) => {
        if (name !== "pointerleave" || !element.hasPointerCapture(event.pointerId)) this._pointers.delete(event.pointerId);
      });
    }
    element.addEventListener("click", (event) => this._onClick(event));
    element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const cell = this._cellFromEvent(event);
      if (cell && !this._isTouch) this._act("take_cell", ...cell); // ignore long presses
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
  _onPointerMove(event) {
    const pointer = this._pointers.get(event.pointerId);
    if (!pointer) return;
    const dx = event.clientX - pointer.x;
    const dy = event.clientY - pointer.y;
    if (this._pointers.size === 1) {
      if (!this._wasDragged && Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
      if (!this._wasDragged) this.element.setPointerCapture(event.pointerId);
      this._moveBy(dx, dy);
    } else if (this._pointers.size === 2) {
      const other = [...this._pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return;
      const box = this.element.getBoundingClientRect();
      const oldDistance = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const newDistance = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const [x, y] = [(event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top];
      if (oldDistance > 0) this.zoom(newDistance / oldDistance, x, y);
      this._moveBy(dx / 2, dy / 2);
    }
    this._wasDragged = true;
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  /** @param {MouseEvent} event @returns {Cell | null} */
  _cellFromEvent(event) {
    const element = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    const cell = element?.getAttribute("data-cell");
    if (!cell) return this.cellAt(event.clientX, event.clientY);
    const [x, y] = cell.split(",").map(Number);
    return [x ?? 0, y ?? 0];
  }

  /** @param {MouseEvent} event */
  _onClick(event) {
    if (this._wasDragged && event.detail) {
      this._wasDragged = false;
      return; // ignore the click at the end of a drag
    }
    const cell = this._cellFromEvent(event);
    const drafted = event.target instanceof Element && event.target.closest("[data-drafted]");
    if (cell) this._act(drafted ? "take_cell" : "press_cell", ...cell);
  }
}

/**
 * Return the vnode properties that position an element on a cell and identify it.
 * @param {Cell} cell
 * @param {string} [kind]
 */
function cellProps(cell, kind = "") {
  return { key: kind + cellKey(cell), "data-cell": cellKey(cell), style: { "--x": cell[0], "--y": cell[1] } };
}

/**
 * Return the position in pixels of cell 0 along one axis. Centres all cells if they fit; otherwise
 * centres `middle`, but without empty space beyond the first or last cell.
 * @param {number} length of the axis @param {number} cellSize in pixels
 * @param {number} first @param {number} end @param {number} middle in cells
 */
function axisOffset(length, cellSize, first, end, middle) {
  if ((end - first + 1) * cellSize <= length) return length / 2 - ((first + end) / 2) * cellSize;
  const margin = cellSize / 2;
  return Math.max(length - end * cellSize - margin, Math.min(margin - first * cellSize, length / 2 - middle * cellSize));
}

/** @param {Cell[]} cells */
function boundingBox(cells) {
  const columns = cells.map(([x]) => x);
  const rows = cells.map(([, y]) => y);
  return {
    left: Math.min(...columns),
    top: Math.min(...rows),
    right: Math.max(...columns) + 1,
    bottom: Math.max(...rows) + 1,
  };
}

/** @param {PieceAt[]} pieces @param {PieceAt[]} others */
function samePieces(pieces, others) {
  return pieces.length === others.length && pieces.every((piece, index) => piece.join() === others[index]?.join());
}
