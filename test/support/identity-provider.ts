/**
 * An identity provider on loopback: as much of OpenID Connect as one needs to sign in, with a person
 * who is signed in there already, and with every way to answer wrongly that a test asks for. It
 * believes nobody either: client, address to return to, code and PKCE are looked at.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Claims = Record<string, unknown>

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** `GET /authorize`, `POST /token`, …, as they came. */
  readonly calls: string[]
  /** What it says of the person. */
  person: Claims
  /** What it says at the userinfo endpoint; null: there is none. */
  userinfo: Claims | null
  /** Spoils the next answers. */
  twist: Twist
  /** What a browser does there: the query with which it is sent back. */
  visit(url: string): Promise<URLSearchParams>
  close(): Promise<void>
}

export interface Twist {
  /** Put over the claims of the token. */
  readonly claims?: Claims
  /** Put over its header; `alg: none` leaves the signature out. */
  readonly header?: Claims
  /** Signed by a key that is not the provider's. */
  readonly isForged?: boolean
  /** The person says no. */
  readonly isDenied?: boolean
  /** Every call is answered so. */
  readonly status?: number
  /** Put over what it says of itself. */
  readonly metadata?: Claims
  /** It refuses the installation's credentials. */
  readonly knowsNoClient?: boolean
}

interface Grant {
  readonly nonce: string
  readonly challenge: string
  readonly redirect: string
}

/** Keys cost a tenth of a second each. */
let keys: { own: Pair; foreign: Pair } | undefined
interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}
const newPair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startIdentityProvider(path = ''): Promise<IdentityProvider> {
  keys ??= { own: newPair(), foreign: newPair() }
  const grants = new Map<string, Grant>()
  let codes = 0
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}${path}`,
    clientId: 'malote',
    clientSecret: 'a secret of the client',
    calls: [],
    person: {},
    userinfo: null,
    twist: {},
    async visit(url) {
      const sent = await fetch(url, { redirect: 'manual' })
      const location = sent.headers.get('location')
      if (location === null) throw new Error(`not sent back: ${sent.status} ${await sent.text()}`)
      return new URL(location).searchParams
    },
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', provider.issuer)
    provider.calls.push(`${request.method} ${url.pathname}`)
    const { twist } = provider
    if (twist.status !== undefined) return json(response, twist.status, { error: 'server_error' })
    const at = url.pathname.slice(path.length)
    if (at === '/.well-known/openid-configuration') return json(response, 200, metadata())
    if (at === '/jwks') return json(response, 200, { keys: [jwk(keys!.own)] })
    if (at === '/authorize') return authorize(url.searchParams, response)
    if (at === '/token') return exchange(request, response)
    if (at === '/userinfo' && provider.userinfo) return json(response, 200, provider.userinfo)
    return json(response, 404, {})
  }

  const metadata = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    ...(provider.userinfo ? { userinfo_endpoint: `${provider.issuer}/userinfo` } : {}),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    ...provider.twist.metadata,
  })

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const wrong =
      asked.get('client_id') !== provider.clientId ||
      asked.get('response_type') !== 'code' ||
      asked.get('code_challenge_method') !== 'S256' ||
      !asked.get('scope')?.split(' ').includes('openid')
    if (wrong) {
      json(response, 400, { error: 'invalid_request' })
      return
    }
    const redirect = asked.get('redirect_uri') ?? ''
    const code = `code-${++codes}`
    grants.set(code, {
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirect,
    })
    const back = new URL(redirect)
    if (provider.twist.isDenied) back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = new URLSearchParams(Buffer.concat(chunks).toString())
    const basic = Buffer.from(
      `${encodeURIComponent(provider.clientId)}:${encodeURIComponent(provider.clientSecret).replaceAll('%20', '+')}`,
    ).toString('base64')
    if (request.headers.authorization !== `Basic ${basic}` || provider.twist.knowsNoClient) {
      return json(response, 401, { error: 'invalid_client' })
    }
    const code = asked.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const verifier = createHash('sha256').update(asked.get('code_verifier') ?? '')
    const isRight =
      grant !== undefined &&
      grant.redirect === asked.get('redirect_uri') &&
      grant.challenge === verifier.digest('base64url')
    if (!isRight) return json(response, 400, { error: 'invalid_grant' })
    json(response, 200, {
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: token(grant.nonce),
    })
  }

  function token(nonce: string): string {
    const now = Math.floor(Date.now() / 1000)
    const { twist } = provider
    const header = { alg: 'RS256', typ: 'JWT', kid: 'k1', ...twist.header }
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      iat: now,
      exp: now + 60,
      nonce,
      ...provider.person,
      ...twist.claims,
    }
    const head = `${part(header)}.${part(claims)}`
    if (header.alg === 'none') return `${head}.`
    const { privateKey } = twist.isForged ? keys!.foreign : keys!.own
    return `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`
  }
  return provider
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const jwk = ({ publicKey }: Pair) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: 'k1',
  alg: 'RS256',
  use: 'sig',
})

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
