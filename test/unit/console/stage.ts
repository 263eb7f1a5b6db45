/**
 * The dashboard's server for its tests: public API and `/api` on a loopback port over a database of
 * the file's own, with a clock that the test turns; and browsers, each with a cookie and a habit of
 * saying where its calls come from.
 */
import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { apiRoutes } from '#faces/api/routes.ts'
import { type Api, createApi } from '#faces/api/server.ts'
import { createDashboard, type Dashboard } from '#faces/console/mount.ts'
import { readSettings } from '#kernel/base/config.ts'
import { idSource, show, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Log, World } from '#kernel/world/world.ts'
import type { GroupStatus } from '#sending/delivery/shape.ts'
import { createMetrics } from '#sending/stats/metrics.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { createAccount, type NewAccount } from '#tenants/accounts/accounts.ts'
import type { Role } from '#tenants/accounts/member.ts'
import { acceptInvitation, invite } from '#tenants/identity/invitations.ts'
import { type Judge, judgeOf } from '../../support/answers.ts'
import { testWorld } from '../../support/real-world.ts'

export interface Stage {
  readonly world: World
  readonly api: Api
  readonly dashboard: Dashboard
  readonly url: string
  /** Of every answer that browsers get. */
  readonly judge: Judge
  readonly log: readonly { readonly message: string; readonly fields: object }[]
  /** Moves the wall clock forward. */
  turn(ms: number): void
}

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly appRoot?: string
  /** How destinations are shaped, and which of them a project has sent to. */
  readonly lanes?: readonly GroupStatus[]
  readonly sentTo?: (projectId: Uuid) => ReadonlySet<string>
  /** Whether the wall clock moves by `turn` alone, for what counts its seconds. */
  readonly standsStill?: boolean
  /** Real time of a timer, for what waits by timers rather than by the clock. */
  readonly timerMs?: (ms: number) => number
}

/** Whoever calls closes `api`. */
export async function startStage(db: Db, options: StageOptions = {}): Promise<Stage> {
  const lines: { message: string; fields: object }[] = []
  const note = (fields: object, message: string) => void lines.push({ fields, message })
  const log: Log = { debug() {}, info: note, warn: note, error: note }
  const settings = readSettings({
    MALOTE_HOSTNAME: 'malote.test',
    MALOTE_DASHBOARD_URL: 'http://dash.test',
    MALOTE_SIGNUP: 'open',
    ...options.env,
  })
  const base = testWorld({ settings, db, log })
  let shift = 0
  const startedAt = base.clock.now()
  const now = () => (options.standsStill ? startedAt : base.clock.now()) + shift
  const { timerMs = (ms: number) => ms } = options
  const clock = {
    ...base.clock,
    now,
    monotonic: () => base.clock.monotonic() + shift,
    timer: (ms: number, then: () => void) => base.clock.timer(timerMs(ms), then),
  }
  const world: World = { ...base, clock, ids: idSource(now, base.random.bytes) }
  await ensurePartitions(world)
  const lanes = () => options.lanes ?? []
  const metrics = createMetrics(world, lanes, async () => '1.0.0')
  const dashboard = createDashboard(world, {
    routes: apiRoutes,
    metrics,
    lanes,
    sentTo: options.sentTo ?? (() => new Set()),
    appRoot: options.appRoot ?? null,
  })
  const api = createApi(world, apiRoutes, {
    mount: [dashboard.mount],
    metrics: metrics.text,
    observe: metrics.observe,
    statusPage: options.appRoot === undefined,
  })
  const port = await api.listen(0, '127.0.0.1')
  return {
    world,
    api,
    dashboard,
    url: `http://127.0.0.1:${port}`,
    judge: judgeOf([
      ...dashboard.own.map(route => ({ ...route, path: `/api${route.path}` })),
      ...dashboard.ofProjects.map(route => ({
        ...route,
        path: `/api/projects/{project_id}/{mode}${route.path.slice('/v1'.length)}`,
      })),
    ]),
    log: lines,
    turn(ms) {
      shift += ms
    },
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
  readonly body: any
}

export interface Browser {
  cookie: string
  /** A call as the dashboard's pages make it; keeps the cookie that comes back. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

export function newBrowser(stage: Pick<Stage, 'url' | 'judge'>, cookie = ''): Browser {
  return {
    cookie,
    async ask(method, address, body, headers = {}) {
      const answer = await fetch(stage.url + address, {
        method,
        headers: {
          'accept-language': 'en',
          ...(method === 'GET' ? {} : { origin: 'http://dash.test' }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.cookie === '' ? {} : { cookie: this.cookie }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const set = answer.headers.get('set-cookie')?.split(';')[0]
      if (set !== undefined) this.cookie = set.endsWith('=') ? '' : set
      const bytes = Buffer.from(await answer.arrayBuffer())
      const text = bytes.toString()
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      const json = isJson ? JSON.parse(text) : null
      const fault = isJson ? stage.judge(method, address, answer.status, json) : null
      if (fault !== null) throw new Error(fault)
      return { status: answer.status, headers: answer.headers, bytes, text, body: json }
    },
  }
}

export const password = 'correct horse battery'

export interface Tenant {
  readonly accountId: Uuid
  readonly projectId: Uuid
  readonly email: string
  /** `/api/projects/prj_…` */
  readonly base: string
  readonly browser: Browser
}

let tenants = 0

/** An account with its owner logged in. */
export async function makeTenant(
  stage: Stage,
  settings: Partial<NewAccount> = {},
): Promise<Tenant> {
  const email = `owner${++tenants}@tenant.test`
  const made = await createAccount(stage.world, { email, password, language: 'en', ...settings })
  const browser = newBrowser(stage)
  const reply = await browser.ask('POST', '/api/session', { email, password })
  if (reply.status !== 200) throw new Error(`could not log in: ${reply.text}`)
  return { ...made, email, base: `/api/projects/${show('prj', made.projectId)}`, browser }
}

/** A member of the account, logged in. */
export async function addMember(
  stage: Stage,
  tenant: Pick<Tenant, 'accountId'>,
  role: Role,
): Promise<Browser> {
  const email = `${role}${++tenants}@tenant.test`
  const { accountId } = tenant
  const place = { address: '127.0.0.1', agent: 'test' }
  const guest = {
    accountId,
    email,
    role,
    language: 'en',
    address: `10.9.8.${tenants % 250}`,
  } as const
  const { token } = await invite(stage.world, guest)
  await acceptInvitation(stage.world, { ...place, token, password, before: null })
  const browser = newBrowser(stage)
  const reply = await browser.ask('POST', '/api/session', { email, password })
  if (reply.status !== 200) throw new Error(`could not log in: ${reply.text}`)
  return browser
}

/**
 * The link in the newest letter to an address: what would be in their mailbox. With a path, in the
 * newest letter that leads there.
 */
export async function tokenMailedTo(
  stage: Pick<Stage, 'world'>,
  address: string,
  path?: string,
): Promise<string | undefined> {
  const [row] = await stage.world.db.query<{ text: string }>(
    `select c.text from recipients r
     join email_contents c on c.project_id = r.project_id and c.email_id = r.email_id
     where r.address = $1 and ($2::text is null or strpos(c.text, $2 || '?token=') > 0)
     order by r.email_id desc limit 1`,
    [address, path ?? null],
  )
  return /\?token=([A-Za-z0-9_-]+)/.exec(row?.text ?? '')?.[1]
}

/** A small email for sending through `/api`. */
export const letter = (more: object = {}) => ({
  from: 'Shop <hello@shop.test>',
  to: ['someone@reader.test'],
  subject: 'A parcel for you',
  text: 'It is on its way.',
  ...more,
})

/** A folder that looks like a built application. */
export async function makeApp(): Promise<string> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'malote-app-'))
  await fs.mkdir(path.join(root, 'assets'))
  await fs.writeFile(path.join(root, 'index.html'), '<!doctype html><title>app</title>')
  await fs.writeFile(path.join(root, 'assets', 'index-abc123.js'), 'export {}')
  await fs.writeFile(path.join(root, 'malote.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const icon = new URL('../../../dashboard/public/favicon.ico', import.meta.url)
  await fs.copyFile(icon, path.join(root, 'favicon.ico'))
  return root
}
