/**
 * The cell (MALOTE_CELL): two characters in front of what comes back from outside, so that a proxy
 * that knows nothing else leads it to the installation that has made it. What was made before there
 * was a cell, or in another one, is read as well.
 */
const cellChars = 2
const cellBefore = /^[a-z0-9]{2}/i
export const cellShape = /^(?:|[a-z0-9]{2})$/

/** A random text of its own length, whose first characters are the cell's. */
export const inCell = (cell: string, random: string): string => cell + random.slice(cell.length)

/** What a reader makes of a token that is ours, or ours behind the two characters of some cell. */
export const behindCell = <T>(token: string, read: (token: string) => T | null): T | null =>
  read(token) ?? (cellBefore.test(token) ? read(token.slice(cellChars)) : null)
