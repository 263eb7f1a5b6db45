/**
 * Signing in by an identity provider (OpenID Connect): its settings, and what is wrong with them.
 * Whoever may sign in depends on them, so they are right from the start, or there is no start.
 */
import { setting } from './setting-values.ts'
import { type FaultText, faultText } from './start-refused.ts'

export const signInSettings = {
  MALOTE_OIDC_ISSUER: setting('text', '', {
    en: 'Identity provider (OpenID Connect) by which members sign in: its issuer, a URL, exactly as the provider writes it. It may be in an internal network; plain http only on this machine.',
    pt: 'Provedor de identidade (OpenID Connect) por onde os membros entram: o seu emissor (issuer), uma URL, exatamente como o provedor a escreve. Pode estar em uma rede interna; http simples só nesta máquina.',
  }),
  MALOTE_OIDC_CLIENT_ID: setting('text', '', {
    en: 'What the provider calls this installation.',
    pt: 'Como o provedor chama esta instalação.',
  }),
  MALOTE_OIDC_CLIENT_SECRET: setting('text', '', {
    en: 'The secret that goes with it. Empty means a public client, by PKCE alone.',
    pt: 'O segredo que vai junto. Vazio significa um cliente público, só com PKCE.',
  }),
  MALOTE_OIDC_ROLE_CLAIM: setting('text', '', {
    en: 'Claim whose values developer, marketing and reader are roles, such as roles or realm_access.roles. At each sign-in the role follows it, owners stay owners; whoever has one and is nobody yet becomes a member of the account that runs the installation, and whoever has none stays outside. Empty means that roles are given here.',
    pt: 'Claim cujos valores developer, marketing e reader são papéis, como roles ou realm_access.roles. A cada entrada o papel segue o claim, e proprietários continuam proprietários; quem tem um papel e ainda não é ninguém vira membro da conta que opera a instalação, e quem não tem nenhum fica de fora. Vazio significa que os papéis são dados aqui.',
  }),
  MALOTE_OIDC_ONLY: setting('boolean', 'false', {
    en: 'Members sign in by the provider alone. Owners of the account that runs the installation keep their password, or nobody could help. Needs MALOTE_SIGNUP=closed.',
    pt: 'Os membros entram só pelo provedor. Os proprietários da conta que opera a instalação mantêm a senha, ou ninguém poderia ajudar. Precisa de MALOTE_SIGNUP=closed.',
  }),
} as const

interface SignInSettings {
  readonly MALOTE_OIDC_ISSUER: string
  readonly MALOTE_OIDC_CLIENT_ID: string
  readonly MALOTE_OIDC_CLIENT_SECRET: string
  readonly MALOTE_OIDC_ROLE_CLAIM: string
  readonly MALOTE_OIDC_ONLY: boolean
}

/** null: they can be used. */
export function faultOfSignIn(
  s: SignInSettings & { readonly MALOTE_SIGNUP: readonly string[] },
): FaultText | null {
  const { MALOTE_OIDC_ISSUER: issuer } = s
  if (issuer === '') {
    const odd = names.find(name => s[name] !== '' && s[name] !== false)
    if (odd === undefined) return null
    return faultText('needs', { setting: odd, needed: 'MALOTE_OIDC_ISSUER' })
  }
  if (!isIssuer(issuer)) {
    return faultText('odd_issuer', { value: issuer })
  }
  if (s.MALOTE_OIDC_CLIENT_ID === '') {
    return faultText('needs', { setting: 'MALOTE_OIDC_ISSUER', needed: 'MALOTE_OIDC_CLIENT_ID' })
  }
  if (s.MALOTE_OIDC_ONLY && s.MALOTE_SIGNUP.join() !== 'closed') {
    return faultText('only_needs_closed')
  }
  return null
}

const names = [
  'MALOTE_OIDC_CLIENT_ID',
  'MALOTE_OIDC_CLIENT_SECRET',
  'MALOTE_OIDC_ROLE_CLAIM',
  'MALOTE_OIDC_ONLY',
] as const

/** OpenID Connect Discovery 1.0 §3: https, with neither query nor fragment. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || text.includes('?') || text.includes('#')) return false
  return url.username === '' && url.password === '' && isSafeUrl(url)
}

/** What goes there, nobody on the way reads: https, or it does not leave this machine. */
export const isSafeUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
