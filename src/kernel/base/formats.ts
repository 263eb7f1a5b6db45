/** Intl's formats, kept: to make one takes a hundred times as long as to use it. */

interface Formats {
  readonly DateTimeFormat: Intl.DateTimeFormat
  readonly NumberFormat: Intl.NumberFormat
  readonly PluralRules: Intl.PluralRules
}

const makers: {
  readonly [Kind in keyof Formats]: (language: string, options: object) => Formats[Kind]
} = {
  DateTimeFormat: (language, options) => new Intl.DateTimeFormat(language, options),
  NumberFormat: (language, options) => new Intl.NumberFormat(language, options),
  PluralRules: language => new Intl.PluralRules(language),
}

/** Pure: they hold nobody's values. */
const formats = new Map<string, Formats[keyof Formats]>()
const maxFormats = 200

/** Throws RangeError for a zone or a currency that Intl does not know. */
export function formatOf<Kind extends keyof Formats>(
  kind: Kind,
  language: string,
  options: object,
): Formats[Kind] {
  const key = JSON.stringify([kind, language, options])
  const known = formats.get(key)
  if (known !== undefined) return known as Formats[Kind]
  const made = makers[kind](language, options)
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, made)
  return made as Formats[Kind]
}
