/**
 * A body as the request log keeps it: its beginning as it was written, and where something in it is
 * secret, or weighs much, all of it written anew without that. Secrets are known by the names of
 * their fields, which end alike everywhere, and by their form. What is not JSON is shown up to the
 * first such name: what follows it may be anything.
 */
const maxBytes = 8 * 1024
/** Addresses and keys are shorter. */
const maxWordChars = 400
export const removed = '[removed]'

const endings =
  'secret|password|passwd|passphrase|senha|token|api[_-]?key|private[_-]?key|authorization|attachment|recovery[_-]?code'
const secretName = new RegExp(`(?:${endings})s?$`, 'i')
const namedSecret = new RegExp(`(?:${endings})s?"\\s*:`, 'i')
/** Outside JSON, or in what is broken: a form's fields, a name with an escape in it. */
const looselyNamed = new RegExp(`(?:${endings})s?["']?\\s*[:=]|\\\\u[0-9a-f]{4}`, 'i')
const secretParameter = new RegExp(`((?:^|[?&;])[^=&;]*(?:${endings})s?=)[^&;]*`, 'gi')

/** Whether what a field of this name holds is never shown. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** The first bytes of a body as text. */
export function beginningOf(bytes: Buffer): string {
  // One more, or nobody could say whether something was cut off.
  return bytes.toString('utf8', 0, maxBytes + 1)
}

/** What is kept of a body, of which the beginning is enough; `read` reads all of it. */
export function shownBody(whole: string, read: () => unknown): string {
  const text = whole.slice(0, maxBytes + 1)
  const isPlain = !namedSecret.test(text) && !text.includes('\\u')
  return cut(withoutForms(isPlain ? text : rewritten(text, read)))
}

/** What is kept of a body that could not be read, or is no JSON. */
export function shownUnread(whole: string): string {
  const text = whole.slice(0, maxBytes + 1)
  const named = looselyNamed.exec(text)
  return cut(withoutForms(named === null ? text : `${text.slice(0, named.index)}${removed}`))
}

/** Of a text that has no names for what is in it. */
export const shownText = (text: string): string => cut(withoutForms(text.slice(0, maxBytes + 1)))

/** The part of an address behind its `?`. */
export const shownQuery = (query: string): string =>
  withoutForms(query.replaceAll(secretParameter, `$1${removed}`))

function rewritten(text: string, read: () => unknown): string {
  try {
    const out = { text: '' }
    write(read(), out)
    return out.text
  } catch {
    return text.slice(0, looselyNamed.exec(text)?.index ?? 0) + removed
  }
}

/** Ends soon after there is enough: of a long list nothing more is looked at. */
function write(value: unknown, out: { text: string }): void {
  if (out.text.length > maxBytes) return
  if (typeof value === 'string') out.text += JSON.stringify(value.slice(0, maxBytes))
  else if (Array.isArray(value)) writeAll(value.entries(), out, ['[', ']'])
  else if (typeof value === 'object' && value !== null) {
    writeAll(Object.entries(value), out, ['{', '}'])
  } else out.text += JSON.stringify(value) ?? 'null'
}

function writeAll(
  members: Iterable<readonly [string | number, unknown]>,
  out: { text: string },
  [open, close]: readonly [string, string],
): void {
  out.text += open
  let comma = ''
  for (const [name, value] of members) {
    if (out.text.length > maxBytes) return
    out.text += comma
    if (typeof name === 'string') out.text += `${JSON.stringify(name)}:`
    const isHidden = typeof name === 'string' && secretName.test(name) && value !== null
    write(isHidden ? removed : value, out)
    comma = ','
  }
  out.text += close
}

const keyForm = /\b(?:svc_(?:live|test)_[0-9A-Za-z]+|whsec_[0-9A-Za-z+/=_-]+)/g
const userForm = /\/\/[^\s/"'<>@]{1,200}:[^\s/"'<>@]{1,200}@/g

/** Keys and passwords that stand where no name says so, as in a text or an address. */
function withoutForms(text: string): string {
  const withoutKeys =
    text.includes('svc_') || text.includes('whsec_') ? text.replaceAll(keyForm, removed) : text
  return withoutKeys.includes('@') && withoutKeys.includes('://')
    ? withoutKeys.replaceAll(userForm, `//${removed}@`)
    : withoutKeys
}

/** At the end of a word: half an address still says whose it is, and nobody would find it. */
function cut(text: string): string {
  const clean = text.replaceAll('\0', '')
  if (clean.length * 3 <= maxBytes || Buffer.byteLength(clean) <= maxBytes) return clean
  const beginning = Buffer.from(clean).toString('utf8', 0, maxBytes)
  const word = /[^\s"'<>,;:()[\]{}]*$/.exec(beginning.slice(-maxWordChars))![0]
  return beginning.slice(0, beginning.length - word.length)
}
