/**
 * Finds phrases in a server's reply without regular expressions, so that no reply can make the
 * search slow. A phrase is words, in order: `user|mailbox unknown` gives alternatives, `word*` any
 * word beginning so, `word?` an optional word, and `…` a gap of up to four words. The reply is
 * brought into plain words first: lower case, accents and punctuation dropped, and echoed
 * addresses, URLs and host names put behind the place-holders ADDR, URL and HOST, since what a
 * stranger's address spells ("spam@", "blocked.example") says nothing about the verdict.
 */

interface Step {
  readonly words: readonly string[]
  readonly beginnings: readonly string[]
  readonly optional: boolean
  /** How many other words may come before this one. */
  readonly gap: number
}

export type Phrase = readonly Step[]

/** The words of a reply in order, and where each stands. */
export interface WordIndex {
  readonly list: readonly string[]
  readonly places: ReadonlyMap<string, readonly number[]>
}

const widestGap = 4

/** Enough to hold any reply that a person wrote; the rest is padding or an attack. */
export const matchedChars = 4_096
const matchedWords = 500

export function phrase(text: string): Phrase {
  let gap = 0
  const steps: Step[] = []
  for (const part of text.split(' ')) {
    if (part === '…') {
      gap = widestGap
      continue
    }
    const optional = part.endsWith('?')
    const options = (optional ? part.slice(0, -1) : part).split('|')
    steps.push({
      words: options.filter(option => !option.endsWith('*')),
      beginnings: options.filter(option => option.endsWith('*')).map(option => option.slice(0, -1)),
      optional,
      gap,
    })
    // A gap before an optional word is a gap before the word after it too.
    if (!optional) gap = 0
  }
  return steps
}

/** Whether the reply holds the phrase. Work: places of the first word × steps × gap, never more. */
export function holds(reply: WordIndex, wanted: Phrase): boolean {
  if (
    !wanted.every(
      step =>
        step.optional ||
        step.words.some(word => reply.places.has(word)) ||
        step.beginnings.length > 0,
    )
  )
    return false
  return startsOf(reply, wanted[0]!).some(start => continues(reply.list, start + 1, wanted))
}

function startsOf(reply: WordIndex, first: Step): number[] {
  const starts = first.words.flatMap(word => reply.places.get(word) ?? [])
  for (const beginning of first.beginnings) {
    for (const [word, places] of reply.places)
      if (word.startsWith(beginning)) starts.push(...places)
  }
  return starts
}

function continues(list: readonly string[], from: number, wanted: Phrase): boolean {
  let places = [from]
  for (const step of wanted.slice(1)) {
    const next = new Set<number>(step.optional ? places : [])
    for (const place of places) {
      for (let skipped = 0; skipped <= step.gap; skipped++) {
        if (fits(list[place + skipped], step)) next.add(place + skipped + 1)
      }
    }
    if (next.size === 0) return false
    places = [...next]
  }
  return true
}

const fits = (word: string | undefined, step: Step): boolean =>
  word !== undefined &&
  (step.words.includes(word) || step.beginnings.some(beginning => word.startsWith(beginning)))

/** The reply as plain words, cut to `matchedChars`; codes and status numbers are left out. */
export function plainWords(reply: string): WordIndex {
  const text = hideEchoes(reply.slice(0, matchedChars))
    .normalize('NFKD')
    .replace(/['’]s(?![a-z])/gi, '')
    // Romance articles: "l'adresse", "dell'utente".
    .replace(/(?<![a-z])(?:l|d|qu|dell|all|nell|sull)['’](?=[a-z])/gi, '')
    .replace(/[\u0300-\u036f'’]/g, '')
  const list = text
    .slice(0, 2 * matchedChars)
    .split(/\s/)
    .flatMap(plain)
    .slice(0, matchedWords)
  const places = new Map<string, number[]>()
  list.forEach((word, place) => {
    const known = places.get(word)
    if (known) known.push(place)
    else places.set(word, [place])
  })
  return { list, places }
}

/** Addresses in angle brackets may hold blanks (a quoted local part), so they go first. */
function hideEchoes(text: string): string {
  let rest = text
  let kept = ''
  for (;;) {
    const open = rest.indexOf('<')
    const close = open < 0 ? -1 : rest.indexOf('>', open)
    if (close < 0) return kept + rest
    const inner = rest.slice(open + 1, close)
    kept +=
      rest.slice(0, open) + (inner.includes('@') ? ' ADDR ' : ` ${inner.replaceAll('<', ' ')} `)
    rest = rest.slice(close + 1)
  }
}

function plain(token: string): string[] {
  if (token === 'ADDR') return ['ADDR']
  if (token.includes('@')) return around(token, 'ADDR')
  if (/:\/\/|^www\./i.test(token)) return around(token, 'URL')
  const lower = token.toLowerCase()
  const bare = lower.replace(/^[^a-z0-9]{1,9}/, '').replace(/[^a-z0-9]{1,9}$/, '')
  if (isHostName(bare)) return ['HOST']
  return bare
    .replace(/^(e|non|over|black|block|grey|gray)-/, '$1')
    .split(/[^a-z0-9]/)
    .filter(word => word !== '' && !/^[0-9]+$/.test(word))
}

/** A word glued to an address or URL by a colon (`user:spam@x`, `See:http://x`) is kept. */
function around(token: string, holder: string): string[] {
  const colon = token.indexOf(':')
  const before = colon > 0 ? token.slice(0, colon).toLowerCase() : ''
  return /^[a-z]{2,20}$/.test(before) && !/^(?:https?|ftp|mailto|smtp)$/.test(before)
    ? [before, holder]
    : [holder]
}

/** Last labels that make a word with a dot a host name rather than two glued sentences. */
const endings = new Set(
  (
    'com net org edu gov mil int info biz io co dev app cloud email mail local lan test example ' +
    'invalid br uk us de fr jp it es pt nl be ch at se no dk fi pl cz ru ua cn tw kr in au nz ca ' +
    'mx ar cl pe za eu'
  ).split(' '),
)

/** `mx.example.org`, `example.org/block`, `resolver.example.net`; not `blocked.See` or `5.7.1`. */
function isHostName(bare: string): boolean {
  const name = bare.split(/[/:\]]/, 1)[0] ?? ''
  const dot = name.lastIndexOf('.')
  return dot > 0 && endings.has(name.slice(dot + 1)) && !name.includes('..')
}
