// What this browser stores: settings, the player's name and age, seat tokens, and the rooms where you have a seat.

/** @import { SavedRoom, Settings } from "./types" */

// Users' browsers hold data under these keys: don't rename them.
const SETTINGS_KEY = "qwirkle.settings";
const SEAT_KEY_PREFIX = "qwirkle.seat.";
const ROOMS_KEY = "qwirkle.places";
const MAX_SAVED_ROOMS = 12;

/** @type {Settings} */
const DEFAULTS = { theme: "", letters: false, watching: true, name: "", age: "" };

/** Values kept until the page is closed, because browsers can block localStorage. @type {Map<string, string>} */
const fallbackStorage = new Map();

/** @param {string} key @returns {string | null} */
function read(key) {
  try {
    return fallbackStorage.get(key) ?? localStorage.getItem(key);
  } catch {
    return fallbackStorage.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  try {
    localStorage.setItem(key, value);
    fallbackStorage.delete(key);
  } catch {
    fallbackStorage.set(key, value);
  }
}

/** @returns {Settings} */
export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(read(SETTINGS_KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(SETTINGS_KEY, JSON.stringify(settings));
}

/** @param {Settings} settings */
export function applySettings(settings) {
  const root = document.documentElement;
  root.dataset.theme = settings.theme || (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  root.classList.toggle("letters", settings.letters);
}

/** Return the seat token for a room, or null. @param {string} roomId */
export const loadSeatToken = (roomId) => read(SEAT_KEY_PREFIX + roomId);

/** @param {string} roomId @param {string} seatToken */
export const saveSeatToken = (roomId, seatToken) => write(SEAT_KEY_PREFIX + roomId, seatToken);

/**
 * Store a seat token from a link. If this browser already has a seat in that room, the link's token
 * is used for this page only and doesn't replace it.
 * @param {string} roomId @param {string} seatToken
 */
export function saveLinkToken(roomId, seatToken) {
  const stored = loadSeatToken(roomId);
  if (stored === null) saveSeatToken(roomId, seatToken);
  else if (stored !== seatToken) fallbackStorage.set(SEAT_KEY_PREFIX + roomId, seatToken);
}

/** Delete an invalid seat token: the link's if there is one, otherwise the stored one. @param {string} roomId */
export function deleteSeatToken(roomId) {
  if (fallbackStorage.delete(SEAT_KEY_PREFIX + roomId)) return;
  try {
    localStorage.removeItem(SEAT_KEY_PREFIX + roomId);
  } catch {
    // localStorage is blocked, so the token was never stored
  }
}

/** Return the rooms where you have a seat, newest first. @returns {SavedRoom[]} */
export function savedRooms() {
  try {
    return JSON.parse(read(ROOMS_KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Save a room, or delete it if null. @param {string} id @param {SavedRoom | null} room */
export function saveRoom(id, room) {
  const others = savedRooms().filter((other) => other.id !== id);
  write(ROOMS_KEY, JSON.stringify((room ? [room, ...others] : others).slice(0, MAX_SAVED_ROOMS)));
}

/** Return true if the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
