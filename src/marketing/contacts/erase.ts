/** What contacts know of a person, gone; the proofs of consent stay whole without it. */
import { floorId, knownBelow, type Uuid } from '#kernel/base/ids.ts'
import { addressKey } from '#kernel/mail/address.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { forgetActivity } from '../activity/of-person.ts'
import { consentSecret } from './chain.ts'
import { addressMac } from './consent-record.ts'
import { emptyOldPayloads, emptyPayloads } from './consent-store.ts'
import type { Owner } from './contact.ts'
import { deleteContact, deleteErasure, findErasure, findIdByAddressBelow } from './store.ts'

/** Whatever else knows contacts: segments stand above. */
export type ForgetContact = (tx: Tx, owner: Owner, contactId: Uuid) => Promise<void>

/** Takes what people could be known by out of the records of those who ended long ago. */
export const forgetLongEnded = (
  sql: Sql,
  ended: Parameters<typeof emptyOldPayloads>[1],
  max: number,
): Promise<number> => emptyOldPayloads(sql, ended, max)

/** The kind of work that erases people; its subject is the contact. */
export const erasureKind = 'person erasure'

type AboutErasure = Parameters<typeof findErasure>[1]

/** A person who is to be erased, and out of which modes; null once that is done. */
export const personToErase = (sql: Sql, about: AboutErasure): ReturnType<typeof findErasure> =>
  findErasure(sql, about)

/** The person is nowhere any more. */
export const erasureDone = (sql: Sql, about: AboutErasure): Promise<void> =>
  deleteErasure(sql, about)

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
