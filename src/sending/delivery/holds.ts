/**
 * Mail that the operator holds back, of an account or to a domain: it is accepted as ever, and waits
 * until the hold is let go or its time is over. Holds are few and seldom change, so each process
 * keeps them for some seconds; what is being handed over when one is made goes out.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { letGoWork } from '#platform/queue/retry.ts'
import { deliveryKinds } from '../timeline/delivery-kind.ts'
import {
  deleteHold,
  deleteHoldsBefore,
  type HeldPart,
  type MailHold,
  selectHolds,
  upsertHold,
} from './holds-store.ts'

type HoldingWorld = Pick<World, 'db' | 'clock' | 'ids' | 'signals'>

/** So long after a hold is made or let go another process may still not know it. */
const cacheTtlMs = 2_000
const signal = 'mail holds'
/** Of a call: what is left comes by itself within minutes. */
const maxLetGo = 50_000

interface AddressedMail {
  readonly accountId: Uuid
  readonly address: string
}

interface HeldMail {
  /** The hold that keeps a recipient's mail; null: none does. */
  find(): Promise<(one: AddressedMail) => MailHold | null>
}

const holdsNothing = (): null => null

/** What delivery asks. */
export const heldMail: Part<HeldMail, Pick<World, 'db' | 'clock' | 'signals'>> = {
  name: 'held mail',
  make(world) {
    let readAt = Number.NEGATIVE_INFINITY
    let find: (one: AddressedMail) => MailHold | null = holdsNothing
    world.signals.on(signal, () => {
      readAt = Number.NEGATIVE_INFINITY
    })
    return {
      async find() {
        const { clock, db } = world
        if (clock.monotonic() - readAt < cacheTtlMs) return find
        const at = clock.monotonic()
        find = finderOf(await selectHolds(db, new Date(clock.now())), () => clock.now())
        readAt = at
        return find
      },
    }
  },
}

function finderOf(holds: readonly MailHold[], now: () => number) {
  if (holds.length === 0) return holdsNothing
  const ofAccounts = new Map(holds.map(one => [one.accountId, one]))
  const ofDomains = new Map(holds.map(one => [one.domain, one]))
  return ({ accountId, address }: AddressedMail): MailHold | null => {
    const found = [ofAccounts.get(accountId), ofDomains.get(domainOf(address))]
    const standing = found.filter(one => one && (one.until?.getTime() ?? Infinity) > now())
    return standing[0] ?? null
  }
}

/** Of an address, in small letters. */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Those that stand, oldest first. */
export const listHolds = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<MailHold[]> =>
  selectHolds(db, new Date(clock.now()))

/** Holds back a part of the mail; one that is held already is held as asked now. */
export async function holdMail(
  world: HoldingWorld,
  part: HeldPart,
  { until, note }: { readonly until: number | null; readonly note: Text | null },
): Promise<MailHold> {
  const now = new Date(world.clock.now())
  await deleteHoldsBefore(world.db, now)
  const hold = await upsertHold(world.db, {
    ...part,
    id: world.ids.next(),
    until: until === null ? null : new Date(until),
    note,
    createdAt: now,
  })
  world.signals.emit(signal)
  return hold
}

/** Lets a hold go: what waited for it is tried within seconds. False: there is none. */
export async function letGoMail(world: HoldingWorld, id: Uuid): Promise<boolean> {
  const hold = await deleteHold(world.db, id)
  if (hold === null) return false
  world.signals.emit(signal)
  const dueAt = world.clock.now() + cacheTtlMs
  await letGoWork(world, { kinds: deliveryKinds, part: hold, dueAt, limit: maxLetGo })
  return true
}
