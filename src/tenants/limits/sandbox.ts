/**
 * The sandbox: an account of trust level 0, and everybody who writes from the sandbox sender, reach
 * only the account's own verified addresses.
 */

import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { ownAddresses } from '../accounts/accounts.ts'
import { memberKey } from '../accounts/member-address.ts'
import { readStandings } from './reserve.ts'

interface Recipient {
  readonly address: string
  /** The field that named it: `to[0]`. */
  readonly param: string
}

/** A refusal for each recipient outside of the account's own addresses, in whatever spelling. */
export function refuseOutsideRecipients(
  own: readonly string[],
  recipients: readonly Recipient[],
): Refusal[] {
  const keys = new Set(own.map(memberKey))
  return recipients
    .filter(one => !keys.has(one.address.toLowerCase()))
    .map(({ param }) => new Refusal('sandbox_recipient', { param }))
}

/**
 * The same with a look at the database: for the sandbox sender (`always`), and where a request is
 * about to be refused for something that comes later in the order of checks.
 */
export async function refuseOutsideSandbox(
  world: Pick<World, 'db' | 'settings'>,
  accountId: Uuid,
  recipients: readonly Recipient[],
  { always }: { readonly always: boolean },
): Promise<Refusal[]> {
  if (always) {
    const own = await ownAddresses(world, accountId)
    return refuseOutsideRecipients(own, recipients)
  }
  const own = (await readStandings(world.db, world, [accountId])).get(accountId)?.ownAddresses
  return own ? refuseOutsideRecipients(own, recipients) : []
}
