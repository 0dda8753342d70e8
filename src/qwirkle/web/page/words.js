// Small texts made by the page; everything about the game is worded by the server.

/** @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** @param {string} body @param {number} count */
export const piecesIn = (body, count) => (body === "die" ? counted(count, "die", "dice") : counted(count, "tile", "tiles"));

/** Describe a seat's kind. @param {string} kind */
export const kindOf = (kind) => (kind.startsWith("bot:") ? `bot, ${kind.slice(4)}` : "person");
