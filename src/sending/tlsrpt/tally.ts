/**
 * Counts sessions for TLS reports (RFC 8460) in memory and writes them down once a minute, so that no
 * email waits for it. Only for domains that ask for reports, which is looked up when writing: of the
 * others nothing is kept. A crash loses a minute of counts, which a report can bear.
 */
import { createHash } from 'node:crypto'
import { hourMs } from '#kernel/base/durations.ts'
import type { Timer, World } from '#kernel/world/world.ts'
import type { TlsPolicy } from '#protocol/smtp/tls-policy.ts'
import type { Peer, TlsFault } from '#protocol/smtp/verdict.ts'
import { reportAddresses } from './address.ts'
import { ofFailure, ofSession, type PolicyResult } from './result.ts'
import { addResults, type ResultRow } from './store.ts'

export interface TlsTally {
  /** An email of the domain went over the session; only the first of a domain counts. */
  session(domain: string, peer: Peer, policy: TlsPolicy): void
  /** What the domain demands was not to be had from this server. */
  failure(
    domain: string,
    at: Pick<Peer, 'host' | 'address'>,
    policy: TlsPolicy,
    fault: TlsFault | { readonly kind: 'refusal' },
  ): void
  /** Writes down what was counted; never rejects. */
  flush(): Promise<void>
  /** Flushes without asking the DNS, which a node that stops cannot wait for; counts no more. */
  close(): Promise<void>
}

const flushEveryMs = 60_000
/** Different results in memory; what more comes is not counted until the next flush. */
const maxKept = 20_000
const rowsPerStatement = 1_000
const lookedUpTogether = 20
/** How long "this domain wants reports" and "it does not" are believed. */
const believeMs = hourMs
const maxBelieved = 20_000

type Outside = Pick<World, 'db' | 'dns' | 'clock' | 'log'>

export function createTally(world: Outside): TlsTally {
  const { clock, db, log } = world
  const wants = createWants(world)
  const seen = new WeakMap<Peer, Set<string>>()
  let counts = new Map<string, ResultRow>()
  let timer: Timer | null = null
  let flushing = Promise.resolve()
  let isClosed = false

  const add = (row: ResultRow): void => {
    const id = `${row.day} ${row.domain} ${row.key.toString('base64')}`
    const known = counts.get(id)
    if (!known && counts.size >= maxKept) return
    counts.set(id, known ? { ...known, count: known.count + row.count } : row)
  }

  const note = (domain: string, result: PolicyResult): void => {
    if (isClosed) return
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const key = createHash('sha256').update(JSON.stringify(result)).digest()
    // With DANE the MX host's domain has a policy of its own, and may ask for reports itself.
    for (const asked of new Set([domain, result.policy.domain])) {
      add({ ...result, day, domain: asked, key, count: 1 })
    }
    timer ??= clock.timer(flushEveryMs, () => void flush())
  }

  const write = async (mayAsk: boolean): Promise<void> => {
    const rows = [...counts.values()]
    counts = new Map()
    try {
      const wanted = await wants([...new Set(rows.map(row => row.domain))], mayAsk)
      const kept = rows.filter(row => wanted.has(row.domain))
      for (let at = 0; at < kept.length; at += rowsPerStatement) {
        await addResults(db, kept.slice(at, at + rowsPerStatement))
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'counts for TLS reports were not written down')
    }
  }

  const flush = (mayAsk = true): Promise<void> => {
    timer?.cancel()
    timer = null
    flushing = flushing.then(() => write(mayAsk))
    return flushing
  }

  return {
    session(domain, peer, policy) {
      const domains = seen.get(peer)
      if (domains?.has(domain)) return
      seen.set(peer, (domains ?? new Set()).add(domain))
      note(domain, ofSession(domain, peer, policy))
    },
    failure(domain, at, policy, fault) {
      note(domain, ofFailure(domain, at, policy, fault))
    },
    flush: () => flush(),
    async close() {
      isClosed = true
      await flush(false)
    },
  }
}

type Wants = (domains: readonly string[], mayAsk: boolean) => Promise<Set<string>>

/** Which of some domains want reports, or may: nobody could tell. */
function createWants({ dns, clock }: Outside): Wants {
  const believed = new Map<string, { readonly wanted: boolean; readonly until: number }>()
  const ask = async (domain: string, mayAsk: boolean): Promise<boolean> => {
    const now = clock.monotonic()
    const known = believed.get(domain)
    if (known && known.until > now) return known.wanted
    if (!mayAsk) return true
    const { kind } = await reportAddresses({ dns }, domain)
    if (kind === 'unknown') return true
    believed.delete(domain)
    believed.set(domain, { wanted: kind === 'wanted', until: now + believeMs })
    if (believed.size > maxBelieved) believed.delete(believed.keys().next().value!)
    return kind === 'wanted'
  }
  return async (domains, mayAsk) => {
    const wanted = new Set<string>()
    for (let at = 0; at < domains.length; at += lookedUpTogether) {
      const some = domains.slice(at, at + lookedUpTogether)
      const answers = await Promise.all(some.map(domain => ask(domain, mayAsk)))
      for (const [i, isWanted] of answers.entries()) if (isWanted) wanted.add(some[i]!)
    }
    return wanted
  }
}
