/**
 * Talking with the identity provider: OpenID Connect Core 1.0 with Discovery 1.0, the authorization
 * code flow with PKCE (RFC 7636), by openid-client over our own HTTP. What the provider says is believed
 * once its signature, issuer, audience, time (the machine's: a provider does not live ahead with
 * MALOTE_CLOCK_AHEAD) and nonce are right. It may be in an internal network,
 * since the operator has named it; other hosts that it names are called under the usual guards.
 */
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import type { Settings } from '#kernel/base/config.ts'
import { hourMs } from '#kernel/base/durations.ts'
import { isSafeUrl } from '#kernel/base/sign-in-settings.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { type AttemptToken, partOf } from './attempts.ts'
import { ProviderAway, refusalOfProvider, staleSignIn } from './provider-faults.ts'

type Oidc = typeof import('openid-client')
type Outside = Pick<World, 'http' | 'clock' | 'settings' | 'runtime' | 'log'>

const callMs = 10_000
const maxAnswerBytes = 500_000
/** What the provider says of itself is asked for again after this time, and after any failure. */
const knownForMs = hourMs
const scope = 'openid email profile'

/** Where the provider sends people back to: a page of the dashboard. */
const returnUrl = ({ MALOTE_DASHBOARD_URL: url }: Settings): string => `${url}/login/callback`

/** Where the browser is to go; what comes back is judged by `claimsOf` with the same token. */
export async function authorizationUrl(world: Outside, token: AttemptToken): Promise<string> {
  return asking(world, async ({ oidc, config }) => {
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: returnUrl(world.settings),
      scope,
      state: partOf(token, 'state'),
      nonce: partOf(token, 'nonce'),
      code_challenge: await oidc.calculatePKCECodeChallenge(partOf(token, 'verifier')),
      code_challenge_method: 'S256',
    })
    if (!isSafeUrl(url)) throw new ProviderAway('its page for people is not at https')
    return url.href
  })
}

/** What the provider says of whoever has signed in there. */
export type Claims = Readonly<Record<string, unknown>> & {
  readonly iss: string
  readonly sub: string
}

/** Exchanges the code of an answer (a query) for what it stands for; throws Refusal. */
export async function claimsOf(
  world: Outside,
  token: AttemptToken,
  answer: URLSearchParams,
): Promise<Claims> {
  return asking(world, async ({ oidc, config }) => {
    if (answer.get('state') !== partOf(token, 'state')) throw staleSignIn(world.settings)
    const tokens = await oidc.authorizationCodeGrant(
      config,
      new URL(`${returnUrl(world.settings)}?${answer}`),
      {
        pkceCodeVerifier: partOf(token, 'verifier'),
        expectedState: partOf(token, 'state'),
        expectedNonce: partOf(token, 'nonce'),
        idTokenExpected: true,
      },
    )
    const claims = tokens.claims()
    if (claims === undefined) throw staleSignIn(world.settings)
    if (!lacksSomething(claims, world.settings)) return claims
    // Many say the address and the groups here alone. That it is the same person, the library sees.
    const { userinfo_endpoint: more } = config.serverMetadata()
    if (more === undefined) return claims
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
  })
}

const lacksSomething = (claims: Claims, { MALOTE_OIDC_ROLE_CLAIM: role }: Settings): boolean =>
  claims.email === undefined ||
  claims.email_verified === undefined ||
  (role !== '' && claimAt(claims, role) === undefined)

/** A claim by its name, or by a path through objects (`realm_access.roles`). */
export function claimAt(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

interface ProviderConfig {
  readonly oidc: Oidc
  readonly config: Configuration
  /** By the clock that never goes back. */
  readonly until: number
}

const knownProvider: Part<{ known: ProviderConfig | null }, unknown> = {
  name: 'identity provider',
  make: () => ({ known: null }),
}

/** Throws Refusal for whatever goes wrong; the log says what it was. */
async function asking<T>(world: Outside, ask: (known: ProviderConfig) => Promise<T>): Promise<T> {
  const kept = world.runtime.get(knownProvider, world)
  try {
    const now = world.clock.monotonic()
    if (kept.known === null || kept.known.until <= now) {
      kept.known = { ...(await discover(world)), until: now + knownForMs }
    }
    return await ask(kept.known)
  } catch (error) {
    // Keys and endpoints may be others by now.
    kept.known = null
    throw refusalOfProvider(world, error)
  }
}

async function discover(world: Outside): Promise<Pick<ProviderConfig, 'oidc' | 'config'>> {
  const oidc = await import('openid-client')
  const { settings } = world
  const issuer = new URL(settings.MALOTE_OIDC_ISSUER)
  const isPlain = issuer.protocol === 'http:'
  const found = await oidc.discovery(issuer, settings.MALOTE_OIDC_CLIENT_ID, undefined, undefined, {
    [oidc.customFetch]: fetchBy(world),
    timeout: callMs / 1000,
    ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}),
  })
  const server = found.serverMetadata()
  // The library lets some providers name an issuer of several customers: whose people are those?
  if (URL.parse(server.issuer)?.href !== issuer.href) {
    throw new ProviderAway(`it calls itself ${server.issuer}`)
  }
  const config = new oidc.Configuration(
    server,
    settings.MALOTE_OIDC_CLIENT_ID,
    undefined,
    authenticationBy(oidc, settings, server.token_endpoint_auth_methods_supported),
  )
  config[oidc.customFetch] = fetchBy(world)
  config.timeout = callMs / 1000
  if (isPlain) oidc.allowInsecureRequests(config)
  // Signatures are looked at, too: that the answer came by TLS would be enough for the standard.
  oidc.enableNonRepudiationChecks(config)
  return { oidc, config }
}

/** By what the provider takes; where it says nothing, it is Basic (Discovery 1.0 §3). */
function authenticationBy(
  oidc: Oidc,
  { MALOTE_OIDC_CLIENT_SECRET: secret }: Settings,
  methods: readonly string[] = ['client_secret_basic'],
): ClientAuth {
  if (secret === '') return oidc.None()
  return methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret)
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const fetchBy =
  ({ http, settings }: Outside): CustomFetch =>
  async (url, { method, headers, body }) => {
    const target = new URL(url)
    if (!isSafeUrl(target)) throw new ProviderAway(`${target.host} is not asked by plain http`)
    const answer = await http.request({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...headers, 'User-Agent': 'Malote (openid-client)' },
      ...(body ? { body: String(body) } : {}),
      timeoutMs: callMs,
      maxAnswerBytes,
      trusted: target.host === new URL(settings.MALOTE_OIDC_ISSUER).host,
    })
    if (answer.kind === 'failure') throw new ProviderAway(`${answer.reason}: ${answer.message}`)
    if (answer.truncated) throw new ProviderAway('an answer was too long')
    const { status } = answer
    if (status >= 500) throw new ProviderAway(`HTTP ${status}`)
    return new Response(bodiless.has(status) ? null : new Uint8Array(answer.body), {
      status,
      headers: answer.headers,
    })
  }
