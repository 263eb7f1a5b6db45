/**
 * How texts are compared: `São Paulo`, `sao paulo` and `SAO PAULO` are one. Made here, never by the
 * database, whose lower case and ours differ; both engines of the filters compare the result by its
 * bytes.
 */
const marks = /\p{M}+/gu

/** NFKD (UAX #15) without its marks, in lower case. Folding twice changes nothing. */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(marks, '').toLowerCase()
  // Lower case may bring marks of its own, as of a dotted capital I.
  return lower.normalize('NFKD').replace(marks, '')
}
