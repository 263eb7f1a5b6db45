/**
 * The whole public API over a database, called without a socket; accounts whose things another
 * account tries to reach; DNS and HTTP to the outside as functions.
 */

import { apiRoutes } from '#faces/api/routes.ts'
import { type Api, createApi } from '#faces/api/server.ts'
import { resendSurface } from '#faces/resend/compatibility.ts'
import { readSettings } from '#kernel/base/config.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode, Route } from '#kernel/routes/route.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { createAccount, createProject, getProject } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { NewApiKey } from '#tenants/accounts/new-key.ts'
import { notify } from '#tenants/accounts/notices.ts'
import { newestNotices } from '#tenants/accounts/notices-store.ts'
import { judgeOf } from '../../support/answers.ts'
import { png } from '../../support/pictures.ts'
import { testWorld } from '../../support/real-world.ts'

export const allRoutes: readonly Route[] = [...apiRoutes, ...resendSurface.routes]

export interface Ask {
  readonly key?: string
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
  readonly body: any
}

export interface Stage {
  readonly world: World
  readonly api: Api
  ask(method: string, path: string, options?: Ask): Promise<Reply>
  key(projectId: Uuid, input?: Partial<NewApiKey>): Promise<{ id: Uuid; key: string }>
}

export async function setStage(
  db: Db,
  parts: Partial<World> = {},
  environment = {},
): Promise<Stage> {
  const settings = readSettings({ MALOTE_BASE_URL: 'http://malote.test', ...environment })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const world: World = { ...testWorld({ settings, db, log }), dns: nobody, ...parts }
  await ensurePartitions(world)
  const api = createApi(world, apiRoutes, { surfaces: [resendSurface] })
  return {
    world,
    api,
    async ask(method, path, { key, body, raw, headers } = {}) {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const answer = await api.inject({
        method: method as 'GET',
        url: path,
        headers: {
          'accept-language': 'en',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(payload === undefined ? {} : { payload }),
      })
      const type = String(answer.headers['content-type'] ?? '')
      const isJson = type.startsWith('application/json') && answer.payload !== ''
      const read = isJson ? JSON.parse(answer.payload) : null
      const fault = isJson ? judge(method, path, answer.statusCode, read) : null
      if (fault !== null) throw new Error(fault)
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.payload,
        body: read,
      }
    },
    key: (projectId, input) =>
      createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0, ...input }),
  }
}

const judge = judgeOf(apiRoutes)
const none = async () => ({ kind: 'none' as const, secure: false, ttl: 0 })
/** Nothing exists in this DNS. */
const nobody = new Proxy({}, { get: () => none }) as World['dns']

let accounts = 0

/** An account that may send what it likes. */
export function makeAccount(world: World): Promise<{ accountId: Uuid; projectId: Uuid }> {
  const email = `owner${++accounts}@malote.test`
  return createAccount(world, { email, plan: 'enterprise', trustLevel: 3, language: 'en' })
}

export const makeSibling = async (world: World, accountId: Uuid): Promise<Uuid> =>
  (await createProject(world, { accountId, name: 'Sibling' })).id

/** One of everything that has an id, as its public ids. */
export interface Things {
  readonly domainName: string
  readonly email: string
  readonly event: string
  readonly webhook: string
  readonly attempt: string
  readonly suppression: string
  readonly notice: string
  readonly request: string
  readonly domain: string
  readonly claim: string
  readonly contact: string
  readonly consent: string
  readonly topic: string
  readonly property: string
  readonly segment: string
  readonly static: string
  readonly activity: string
  readonly form: string
  readonly import: string
  readonly file: string
  readonly template: string
  readonly saved: string
  readonly campaign: string
  readonly sequence: string
  readonly enrollment: string
  /** Of the template. */
  readonly version: string
  /** Of the campaign. */
  readonly link: string
}

export type Kind = Exclude<keyof Things, 'domainName'>

let names = 0

export async function makeThings(
  { world, ask, key }: Stage,
  projectId: Uuid,
  mode: Mode = 'live',
): Promise<Things> {
  const domainName = `shop${++names}.test`
  const { id: domainId } = await createDomain(world, { projectId, name: domainName })
  await trustDomain(world, domainId)
  const { key: admin } = await key(projectId, { mode })
  const post = async (path: string, body: unknown) => {
    const { status, body: made, text } = await ask('POST', path, { key: admin, body })
    if (status >= 300) throw new Error(`POST ${path}: ${text}`)
    return made as { id: string }
  }
  const scheduled_at = new Date(world.clock.now() + 3_600_000).toISOString()
  const sent = await post('/v1/emails', {
    from: `a@${domainName}`,
    to: [`someone${names}@example.org`],
    subject: 'Secret',
    text: 'Hi',
    attachments: [{ filename: 'secret.txt', content: Buffer.from('Secret').toString('base64') }],
    scheduled_at,
  })
  const timeline = await ask('GET', `/v1/emails/${sent.id}`, { key: admin })
  const hook = await post('/v1/webhooks', {
    url: `https://hooks${names}.example.org/`,
    events: ['delivered'],
  })
  const entry = await post('/v1/suppressions', {
    email: `blocked${names}@example.org`,
    stream: 'all',
  })
  const claim = await post('/v1/domains/claim', { name: `claimed${names}.test` })
  return {
    domainName,
    email: sent.id,
    event: timeline.body.events[0].id,
    webhook: hook.id,
    attempt: await makeAttempt(world, projectId, hook.id),
    suppression: entry.id,
    notice: await makeNotice(world, projectId, mode),
    request: String(timeline.headers['request-id']),
    domain: show('dom', domainId),
    claim: claim.id,
    ...(await makePeople(post, ask, admin)),
    ...(await makeCampaign(world, post, projectId)),
  }
}

type Post = (path: string, body: unknown) => Promise<{ id: string }>

async function makePeople(post: Post, ask: Stage['ask'], key: string) {
  const property = `property_${names}`
  await post('/v1/contact-properties', { key: property, type: 'string' })
  const topic = await post('/v1/topics', { name: { en: `Topic ${names}` } })
  const contact = await post('/v1/contacts', {
    email: `person${names}@example.org`,
    topics: [topic.id],
  })
  const consents = await ask('GET', `/v1/contacts/${contact.id}/consents`, { key })
  const segment = await post('/v1/segments', { name: `Dynamic ${names}`, filter: { all: [] } })
  const members = await post('/v1/segments', { name: `Static ${names}`, kind: 'static' })
  const other = await post('/v1/topics', { name: { en: `Topic of a form ${names}` } })
  const form = await post('/v1/forms', { name: `Form ${names}`, topics: [other.id] })
  const activity = await post('/v1/activity', { contact_id: contact.id, name: 'order.paid' })
  return {
    property,
    topic: topic.id,
    contact: contact.id,
    consent: consents.body.data[0].id,
    segment: segment.id,
    static: members.id,
    activity: activity.id,
    form: form.id,
    import: (await post('/v1/imports', { format: 'csv' })).id,
    file: await makeFile(ask, key),
    ...(await makeTemplate(post)),
    ...(await makeSequence(post, contact.id)),
  }
}

async function makeFile(ask: Stage['ask'], key: string): Promise<string> {
  const raw = await png({ width: 4, height: 3 })
  const { body } = await ask('POST', '/v1/files', {
    key,
    raw,
    headers: { 'content-type': 'image/png' },
  })
  return body.id
}

/** With a link, as the start of sending would have numbered it. */
async function makeCampaign({ db }: World, post: Post, projectId: Uuid) {
  const { id } = await post('/v1/campaigns', { name: `Campaign ${names}` })
  await db.query(
    'insert into campaign_links (project_id, campaign_id, n, url) values ($1, $2, 1, $3)',
    [projectId, read('cmp', id), 'https://shop.example.org/'],
  )
  return { campaign: id, link: '1' }
}

async function makeSequence(post: Post, contact: string) {
  const steps = [{ key: 'wait', type: 'wait', for: 'P30D' }]
  const sequence = await post('/v1/sequences', { name: `Sequence ${names}`, steps })
  await post(`/v1/sequences/${sequence.id}/publish`, {})
  const path = `/v1/sequences/${sequence.id}/enrollments`
  const enrollment = await post(path, { contact_id: contact })
  return { sequence: sequence.id, enrollment: enrollment.id }
}

async function makeTemplate(post: Post) {
  const variants = { pt: { subject: 'Oi', html: '<p>Oi</p>' } }
  const template = await post('/v1/templates', { name: `Template ${names}`, variants })
  await post(`/v1/templates/${template.id}/publish`, {})
  const blocks = [{ type: 'divider' }]
  const saved = await post('/v1/saved-blocks', { name: `Saved ${names}`, blocks })
  return { template: template.id, version: '1', saved: saved.id }
}

async function makeNotice(world: World, projectId: Uuid, mode: Mode): Promise<string> {
  const { accountId } = (await getProject(world, projectId))!
  const notice = { accountId, level: 'info', code: 'import_done', projectId, mode } as const
  const text = { en: `Import ${names}`, pt: `Importação ${names}` }
  await world.db.transaction(tx => notify(tx, world, [{ ...notice, text }]))
  const [made] = await newestNotices(world.db, accountId, 1)
  return show('ntc', made!.id)
}

/** A notification that was posted, as the loop would have written it. */
async function makeAttempt(world: World, projectId: Uuid, webhook: string): Promise<string> {
  const id = world.ids.next()
  await world.db.query(
    `insert into webhook_attempts (project_id, webhook_id, id, event_id, at, duration_ms,
       status_code, request_body) values ($1, $2, $3, $4, $5, 7, 500, '{}')`,
    [projectId, read('whk', webhook), id, world.ids.next(), new Date(world.clock.now())],
  )
  return show('att', id)
}

/** Ids of all kinds that nobody has. */
export function unknownThings(world: World): Things {
  const next = (prefix: Parameters<typeof show>[0]) => show(prefix, world.ids.next())
  return {
    domainName: 'unknown.test',
    email: next('msg'),
    event: next('evt'),
    webhook: next('whk'),
    attempt: next('att'),
    suppression: next('sup'),
    notice: next('ntc'),
    request: next('req'),
    domain: next('dom'),
    claim: next('dom'),
    contact: next('con'),
    consent: next('cns'),
    topic: next('top'),
    property: 'unknown_key',
    segment: next('seg'),
    static: next('seg'),
    activity: next('evt'),
    form: next('frm'),
    import: next('imp'),
    file: next('fil'),
    template: next('tpl'),
    saved: next('blk'),
    campaign: next('cmp'),
    sequence: next('seq'),
    enrollment: next('enr'),
    version: '999',
    link: '999',
  }
}
