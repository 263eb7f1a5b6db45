/** What contacts know of a person, gone; the proofs of consent stay whole without it. */
import { floorId, knownBelow, type Uuid } from '#kernel/base/ids.ts'
import { addressKey } from '#kernel/mail/address.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { forgetActivity } from '../../activity/of-person.ts'
import { consentSecret } from '../consent/chain.ts'
import { addressMac } from '../consent/consent-record.ts'
import { emptyPayloads } from '../consent/consent-store.ts'
import type { Owner } from './contact.ts'
import { deleteContact, findIdByAddressBelow } from './store.ts'

/** Whatever else knows contacts: segments stand above. */
export type ForgetContact = (tx: Tx, owner: Owner, contactId: Uuid) => Promise<void>

/** The kind of work that erases people; its subject is the contact. */
export const erasureKind = 'person erasure'

/** Takes the person out of the records of one mode. */
export async function forgetPerson(
  tx: Tx,
  world: Pick<World, 'db' | 'random' | 'settings' | 'runtime'>,
  owner: Owner,
  { address, askedAt }: { readonly address: string; readonly askedAt: number },
): Promise<void> {
  const secret = await consentSecret(world)
  const macs = [addressMac(secret, owner.projectId, addressKey(address))]
  await emptyPayloads(tx, owner, macs, knownBelow(askedAt))
}

/** Removes the contact that had this address when it was asked for, if there is one. */
export async function removeByAddress(
  tx: Tx,
  owner: Owner,
  person: { readonly address: string; readonly askedAt: number; readonly at: number },
  forget: ForgetContact,
): Promise<void> {
  const { address, askedAt, at } = person
  const id = await findIdByAddressBelow(tx, owner, addressKey(address), floorId(askedAt + 1))
  if (id === null) return
  await deleteContact(tx, owner, id, at)
  await forget(tx, owner, id)
  await forgetActivity(tx, owner.projectId, id)
}
