/**
 * The cache of DNS answers, positive and negative (RFC 2308), as long as their records say.
 */
import type { DnsAnswer, LookUp } from '../dns.ts'
import type { Clock } from '../world.ts'
import { hostName, isAskable, type RecordType } from './dns-message.ts'
import type { Data } from './dns-records.ts'

type AskDns = <T extends RecordType>(
  type: T,
  name: string,
  how?: LookUp,
) => Promise<DnsAnswer<Data[T]>>
type CachedAnswer = DnsAnswer<Data[RecordType]>

export interface Fresh {
  readonly answer: CachedAnswer
  readonly keepSeconds: number
}

export type Resolve = (type: RecordType, name: string) => Promise<Fresh>

const cacheEntries = 10_000

interface Entry {
  readonly answer: CachedAnswer
  readonly expiresAt: number
}

/** So long a server that did not answer is not asked the same again (RFC 9520 §3.2). */
const failureSeconds = 30

/** Answers are kept as long as their TTL says (zero: not at all), failures for half a minute. */
export function cached(clock: Clock, resolve: Resolve): AskDns {
  const entries = twoGenerations()
  const inFlight = new Map<string, Promise<CachedAnswer>>()
  const fetch = async (key: string, type: RecordType, name: string) => {
    try {
      const { answer, keepSeconds } = await resolve(type, name)
      const seconds = answer.kind === 'failure' ? failureSeconds : keepSeconds
      const expiresAt = clock.monotonic() + seconds * 1000
      if (seconds > 0) entries.put(key, { answer, expiresAt })
      return answer
    } finally {
      inFlight.delete(key)
    }
  }
  const look = (type: RecordType, asked: string, how?: LookUp): Promise<CachedAnswer> => {
    const name = hostName(asked)
    if (!isAskable(name)) return Promise.resolve({ kind: 'nxdomain', secure: false })
    const key = `${type} ${name}`
    if (how?.fresh) return fetch(key, type, name)
    const entry = entries.get(key)
    const now = clock.monotonic()
    if (entry && entry.expiresAt > now) return Promise.resolve(aged(entry, now))
    const running = inFlight.get(key)
    if (running) return running
    const started = fetch(key, type, name)
    inFlight.set(key, started)
    return started
  }
  // One key has one type, and the readers of that type made what is kept under it.
  return look as AskDns
}

/**
 * What was used lately stays: when the young half is full, the old half goes and the young one
 * grows old. (Moving each used entry to the end of one Map costs 27 µs at 10,000 entries.)
 */
function twoGenerations() {
  let young = new Map<string, Entry>()
  let old = new Map<string, Entry>()
  const put = (key: string, entry: Entry): void => {
    young.set(key, entry)
    if (young.size < cacheEntries / 2) return
    old = young
    young = new Map()
  }
  const get = (key: string): Entry | undefined => {
    const entry = young.get(key)
    if (entry) return entry
    const kept = old.get(key)
    if (kept) put(key, kept)
    return kept
  }
  return { get, put }
}

function aged({ answer, expiresAt }: Entry, now: number): CachedAnswer {
  if (answer.kind !== 'answer') return answer
  return { ...answer, ttlSeconds: Math.ceil((expiresAt - now) / 1000) }
}
