/**
 * How long a text is, in characters (code points), against a limit. A stranger may have sent
 * megabytes: they are counted only where the number of UTF-16 units, which is at hand, leaves a doubt.
 */

/** More characters than `max`. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || characters(text) > max)

/** Fewer characters than `min`. */
export const isShorter = (text: string, min: number): boolean =>
  text.length < 2 * min && characters(text) < min

/** By its units: a list of them all would cost a text for each. */
function characters(text: string): number {
  let pairs = 0
  for (let i = 1; i < text.length; i++) {
    const isPair =
      (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800
    if (isPair) pairs++
  }
  return text.length - pairs
}
