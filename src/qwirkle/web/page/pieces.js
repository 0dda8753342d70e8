// Pieces: names, CSS classes and SVG shapes in a 100 × 100 view box.

/** @import { Face, Vnode } from "./types" */

import { h } from "./dom.js";

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];
export const SHAPES = ["circle", "square", "diamond", "clover", "starburst", "cross"];
const LETTERS = "ROYGBP";

/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/**
 * Return the path of a star, with its points on the outer radius and its notches on the inner one.
 * @param {number} points @param {number} outer @param {number} inner @param {number} turned
 */
function star(points, outer, inner, turned) {
  const corners = Array.from({ length: 2 * points }, (_, each) => {
    const angle = (each * Math.PI) / points + turned;
    const radius = each % 2 ? inner : outer;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

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
export const nameOf = (face) => `${COLOURS[colourOf(face)]} ${SHAPES[shapeOf(face)]}`;

/** @param {Face} face */
export const letterOf = (face) => LETTERS[colourOf(face)];

/**
 * Return the CSS classes of a piece.
 * @param {string} body @param {Face} face
 */
export const look = (body, face) => `piece ${body} colour-${colourOf(face)}`;

/**
 * Return the shape on a piece and the letter of its colour, which CSS hides unless enabled.
 * @param {Face} face
 * @returns {Vnode[]}
 */
export function picture(face) {
  return [
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, h("path", { d: PATHS[shapeOf(face)] })),
    h("b", { class: "letter", "aria-hidden": "true" }, letterOf(face)),
  ];
}

/**
 * A small piece, for use in text.
 * @param {string} body @param {Face} face @param {string | number} [key]
 */
export function small(body, face, key) {
  return h("span", { class: look(body, face) + " small", role: "img", "aria-label": nameOf(face), key }, picture(face));
}

/**
 * The outline of a shape, for table headings.
 * @param {number} shape
 */
export function outline(shape) {
  return h(
    "svg",
    { viewBox: "0 0 100 100", class: "outline", role: "img", "aria-label": SHAPES[shape] },
    h("path", { d: PATHS[shape] }),
  );
}
