/** Putting work into the queue, inside the transaction of the fact that causes it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { QueueLine } from './entry.ts'
import {
  type DestinationDigest,
  type Entry,
  firstAttempt,
  type Kind,
  type NewEntry,
  noDestination,
} from './entry.ts'
import { insertEntries } from './store.ts'

export interface Work {
  readonly kind: Kind
  readonly projectId: Uuid
  /** What the work is about: an email, a post. */
  readonly subject: Uuid
  /** Which recipient of the email; 0 where there is only one thing to do. */
  readonly n?: number
  /** What it goes to: work for the same waits in one line (destination.ts). */
  readonly destination?: DestinationDigest
  /** Who made it, where that may be held or taken back as a whole: a campaign. */
  readonly sourceId?: Uuid | null
  /** It has its place in a day of the warm-up already. */
  readonly warmUpPassed?: boolean
  readonly dueAt: number
}

type Outside = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>

/**
 * Adds work. What is due at once goes to this process's own loop, as far as that takes it; for
 * everything else the loop is woken.
 */
export async function enqueue(tx: Tx, world: Outside, work: readonly Work[]): Promise<void> {
  const { own } = world.clock
  const createdAt = own?.real() ?? world.clock.now()
  const placed =
    own === undefined ? work : work.map(one => ({ ...one, ...own.place(one.kind, one.dueAt) }))
  const kinds = Map.groupBy(placed, one => one.kind)
  const made = [...kinds].flatMap(([kind, some]) =>
    makeEntries(tx, world, { kind, some, createdAt }),
  )
  await insertEntries(tx, made)
}

interface Making {
  readonly kind: Kind
  readonly some: readonly Work[]
  readonly createdAt: number
}

/** The entries of one kind, and who hears of them after the commit. */
function makeEntries(tx: Tx, world: Outside, { kind, some, createdAt }: Making): NewEntry[] {
  const consumer = world.handoff.find<Entry, QueueLine>(kind)
  const isTaken = consumer?.choose()
  const leaseUntil = consumer?.leaseUntil() ?? null
  const made = some.map((one): NewEntry => {
    const entry = { ...plain, ...one, id: world.ids.next(), createdAt }
    const isHanded = one.dueAt <= createdAt && isTaken?.(entry) === true
    return { ...entry, leaseUntil: isHanded ? leaseUntil : null }
  })
  const handed = made.filter(one => one.leaseUntil !== null)
  if (handed.length > 0) tx.committed(() => consumer!.take(handed.map(claimed), leaseUntil!))
  if (handed.length < made.length) tx.committed(() => wake(world, kind))
  return made
}

const plain = { n: 0, destination: noDestination, sourceId: null, warmUpPassed: false } as const

/** As it is after its first claim. */
const claimed = (one: NewEntry): Entry => ({
  id: one.id,
  projectId: one.projectId,
  subject: one.subject,
  n: one.n,
  destination: one.destination,
  attempt: firstAttempt,
  tries: 0,
  createdAt: one.createdAt,
  warmUpPassed: one.warmUpPassed,
  faults: 0,
})

/** Tells the loop of this process that there is something to do. */
export function wake(world: Pick<World, 'signals'>, kind: Kind): void {
  world.signals.emit(`queue:${kind}`)
}
