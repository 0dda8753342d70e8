// What this browser stores: appearance, the player's name and age, and seat tokens.

/** @import { Place, Settings } from "./types" */

const KEY = "qwirkle.settings";
const SEAT = "qwirkle.seat.";
const PLACES = "qwirkle.paths";
const MOST_PLACES = 12;

/** @type {Settings} */
const USUAL = { theme: "", letters: false, watching: true, name: "", age: "" };

/** Fallback until the page is closed, since browsers can block localStorage. @type {Map<string, string>} */
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

/** Return the seat token for a room. @param {string} table */
export const secretOf = (table) => read(SEAT + table);

/** @param {string} table @param {string} secret */
export const keepSecret = (table, secret) => write(SEAT + table, secret);

/**
 * Store a seat token from a link. If this browser already has a seat in that room, the link's token
 * is used for this page only and doesn't replace it.
 * @param {string} table @param {string} secret
 */
export function bringSecret(table, secret) {
  const known = secretOf(table);
  if (known === null) keepSecret(table, secret);
  else if (known !== secret) here.set(SEAT + table, secret);
}

/** Delete an invalid seat token: the link's if there is one, otherwise the stored one. @param {string} table */
export function forgetSecret(table) {
  if (here.delete(SEAT + table)) return;
  try {
    localStorage.removeItem(SEAT + table);
  } catch {
    // then it was never stored
  }
}

/** Return the rooms where you have a seat, newest first. @returns {Place[]} */
export function places() {
  try {
    return JSON.parse(read(PLACES) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id @param {Place | null} place null to delete */
export function keepPlace(id, place) {
  const others = places().filter((each) => each.id !== id);
  write(PLACES, JSON.stringify((place ? [place, ...others] : others).slice(0, MOST_PLACES)));
}

/** Return true if the user prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
