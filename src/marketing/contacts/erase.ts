/** What contacts know of a person, gone; the proofs of consent stay whole without it. */
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { deleteActivityOf } from '../activity/store.ts'
import { consentSecret } from './chain.ts'
import { addressMac } from './consent-record.ts'
import { emptyPayloads } from './consent-store.ts'
import type { ForgetContact } from './remove.ts'
import { deleteContact, findIdByAddress } from './store.ts'

/** Takes the person out of the records; of which mode is not asked, for proofs name none. */
export async function forgetPerson(
  tx: Tx,
  world: Pick<World, 'db' | 'random' | 'settings' | 'runtime'>,
  { projectId }: { readonly projectId: Uuid },
  address: string,
): Promise<void> {
  const secret = await consentSecret(world)
  await emptyPayloads(tx, projectId, [addressMac(secret, projectId, suppressionKey(address))])
}

/** Removes the contact with this address, if there is one. */
export async function removeByAddress(
  tx: Tx,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  address: string,
  forget: ForgetContact,
): Promise<void> {
  const id = await findIdByAddress(tx, owner, suppressionKey(address))
  if (id === null) return
  await deleteContact(tx, owner, id)
  await forget(tx, owner, id)
  await deleteActivityOf(tx, owner.projectId, [id])
}
