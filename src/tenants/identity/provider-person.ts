/** Whom an identity provider speaks of: of its claims what is believed, and in what form. */
import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Role } from '../accounts/member.ts'
import { readMemberAddress } from '../accounts/member-address.ts'
import { checkName } from '../accounts/names.ts'
import type { ProviderIdentity } from './identities-store.ts'
import { type Claims, claimAt } from './provider.ts'

/** What a provider may give: who owns an account is nobody's to say but its owners'. */
const grantable = ['developer', 'marketing', 'reader'] as const satisfies readonly Role[]

type GrantedRole = (typeof grantable)[number]

export interface ProviderPerson extends ProviderIdentity {
  /** Null unless the provider says that it is theirs. */
  readonly email: string | null
  /** Empty where it says none that could stand here. */
  readonly name: string
  /** The most that it gives; null: none; undefined: it is not asked. */
  readonly role: GrantedRole | null | undefined
}

export function personOf(
  claims: Claims,
  settings: Pick<Settings, 'MALOTE_OIDC_ROLE_CLAIM'>,
): ProviderPerson {
  const { MALOTE_OIDC_ROLE_CLAIM: path } = settings
  const { email, name } = claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isTrue(claims.email_verified) ? textOr(null, email, readMemberAddress) : null,
    name: textOr('', name, checkName),
    role: path === '' ? undefined : roleIn(claimAt(claims, path)),
  }
}

/** Some say it as a text. An address without it is only one that somebody has typed. */
const isTrue = (said: unknown): boolean => said === true || said === 'true'

function roleIn(claim: unknown): GrantedRole | null {
  const said: readonly unknown[] = [claim].flat()
  return grantable.find(role => said.includes(role)) ?? null
}

/** What is no text, or not one that could stand here, is as good as not said. */
function textOr<T>(other: T, said: unknown, read: (text: string) => string): string | T {
  if (typeof said !== 'string') return other
  try {
    return read(said)
  } catch (error) {
    if (error instanceof Refusal) return other
    throw error
  }
}
