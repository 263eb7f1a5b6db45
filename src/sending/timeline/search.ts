/**
 * What `q` of the list of emails asks for (docs/contract.md#finding-emails): one email by an id or
 * its Message-ID, or words.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { parseAddress, partOfAddress } from '#kernel/mail/address.ts'
import { addressBeginning } from '#kernel/mail/address-beginning.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import { fold } from '#kernel/mail/fold.ts'

interface SearchedWord {
  /** As it was written. */
  readonly word: string
  /** All that it may be written like; of a long word, how it begins. */
  readonly spellings: readonly string[]
  /** PostgreSQL's, of all of these. */
  readonly pattern: string
  /** As the database folds it, where the pattern is not all of it. */
  readonly whole?: string
}

export interface EmailSearch {
  readonly emailId?: Uuid
  readonly eventId?: Uuid
  /** In angle brackets; beside words either is enough. */
  readonly messageId?: string
  /** All of them. */
  readonly words: readonly SearchedWord[]
  /** The first word that is a whole address, as addresses are kept. */
  readonly address?: string
}

const minLength = 2
/** Each is looked for by itself. */
const maxWords = 20

/** Throws Refusal. */
export function readSearch(q: string): EmailSearch {
  const text = q.trim()
  const emailId = read('msg', text)
  if (emailId !== null) return { emailId, words: [] }
  const eventId = read('evt', text)
  if (eventId !== null) return { eventId, words: [] }
  if (/^<[^<>\s]+@[^<>\s]+>$/.test(text)) return { messageId: text, words: [] }
  if ([...text].length < minLength) throw tooShort()
  // Of marks without a letter nothing is left, which would be in every email.
  const words = [...new Set(text.split(/\s+/))].filter(word => fold(word) !== '')
  if (words.length === 0) throw tooShort()
  if (words.length > maxWords) throw tooMany()
  const addresses = words.flatMap(word => {
    const parsed = parseAddress(word)
    return parsed.ok ? [parsed.address.email] : []
  })
  return {
    // The longest is the rarest, and where one is not found the others are not looked for.
    words: words.toSorted((a, b) => b.length - a.length).map(searched),
    ...(/^[^<>\s]+@[^<>\s]+$/.test(text) ? { messageId: `<${text}>` } : {}),
    ...(addresses[0] === undefined ? {} : { address: addresses[0] }),
  }
}

/** Addresses that are kept with A-labels, of which a word is no beginning; by their own beginning. */
type AddressesFrom = (kept: string) => Promise<readonly string[]>

/** The same search, which finds what those addresses are in, too. */
export async function withAddresses(
  search: EmailSearch,
  addressesFrom: AddressesFrom,
): Promise<EmailSearch> {
  const words: SearchedWord[] = []
  for (const word of search.words) {
    const beginning = addressBeginning(word.word)
    const known = beginning === null ? [] : await addressesFrom(beginning.kept)
    const meant = known.filter(address => beginning!.isOf(address, fold)).slice(0, maxMeant)
    words.push({ ...word, ...spelled([...word.spellings, ...meant]) })
  }
  return { ...search, words }
}

/** Of one word. */
const maxMeant = 20

/** Longer patterns take the database longer to read than to look for. */
const maxLetters = 60

function searched(word: string): SearchedWord {
  const letters = [...fold(word)]
  if (letters.length <= maxLetters) return { word, ...spelled(spellings(word)) }
  return { word, ...spelled([letters.slice(0, maxLetters).join('')]), whole: word }
}

const spelled = (spellings: readonly string[]) => ({
  spellings,
  pattern: spellings.map(patternOf).join('|'),
})

/**
 * A domain is found however it and the address are written; a word without a dot, where it is a
 * whole label of it.
 */
function spellings(word: string): string[] {
  // Other words are no domains, and to look for each of them twice is not for nothing.
  if (!/[@.\u3002\uff0e\uff61\u0080-\uffff]|xn--/i.test(word)) return [word]
  return [...new Set([word, partOfAddress(word, true), inOwnLetters(word)])]
}

/**
 * What folds (kernel/mail/fold.ts) to the same. As a pattern, since the database takes twenty times
 * as long to fold what it looks through.
 */
function patternOf(word: string): string {
  const letters = [...fold(word)]
  return letters.map(letter => `${classOf(letter)}${marks}`).join('')
}

/** Letters that were written apart from their marks. */
const marks = '[\\u0300-\\u036f]*'

function classOf(letter: string): string {
  // In text made of JSON they stand behind a backslash.
  if (letter === '"') return '\\\\?"'
  if (letter === '\\') return '\\\\{1,2}'
  const variants = variantsOf().get(letter)
  if (variants !== undefined) return `[${letter}${variants}]`
  return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter
}

/** Where letters with marks, capitals and wide forms stand in Unicode. */
const ranges = [
  [0x41, 0x5a],
  [0xaa, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
  [0xff10, 0xff5a],
] as const

let known: ReadonlyMap<string, string> | null = null

/** By a letter as it is folded, all others that fold to it. */
function variantsOf(): ReadonlyMap<string, string> {
  if (known !== null) return known
  const found = new Map<string, string>()
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code)
      const folded = fold(letter)
      if (folded === letter || !/^[\p{L}\p{N}]$/u.test(folded)) continue
      found.set(folded, `${found.get(folded) ?? ''}${letter}`)
    }
  }
  known = found
  return found
}

const tooShort = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'q',
    why: {
      en: `{param} needs at least ${minLength} characters.`,
      pt: `{param} precisa de pelo menos ${minLength} caracteres.`,
    },
  })

const tooMany = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'q',
    why: {
      en: `{param} has at most ${maxWords} words.`,
      pt: `{param} tem no máximo ${maxWords} palavras.`,
    },
  })
