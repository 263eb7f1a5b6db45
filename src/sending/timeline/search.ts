/**
 * What `q` of the list of emails asks for (docs/contract.md#finding-emails): one email by an id or
 * its Message-ID, or words.
 */
import { domainToUnicode } from 'node:url'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { parseAddress, partOfAddress } from '#kernel/mail/address.ts'

export interface EmailSearch {
  readonly emailId?: Uuid
  readonly eventId?: Uuid
  /** In angle brackets; beside words either is enough. */
  readonly messageId?: string
  /** All of them; each in any of its spellings. */
  readonly words: readonly (readonly string[])[]
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
  const words = [...new Set(text.split(/\s+/))]
  if (words.length > maxWords) throw tooMany()
  const addresses = words.flatMap(word => {
    const parsed = parseAddress(word)
    return parsed.ok ? [parsed.address.email] : []
  })
  return {
    words: words.map(spellings),
    ...(/^[^<>\s]+@[^<>\s]+$/.test(text) ? { messageId: `<${text}>` } : {}),
    ...(addresses[0] === undefined ? {} : { address: addresses[0] }),
  }
}

/** A domain is found however it and the address are written. */
function spellings(word: string): string[] {
  const at = word.lastIndexOf('@')
  if (at < 0) return [word]
  const unicode = domainToUnicode(word.slice(at + 1))
  const decoded = unicode === '' ? [] : [`${word.slice(0, at + 1)}${unicode}`]
  return [...new Set([word, partOfAddress(word), ...decoded])]
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
