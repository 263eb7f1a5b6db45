/** Who changed what: by the dashboard, by keys, by operators, by itself. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { audited, unaudited } from '#faces/audit/actions.ts'
import { underAudit } from '#faces/audit/under-audit.ts'
import { show } from '#kernel/base/ids.ts'
import { notify } from '#tenants/accounts/notices.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import {
  addMember,
  makeTenant,
  newBrowser,
  password,
  type Stage,
  startStage,
  type Tenant,
  tokenMailedTo,
} from './stage.ts'

const { db } = await testDatabase()

interface Shown {
  readonly id: string
  readonly at: string
  readonly actor: { type: string; id: string | null; name: string | null }
  readonly ip: string | null
  readonly action: string
  readonly target: { type: string; id: string | null; name: string | null }
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

async function list({ browser }: Pick<Tenant, 'browser'>, query = ''): Promise<Shown[]> {
  const { status, body } = await browser.ask('GET', `/api/audit${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

describe('The audit log', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  const byKey = async (
    key: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(stage.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  const keyOf = async ({ base, browser }: Tenant, name = 'Shop') =>
    (await browser.ask('POST', `${base}/keys`, { mode: 'live', scope: 'admin', name })).body as {
      id: string
      key: string
      prefix: string
    }

  test('has every route that changes something, or a reason', () => {
    const all = [...stage.dashboard.own, ...stage.dashboard.ofProjects]
    const names = all.filter(route => route.method !== 'GET').map(route => route.name)
    assert.ok(names.length > 80)
    const wrong = names.filter(name => name in audited === name in unaudited)
    assert.deepEqual(wrong, [], 'belongs into one of the lists of src/faces/audit/actions.ts')
  })

  test('tells who made a key, and never shows it', async () => {
    const tenant = await makeTenant(stage)
    const made = await keyOf(tenant)
    const [record] = await list(tenant, '?action=key.')
    const { id, at, after: shown, actor, ...rest } = record!
    assert.match(id, /^aud_[0-9a-f]{32}$/)
    assert.ok(Math.abs(Date.parse(at) - stage.world.clock.now()) < 60_000)
    assert.deepEqual([actor.type, actor.name], ['member', tenant.email])
    assert.match(String(actor.id), /^usr_/)
    assert.deepEqual(rest, {
      ip: '127.0.0.1',
      action: 'key.created',
      target: { type: 'key', id: made.id, name: 'Shop' },
      before: null,
    })
    assert.partialDeepStrictEqual(shown, { id: made.id, name: 'Shop', key: '[removed]' })
    await tenant.browser.ask('DELETE', `${tenant.base}/keys/${made.id}`)
    const [gone] = await list(tenant, `?target=${made.id}`)
    assert.equal(gone!.action, 'key.deleted')
    assert.partialDeepStrictEqual(gone!.before, { id: made.id, scope: 'admin' })
    assert.deepEqual([gone!.target.name, gone!.after], ['Shop', null])
  })

  test('tells what a key changed, field by field, and no secret', async () => {
    const tenant = await makeTenant(stage)
    const { id, key } = await keyOf(tenant, 'Deploy')
    const url = 'https://hooks.example.com/a'
    const hook = await byKey(key, 'POST', '/v1/webhooks', { url, events: ['sent'] })
    const path = `/v1/webhooks/${hook.body.id}`
    assert.equal((await byKey(key, 'PATCH', path, { events: ['bounced'] })).status, 200)
    assert.equal((await byKey(key, 'DELETE', path)).status, 200)
    const [deleted, updated, created] = await list(tenant, `?actor=${id}`)
    assert.deepEqual(created!.actor, { type: 'key', id, name: 'Deploy' })
    assert.equal(created!.action, 'webhook.created')
    assert.deepEqual(created!.target, { type: 'webhook', id: hook.body.id, name: url })
    assert.equal(created!.after!.secret, '[removed]')
    assert.deepEqual(
      [updated!.action, updated!.before, updated!.after],
      ['webhook.updated', { events: ['sent'] }, { events: ['bounced'] }],
    )
    assert.deepEqual([deleted!.action, deleted!.after], ['webhook.deleted', null])
    assert.equal(deleted!.before!.url, url)
  })

  test('tells which segment was let into a sequence, and how many came in', async () => {
    const tenant = await makeTenant(stage)
    const { key } = await keyOf(tenant)
    const segment = await byKey(key, 'POST', '/v1/segments', { name: 'All', filter: { all: [] } })
    const steps = [{ key: 'later', type: 'wait', for: 'P7D' }]
    const draft = { name: 'Welcome', triggers: [{ on: 'api' }], steps }
    const { body: sequence } = await byKey(key, 'POST', '/v1/sequences', draft)
    const path = `/v1/sequences/${sequence.id}`
    const published = await byKey(key, 'POST', `${path}/publish`)
    assert.equal(published.status, 201, JSON.stringify(published.body))
    await byKey(key, 'POST', '/v1/contacts', { email: 'ana@reader.test' })
    const asked = { segment_id: segment.body.id }
    const entered = await byKey(key, 'POST', `${path}/enrollments/segment`, asked)
    assert.equal(entered.body.entered, 1, JSON.stringify(entered.body))
    const [record] = await list(tenant, `?target=${sequence.id}`)
    assert.deepEqual(
      [record!.action, record!.target, record!.after],
      [
        'sequence.segment_let_in',
        { type: 'sequence', id: sequence.id, name: 'Welcome' },
        { ...asked, entered: 1 },
      ],
    )
  })

  test('says nothing of what was refused or failed', async () => {
    const tenant = await makeTenant(stage)
    const { id, key } = await keyOf(tenant)
    await byKey(key, 'POST', '/v1/webhooks', { url: 'nothing', events: [] })
    await byKey(key, 'DELETE', `/v1/webhooks/whk_${'0'.repeat(32)}`)
    await byKey(key, 'PATCH', `/v1/topics/top_${'0'.repeat(32)}`, { name: { en: 'x' } })
    assert.deepEqual(await list(tenant, `?actor=${id}`), [])
  })

  test('keeps no whole address of people', async () => {
    const tenant = await makeTenant(stage)
    const { key } = await keyOf(tenant)
    const entry = { email: 'ana.maria@reader.test', stream: 'all' }
    const made = await byKey(key, 'POST', '/v1/suppressions', entry)
    assert.equal(made.status, 201)
    const [record] = await list(tenant, '?action=suppression.created')
    assert.deepEqual(record!.target, {
      type: 'suppression',
      id: made.body.id,
      name: 'a…@reader.test',
    })
    assert.ok(!JSON.stringify(record).includes('maria'))
    await byKey(key, 'DELETE', '/v1/suppressions/ana.maria@reader.test')
    const contact = await byKey(key, 'POST', '/v1/contacts', { email: entry.email })
    await byKey(key, 'POST', `/v1/contacts/${entry.email}/erase`)
    const [erased, deleted] = await list(tenant)
    assert.deepEqual(deleted!.target, { type: 'suppression', id: null, name: 'a…@reader.test' })
    assert.deepEqual(erased!.target, {
      type: 'contact',
      id: contact.body.id,
      name: 'a…@reader.test',
    })
  })

  test('tells of members, roles, settings, passwords and two-step log-in', async () => {
    const tenant = await makeTenant(stage, { name: 'Before' })
    const { browser } = tenant
    await browser.ask('PATCH', '/api/account', { name: 'After' })
    const guest = await addMember(stage, tenant, 'reader')
    const { data } = (await browser.ask('GET', '/api/members')).body
    const member = data.find((one: { role: string }) => one.role === 'reader')
    const passwords = { current: password, new: `${password}!` }
    const own = await guest.ask('POST', '/api/password/change', passwords)
    assert.equal(own.status, 200, own.text)
    await browser.ask('PATCH', `/api/members/${member.id}`, { role: 'developer' })
    await browser.ask('POST', '/api/projects', { name: 'Second' })
    await browser.ask('POST', '/api/password/forgot', { email: tenant.email })
    const token = await until(() => tokenMailedTo(stage, tenant.email), 'a letter')
    const reset = await newBrowser(stage).ask('POST', '/api/password/reset', { token, password })
    assert.equal(reset.status, 200)
    await browser.ask('POST', '/api/session', { email: tenant.email, password })
    const records = await list(tenant)
    assert.deepEqual(
      records.map(one => one.action),
      [
        'member.password_reset',
        'project.created',
        'member.updated',
        'member.password_changed',
        'account.updated',
      ],
    )
    const [, , role, changed, account] = records
    assert.deepEqual([account!.before, account!.after], [{ name: 'Before' }, { name: 'After' }])
    assert.deepEqual([role!.before, role!.after], [{ role: 'reader' }, { role: 'developer' }])
    assert.deepEqual(role!.target, { type: 'member', id: member.id, name: member.email })
    assert.deepEqual([changed!.actor.id, changed!.target.id], [member.id, member.id])
    assert.equal(account!.target.id, show('acc', tenant.accountId))
    assert.ok(!JSON.stringify(records).includes('correct horse'))
  })

  test('is for owners, each of their own account', async () => {
    const tenant = await makeTenant(stage)
    await keyOf(tenant)
    for (const role of ['developer', 'marketing', 'reader'] as const) {
      const reply = await (await addMember(stage, tenant, role)).ask('GET', '/api/audit')
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'insufficient_scope'])
    }
    assert.deepEqual(await list(await makeTenant(stage)), [])
  })

  test('comes in pages and by times, and as CSV', async () => {
    const tenant = await makeTenant(stage)
    await keyOf(tenant, '=cmd')
    await keyOf(tenant, 'b')
    const [second, first] = await list(tenant)
    const rest = await list(tenant, `?limit=1&starting_after=${second!.id}`)
    assert.deepEqual(rest, [first])
    assert.deepEqual(await list(tenant, `?before=${encodeURIComponent(first!.at)}`), [])
    assert.equal((await list(tenant, `?after=${encodeURIComponent(first!.at)}`)).length, 2)
    const wrong = await tenant.browser.ask('GET', '/api/audit?after=x')
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'after'])
    const { text, headers } = await tenant.browser.ask('GET', '/api/audit/export?action=key.')
    assert.match(String(headers.get('content-type')), /^text\/csv/)
    const lines = text.trimEnd().split('\r\n')
    assert.equal(
      lines[0],
      'id,at,actor_type,actor_id,actor_name,ip,action,target_type,target_id,target_name,before,after',
    )
    assert.equal(lines.length, 3)
    assert.ok(!text.includes(',=cmd'))
  })

  test('tells an operator what operators changed, and the owner of the account, too', async () => {
    const tenant = await makeTenant(stage)
    const operator = await makeTenant(stage)
    await db.query('update accounts set is_operator = true where id = $1', [operator.accountId])
    const account = show('acc', tenant.accountId)
    const path = `/api/operator/accounts/${account}`
    const set = await operator.browser.ask('PATCH', path, { plan: 'pro' })
    assert.equal(set.status, 200, set.text)
    const reply = await operator.browser.ask('GET', '/api/operator/audit?action=account.')
    const [record] = reply.body.data as Shown[]
    assert.partialDeepStrictEqual(record, {
      actor: { type: 'operator', name: operator.email },
      action: 'account.updated',
      target: { type: 'account', id: account },
      before: { plan: 'free' },
      after: { plan: 'pro' },
    })
    assert.equal((await list(tenant))[0]!.id, record!.id)
    assert.deepEqual(await list(operator), [])
    assert.equal((await tenant.browser.ask('GET', '/api/operator/audit')).status, 404)
  })

  test('takes the bytes of a file for no fields', async () => {
    const tenant = await makeTenant(stage)
    const { accountId } = tenant
    const read = () => assert.fail('a byte was read as a field')
    // To go through five million of them takes longer than to make the picture small.
    const bytes = Object.defineProperty(Buffer.from('\x89PNG'), 'alt', {
      enumerable: true,
      get: read,
    })
    const actor = { type: 'system', id: null, name: null } as const
    const asked = {
      world: stage.world,
      who: { accountId, isByOperator: false, actor, ip: null },
      action: 'file.created',
      method: 'POST',
      targetId: null,
      ownId: null,
      read: () => Promise.resolve(null),
      body: bytes,
    }
    const made = { filename: 'beach.png' }
    await underAudit(asked, () => Promise.resolve({ status: 201, body: made }))
    const [record] = await list(tenant)
    assert.deepEqual([record!.action, record!.after], ['file.created', made])
  })

  test('tells what Malote did by itself', async () => {
    const tenant = await makeTenant(stage)
    const text = { en: 'Paused', pt: 'Pausado' }
    const { accountId } = tenant
    const notice = { accountId, level: 'error', code: 'sending_paused', text } as const
    await db.transaction(tx =>
      notify(tx, stage.world, [{ ...notice, data: { reason: 'bounces' } }]),
    )
    const [record] = await list(tenant)
    assert.partialDeepStrictEqual(record, {
      actor: { type: 'system', id: null, name: null },
      ip: null,
      action: 'account.sending_paused',
      target: { type: 'account', id: show('acc', accountId) },
      after: { reason: 'bounces' },
    })
  })

  test('is never changed', async () => {
    const tenant = await makeTenant(stage)
    await keyOf(tenant)
    for (const sql of [
      "update audit_records set action = 'x'",
      'delete from audit_records',
      'truncate audit_records',
    ]) {
      await assert.rejects(db.query(sql), /neither changed nor deleted/)
    }
  })

  test('has no record of a change that was not committed', async () => {
    const tenant = await makeTenant(stage)
    const { key } = await keyOf(tenant)
    const hook = await byKey(key, 'POST', '/v1/webhooks', {
      url: 'https://hooks.example.com/a',
      events: ['sent'],
    })
    const hooks = () => db.query('select * from webhooks where project_id = $1', [tenant.projectId])
    const before = await hooks()
    await db.query(
      `alter table audit_records add constraint none check (action <> 'webhook.secret_rotated') not valid`,
    )
    try {
      const rotated = await byKey(key, 'POST', `/v1/webhooks/${hook.body.id}/rotate-secret`, {})
      assert.equal(rotated.status, 500)
    } finally {
      await db.query('alter table audit_records drop constraint none')
    }
    assert.equal(before.length, 1)
    assert.deepEqual(await hooks(), before)
  })
})
