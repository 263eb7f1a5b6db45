/**
 * How the operator helps somebody in: a password or a link to choose one, two-step log-in off, passkeys
 * gone, who they are at an identity provider forgotten.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { addressTaken } from '../accounts/accounts.ts'
import { forgetChanges } from '../accounts/address-changes.ts'
import { claimName } from '../accounts/directory/directory.ts'
import type { Key } from '../accounts/member.ts'
import { readVouchedAddress } from '../accounts/member-address.ts'
import { changeCredentials, giveAddress, mustFindMember } from '../accounts/owner.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { deleteAttemptsOf } from './attempts-store.ts'
import { deleteIdentitiesOf } from './identities-store.ts'
import { issuePasswordLink } from './members.ts'
import { deletePasskeysOf } from './passkeys-store.ts'
import { deleteSessionsOf, deleteTokensOf } from './sessions-store.ts'

interface MemberHelp extends Key {
  /** Null where a password was given. */
  readonly passwordLink: string | null
}

interface HelpRequest {
  readonly email: string
  readonly password?: string | undefined
  readonly isTwoStepOff?: boolean | undefined
  /** Whoever they are at an identity provider is found anew, by their address. */
  readonly isUnlinked?: boolean | undefined
  readonly isWithoutPasskeys?: boolean | undefined
}

/** Whoever is logged in as them is out once the password is another. */
export async function helpMember(world: World, help: HelpRequest): Promise<MemberHelp> {
  const hash = help.password === undefined ? null : await hashPassword(world, help.password)
  return world.db.transaction(async tx => {
    const { accountId, id } = await mustFindMember(tx, help.email)
    const key = { accountId, memberId: id }
    await changeCredentials(tx, key, { passwordHash: hash, isTwoStepOff: help.isTwoStepOff })
    if (help.isUnlinked) await deleteIdentitiesOf(tx, key, null)
    if (help.isWithoutPasskeys) await deletePasskeysOf(tx, key, null)
    return { ...key, passwordLink: await letIn(tx, world, key, hash) }
  })
}

/** Makes an account somebody's by another address, and lets them in; whoever was in is out for good. */
export async function adoptAccount(
  world: World,
  given: {
    readonly accountId: Uuid
    readonly email: string
    readonly password?: string | undefined
  },
): Promise<MemberHelp> {
  const hash = given.password === undefined ? null : await hashPassword(world, given.password)
  const email = readVouchedAddress(given.email)
  const address = { kind: 'address', name: email, taken: () => addressTaken(email) } as const
  return claimName(world, address, use =>
    world.db.transaction(async tx => {
      await use(tx)
      const key = await giveAddress(tx, world, given)
      await changeCredentials(tx, key, { passwordHash: hash })
      await deletePasskeysOf(tx, key, null)
      await deleteIdentitiesOf(tx, key, null)
      await forgetChanges(tx, key)
      await deleteSessionsOf(tx, key, null)
      await deleteAttemptsOf(tx, key.memberId)
      return { ...key, passwordLink: await letIn(tx, world, key, hash) }
    }),
  )
}

/** A link where no password was given; with one, nobody is in, nor may come in, by what was before. */
async function letIn(tx: Tx, world: World, key: Key, hash: string | null): Promise<string | null> {
  if (hash === null) return issuePasswordLink(tx, world, key)
  await deleteTokensOf(tx, key, 'reset')
  await deleteSessionsOf(tx, key, null)
  return null
}
