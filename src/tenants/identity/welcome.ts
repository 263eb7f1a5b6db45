/**
 * Who may open an account by themselves (`MALOTE_SIGNUP`): nobody, everybody, or whoever says that
 * they have an address at one of some domains. Invitations and the operator's command ask nobody.
 * Until an address is confirmed, an account only tries things out: a live key, a domain and an
 * invitation reach other people, and none of them is for somebody whom nobody knows.
 */
import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import { readMemberAddress } from '../accounts/member-address.ts'

interface Welcome {
  readonly signup: 'closed' | 'open' | 'domains'
  /** Whose addresses are welcome, as they were written; empty unless `domains`. */
  readonly domains: readonly string[]
}

export function welcomeOf({ MALOTE_SIGNUP: words }: Pick<Settings, 'MALOTE_SIGNUP'>): Welcome {
  const [word] = words
  return word === 'closed' || word === 'open'
    ? { signup: word, domains: [] }
    : { signup: 'domains', domains: words }
}

/** Throws unless somebody with this address may open an account. */
export function mustBeWelcome(settings: Pick<Settings, 'MALOTE_SIGNUP'>, email: string): void {
  const { signup, domains } = welcomeOf(settings)
  if (signup === 'open') return
  if (signup === 'closed') throw new Refusal('signup_closed')
  const address = readMemberAddress(email)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (domains.some(one => canonicalDomain(one) === domain)) return
  throw new Refusal('signup_closed', {
    param: 'email',
    why: {
      en: 'Here only people with an address at {domains} may open an account.',
      pt: 'Aqui, apenas quem tem um endereço em {domains} pode criar uma conta.',
    },
    values: { domains: domains.join(', ') },
  })
}
