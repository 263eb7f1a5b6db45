/**
 * By which doors people come in: a password or a passkey, or where it is set (MALOTE_OIDC_ONLY) an identity provider
 * alone. The owners of the accounts that run the installation keep theirs then: whoever can
 * put things right must not depend on what is wrong.
 */
import type { World } from '#kernel/world/world.ts'
import type { Member } from '../accounts/member.ts'
import { operatorsOf } from '../accounts/store.ts'
import { isHostForPasskeys } from './passkey-answers.ts'
import { providerHost } from './provider-faults.ts'

interface Doors {
  /** The host of the identity provider. */
  readonly provider: string | null
  readonly isProviderOnly: boolean
  readonly hasPasskeys: boolean
}

export const doorsOf = ({ settings }: Pick<World, 'settings'>): Doors => ({
  provider: providerHost(settings),
  isProviderOnly: settings.MALOTE_OIDC_ONLY,
  hasPasskeys: isHostForPasskeys(settings),
})

type MayOpen = (member: Pick<Member, 'accountId' | 'role'>) => boolean

/** Who may come in without the provider. Asks the same, whoever it is about. */
export async function whoNeedsNoProvider({
  db,
  settings,
}: Pick<World, 'db' | 'settings'>): Promise<MayOpen> {
  if (!settings.MALOTE_OIDC_ONLY) return () => true
  const operators = await operatorsOf(db)
  return ({ accountId, role }) => role === 'owner' && operators.includes(accountId)
}
