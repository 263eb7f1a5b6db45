/**
 * The address of a field that names exactly one mailbox (RFC 5322 §3.4), such as From: whatever
 * breaks the grammar is read in one way by us and in another by a program of the reader's, who may
 * see somebody else's address. Comments and white space stand around words and the address, never
 * in it; a dot in a name without quotes is taken, as everywhere (§4.1).
 */

/** The field's value, unfolded; null: it is not exactly one mailbox. The address is not checked. */
export function oneMailbox(value: string): string | null {
  const { words, angles, isSound } = readTokens(value)
  if (!isSound) return null
  const plain = words.filter(word => !word.startsWith('"'))
  if (angles.length === 1) return plain.some(word => word.includes('@')) ? null : angles[0]!
  return angles.length === 0 && words.length === 1 && plain.length === 1 ? plain[0]! : null
}

interface Tokens {
  /** Outside comments and angle brackets; those in quotes begin with one. */
  readonly words: string[]
  /** What stands between < and >. */
  readonly angles: string[]
  /** Everything that is opened is closed, and no character stands where only quotes allow it. */
  readonly isSound: boolean
}

/** A run of what needs no quotes, a domain's characters and those beyond ASCII among it. */
const word = /[^\x00-\x20\x7f()<>[\]:;\\,"]+/y

function readTokens(value: string): Tokens {
  const words: string[] = []
  const angles: string[] = []
  const broken = { words, angles, isSound: false }
  let at = 0
  while (at < value.length) {
    const first = value[at]!
    let end = at + 1
    if (first === '(') end = endOfComment(value, at)
    else if (first === '"') {
      end = endOfQuotes(value, at)
      words.push(value.slice(at, end))
    } else if (first === '<') {
      end = value.indexOf('>', at) + 1
      angles.push(value.slice(at + 1, end - 1).trim())
    } else if (first !== ' ' && first !== '\t') {
      word.lastIndex = at
      if (!word.test(value)) return broken
      end = word.lastIndex
      words.push(value.slice(at, end))
    }
    // Behind the address stand comments alone.
    if (end === 0 || (angles.length > 0 && !/[<( \t]/.test(first))) return broken
    at = end
  }
  return { words, angles, isSound: true }
}

/** Behind the comment that begins there, those inside it closed too (§3.2.2); 0: it never ends. */
function endOfComment(value: string, start: number): number {
  let depth = 0
  for (let at = start; at < value.length; at++) {
    if (value[at] === '\\') at++
    else if (value[at] === '(') depth++
    else if (value[at] === ')' && --depth === 0) return at + 1
  }
  return 0
}

/** Behind the quoted string that begins there (§3.2.4); 0: it never ends. */
function endOfQuotes(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at++) {
    if (value[at] === '\\') at++
    else if (value[at] === '"') return at + 1
  }
  return 0
}
