/** Who reaches what under /api: strangers, other tenants, each role, the operator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DashboardRoute } from '#faces/console/dashboard-call.ts'
import { show } from '#kernel/base/ids.ts'
import { createProject } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import {
  addMember,
  type Browser,
  letter,
  makeTenant,
  newBrowser,
  type Stage,
  startStage,
  type Tenant,
} from './stage.ts'

const { db } = await testDatabase()

let stage: Stage
/** Runs the installation. */
let operator: Tenant
let alice: Tenant
let mallory: Tenant
/** Alice's things, by the parameter that names them. */
let things: Record<string, string>

before(async () => {
  stage = await startStage(db)
  mallory = await makeTenant(stage, { plan: 'scale', trustLevel: 3 })
  operator = await makeTenant(stage)
  await changeOperator(db, operator.accountId, true)
  alice = await makeTenant(stage, { plan: 'scale', trustLevel: 3 })
  things = await makeThings(alice)
})
after(() => stage.api.close())

/** One of everything that has an id. */
async function makeThings(tenant: Tenant): Promise<Record<string, string>> {
  const { browser, base, projectId } = tenant
  const key = await createKey(stage.world, { projectId, mode: 'live', scope: 'admin' })
  const email = (await browser.ask('POST', `${base}/test/emails`, letter())).body
  const suppression = (
    await browser.ask('POST', `${base}/live/suppressions`, { email: 'x@y.test', stream: 'all' })
  ).body
  const invited = (
    await browser.ask('POST', '/api/members', {
      email: `guest-${projectId}@x.test`,
      role: 'reader',
    })
  ).body
  const { data: sessions } = (await browser.ask('GET', '/api/sessions')).body
  await db.query(
    `insert into notices (account_id, id, level, code, text, created_at)
     values ($1, $2, 'info', 'trust_raised', '{"en": "Hello", "pt": "Olá"}', $3)`,
    [tenant.accountId, stage.world.ids.next(), new Date()],
  )
  const { data: notices } = (await browser.ask('GET', '/api/notices')).body
  return {
    project_id: base.split('/').at(-1)!,
    key_id: show('key', key.id),
    emails: email.id,
    suppressions: suppression.id,
    members: invited.id,
    sessions: sessions[0].id,
    notice_id: notices[0].id,
    account_id: show('acc', tenant.accountId),
  }
}

/** A path with Alice's ids put in. */
function hers(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_mark, name: string, at: number) => {
    const before_ = path.slice(0, at).split('/').at(-2) ?? ''
    return things[name] ?? things[before_] ?? 'whk_00000000000000000000000000000000'
  })
}

const own = (route: DashboardRoute) => `/api${hers(route.path)}`
const ofProject = (path: string, mode: string) =>
  `${alice.base}/${mode}${hers(path.slice('/v1'.length))}`

const call = (browser: Browser, method: string, url: string) =>
  browser.ask(method, url, method === 'GET' || method === 'DELETE' ? undefined : {})

describe('Without a session', () => {
  test('every path but the open ones is not_authenticated', async () => {
    const stranger = newBrowser(stage)
    const forged = newBrowser(stage, `malote_session=${'A'.repeat(43)}`)
    let count = 0
    for (const browser of [stranger, forged]) {
      for (const route of stage.dashboard.own.filter(one => one.access !== 'open')) {
        const reply = await call(browser, route.method, own(route))
        assert.equal(reply.body?.error.code, 'not_authenticated', `${route.method} ${route.path}`)
        count++
      }
      for (const route of stage.dashboard.ofProjects) {
        const reply = await call(browser, route.method, ofProject(route.path, 'live'))
        assert.equal(reply.body?.error.code, 'not_authenticated', `${route.method} ${route.path}`)
        assert.equal(reply.status, 401)
        count++
      }
    }
    assert.ok(count > 100, `${count} calls`)
  })

  test('a key of the public API is no session, and a session no key', async () => {
    const { key } = await createKey(stage.world, {
      projectId: alice.projectId,
      mode: 'live',
      scope: 'admin',
    })
    const byKey = await newBrowser(stage).ask('GET', '/api/session', undefined, {
      authorization: `Bearer ${key}`,
    })
    assert.equal(byKey.body.error.code, 'not_authenticated')
    const bySession = await alice.browser.ask('GET', '/v1/emails')
    assert.equal(bySession.body.error.code, 'missing_api_key')
  })
})

describe('Another tenant', () => {
  test('finds nothing of hers on any path', async () => {
    const known = new Set(['resource_not_found', 'route_not_found'])
    let count = 0
    for (const mode of ['live', 'test']) {
      for (const route of stage.dashboard.ofProjects) {
        const reply = await call(mallory.browser, route.method, ofProject(route.path, mode))
        assert.equal(reply.status, 404, `${route.method} ${route.path}: ${reply.text}`)
        assert.equal(reply.body.error.code, 'resource_not_found')
        count++
      }
    }
    for (const route of stage.dashboard.own.filter(one => one.path.includes('{'))) {
      const body = { role: 'owner', name: 'Mine', mode: 'live', scope: 'admin' }
      const needed = route.body === undefined ? undefined : pick(route, body)
      const reply = await mallory.browser.ask(route.method, own(route), needed)
      assert.equal(reply.status, 404, `${route.method} ${route.path}: ${reply.text}`)
      assert.ok(known.has(reply.body.error.code))
      count++
    }
    assert.ok(count > 60, `${count} calls`)
    const still = await alice.browser.ask('GET', `${alice.base}/keys`)
    assert.equal(still.body.data.length, 2, 'her keys are all there')
  })

  test('finds nothing of hers by her ids within a project of its own', async () => {
    for (const route of stage.dashboard.ofProjects.filter(one => one.path.includes('{id}'))) {
      for (const mode of ['live', 'test']) {
        const url = `${mallory.base}/${mode}${hers(route.path.slice(3))}`
        const body = route.body === undefined ? undefined : { scheduled_at: '2999-01-01T00:00:00Z' }
        const reply = await mallory.browser.ask(
          route.method,
          url,
          route.method === 'GET' ? undefined : body,
        )
        assert.ok([400, 404].includes(reply.status), `${route.method} ${url}: ${reply.text}`)
        assert.doesNotMatch(reply.text, /parcel|x@y\.test/)
      }
    }
    const key = await mallory.browser.ask('DELETE', `${mallory.base}/keys/${things.key_id}`)
    assert.equal(key.body.error.code, 'resource_not_found')
  })

  test('sees in its lists what is its own only', async () => {
    for (const path of ['/api/projects', '/api/members', '/api/notices', '/api/sessions']) {
      const reply = await mallory.browser.ask('GET', path)
      for (const id of Object.values(things)) assert.ok(!reply.text.includes(id), `${path}: ${id}`)
    }
  })

  test('a deleted project is gone for its own account, too', async () => {
    const made = await createProject(stage.world, {
      accountId: alice.accountId,
      name: 'Short-lived',
    })
    const base = `/api/projects/${show('prj', made.id)}`
    assert.equal((await alice.browser.ask('GET', `${base}/live/emails`)).status, 200)
    assert.equal((await alice.browser.ask('DELETE', base)).status, 200)
    assert.equal((await alice.browser.ask('GET', `${base}/live/emails`)).status, 404)
    const last = await mallory.browser.ask('DELETE', mallory.base)
    assert.equal(last.body.error.code, 'last_project')
  })
})

function pick(route: DashboardRoute, from: Record<string, string>): Record<string, string> {
  const known = Object.keys((route.body as unknown as { properties: object }).properties)
  return Object.fromEntries(Object.entries(from).filter(([name]) => known.includes(name)))
}

describe('Each role', () => {
  const allowed = {
    owner: { send: true, read: true, admin: true, developer: true, owner: true },
    developer: { send: true, read: true, admin: true, developer: true, owner: false },
    marketing: { send: true, read: true, admin: false, developer: false, owner: false },
    reader: { send: false, read: true, admin: false, developer: false, owner: false },
  } as const

  for (const role of ['owner', 'developer', 'marketing', 'reader'] as const) {
    test(`${role}: exactly what the role allows, on every path`, async () => {
      const browser = await addMember(stage, mallory, role)
      const may = allowed[role]
      for (const route of stage.dashboard.ofProjects) {
        // Ids that nobody has: whoever may is told so, and nothing is changed.
        const url = `${mallory.base}/test${route.path.slice(3).replaceAll(/\{\w+\}/g, 'x_1')}`
        if (route.name === 'stream.get') continue
        const reply = await call(browser, route.method, url)
        const isForbidden = reply.body?.error?.code === 'insufficient_scope'
        assert.equal(
          isForbidden,
          !may[route.scope],
          `${role} ${route.name}: ${reply.text.slice(0, 200)}`,
        )
      }
      for (const route of stage.dashboard.own) {
        if (route.access === 'open') continue
        if (route.access === 'operator' || route.access === 'operator_owner') continue
        if (['sessions.delete', 'members.delete'].includes(route.name)) continue
        if (route.name === 'totp.setup') continue
        const url = `/api${route.path.replaceAll(/\{\w+\}/g, 'x_1')}`
        const body = route.body === undefined ? undefined : { nonsense: 1 }
        const reply = await browser.ask(route.method, url, body)
        const isForbidden = reply.body?.error?.code === 'insufficient_scope'
        const expected = route.access === 'member' ? false : !may[route.access]
        assert.equal(isForbidden, expected, `${role} ${route.name}: ${reply.text.slice(0, 200)}`)
      }
    })
  }

  test('everybody may leave, nobody else may be sent away, and one owner stays', async () => {
    const tenant = await makeTenant(stage)
    const reader = await addMember(stage, tenant, 'reader')
    const developer = await addMember(stage, tenant, 'developer')
    const ids = (await tenant.browser.ask('GET', '/api/members')).body.data
    const idOf = (role: string) => ids.find((one: { role: string }) => one.role === role).id
    const away = await developer.ask('DELETE', `/api/members/${idOf('reader')}`)
    assert.equal(away.body.error.code, 'insufficient_scope')
    assert.equal((await reader.ask('DELETE', `/api/members/${idOf('reader')}`)).status, 200)
    assert.equal((await reader.ask('GET', '/api/session')).status, 401)
    const last = await tenant.browser.ask('DELETE', `/api/members/${idOf('owner')}`)
    assert.equal(last.body.error.param, 'role')
    const demoted = await tenant.browser.ask('PATCH', `/api/members/${idOf('owner')}`, {
      role: 'reader',
    })
    assert.equal(demoted.body.error.param, 'role')
  })

  test('two owners who demote each other at once leave one', async () => {
    const tenant = await makeTenant(stage)
    const other = await addMember(stage, tenant, 'owner')
    const ids: string[] = (await other.ask('GET', '/api/members')).body.data.map(
      (one: { id: string }) => one.id,
    )
    await Promise.all([
      tenant.browser.ask('PATCH', `/api/members/${ids[1]}`, { role: 'reader' }),
      other.ask('PATCH', `/api/members/${ids[0]}`, { role: 'reader' }),
    ])
    const [row] = await db.query<{ owners: number }>(
      `select count(*)::integer as owners from members where account_id = $1 and role = 'owner'`,
      [tenant.accountId],
    )
    assert.equal(row!.owners, 1)
  })
})

describe('The operator', () => {
  /** What a call does not go without. */
  const filled: Readonly<Record<string, object>> = {
    'operator.queue.retry': { domain: 'nowhere.test' },
    'operator.holds.create': { domain: 'nowhere.test', hours: 1 },
    'operator.sourceAddresses.create': { address: '127.0.0.9', hostname: 'out.malote.test' },
    'operator.waiting.return': { domain: 'nowhere.test', count: 1, reason: { en: '.', pt: '.' } },
  }
  /** Of those that make something, or want an id or a query that is not given here. */
  const answered: Readonly<Record<string, string>> = {
    'operator.holds.create': '201',
    'operator.holds.delete': '404 resource_not_found',
    'operator.waiting.get': '400 invalid_field',
    'operator.nodes.drain': '404 resource_not_found',
    'operator.nodes.resume': '404 resource_not_found',
    'operator.sourceAddresses.create': '201',
    'operator.sourceAddresses.get': '404 resource_not_found',
    'operator.sourceAddresses.update': '404 resource_not_found',
    'operator.sourceAddresses.delete': '404 resource_not_found',
    'operator.sourceAddresses.pause': '404 resource_not_found',
    'operator.sourceAddresses.resume': '404 resource_not_found',
    'operator.sourceAddresses.promote': '404 resource_not_found',
  }

  test("alone has the operator's pages; for all others there are none", async () => {
    const reader = await addMember(stage, operator, 'reader')
    for (const route of stage.dashboard.own.filter(one => one.access === 'operator')) {
      const body = route.body === undefined ? undefined : (filled[route.name] ?? {})
      for (const browser of [alice.browser, reader]) {
        const reply = await browser.ask(route.method, own(route), body)
        assert.equal(reply.body.error.code, 'route_not_found', route.name)
      }
      const reply = await operator.browser.ask(route.method, own(route), body)
      const code = reply.body.error?.code
      const answer = [reply.status, ...(code ? [code] : [])].join(' ')
      assert.equal(answer, answered[route.name] ?? '200', `${route.name}: ${reply.text}`)
    }
    assert.equal((await operator.browser.ask('GET', '/api/session')).body.operator, true)
    assert.equal((await alice.browser.ask('GET', '/api/session')).body.operator, false)
    // The oldest account is nobody special.
    assert.equal((await mallory.browser.ask('GET', '/api/session')).body.operator, false)
  })

  test('changes an account, and lets others run the installation', async () => {
    const url = `/api/operator/accounts/${things.account_id}`
    const changed = await operator.browser.ask('PATCH', url, { plan: 'pro', pause: 'regular' })
    assert.partialDeepStrictEqual(changed.body, { plan: 'pro', pause: 'regular', projects: 1 })
    const lifted = await operator.browser.ask('PATCH', url, { pause: 'none', operator: true })
    assert.equal(lifted.body.operator, true)
    assert.equal((await alice.browser.ask('GET', '/api/operator/nodes')).status, 200)
    await operator.browser.ask('PATCH', url, { operator: false })
    assert.equal((await alice.browser.ask('GET', '/api/operator/nodes')).status, 404)
    const found = await operator.browser.ask('GET', `/api/operator/accounts?search=${alice.email}`)
    assert.deepEqual(
      found.body.data.map((one: { id: string }) => one.id),
      [things.account_id],
    )
    const paged = await operator.browser.ask('GET', '/api/operator/accounts?limit=1')
    assert.equal(paged.body.has_more, true)
    const wild = await operator.browser.ask('GET', '/api/operator/accounts?search=%25')
    assert.deepEqual(wild.body.data, [])
  })
})
