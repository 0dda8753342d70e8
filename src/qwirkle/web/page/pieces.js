// Pieces: names, CSS classes, SVG shapes in a 100 × 100 view box, and short texts.

/** @import { Face, Vnode } from "./types" */

import { h } from "./dom.js";

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];
export const SHAPES = ["circle", "square", "diamond", "clover", "starburst", "cross"];
const LETTERS = "ROYGBP";

/** Return the SVG path of a circle. @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/**
 * Return the SVG path of a star.
 * @param {number} points @param {number} outer radius of the tips @param {number} inner radius of the notches
 * @param {number} rotation in radians
 */
function star(points, outer, inner, rotation) {
  const corners = Array.from({ length: 2 * points }, (_, index) => {
    const angle = (index * Math.PI) / points + rotation;
    const radius = index % 2 ? inner : outer;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/** SVG path of each shape. */
const PATHS = [
  circle(50, 50, 31),
  "M25 22h50a3 3 0 0 1 3 3v50a3 3 0 0 1 -3 3h-50a3 3 0 0 1 -3 -3v-50a3 3 0 0 1 3 -3z",
  "M50 13L87 50L50 87L13 50z",
  circle(50, 31, 18) + circle(69, 50, 18) + circle(50, 69, 18) + circle(31, 50, 18) + circle(50, 50, 12),
  star(8, 38, 22, -Math.PI / 2),
  star(4, 44, 14, Math.PI / 4),
];

/** @param {Face} face */
export const colourOf = (face) => Math.floor(face / 6);

/** @param {Face} face */
export const shapeOf = (face) => face % 6;

/** @param {Face} face */
export const pieceName = (face) => `${COLOURS[colourOf(face)]} ${SHAPES[shapeOf(face)]}`;

/** @param {Face} face */
const letterOf = (face) => LETTERS[colourOf(face)];

/**
 * Return the CSS classes of a piece.
 * @param {string} body @param {Face} face
 */
export const pieceClass = (body, face) => `piece ${body} colour-${colourOf(face)}`;

/**
 * Return the children of a piece's element: its shape, and the letter of its colour, which CSS hides
 * unless the setting is on.
 * @param {Face} face
 * @returns {Vnode[]}
 */
export function pieceContent(face) {
  return [
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, h("path", { d: PATHS[shapeOf(face)] })),
    h("b", { class: "letter", "aria-hidden": "true" }, letterOf(face)),
  ];
}

/**
 * Return a small piece to show inline.
 * @param {string} body @param {Face} face @param {string | number} [key]
 */
export function smallPiece(body, face, key) {
  return h("span", { class: pieceClass(body, face) + " small", role: "img", "aria-label": pieceName(face), key }, pieceContent(face));
}

/**
 * Return the icon of a shape, for table headings.
 * @param {number} shape
 */
export function shapeIcon(shape) {
  return h(
    "svg",
    { viewBox: "0 0 100 100", class: "shape-icon", role: "img", "aria-label": SHAPES[shape] },
    h("path", { d: PATHS[shape] }),
  );
}

/** @param {number} count @param {string} singular @param {string} plural */
const pluralize = (count, singular, plural) => `${count} ${count === 1 ? singular : plural}`;

/** Return a number of tiles or dice in words. @param {string} body @param {number} count */
export const pieceCountText = (body, count) => (body === "die" ? pluralize(count, "die", "dice") : pluralize(count, "tile", "tiles"));

/** Return points with their sign. @param {number} points */
export const signedPoints = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** Return "person", or "bot" with the bot's name. @param {string} kind */
export const describeKind = (kind) => (kind.startsWith("bot:") ? `bot, ${kind.slice(4)}` : "person");
