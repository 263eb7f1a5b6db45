/**
 * An authority that speaks ACME, held to the standards (RFC 8555, RFC 8737): it takes nothing that
 * is not signed as it must be, looks by itself whether a name leads to the node under test, by real
 * connections on loopback whatever the name, and certifies with an authority of its own.
 */
import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { connect } from 'node:tls'
import { certifier } from './acme-certifier.ts'

export interface AuthorityOptions {
  /** Where http and https of every name are looked for. */
  readonly httpPort?: () => number
  readonly httpsPort?: () => number
  readonly kinds?: readonly string[]
  readonly lifeMs?: number
  readonly now?: () => number
}

export interface AcmeAuthority {
  readonly directory: string
  /** PEM of the root. */
  readonly root: string
  /** Names that were certified, in order. */
  readonly issued: string[]
  /** Every request but those for the directory and nonces. */
  readonly requests: string[]
  /** What was asked against the rules. */
  readonly breaches: string[]
  /** Kinds of proof that were looked at. */
  readonly proofs: string[]
  readonly accounts: number
  readonly contacts: readonly string[]
  /** While it is set, it is what every request but for the directory is answered. */
  trouble: { status: number; type?: string; detail?: string; retryAfter?: string } | null
  /** Says of the next nonces that they are used up. */
  badNonces: number
  forgetAccounts(): void
}

interface Account {
  readonly jwk: JsonWebKey
  contact: string[]
}

interface OpenOrder {
  readonly account: string
  readonly name: string
  readonly token: string
  status: 'pending' | 'ready' | 'valid' | 'invalid'
  authorization: 'pending' | 'valid' | 'invalid'
  kind?: string
  error?: { type: string; detail: string }
  chain?: string
}

class Problem extends Error {
  readonly status: number
  readonly type: string
  constructor(status: number, type: string, detail: string) {
    super(detail)
    this.status = status
    this.type = `urn:ietf:params:acme:error:${type}`
  }
}

/** Failed proofs of one name, until it hears that these are too many. */
const maxFailedProofs = 5
const unused = (): number => 1

export async function startAuthority(
  t: TestContext,
  {
    httpPort = unused,
    httpsPort = unused,
    kinds = ['http-01', 'tls-alpn-01', 'dns-01'],
    ...of
  }: AuthorityOptions = {},
): Promise<AcmeAuthority> {
  const { root, certify } = await certifier(of)
  const nonces = new Set<string>()
  const accounts = new Map<string, Account>()
  const orders: OpenOrder[] = []
  const failed = new Map<string, number>()
  const server = createServer((asked, response) => {
    void answer(asked, response).catch((error: unknown) => refuse(response, error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const authority: AcmeAuthority = {
    directory: `${base}/directory`,
    root,
    issued: [],
    requests: [],
    breaches: [],
    proofs: [],
    trouble: null,
    badNonces: 0,
    get accounts() {
      return accounts.size
    },
    get contacts() {
      return [...accounts.values()].flatMap(one => one.contact)
    },
    forgetAccounts: () => accounts.clear(),
  }

  function newNonce(): string {
    const nonce = randomBytes(12).toString('base64url')
    nonces.add(nonce)
    return nonce
  }

  function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
    const isText = typeof body === 'string'
    const type = isText ? 'application/pem-certificate-chain' : 'application/json'
    response.writeHead(status, {
      'Replay-Nonce': newNonce(),
      'Content-Type': status >= 400 ? 'application/problem+json' : type,
      ...headers,
    })
    response.end(isText ? body : JSON.stringify(body))
  }

  function refuse(response: ServerResponse, error: unknown): void {
    const problem =
      error instanceof Problem ? error : new Problem(500, 'serverInternal', String(error))
    if (['malformed', 'unauthorized', 'badNonce'].some(one => problem.type.endsWith(one)))
      if (authority.badNonces === 0) authority.breaches.push(problem.message)
    send(response, problem.status, { type: problem.type, detail: problem.message })
  }

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url ?? '/'
    if (path === '/directory') {
      const at = { newNonce: '/nonce', newAccount: '/account', newOrder: '/order' }
      const urls = Object.entries(at).map(([name, where]) => [name, base + where])
      return send(response, 200, Object.fromEntries(urls))
    }
    if (path === '/nonce') return send(response, 200, {})
    authority.requests.push(path)
    const { trouble } = authority
    if (trouble !== null) {
      const { status, type, detail, retryAfter } = trouble
      const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
      return send(response, status, { type, detail }, headers)
    }
    const { payload, account, jwk } = await readSigned(asked)
    if (path === '/account') return register(response, jwk!, payload)
    if (path.startsWith('/account/')) {
      accounts.get(account)!.contact = payload.contact as string[]
      return send(response, 200, { status: 'valid' })
    }
    if (path === '/order') return open(response, account, payload)
    return about(response, path, { account, payload })
  }

  /** The protected header, and who signed (RFC 8555 §6.2 to §6.5). */
  async function readSigned(asked: IncomingMessage) {
    const malformed = (why: string) => new Problem(400, 'malformed', why)
    if (asked.method !== 'POST') throw malformed(`${asked.method} is no POST`)
    if (asked.headers['content-type'] !== 'application/jose+json') throw malformed('content type')
    if (!asked.headers['user-agent']) throw malformed('no User-Agent')
    let text = ''
    for await (const piece of asked) text += piece
    const body = JSON.parse(text) as Record<'protected' | 'payload' | 'signature', string>
    const head = JSON.parse(Buffer.from(body.protected, 'base64url').toString()) as {
      alg: string
      nonce: string
      url: string
      kid?: string
      jwk?: JsonWebKey
    }
    if (!nonces.delete(head.nonce) || authority.badNonces > 0) {
      const error = new Problem(400, 'badNonce', 'this nonce is none of mine')
      if (authority.badNonces > 0) setImmediate(() => authority.badNonces--)
      throw error
    }
    if (head.url !== base + asked.url) throw malformed(`signed for ${head.url}`)
    if ((head.kid === undefined) === (head.jwk === undefined)) throw malformed('kid or jwk')
    if ((head.jwk !== undefined) !== (asked.url === '/account')) throw malformed('jwk elsewhere')
    const account = head.kid?.slice(base.length) ?? ''
    const jwk = head.jwk ?? accounts.get(account)?.jwk
    if (jwk === undefined) throw new Problem(400, 'accountDoesNotExist', 'no such account')
    if (head.alg !== 'ES256') throw malformed(`algorithm ${head.alg}`)
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }
    const signed = Buffer.from(`${body.protected}.${body.payload}`)
    const signature = Buffer.from(body.signature, 'base64url')
    if (!verify('sha256', signed, key as Parameters<typeof verify>[2], signature)) {
      throw new Problem(403, 'unauthorized', 'the signature is not of this key')
    }
    const payload =
      body.payload === '' ? {} : JSON.parse(Buffer.from(body.payload, 'base64url').toString())
    return { payload: payload as Record<string, unknown>, account, jwk }
  }

  function register(response: ServerResponse, jwk: JsonWebKey, payload: Record<string, unknown>) {
    if (payload.termsOfServiceAgreed !== true) throw new Problem(403, 'userActionRequired', 'terms')
    const id = `/account/${thumbprint(jwk).slice(0, 16)}`
    const isNew = !accounts.has(id)
    if (isNew) accounts.set(id, { jwk, contact: (payload.contact ?? []) as string[] })
    send(response, isNew ? 201 : 200, { status: 'valid' }, { Location: base + id })
  }

  function open(response: ServerResponse, account: string, payload: Record<string, unknown>) {
    const [{ type, value: name }] = payload.identifiers as [{ type: string; value: string }]
    if (type !== 'dns' || /[^a-z0-9.-]/.test(name)) throw new Problem(400, 'malformed', name)
    if (name.endsWith('.refused.test')) {
      throw new Problem(400, 'rejectedIdentifier', 'policy forbids issuing for this name')
    }
    if ((failed.get(name) ?? 0) >= maxFailedProofs) {
      throw new Problem(429, 'rateLimited', `too many failed authorizations for ${name}`)
    }
    const token = randomBytes(24).toString('base64url')
    orders.push({ account, name, token, status: 'pending', authorization: 'pending' })
    const n = orders.length - 1
    send(response, 201, shownOrder(n), { Location: `${base}/order/${n}` })
  }

  function shownOrder(n: number) {
    const { name, status, error, chain } = orders[n]!
    return {
      status,
      identifiers: [{ type: 'dns', value: name }],
      authorizations: [`${base}/authz/${n}`],
      finalize: `${base}/finalize/${n}`,
      ...(error ? { error } : {}),
      ...(chain ? { certificate: `${base}/certificate/${n}` } : {}),
    }
  }

  function shownAuthorization(n: number) {
    const { name, token, authorization, kind, error } = orders[n]!
    const challenges = kinds.map(type => ({
      type,
      token,
      url: `${base}/challenge/${n}/${type}`,
      status: type === kind ? authorization : 'pending',
      ...(type === kind && error ? { error } : {}),
    }))
    return { status: authorization, identifier: { type: 'dns', value: name }, challenges }
  }

  async function about(
    response: ServerResponse,
    path: string,
    { account, payload }: { account: string; payload: Record<string, unknown> },
  ): Promise<void> {
    const [, what, index, kind] = path.split('/')
    const n = Number(index)
    const order = orders[n]
    if (order?.account !== account) throw new Problem(403, 'unauthorized', `${path} is not yours`)
    if (what === 'order') return send(response, 200, shownOrder(n))
    if (what === 'authz') return send(response, 200, shownAuthorization(n))
    if (what === 'challenge') {
      order.kind = kind!
      void prove(order)
      const challenges = shownAuthorization(n).challenges
      return send(
        response,
        200,
        challenges.find(one => one.type === kind),
      )
    }
    if (what === 'finalize') {
      if (order.status !== 'ready') throw new Problem(403, 'orderNotReady', order.status)
      order.chain = await certify(String(payload.csr), order.name)
      order.status = 'valid'
      authority.issued.push(order.name)
      return send(response, 200, shownOrder(n))
    }
    return send(response, 200, order.chain!)
  }

  async function prove(order: OpenOrder): Promise<void> {
    const { jwk } = accounts.get(order.account)!
    authority.proofs.push(order.kind!)
    const expected = `${order.token}.${thumbprint(jwk)}`
    const look =
      order.kind === 'http-01'
        ? proofByHttp(httpPort(), order)
        : proofByTls(httpsPort(), order, expected)
    const found = await look.catch((error: Error) => `nothing: ${error.message}`)
    if (found === expected) {
      Object.assign(order, { authorization: 'valid', status: 'ready' })
      return
    }
    failed.set(order.name, (failed.get(order.name) ?? 0) + 1)
    const error = { type: 'urn:ietf:params:acme:error:unauthorized', detail: `found ${found}` }
    Object.assign(order, { authorization: 'invalid', status: 'invalid', error })
  }

  return authority
}

/** RFC 7638 §3.2: the members that make the key, in the order of their names. */
const thumbprint = ({ crv, kty, x, y }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

type Asked = Pick<OpenOrder, 'name' | 'token'>

/** RFC 8555 §8.3. */
const proofByHttp = (port: number, { name, token }: Asked): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = `/.well-known/acme-challenge/${token}`
    const ask = request({ host: '127.0.0.1', port, path, headers: { Host: name }, agent: false })
    ask.on('error', reject).on('response', response => {
      let text = ''
      response.on('data', piece => (text += piece))
      response.on('end', () =>
        resolve(response.statusCode === 200 ? text.trimEnd() : `HTTP ${response.statusCode}`),
      )
    })
    ask.end()
  })

/** The critical extension acmeIdentifier with a digest in it, and the one name (RFC 8737 §3). */
const proofByTls = (port: number, { name }: Asked, expected: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      servername: name,
      ALPNProtocols: ['acme-tls/1'],
      rejectUnauthorized: false,
    })
    socket.on('error', reject).on('secureConnect', () => {
      const { raw, subjectaltname } = socket.getPeerCertificate()
      const digest = createHash('sha256').update(expected).digest()
      const head = Buffer.from('06082b0601050507011f0101ff04220420', 'hex')
      const isProof =
        socket.alpnProtocol === 'acme-tls/1' &&
        subjectaltname === `DNS:${name}` &&
        raw.includes(Buffer.concat([head, digest]))
      socket.destroy()
      resolve(isProof ? expected : `a certificate for ${subjectaltname}`)
    })
  })
