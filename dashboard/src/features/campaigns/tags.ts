/** Tags as people write them: a word, or a name and a value with a colon between them. */

type Tags = Readonly<Record<string, string>>

export const tagsOf = (tags: Tags): string[] =>
  Object.entries(tags).map(([key, value]) => (value === '' ? key : `${key}:${value}`))

/** As they were typed, with commas between them, each once. */
export const tagsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map(one => one.trim())
      .filter(one => one !== ''),
  ),
]

export const tagsFrom = (texts: readonly string[]): Tags =>
  Object.fromEntries(
    texts.map(text => {
      const at = text.indexOf(':')
      return at < 1 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    }),
  )
