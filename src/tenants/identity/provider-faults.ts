/**
 * What can go wrong with an identity provider, as sentences for whoever wants to come in. The log says
 * what it was exactly; neither holds a code, a token or a text that a stranger could have written.
 */
import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'

/** The provider cannot be asked, or is none; the message is for the log. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/** The provider as people know it; null where there is none. */
export const providerHost = ({
  MALOTE_OIDC_ISSUER: issuer,
}: Pick<Settings, 'MALOTE_OIDC_ISSUER'>): string | null =>
  issuer === '' ? null : new URL(issuer).host

/** A refusal that names the provider; `param` says to programs why. */
export const refusedSignIn = (settings: Settings, param: string, why: Text): Refusal =>
  new Refusal('sign_in_failed', { param, why, values: { host: providerHost(settings) ?? '' } })

/** Whoever meets this begins again, and it works; or somebody was playing. */
export const staleSignIn = (settings: Settings): Refusal =>
  refusedSignIn(settings, 'answer', {
    en: 'This sign-in was begun in another window, was used already, or took more than ten minutes. Begin again.',
    pt: 'Este acesso foi iniciado em outra janela, já foi usado ou levou mais de dez minutos. Comece de novo.',
  })

/** Where a password would have opened the door. */
export const byProviderAlone = (settings: Settings): Refusal =>
  refusedSignIn(settings, 'password', {
    en: 'Here people sign in by {host} alone. Use its button.',
    pt: 'Aqui as pessoas entram apenas por {host}. Use o botão correspondente.',
  })

/** Of any error on the way to the provider and back; writes it down. */
export function refusalOfProvider(world: Pick<World, 'log' | 'settings'>, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { settings } = world
  const fault = faultOf(error)
  world.log.warn(
    { issuer: settings.MALOTE_OIDC_ISSUER, code: fault.code, problem: fault.problem },
    'a sign-in by the identity provider failed',
  )
  const values = { host: providerHost(settings) ?? '', word: fault.word }
  return fault.is === 'away'
    ? new Refusal('identity_provider_unavailable', { values })
    : new Refusal('sign_in_failed', { param: 'answer', why: sentences[fault.is], values })
}

interface Fault {
  readonly is: 'away' | keyof typeof sentences
  readonly code: string
  readonly problem: string
  /** What the protocol calls it. */
  readonly word: string
}

function faultOf(error: unknown): Fault {
  const away = causesOf(error).find(one => one instanceof ProviderAway)
  const { code = '', message = '', error: given = '' } = (error ?? {}) as Record<string, string>
  // A word of the protocol (RFC 6749 §4.1.2.1), and nothing else that a URL may hold.
  const word = /^[a-z_]{1,40}$/.test(given) ? given : 'error'
  const problem = away?.message ?? message
  if (away !== undefined || isAway(code, word)) return { is: 'away', code, problem, word }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return { is: 'denied', code, problem, word }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && word === 'invalid_grant') {
    return { is: 'used', code, problem, word }
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') {
    return { is: 'client', code, problem: `${problem} (${word})`, word }
  }
  return { is: 'unbelievable', code, problem, word }
}

const awayCodes: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

const isAway = (code: string, word: string): boolean =>
  awayCodes.has(code) || word === 'temporarily_unavailable' || word === 'server_error'

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = []
  for (let one = error; one instanceof Error && causes.length < 10; one = one.cause) {
    causes.push(one)
  }
  return causes
}

const sentences = {
  denied: {
    en: '{host} did not let you go on ({word}). Begin again, or ask whoever looks after it.',
    pt: '{host} não permitiu continuar ({word}). Comece de novo ou fale com quem cuida dele.',
  },
  used: {
    en: 'This sign-in was used already, or is too old for {host}. Begin again.',
    pt: 'Este acesso já foi usado ou é antigo demais para {host}. Comece de novo.',
  },
  client: {
    en: '{host} refused this installation itself ({word}). Tell whoever runs it.',
    pt: '{host} recusou esta própria instalação ({word}). Avise quem a administra.',
  },
  unbelievable: {
    en: 'The answer of {host} is not one to be believed, so nobody was let in. Begin again; if that does not help, tell whoever runs this installation.',
    pt: 'A resposta de {host} não é confiável, por isso ninguém entrou. Comece de novo; se não adiantar, avise quem administra esta instalação.',
  },
} as const satisfies Record<string, Text>
