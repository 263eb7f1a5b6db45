/**
 * How long a text is, in characters (code points), against a limit. A stranger may have sent
 * megabytes: they are counted only where the number of UTF-16 units, which is at hand, leaves a doubt.
 */

/** More characters than `max`. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max)

/** Fewer characters than `min`. */
export const isShorter = (text: string, min: number): boolean =>
  text.length < 2 * min && [...text].length < min
