// Keyboard shortcuts, the same as in the terminal app.

/** @import { Frame } from "./types" */

/** The actions of each key; the first one that is available is performed. */
export const KEYS = {
  "Enter": ["take_hint", "play", "trade", "roll", "keep", "roll_all", "redraw", "pass"],
  " ": ["take_hint", "lay"],
  "r": ["roll", "roll_all", "start_roll"],
  "a": ["mark_all"],
  "Tab": ["next_fit"],
  "Backspace": ["back"],
  "Escape": ["clear", "stop_trade"],
  "t": ["start_trade"],
  "i": ["hint"],
  "s": ["sort"],
  "u": ["undo"],
  "p": ["replay"],
  "w": ["why"],
  "e": ["show_end"],
  "ArrowUp": ["move"],
  "k": ["move"],
  "ArrowDown": ["move"],
  "j": ["move"],
  "ArrowLeft": ["move"],
  "h": ["move"],
  "ArrowRight": ["move"],
  "l": ["move"]
};

/** How far each key moves the cursor, in cells. @type {Record<string, [number, number]>} */
const CURSOR_STEPS = {
  ArrowUp: [0, -1],
  k: [0, -1],
  ArrowDown: [0, 1],
  j: [0, 1],
  ArrowLeft: [-1, 0],
  h: [-1, 0],
  ArrowRight: [1, 0],
  l: [1, 0],
};

/**
 * Return a key's first available action and its arguments, or all its actions if none is available.
 * Return null for other keys.
 * @param {KeyboardEvent} event
 * @param {Frame} frame
 * @returns {{ action: string, args: number[] } | { unavailable: string[] } | null}
 */
export function intendedAction(event, frame) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (/^[1-8]$/.test(event.key)) {
    const slot = Number(event.key) - 1;
    return { action: frame.offers.includes("mark") ? "mark" : "pick", args: [slot] };
  }
  const actions = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
  if (!actions || (event.shiftKey && event.key !== "Tab")) return null;
  const action = actions.find((id) => frame.offers.includes(id));
  if (!action) return event.key === "Tab" ? null : { unavailable: actions };
  if (action === "move") return { action, args: CURSOR_STEPS[event.key] ?? [] };
  if (action === "next_fit") return { action, args: [event.shiftKey ? -1 : 1] };
  return { action, args: [] };
}
