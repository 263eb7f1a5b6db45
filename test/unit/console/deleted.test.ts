/** What was deleted is gone, and can be had back for seven days. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db, Sql, Tx } from '#kernel/world/db.ts'
import { seal, sealingKey, useKeyring } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import { templateNoun } from '#marketing/templates/deleted-template.ts'
import {
  deletedLifecycle,
  forgetSealedOtherwise,
  keepDeleted,
  restoreDeleted,
} from '#platform/lifecycle/deleted.ts'
import { webhookNoun } from '#platform/webhooks/deleted-webhook.ts'
import { domainNoun } from '#sending/domains/deleted-domain.ts'
import { testDatabase } from '../../support/database.ts'
import { addMember, makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()
const dayMs = 86_400_000

describe('What was deleted', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  const ask = async (method: string, path: string, body?: object, status = 200) => {
    const reply = await tenant.browser.ask(method, `${tenant.base}${path}`, body)
    assert.equal(reply.status, status, reply.text)
    return reply.body
  }
  const list = async () => (await ask('GET', '/deleted')).data
  const restore = (id: string, status = 200) =>
    ask('POST', `/deleted/${id}/restore`, undefined, status)
  const address = { url: 'https://hooks.example.org/', events: ['bounced'] }

  test('a webhook: it comes back with its secret, and is told of by who and when', async () => {
    tenant = await makeTenant(stage)
    const { id } = await ask('POST', '/live/webhooks', address, 201)
    const secretOf = async () =>
      (await db.query('select secret, xid from webhooks where id = $1::uuid', [uuid(id)]))[0]
    const before = await secretOf()
    const shown = await ask('GET', `/live/webhooks/${id}`)
    await ask('DELETE', `/live/webhooks/${id}`)
    await ask('GET', `/live/webhooks/${id}`, undefined, 404)
    const [gone, ...others] = await list()
    assert.deepEqual(others, [])
    assert.partialDeepStrictEqual(gone, { id, kind: 'webhook', name: address.url })
    assert.equal(gone.deleted_by, tenant.email)
    assert.equal(Date.parse(gone.until) - Date.parse(gone.deleted_at), 7 * dayMs)

    const reader = await addMember(stage, tenant, 'reader')
    const path = `${tenant.base}/deleted/${id}/restore`
    assert.equal((await reader.ask('POST', path)).status, 403)
    const stranger = await makeTenant(stage)
    assert.equal((await stranger.browser.ask('POST', path)).status, 404)
    const elsewhere = `${stranger.base}/deleted/${id}/restore`
    assert.equal((await stranger.browser.ask('POST', elsewhere)).status, 404)
    assert.deepEqual(await restore(id), { id, restored: true })
    assert.deepEqual(await ask('GET', `/live/webhooks/${id}`), shown)
    const after = await secretOf()
    assert.deepEqual(after!.secret, before!.secret)
    assert.notEqual(after!.xid, before!.xid)
    assert.deepEqual(await list(), [])
    await restore(id, 404)
  })

  test('a webhook: not where there is no room for it by now', async () => {
    tenant = await makeTenant(stage)
    const { id } = await ask('POST', '/live/webhooks', address, 201)
    await ask('DELETE', `/live/webhooks/${id}`)
    for (let n = 0; n < 10; n++) await ask('POST', '/live/webhooks', address, 201)
    assert.equal((await restore(id, 400)).error.param, 'url')
    assert.equal((await list()).length, 1)
  })

  test('a domain: with its keys, unless its name is taken', async () => {
    tenant = await makeTenant(stage)
    const name = 'back.example.com'
    const { id } = await ask('POST', '/live/domains', { name }, 201)
    const shown = await ask('GET', `/live/domains/${id}`)
    await ask('DELETE', `/live/domains/${id}`)
    const first = tenant
    tenant = await makeTenant(stage)
    const other = await ask('POST', '/live/domains', { name }, 201)
    const second = tenant
    tenant = first
    assert.equal((await restore(id, 409)).error.code, 'domain_exists')
    await second.browser.ask('DELETE', `${second.base}/live/domains/${other.id}`)
    await restore(id)
    const back = await ask('GET', `/live/domains/${id}`)
    assert.deepEqual(back.records, shown.records)
  })

  test('a template: with its versions, unless its alias is taken', async () => {
    tenant = await makeTenant(stage)
    const variants = { pt: { subject: 'Oi', html: '<p>Oi</p>' } }
    const draft = { name: 'Welcome', alias: 'welcome', variants }
    const { id } = await ask('POST', '/live/templates', draft, 201)
    await ask('POST', `/live/templates/${id}/publish`, {}, 201)
    await ask('DELETE', `/live/templates/${id}`)
    const { id: other } = await ask('POST', '/live/templates', draft, 201)
    assert.match((await restore(id, 400)).error.message, /alias welcome/)
    await ask('DELETE', `/live/templates/${other}`)
    await restore(id)
    const back = await ask('GET', `/live/templates/${id}`)
    assert.deepEqual([back.name, back.published_version], ['Welcome', 1])
    assert.equal((await ask('GET', `/live/templates/${id}/versions`)).data.length, 1)
    assert.deepEqual(
      (await list()).map((one: { id: string }) => one.id),
      [other],
    )
  })

  test('a template: its versions go and come within the database, however much they hold', async () => {
    tenant = await makeTenant(stage)
    const variants = { pt: { subject: 'Oi', html: '<p>Oi</p>' } }
    const { id } = await ask('POST', '/live/templates', { name: 'Grown', variants }, 201)
    await ask('POST', `/live/templates/${id}/publish`, {}, 201)
    await db.query(
      `update template_versions set letters = letters || jsonb_build_object('ballast', repeat('x', 300000))
       where template_id = $1::uuid`,
      [uuid(id)],
    )
    const version = () =>
      db.query('select * from template_versions where template_id = $1::uuid', [uuid(id)])
    const before = await version()
    const { world, bytes } = overheard(stage.world)
    const of = { projectId: tenant.projectId, id: uuid(id) }
    await world.db.transaction(tx => keepDeleted(tx, world, templateNoun, { ...of, name: 'Grown' }))
    await db.query('delete from template_versions where template_id = $1::uuid', [uuid(id)])
    await db.query('delete from templates where id = $1::uuid', [uuid(id)])
    assert.equal(await restoreDeleted(world, templateNoun, of), true)
    assert.ok(bytes() > 0 && bytes() < 20_000, `${bytes()} bytes came by`)
    assert.deepEqual(await version(), before)
  })

  test('whoever deletes it second finds nothing, and spoils nothing', async () => {
    tenant = await makeTenant(stage)
    const name = 'twice.example.com'
    const { id: domain } = await ask('POST', '/live/domains', { name }, 201)
    const { id: webhook } = await ask('POST', '/live/webhooks', address, 201)
    const things = [
      [domain, domainNoun, `/live/domains/${domain}`],
      [webhook, webhookNoun, `/live/webhooks/${webhook}`],
    ] as const
    for (const [id, noun, path] of things) {
      const both = [1, 2].map(() => tenant.browser.ask('DELETE', `${tenant.base}${path}`))
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      assert.deepEqual(statuses.toSorted(), [200, 404])
      const late = { projectId: tenant.projectId, id: uuid(id), name: 'late' }
      const again = db.transaction(tx => keepDeleted(tx, stage.world, noun, late))
      await assert.rejects(again, { code: 'resource_not_found' })
      await restore(id)
      await ask('GET', path)
    }
  })

  test('a domain: not where its name is taken in the very moment', async () => {
    tenant = await makeTenant(stage)
    const name = 'moment.example.com'
    const { id } = await ask('POST', '/live/domains', { name }, 201)
    await ask('DELETE', `/live/domains/${id}`)
    const other = await makeTenant(stage)
    const takenMeanwhile = {
      ...domainNoun,
      async mustHaveRoom() {
        const reply = await other.browser.ask('POST', `${other.base}/live/domains`, { name })
        assert.equal(reply.status, 201, reply.text)
      },
    }
    const of = { projectId: tenant.projectId, id: uuid(id) }
    const refused = restoreDeleted(stage.world, takenMeanwhile, of)
    await assert.rejects(refused, { code: 'domain_exists' })
    assert.equal((await list()).length, 1)
  })

  test('is forgotten after seven days, and with the key that sealed it', async t => {
    tenant = await makeTenant(stage)
    const { id } = await ask('POST', '/live/webhooks', address, 201)
    await ask('DELETE', `/live/webhooks/${id}`)
    const kept = async () =>
      (await db.query('select from deleted_things where id = $1::uuid', [uuid(id)])).length
    const move = (ms: number) =>
      db.query(
        `update deleted_things set deleted_at = deleted_at - make_interval(secs => $2)
        where id = $1::uuid`,
        [uuid(id), ms / 1000],
      )
    await move(7 * dayMs - 60_000)
    await deletedLifecycle.retain!(stage.world, 1_000)
    assert.deepEqual([(await list()).length, await kept()], [1, 1])
    await move(120_000)
    assert.deepEqual(await list(), [])
    await restore(id, 404)
    await deletedLifecycle.retain!(stage.world, 1_000)
    assert.equal(await kept(), 0)

    useKeyring({ keys: [sealingKey('one')], place: 'here' })
    t.after(() => useKeyring({ keys: [], place: '' }))
    const { id: sealed } = await ask('POST', '/live/webhooks', address, 201)
    await ask('DELETE', `/live/webhooks/${sealed}`)
    await db.transaction(forgetSealedOtherwise)
    assert.equal((await list()).length, 1)
    useKeyring({ keys: [sealingKey('two'), sealingKey('one')], place: 'here' })
    await db.transaction(forgetSealedOtherwise)
    assert.deepEqual(await list(), [])
  })

  test('is forgotten where anything in it is sealed by a former key, whenever it was deleted', async t => {
    tenant = await makeTenant(stage)
    const former = sealingKey('one')
    useKeyring({ keys: [former], place: 'here' })
    t.after(() => useKeyring({ keys: [], place: '' }))
    const { id: domain } = await ask('POST', '/live/domains', { name: 'old.example.com' }, 201)
    const { id: webhook } = await ask('POST', '/live/webhooks', address, 201)
    const replaced = seal('webhook', Buffer.from('long ago')).toString('base64')
    useKeyring({ keys: [sealingKey('two'), former], place: 'here' })
    await ask('DELETE', `/live/domains/${domain}`)
    const { id: mixed } = await ask('POST', '/live/webhooks', address, 201)
    const { id: fresh } = await ask('POST', '/live/domains', { name: 'new.example.com' }, 201)
    const { id: newer } = await ask('POST', '/live/webhooks', address, 201)
    const olds = [
      [mixed, replaced],
      [newer, seal('webhook', Buffer.from('of late')).toString('base64')],
    ] as const
    for (const [id, secret] of olds) {
      await db.query('update webhooks set old_secrets = $2::text::jsonb where id = $1::uuid', [
        uuid(id),
        JSON.stringify([{ secret, until: 0 }]),
      ])
    }
    await ask('DELETE', `/live/domains/${fresh}`)
    for (const id of [webhook, mixed, newer]) await ask('DELETE', `/live/webhooks/${id}`)
    assert.equal((await list()).length, 5)
    await db.transaction(forgetSealedOtherwise)
    assert.deepEqual(
      (await list()).map((one: { id: string }) => one.id).toSorted(),
      [fresh, newer].toSorted(),
    )
  })
})

const uuid = (shown: string) => shown.slice(4) as Uuid

/** A world of which is counted what goes to its database and comes from it. */
function overheard(of: World): { world: World; bytes: () => number } {
  let count = 0
  const hear = (sql: Sql): Sql['query'] =>
    async function query<Row>(text: string, values?: readonly unknown[]) {
      const rows = await sql.query<Row>(text, values)
      count += JSON.stringify([values, rows]).length
      return rows
    }
  const transaction: Db['transaction'] = work =>
    of.db.transaction(tx => work({ ...tx, query: hear(tx) } as Tx))
  const heard: Db = { ...of.db, query: hear(of.db), transaction }
  return { world: { ...of, db: heard }, bytes: () => count }
}
