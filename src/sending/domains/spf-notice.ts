/**
 * What makes a published SPF record void for receivers although it names us (RFC 7208 §4.6): words
 * that are none, and more than ten look-ups. Judged as a whole, whoever would send.
 */
import { parseNetwork } from '#kernel/base/addresses.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Dns } from '#kernel/world/dns.ts'

export interface SpfNotice {
  readonly kind: 'malformed' | 'no_record' | 'look_ups'
  /** The word that is wrong, or the domain that has no record of its own. */
  readonly of?: string
}

interface Walk {
  readonly dns: Pick<Dns, 'txt'>
  /** Ours to mend: nobody else hears what is wrong with it. */
  readonly ours: string
  lookUps: number
}

/** RFC 7208 §4.6.4. */
const maxLookUps = 10
/** What is shown of a word. */
const maxWord = 100
const asks = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect'])

/** Null: receivers can use it, or DNS did not tell. Asks DNS eleven times at the most. */
export function findSpfNotice(
  dns: Walk['dns'],
  record: string,
  ours: string,
): Promise<SpfNotice | null> {
  return judge({ dns, ours, lookUps: 0 }, record)
}

async function judge(walk: Walk, record: string): Promise<SpfNotice | null> {
  const words = record
    .split(/ +/)
    .slice(1)
    .filter(word => word !== '')
  const wrong = words.find(word => !isTerm(word))
  if (wrong !== undefined) return { kind: 'malformed', of: wrong.slice(0, maxWord) }
  const isClosed = words.some(word => /^[+?~-]?all$/i.test(word))
  for (const word of words) {
    const { name, target } = termOf(word)
    // Behind "all" nobody is redirected (§6.1).
    if (!asks.has(name) || (name === 'redirect' && isClosed)) continue
    if (++walk.lookUps > maxLookUps) return { kind: 'look_ups' }
    if (name !== 'include' && name !== 'redirect') continue
    const notice = await follow(walk, target)
    if (notice !== null) return notice
  }
  return null
}

/** The record of another domain, which counts as part of this one. */
async function follow(walk: Walk, domain: string): Promise<SpfNotice | null> {
  // What a macro stands for depends on the email.
  if (domain.includes('%')) return null
  const answer = await walk.dns.txt(domain, { fresh: true })
  if (answer.kind === 'failure') return null
  const records = answer.kind === 'answer' ? answer.records.filter(isSpf) : []
  const isOurs = domain.toLowerCase() === walk.ours
  if (records.length !== 1) {
    return isOurs ? null : { kind: 'no_record', of: domain.slice(0, maxWord) }
  }
  const notice = await judge(walk, records[0]!)
  return isOurs && notice?.kind !== 'look_ups' ? null : notice
}

export const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text)

interface Term {
  /** In small letters; empty: it has none. */
  readonly name: string
  /** Behind the `:` or `=`. */
  readonly target: string
}

function termOf(word: string): Term {
  const [, name = '', target = ''] = /^[+?~-]?([a-z][\w.-]*)[:=]?(.*)$/i.exec(word) ?? []
  return { name: name.toLowerCase(), target }
}

/** Whether the word is a mechanism or a modifier (§4.6.1, §5, §6). */
function isTerm(word: string): boolean {
  const { name, target } = termOf(word)
  if (/^[a-z][\w.-]*=/i.test(word)) return name !== 'redirect' || target !== ''
  switch (name) {
    case 'all':
      return /^[+?~-]?all$/i.test(word)
    case 'include':
    case 'exists':
      return /^[+?~-]?\w+:[^/]+/.test(word)
    case 'a':
    case 'mx':
      return /^[+?~-]?\w+(:[^/]+)?(\/\d{1,2})?(\/\/\d{1,3})?$/.test(word)
    case 'ptr':
      return /^[+?~-]?ptr(:.+)?$/i.test(word)
    case 'ip4':
      return isNetwork(target) && !target.includes(':')
    case 'ip6':
      return isNetwork(target) && target.includes(':')
    default:
      return false
  }
}

function isNetwork(text: string): boolean {
  try {
    return parseNetwork(text) !== undefined
  } catch {
    return false
  }
}

/** What to do about it. */
export function spfNoticeText({ kind, of = '' }: SpfNotice): Text {
  switch (kind) {
    case 'malformed':
      return {
        en: `The include is there, but "${of}" is no word of SPF, and receivers then use none of the record. Correct or remove it; it may stand in a record that yours includes.`,
        pt: `O include está lá, mas "${of}" não existe em SPF, e então os destinos não usam nada do registro. Corrija ou remova; pode estar em um registro que o seu inclui.`,
      }
    case 'no_record':
      return {
        en: `The include is there, but the record also refers to ${of}, which does not have exactly one SPF record; receivers then use none of yours. Remove that reference.`,
        pt: `O include está lá, mas o registro também aponta para ${of}, que não tem exatamente um registro SPF; então os destinos não usam nada do seu. Remova essa referência.`,
      }
    case 'look_ups':
      return {
        en: 'The include is there, but the record takes more than ten DNS look-ups (include, a, mx, ptr, exists, redirect; those of included records count), and receivers then use none of it. Remove what you no longer use.',
        pt: 'O include está lá, mas o registro exige mais de dez consultas de DNS (include, a, mx, ptr, exists, redirect; as dos registros incluídos contam), e então os destinos não usam nada dele. Remova o que você não usa mais.',
      }
  }
}
