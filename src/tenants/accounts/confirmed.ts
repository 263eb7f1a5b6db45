/** What has to wait until somebody of the account has shown that their address is theirs. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { selectVerifiedEmails } from './store.ts'

/** Throws where nobody of the account has a confirmed address. */
export async function mustBeConfirmed(world: Pick<World, 'db'>, accountId: Uuid): Promise<void> {
  const confirmed = await selectVerifiedEmails(world.db, accountId)
  if (confirmed.length === 0) throw new Refusal('address_not_confirmed')
}
