/** Their place-holders as Liquid: `{{{contact.first_name|there}}}`, `{{{PRODUCT}}}`. */

const own: Readonly<Record<string, string>> = {
  RESEND_UNSUBSCRIBE_URL: 'unsubscribe_url',
  FIRST_NAME: 'contact.first_name',
  LAST_NAME: 'contact.last_name',
  EMAIL: 'contact.email',
}
const ofContact = new Set(['first_name', 'last_name', 'email', 'id', 'language'])
const maxTextLength = 5 * 1024 * 1024
const place = /\{\{\{\s*([A-Za-z_][\w.]*)\s*(?:\|\s*([^{}]*?)\s*)?\}\}\}/g

export function ourLiquid(text: unknown): unknown {
  // What is longer than any letter is refused as it is.
  if (typeof text !== 'string' || text.length > maxTextLength) return text
  return text.replace(place, (_all, name: string, fallback: string | undefined) => {
    const ours = ourName(name)
    if (fallback === undefined || fallback === '') return `{{ ${ours} }}`
    return `{{ ${ours} | default: ${quoted(fallback)} }}`
  })
}

/** A text of Liquid ends at its own kind of quote. */
const quoted = (text: string): string =>
  text.includes('"') ? `'${text.replaceAll("'", '’')}'` : `"${text}"`

/** Names of variables are small letters here. */
export const ourKey = (key: string): string => key.toLowerCase()

function ourName(name: string): string {
  if (Object.hasOwn(own, name)) return own[name]!
  if (!name.startsWith('contact.')) return ourKey(name)
  const field = name.slice('contact.'.length)
  return ofContact.has(field) ? name : `contact.properties.${field}`
}
