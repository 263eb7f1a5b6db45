/**
 * Erasing one person's data from a project on request (GDPR art. 17, LGPD art. 18): the address is
 * replaced wherever it stands, what was written to that person alone is emptied, and what servers
 * answered is removed. Timelines keep their steps, so that figures stay true. What still waits for
 * that person is cancelled; notifications not posted yet are dropped, but for those of the
 * cancelling, which know no address any more.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { floorId, knownBelow } from '#kernel/base/ids.ts'
import { bareAddress } from '#kernel/mail/address.ts'
import { withoutPerson } from '#kernel/mail/without-person.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { ErasureCounts, ErasureScope } from '#platform/lifecycle/lifecycle.ts'
import { deleteWaiting } from '#platform/queue/store.ts'
import { eraseMessages } from '#platform/webhooks/erase-store.ts'
import { type Addressees, listsOf } from '../events/email.ts'
import { deliveryKinds } from './delivery-kind.ts'
import {
  type AddressedEmail,
  changeMessage,
  type Erasure,
  eraseRecipients,
  lockAddressed,
  lockDeliveries,
} from './erase-store.ts'
import { record } from './record.ts'
import { emptyVolumesOf } from './volumes-store.ts'

const batchSize = 100

const erasedDomain = '@erased.invalid'

/** Whether it stands for somebody whose data is gone. */
export const isErased = (address: string): boolean => address.endsWith(erasedDomain)

/** Takes an address out of a project's emails. */
export async function eraseFromEmails(
  world: World,
  { projectId, address: written, modes, askedAt }: ErasureScope,
): Promise<ErasureCounts> {
  const address = bareAddress(written.trim()).toLowerCase()
  let after = floorId(0)
  const below = knownBelow(askedAt)
  const total = { emails: 0, underWay: 0 }
  for (;;) {
    const batch = await world.db.transaction(async tx => {
      const asked = { projectId, address, modes, after, below }
      await lockDeliveries(tx, asked, batchSize)
      const found = await lockAddressed(tx, asked, batchSize)
      const { erasable, stopped } = await stopWaiting(tx, found)
      if (erasable.length > 0) await erase(tx, { projectId, address }, erasable)
      // Only now: the fact and its notifications take the address from the recipient.
      await cancel(tx, world, projectId, stopped)
      return { found, erased: erasable.length }
    })
    total.emails += batch.erased
    total.underWay += batch.found.length - batch.erased
    if (batch.found.length < batchSize) break
    after = batch.found.at(-1)!.emailId
  }
  return total
}

/** Takes what waits out of the queue; erasable is all but what is being delivered right now. */
async function stopWaiting(
  tx: Tx,
  found: readonly AddressedEmail[],
): Promise<{ erasable: readonly AddressedEmail[]; stopped: readonly AddressedEmail[] }> {
  const isOpen = ({ state }: AddressedEmail): boolean =>
    ['queued', 'deferred', 'sent'].includes(state)
  const open = found.filter(isOpen)
  const removed = await deleteWaiting(
    tx,
    deliveryKinds,
    open.filter(one => one.state !== 'sent').map(one => ({ subject: one.emailId, n: one.n })),
  )
  const isRemoved = (one: AddressedEmail): boolean => removed.has(`${one.emailId} ${one.n}`)
  return {
    erasable: found.filter(one => !isOpen(one) || isRemoved(one)),
    stopped: open.filter(isRemoved),
  }
}

async function cancel(
  tx: Tx,
  world: World,
  projectId: Uuid,
  stopped: readonly AddressedEmail[],
): Promise<void> {
  const at = world.clock.now()
  await record(
    tx,
    world,
    stopped.map(({ emailId, n }) => ({ projectId, emailId, n, type: 'cancelled' as const, at })),
  )
}

async function erase(
  tx: Tx,
  { projectId, address }: { readonly projectId: Uuid; readonly address: string },
  found: readonly AddressedEmail[],
): Promise<void> {
  const erasures = found.map((one): Erasure => {
    const placeholder = `erased+${one.n}${erasedDomain}`
    const whole = one.recipients === 1
    const addressees = withoutAddress(one.addressees, address, placeholder)
    return { emailId: one.emailId, n: one.n, placeholder, addressees, whole }
  })
  const events = await eraseRecipients(tx, projectId, address, erasures)
  const ids = erasures.map(one => one.emailId)
  await emptyVolumesOf(tx, projectId, ids)
  const shared = erasures.filter(one => !one.whole && one.addressees.submitted === true)
  for (const one of shared) {
    await changeMessage(tx, { projectId, emailId: one.emailId }, message =>
      withoutPerson(message, address, one.placeholder),
    )
  }
  await eraseMessages(tx, projectId, events)
}

/** The lists as written, with the placeholder where the address was, its display name included. */
function withoutAddress(addressees: Addressees, address: string, placeholder: string): Addressees {
  const isIt = (text: string): boolean => bareAddress(text).toLowerCase() === address
  const replaced = Object.entries(listsOf(addressees)).map(([name, list]) => [
    name,
    list.map(text => (isIt(text) ? placeholder : text)),
  ])
  return { ...addressees, ...Object.fromEntries(replaced) }
}
