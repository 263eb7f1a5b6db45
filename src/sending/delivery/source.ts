/**
 * From which local address an email leaves, on machines that have several: pools of addresses, of
 * which a project or a stream may have its own. Pure; where they are kept is in sources-store.ts.
 */
import { timeOfId, type Uuid } from '#kernel/base/ids.ts'
import type { Stream } from '../events/email.ts'

export interface Source {
  /** Address to bind to; undefined: the system chooses. */
  readonly address?: string
  /** Name in EHLO; its DNS should lead to the address and back. */
  readonly hostname: string
}

export interface SourceAddress {
  readonly id: Uuid
  readonly address: string
  readonly hostname: string
  /** It has a history: no limits of the day. */
  readonly isWarm: boolean
  /** Of its warm-up, at providers that it has not written to (source-day.ts). */
  readonly firstStage: number
  readonly isPaused: boolean
  /** When a node that sends the stream last had it on its machine, ms since 1970; null: none has. */
  readonly seenAt: Readonly<Record<Stream, number | null>>
}

export interface SourcePool {
  readonly name: string
  /** Null: all. */
  readonly streams: readonly Stream[] | null
  /** Null: everybody's. */
  readonly projects: readonly Uuid[] | null
  readonly addresses: readonly SourceAddress[]
}

/** In the order in which they are looked at. */
export type SourcePools = readonly SourcePool[]

/** What is sent, as far as the choice of its source goes. */
export interface SourceQuery {
  readonly projectId: Uuid
  readonly stream: Stream
  readonly emailId: Uuid
}

/**
 * The first pool made for a project, else for the stream, else for everybody; undefined: the system
 * chooses.
 */
export function poolFor(
  pools: SourcePools,
  { projectId, stream }: Pick<SourceQuery, 'projectId' | 'stream'>,
): SourcePool | undefined {
  return (
    pools.find(one => one.projects?.includes(projectId) && mayCarry(one, stream)) ??
    pools.find(one => one.projects === null && one.streams?.includes(stream)) ??
    pools.find(one => one.projects === null && one.streams === null)
  )
}

const mayCarry = ({ streams }: SourcePool, stream: Stream): boolean =>
  streams === null || streams.includes(stream)

/**
 * The addresses of a pool in the order of one email, the same on every node: each is first for an
 * equal share of all, and what one of them does not take is spread over the others.
 */
export function inOrderOf(pool: SourcePool, emailId: Uuid): readonly SourceAddress[] {
  if (pool.addresses.length < 2) return pool.addresses
  return pool.addresses
    .map(one => ({ one, rank: rankOf(one.id, emailId) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}

/** A number of 32 bits from the random ends of both ids (rendezvous hashing). */
function rankOf(sourceId: Uuid, emailId: Uuid): number {
  let bits = tailOf(emailId) ^ Math.imul(tailOf(sourceId) ^ timeOfId(sourceId), 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

const tailOf = (id: Uuid): number => Number.parseInt(id.slice(-8), 16)
