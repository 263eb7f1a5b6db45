/** Shortening a text without cutting through what people see as one sign (UAX 29): a flag, a family. */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** None of these joins what stands beside it. */
const simple = /^[\u0020-\u02ff]*$/
/** No sign that people see has more code units; a longer one is cut. */
const maxUnits = 64

/** The first signs; the whole text where it has no more. */
export function firstSigns(text: string, count: number): string {
  if (text.length <= count) return text
  const head = text.slice(0, count * maxUnits)
  // What comes behind may belong to the last of them.
  if (simple.test(text.slice(0, count + 1))) return text.slice(0, count)
  let end = 0
  let n = 0
  for (const { segment } of segmenter.segment(head)) {
    if (n === count) return head.slice(0, end)
    end += segment.length
    n += 1
  }
  return head.slice(0, end)
}

/** Of a short text. */
export const signsIn = (text: string): number =>
  simple.test(text) ? text.length : [...segmenter.segment(text)].length
