/** The operator's view of accounts: who harms, what one sends, and pauses with a reason. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { closeAccount } from '../../../src/boot/close-account.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()
const dayMs = 86_400_000

interface Row {
  readonly id: string
  readonly today: Record<string, number>
  readonly week: Record<string, number>
}

describe('The accounts of an installation', () => {
  let stage: Stage
  let operator: Tenant
  before(async () => {
    stage = await startStage(db)
    operator = await makeTenant(stage)
    await db.query('update accounts set is_operator = true where id = $1', [operator.accountId])
  })
  after(() => stage.api.close())

  const used = (projectId: Uuid, daysAgo: number, counts: Record<string, number>) => {
    const day = new Date(stage.world.clock.now() - daysAgo * dayMs).toISOString().slice(0, 10)
    const names = Object.keys(counts)
    return db.query(
      `insert into usage (project_id, day, stream, provider, shard, ${names.join()})
       values ($1, $2, 'transactional', '', 0, ${names.map((_, n) => `$${n + 3}`).join()})`,
      [projectId, day, ...Object.values(counts)],
    )
  }
  const ask = async (path: string, by = operator) => {
    const reply = await by.browser.ask('GET', path)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  const acc = (tenant: Tenant) => show('acc', tenant.accountId)

  test('say when they were closed', async () => {
    const gone = await makeTenant(stage, { name: 'Encerrada' })
    const path = `/api/operator/accounts/${acc(gone)}`
    assert.equal((await ask(path)).closed_at, null)
    await closeAccount(stage.world, gone.accountId)
    const { name, closed_at: at } = await ask(path)
    const [kept] = await db.query<{ at: Date }>(
      'select closed_at as at from accounts where id = $1',
      [gone.accountId],
    )
    assert.deepEqual([name, at], ['', kept!.at.toISOString()])
    const { data } = await ask('/api/operator/accounts')
    assert.equal(data.find((one: { id: string }) => one.id === acc(gone)).closed_at, at)
  })

  test('stand by harm: shares against their limits, of few results with care', async () => {
    const [good, bounces, spam, few, idle] = [
      await makeTenant(stage, { name: 'Boa' }),
      await makeTenant(stage, { name: 'Devolvida' }),
      await makeTenant(stage, { name: 'Spam' }),
      await makeTenant(stage, { name: 'Pouca' }),
      await makeTenant(stage, { name: 'Parada' }),
    ]
    await used(good.projectId, 0, { accepted: 9000, finals: 9000, hard: 9, complained: 1 })
    await used(bounces.projectId, 0, { accepted: 60, finals: 60, hard: 2 })
    await used(bounces.projectId, 6, { accepted: 40, finals: 40, hard: 6 })
    await used(bounces.projectId, 7, { accepted: 500, finals: 500, hard: 500 })
    await used(spam.projectId, 1, { accepted: 1000, finals: 1000, complained: 20 })
    await used(few.projectId, 0, { accepted: 1, finals: 1, hard: 1 })
    const { data, has_more: hasMore } = await ask('/api/operator/accounts?order=harm')
    assert.equal(hasMore, false)
    const ids = (data as Row[]).map(one => one.id)
    assert.deepEqual(ids, [spam, bounces, few, good].map(acc))
    assert.ok(!ids.includes(acc(idle!)))
    const row = (data as Row[]).find(one => one.id === acc(bounces!))!
    assert.partialDeepStrictEqual(row.today, { accepted: 60, finals: 60, hard: 2, complained: 0 })
    assert.partialDeepStrictEqual(row.week, { accepted: 100, finals: 100, hard: 8 })

    const found = await ask('/api/operator/accounts?order=harm&search=SPAM')
    assert.deepEqual(
      (found.data as Row[]).map(one => one.id),
      [acc(spam!)],
    )
    const newest = await ask('/api/operator/accounts?limit=1')
    assert.equal(newest.data[0].id, acc(idle!))
    assert.equal(newest.data[0].week.accepted, 0)

    await operator.browser.ask('PATCH', `/api/operator/accounts/${acc(idle!)}`, { pause: 'full' })
    const paused = await ask('/api/operator/accounts?order=harm')
    assert.equal((paused.data as Row[]).at(-1)!.id, acc(idle!))
  })

  test('have a page each: days, projects, domains, destinations, causes', async () => {
    const tenant = await makeTenant(stage, { name: 'Loja' })
    const { projectId } = tenant
    await used(projectId, 0, { accepted: 10, delivered: 7, finals: 9, hard: 2, bounced: 2 })
    await used(projectId, 13, { accepted: 5 })
    await used(projectId, 14, { accepted: 99 })
    const today = new Date(stage.world.clock.now()).toISOString().slice(0, 10)
    for (const [facet, a, b, count] of [
      ['domain', 'there.test', 'delivered', 7],
      ['domain', 'there.test', 'bounced', 2],
      ['cause', 'google', 'bounced no_such_user', 2],
    ]) {
      await db.query(
        `insert into traffic (project_id, mode, facet, day, a, b, count)
         values ($1, 'live', $2, $3, $4, $5, $6)`,
        [projectId, facet, today, a, b, count],
      )
    }
    const yesterday = new Date(stage.world.clock.now() - 86_400_000).toISOString().slice(0, 10)
    await db.query(
      `insert into traffic (project_id, mode, facet, day, a, b, count)
       values ($1, 'live', 'cause', $2, 'google', 'bounced no_such_user', 3)`,
      [projectId, yesterday],
    )
    const domain = { name: 'loja-da-conta.test' }
    await tenant.browser.ask('POST', `${tenant.base}/live/domains`, domain)
    const report = await ask(`/api/operator/accounts/${acc(tenant)}/report`)
    assert.partialDeepStrictEqual(report, {
      account: { id: acc(tenant), name: 'Loja' },
      shares: { bounces: 0.05, complaints: 0.003 },
      paused: { reason: null, fix: null },
      week: { accepted: 10, delivered: 7, finals: 9, hard: 2 },
      waiting: { waiting: 0, due: 0 },
      destinations: [{ domain: 'there.test', delivered: 7, bounced: 2, deferred: 0 }],
      causes: [{ type: 'bounced', provider: 'google', cause: 'no_such_user', count: 5 }],
    })
    assert.deepEqual(
      report.days.map((one: { accepted: number }) => one.accepted),
      [10, 5],
    )
    assert.partialDeepStrictEqual(report.projects[0], {
      id: show('prj', projectId),
      accepted: 10,
      domains: [{ name: 'loja-da-conta.test', status: 'pending' }],
    })
    assert.match(report.causes[0].text, /\w/)
    assert.deepEqual(
      report.causes[0].parts.map((one: { date: string; count: number }) => [one.date, one.count]),
      [
        [today, 2],
        [yesterday, 3],
      ],
    )
    assert.equal(report.causes[0].parts[0].project, report.projects[0].name)
    const path = `/api/operator/accounts/${acc(tenant)}/report`
    assert.equal((await tenant.browser.ask('GET', path)).status, 404)
  })

  test('are paused with a reason that the customer reads, in their language', async () => {
    const tenant = await makeTenant(stage)
    const path = `/api/operator/accounts/${acc(tenant)}`
    const reason = { en: ' You mail a bought list. ', pt: 'Você envia a uma lista comprada.' }
    const paused = await operator.browser.ask('PATCH', path, {
      pause: 'full',
      pause_reason: reason,
    })
    assert.equal(paused.status, 200, paused.text)
    const en = /paused the account on .*: “You mail a bought list\.”\. It lasts/
    const pt = /pausou a conta em .*: “Você envia a uma lista comprada\.”\. Ela dura/
    const told = async (headers: Record<string, string>) => {
      const limits = await tenant.browser.ask('GET', '/api/limits', undefined, headers)
      const notices = await tenant.browser.ask('GET', '/api/notices', undefined, headers)
      const [notice] = notices.body.data
      assert.equal(notice.code, 'sending_paused')
      return [`${limits.body.pause.reason} ${limits.body.pause.fix}`, notice.text as string]
    }
    for (const text of await told({})) assert.match(text, en)
    for (const text of await told({ 'accept-language': 'pt' })) assert.match(text, pt)
    const report = await ask(`${path}/report`)
    assert.match(`${report.paused.reason} ${report.paused.fix}`, en)

    // Said once more in other words, and no more once it is lifted.
    const other = { en: 'The list again.', pt: 'A lista de novo.' }
    await operator.browser.ask('PATCH', path, { pause: 'full', pause_reason: other })
    for (const text of await told({})) assert.match(text, /“The list again\.”/)
    await operator.browser.ask('PATCH', path, { pause: 'none' })
    assert.equal((await ask(`${path}/report`)).paused.reason, null)
    await operator.browser.ask('PATCH', path, { pause: 'regular' })
    const bare = (await ask(`${path}/report`)).paused.reason
    assert.match(bare, /paused the account on [^“]*\.$/)

    const [record] = (await tenant.browser.ask('GET', '/api/audit?action=account.')).body.data
    assert.equal(record.action, 'account.updated')
  })

  test('are not given a reason without a pause, nor half of one', async () => {
    const tenant = await makeTenant(stage)
    const path = `/api/operator/accounts/${acc(tenant)}`
    const reason = { en: 'x', pt: 'x' }
    for (const body of [
      { pause_reason: reason },
      { pause: 'none', pause_reason: reason },
      { pause: 'full', pause_reason: { en: 'x' } },
      { pause: 'full', pause_reason: { en: 'x', pt: '  ' } },
      { pause: 'full', pause_reason: { en: 'x', pt: 'x'.repeat(501) } },
    ]) {
      const reply = await operator.browser.ask('PATCH', path, body)
      assert.equal(reply.status, 400, JSON.stringify(body))
    }
    assert.equal((await ask(path)).pause, 'none')
  })
})
