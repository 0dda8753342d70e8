// What this browser remembers: how the table looks, who plays, and the secrets of its places.

/** @import { Place, Settings } from "./types" */

const KEY = "qwirkle.settings";
const SEAT = "qwirkle.seat.";
const PLACES = "qwirkle.places";
const MOST_PLACES = 12;

/** @type {Settings} */
const USUAL = { theme: "", letters: false, watching: true, name: "", age: "" };

/** What is known until the page is left: a browser may refuse to remember anything. @type {Map<string, string>} */
const here = new Map();

/** @param {string} key @returns {string | null} */
function read(key) {
  try {
    return here.get(key) ?? localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
    here.delete(key);
  } catch {
    here.set(key, value);
  }
}

/** @returns {Settings} */
export function load() {
  try {
    return { ...USUAL, ...JSON.parse(read(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** @param {Settings} settings */
export function save(settings) {
  write(KEY, JSON.stringify(settings));
}

/** @param {Settings} settings */
export function apply(settings) {
  const root = document.documentElement;
  root.dataset.theme = settings.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  root.classList.toggle("letters", settings.letters);
}

/** The secret of one's place at a table. @param {string} table */
export const secretOf = (table) => read(SEAT + table);

/** @param {string} table @param {string} secret */
export const keepSecret = (table, secret) => write(SEAT + table, secret);

/**
 * A secret that a link brought. A seat that one has there already is not lost to it: the link then
 * counts for this page only.
 * @param {string} table @param {string} secret
 */
export function bringSecret(table, secret) {
  const known = secretOf(table);
  if (known === null) keepSecret(table, secret);
  else if (known !== secret) here.set(SEAT + table, secret);
}

/** A secret that leads nowhere any more; behind one that a link brought, the own one may be. @param {string} table */
export function forgetSecret(table) {
  if (here.delete(SEAT + table)) return;
  try {
    localStorage.removeItem(SEAT + table);
  } catch {
    // then it was never remembered
  }
}

/** The tables where one has a seat, the newest first. @returns {Place[]} */
export function places() {
  try {
    return JSON.parse(read(PLACES) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id @param {Place | null} place what to remember, or nothing any more */
export function keepPlace(id, place) {
  const others = places().filter((each) => each.id !== id);
  write(PLACES, JSON.stringify((place ? [place, ...others] : others).slice(0, MOST_PLACES)));
}

/** Whether things are to move as little as possible. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
