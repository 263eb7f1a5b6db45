/**
 * What is attacked: the whole service on loopback over a database of its own, with real loops and
 * sockets. 127.0.0.2 is the one network that is allowed, where the good receivers are: the server
 * for mail, and whatever a part opens. All else on this machine is inside, and must not be reached.
 */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { readSettings } from '#kernel/base/config.ts'
import { idSource, show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Http, HttpRequest, HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { type Service, startService } from '../../../src/service.ts'
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { testWorld } from '../../support/real-world.ts'
import { type Mx, type MxOptions, startMx } from '../../unit/smtp/mx.ts'

export const allowedHost = '127.0.0.2'
/** Where a part may have a server for mail of its own, at the same port. */
export const secondAllowedHost = '127.0.0.4'
export const dashboardUrl = 'http://dash.test'
export const password = 'correct horse battery'

export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string | Buffer
}

export interface Shown {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: attacks reach into answers of any shape
  readonly body: any
  /** Of a refusal, in either envelope. */
  readonly code: string | undefined
  readonly param: string | undefined
}

export interface Arena {
  readonly world: World
  readonly service: Service
  readonly port: number
  /** Sending by SMTP. */
  readonly submissionPort: number
  readonly dns: DnsServer
  readonly mx: Mx
  readonly complaints: readonly string[]
  ask(shot: Shot): Promise<Shown>
  /** Moves the wall clock forward. */
  turn(ms: number): void
  close(): Promise<void>
}

/** Somebody with an account, a project, and a key and a cookie that may do everything in it. */
export interface Party {
  readonly accountId: Uuid
  readonly projectId: Uuid
  readonly email: string
  readonly byKey: Headers_
  readonly byCookie: Headers_
}

export type Headers_ = Readonly<Record<string, string>>

export async function openArena(db: Db): Promise<Arena> {
  const complaints: string[] = []
  const note = (fields: object, message: string) =>
    void complaints.push(`${message} ${JSON.stringify(fields)}`)
  const mx = await startMx({ host: allowedHost, port: await freePort(), misbehave: answerBadly })
  const dns = await startDnsServer({ zones: {} })
  dns.set('inbox.test', 'MX', ['10 mx.inbox.test'])
  dns.set('mx.inbox.test', 'A', [allowedHost])
  const settings = readSettings({
    PORT: '0',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.test',
    MALOTE_BASE_URL: 'http://malote.test',
    MALOTE_DASHBOARD_URL: dashboardUrl,
    MALOTE_SIGNUP: 'open',
    MALOTE_BILLING: 'manual',
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: String(mx.port),
    MALOTE_INBOUND_PORT: '0',
    MALOTE_SUBMISSION_PORT: String(await freePort()),
    MALOTE_NETWORK_ALLOW: `${allowedHost}/32,${secondAllowedHost}/32`,
    MALOTE_TRUSTED_PROXIES: '127.0.0.1/32',
  })
  const log = { debug() {}, info() {}, warn() {}, error: note }
  const base = testWorld({ settings, db, log })
  let shift = 0
  const now = () => base.clock.now() + shift
  const clock = { ...base.clock, now, monotonic: () => base.clock.monotonic() + shift }
  const http = { request: (asked: HttpRequest) => refuseOrAsk(base.http, asked) }
  const world: World = { ...base, clock, http, ids: idSource(now, base.random.bytes) }
  const service = await startService(world)
  const agent = new Agent({ keepAlive: true })
  const port = service.port!
  return {
    ...{ world, service, port, dns, mx, complaints },
    submissionPort: settings.MALOTE_SUBMISSION_PORT,
    ask: shot => ask(port, agent, shot),
    turn(ms) {
      shift += ms
    },
    async close() {
      agent.destroy()
      await service.stop(2_000)
      await mx.close()
      await dns.close()
    },
  }
}

/** To whoever is called so, the server for mail answers with what should run somewhere else. */
export const badlyAnswered = 'bad-answer@inbox.test'
export const hostileText = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://evil.example","x")',
  '\u001b[2J\u001b]0;owned\u0007',
].join(' ')

const answerBadly: NonNullable<MxOptions['misbehave']> = (stage, socket, line) => {
  if (stage !== 'rcpt' || !line.includes(`<${badlyAnswered}>`)) return false
  socket.write(`550-5.1.1 ${hostileText}\r\n550 5.1.1 =1+1 ${hostileText}\r\n`)
  return true
}

/** The DNS provider is up and knows no token; everything else is asked as it always is. */
const refuseOrAsk = async (http: Http, asked: HttpRequest): Promise<HttpResult> =>
  new URL(asked.url).hostname === 'api.cloudflare.com'
    ? { kind: 'answer', status: 403, headers: {}, body: Buffer.from('{}'), truncated: false }
    : http.request(asked)

/** Sends it; of an answer that does not end, what is there at once. */
function ask(port: number, agent: Agent, shot: Shot): Promise<Shown> {
  const { method, path, headers = {}, body } = shot
  const payload = shot.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  const all = { 'accept-language': 'en', ...type, ...length, ...headers }
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, agent, method, path, headers: all }
    const request = httpRequest(options, response => {
      const chunks: Buffer[] = []
      const finish = () => resolve(shown(response, Buffer.concat(chunks).toString()))
      response.on('data', chunk => chunks.push(chunk)).on('error', reject)
      if (!response.headers['content-type']?.startsWith('text/event-stream')) {
        response.on('end', finish)
        return
      }
      finish()
      request.destroy()
    })
    request.on('error', reject).end(payload)
  })
}

function shown({ statusCode, headers }: IncomingMessage, text: string): Shown {
  const isJson = headers['content-type']?.startsWith('application/json') && text !== ''
  const body = isJson ? JSON.parse(text) : null
  const refusal = body?.error ?? (statusCode! >= 400 ? body : null)
  return { status: statusCode!, headers, text, body, code: refusal?.code, param: refusal?.param }
}

let parties = 0

/** An address that nobody has asked from yet, so that one attack's tries do not slow another's. */
export const freshAddress = (): string =>
  `198.18.${Math.floor(parties++ / 250) % 250}.${1 + (parties % 250)}`

export async function newParty({ world, ask }: Arena): Promise<Party> {
  const email = `owner${++parties}@party.test`
  const made = await createAccount(world, {
    ...{ email, password, plan: 'enterprise', trustLevel: 3, language: 'en' },
  })
  return {
    ...made,
    email,
    byKey: await keyOf(world, made.projectId),
    byCookie: await logIn({ ask }, email),
  }
}

export async function keyOf(
  world: World,
  projectId: Uuid,
  { mode = 'live', scope = 'admin', ...more }: KeyOptions = {},
): Promise<Headers_> {
  const { key } = await createKey(world, { projectId, mode, scope, rate: 0, ...more })
  return { authorization: `Bearer ${key}` }
}

interface KeyOptions {
  readonly mode?: Mode
  readonly scope?: Scope
  readonly allowIps?: string[]
}

/** A cookie, and where a page of the dashboard says that it comes from. */
export async function logIn(
  { ask }: Pick<Arena, 'ask'>,
  email: string,
  with_ = password,
): Promise<Headers_> {
  const reply = await tryLogIn({ ask }, { email, password: with_ })
  if (reply.status !== 200) throw new Error(`${email} could not log in: ${reply.text}`)
  return cookieFrom(reply)
}

export const tryLogIn = ({ ask }: Pick<Arena, 'ask'>, body: object, from = freshAddress()) =>
  ask({
    ...{ method: 'POST', path: '/api/session', body },
    headers: { origin: dashboardUrl, 'x-forwarded-for': from },
  })

export function cookieFrom({ headers }: Shown): Headers_ {
  const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? []
  return { cookie, origin: dashboardUrl }
}

export const projectPath = ({ projectId }: Party): string => show('prj', projectId)
