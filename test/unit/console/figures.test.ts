/** The figures of the overview, against the events they were counted from. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { NewEmail, Stream } from '#sending/events/email.ts'
import type { EventDetails, EventType } from '#sending/events/event.ts'
import { overviewOf } from '#sending/stats/overview.ts'
import { countTraffic } from '#sending/stats/traffic.ts'
import { type NewEvent, record, recordAccepted } from '#sending/timeline/record.ts'
import { testDatabase } from '../../support/database.ts'
import { newEmail } from '../../support/emails.ts'
import { settledEvents } from '../../support/settled.ts'
import { makeTenant, password, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

describe('The overview', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
  })
  after(() => stage.api.close())

  /** An accepted email, straight into the database. */
  async function accept(
    to: readonly string[],
    stream: Stream = 'transactional',
    more: Partial<NewEmail> = {},
  ): Promise<Uuid> {
    const { world } = stage
    const email = newEmail(world, tenant.projectId, to, { stream, ...more })
    await db.transaction(tx => recordAccepted(tx, world, [email], { language: () => 'en' }))
    return email.id
  }

  async function happen(emailId: Uuid, type: EventType, details: EventDetails = {}, n = 0) {
    const { world } = stage
    const one: NewEvent = {
      projectId: tenant.projectId,
      emailId,
      n,
      type,
      at: world.clock.now(),
      details,
    }
    await db.transaction(tx => record(tx, world, [one]))
  }

  async function deliver(emailId: Uuid, details: EventDetails = {}, n = 0) {
    await happen(emailId, 'sent', details, n)
    await happen(emailId, 'delivered', { provider: 'provider_1', tls: 'mta-sts', ...details }, n)
  }

  /** Counts all of it. */
  async function count(): Promise<number> {
    await settledEvents(db)
    return countTraffic(stage.world)
  }

  const overview = async (days = 7) =>
    (await tenant.browser.ask('GET', `${tenant.base}/live/overview?days=${days}`)).body

  test('counts recipients by stream, provider and domain, up to the second', async () => {
    tenant = await makeTenant(stage, { plan: 'pro', trustLevel: 3 })
    const two = await accept(['a@gmail.test', 'b@other.test'])
    await deliver(two)
    await happen(two, 'deferred', { attempt: 1, cause: 'greylisted', provider: 'other' }, 1)
    await happen(two, 'deferred', { attempt: 2, cause: 'greylisted', provider: 'other' }, 1)
    await happen(
      two,
      'bounced',
      { provider: 'other', cause: 'unknown_user', smtp_code: '550 5.1.1' },
      1,
    )
    const news = await accept(['a@gmail.test'], 'marketing')
    await deliver(news)
    await happen(news, 'opened', { machine: true })
    await happen(news, 'opened')
    await happen(news, 'opened')
    await happen(news, 'clicked', { url: 'https://x.test' })
    await happen(news, 'complained')
    const blocked = await accept(['c@other.test'])
    await happen(blocked, 'bounced', { provider: 'other', counts: false, cause: 'blocklisted' })

    const left = await accept(['d@left.test'])
    await happen(left, 'suppressed', { reason: 'unsubscribe' })
    const slow = await accept(['e@slow.test'])
    await happen(slow, 'deferred', { provider: 'other', attempt: 1 })
    const cut = await accept(['f@cut.test'])
    await happen(cut, 'cancelled')

    const expected = {
      accepted: 7,
      delivered: 2,
      bounced: 2,
      complained: 1,
      deferred: 2,
      opened: 1,
      clicked: 1,
      suppressed: 1,
      failed: 0,
      cancelled: 1,
      hard: 1,
    }
    // First all of it is counted on the way, then all of it is there, then nothing is twice.
    const fresh = await overview()
    assert.deepEqual(fresh.totals, expected)
    assert.ok((await count()) > 0)
    assert.equal(await count(), 0)
    const page = await overview()
    assert.deepEqual(page, { ...fresh, queue: page.queue })
    assert.deepEqual(page.rates, {
      delivery: 0.5,
      bounce: 0.25,
      complaint: 0.25,
      open: 1,
      click: 1,
    })
    assert.equal(page.volume.length, 7)
    assert.deepEqual(page.volume.at(-1), { date: page.to, ...expected })
    assert.deepEqual(
      page.by_stream.map((one: { stream: string; accepted: number }) => [one.stream, one.accepted]),
      [
        ['marketing', 1],
        ['transactional', 6],
      ],
    )
    assert.partialDeepStrictEqual(page.by_provider, [
      { provider: 'other', bounced: 2, deferred: 2 },
      { provider: 'provider_1', delivered: 2 },
    ])
    assert.partialDeepStrictEqual(page.by_domain, [
      { domain: 'other.test', bounced: 2, delivered: 0 },
      { domain: 'gmail.test', delivered: 2, complained: 1, opened: 1 },
      // Where everything waits nothing has come back yet, and yet it is to be seen.
      { domain: 'slow.test', deferred: 1, delivered: 0, bounced: 0 },
    ])
    assert.equal(page.behind_seconds, 0)
    assert.ok(page.latency.p50_ms >= 1)
  })

  test('tells why mail bounces and waits, and how it is encrypted, in words', async () => {
    const reply = await tenant.browser.ask('GET', `${tenant.base}/live/deliverability?days=7`)
    const { bounces, deferrals, tls } = reply.body
    assert.deepEqual(
      bounces.map((one: { cause: string; count: number }) => [one.cause, one.count]).sort(),
      [
        ['blocklisted', 1],
        ['unknown_user', 1],
      ],
    )
    for (const one of [...bounces, ...deferrals]) assert.ok(one.text.length > 20)
    const [first] = reply.body.providers
    assert.deepEqual(Object.keys(first).sort(), [
      'before',
      'bounced',
      'complained',
      'deferred',
      'delivered',
      'provider',
    ])
    assert.deepEqual(first.before, { delivered: 0, bounced: 0, deferred: 0, complained: 0 })
    assert.partialDeepStrictEqual(tls, [{ provider: 'provider_1', 'mta-sts': 2, none: 0 }])
  })

  /** How many recipients the list behind a row shows, and how many lines of the export. */
  async function behind(row: Readonly<Record<string, string>>): Promise<[number, number]> {
    const query = new URLSearchParams({ limit: '2', ...row })
    let listed = 0
    for (;;) {
      const page = await tenant.browser.ask('GET', `${tenant.base}/live/emails?${query}`)
      assert.equal(page.status, 200, JSON.stringify(page.body))
      for (const one of page.body.data) listed += one.matched_recipients.length
      if (!page.body.has_more) break
      query.set('starting_after', page.body.data.at(-1).id)
    }
    query.delete('limit')
    query.delete('starting_after')
    query.set('rows', 'recipients')
    const file = await tenant.browser.ask('GET', `${tenant.base}/live/emails/export?${query}`)
    assert.equal(file.status, 200, JSON.stringify(file.body))
    return [listed, file.text.trim().split('\r\n').length - 1]
  }

  test('leads from every row to exactly the recipients that it counts', async () => {
    tenant = await makeTenant(stage, { plan: 'pro', trustLevel: 3 })
    const other = { provider: 'other', tls: 'none' } as const
    const dead = { provider: 'provider_2', cause: 'unknown_user' } as const
    // Too old for the page, and not for the lists by themselves.
    await deliver(await accept(['old@a.test']), other)
    await happen(await accept(['older@a.test']), 'bounced', dead)
    stage.turn(10 * 24 * 3_600_000)
    await tenant.browser.ask('POST', '/api/session', { email: tenant.email, password })
    const many = await accept(['a@a.test', 'b@a.test', 'c@b.test', 'd@b.test'])
    await deliver(many, other)
    await happen(many, 'bounced', dead, 1)
    await happen(many, 'bounced', dead, 2)
    await happen(many, 'deferred', { provider: 'other', cause: 'greylisted', attempt: 1 }, 3)
    await happen(many, 'deferred', { provider: 'other', cause: 'busy', attempt: 2 }, 3)
    await deliver(many, other, 3)
    for (const cause of ['unknown_user', 'blocklisted', 'mailbox_full']) {
      await happen(await accept(['e@a.test']), 'bounced', { ...dead, cause })
      await happen(await accept(['e@a.test']), 'bounced', { provider: 'provider_1', cause })
    }
    const news = await accept(['a@a.test', 'z@a.test'], 'marketing')
    await deliver(news)
    await happen(news, 'opened', { machine: true })
    for (let n = 0; n < 2; n++) await happen(news, 'opened')
    await happen(news, 'clicked', { url: 'https://x.test' })
    await happen(news, 'complained', { provider: 'provider_1' })
    await happen(news, 'suppressed', { reason: 'unsubscribe' }, 1)
    const page = await overview()
    const { body } = await tenant.browser.ask('GET', `${tenant.base}/live/deliverability?days=7`)
    const since = { event_after: `${page.from}T00:00:00Z` }
    const types = ['delivered', 'bounced', 'complained', 'deferred', 'opened', 'clicked']
    const ofDay = (date: string) => ({
      event_after: `${date}T00:00:00Z`,
      event_before: new Date(Date.parse(date) + 86_400_000).toISOString(),
    })
    const cells: [number, Record<string, string>][] = [
      // The column of results, and the bars of a day.
      ...body.providers.map(
        (row: Record<'delivered' | 'bounced', number> & { provider: string }) => [
          row.delivered + row.bounced,
          { event: 'final', provider: row.provider },
        ],
      ),
      ...page.volume.flatMap((row: Record<'delivered' | 'bounced', number> & { date: string }) =>
        (['delivered', 'bounced'] as const).map(event => [
          row[event],
          { event, ...ofDay(row.date) },
        ]),
      ),
      ...types.map(event => [page.totals[event], { event }] as [number, Record<string, string>]),
      [page.totals.suppressed, { event: 'suppressed' }],
    ]
    for (const event of types) {
      for (const row of page.by_stream) cells.push([row[event], { event, stream: row.stream }])
      for (const row of page.by_provider)
        cells.push([row[event], { event, provider: row.provider }])
      for (const { domain, ...row } of page.by_domain) {
        cells.push([row[event], { event, recipient_domain: domain.toUpperCase() }])
      }
    }
    for (const [event, rows] of [
      ['bounced', body.bounces],
      ['deferred', body.deferrals],
    ]) {
      for (const { provider, cause, count: n } of rows) cells.push([n, { event, provider, cause }])
    }
    for (const { provider, ...levels } of body.tls) {
      for (const [tls, n] of Object.entries(levels)) cells.push([n as number, { provider, tls }])
    }
    assert.ok(cells.filter(([n]) => n > 1).length > 10, JSON.stringify(cells))
    for (const [n, row] of cells) {
      assert.deepEqual(await behind({ ...since, ...row }), [n, n], JSON.stringify(row))
    }
    assert.deepEqual(await behind({ event: 'bounced', provider: 'provider_2' }), [6, 6])
    const until = { event_before: since.event_after, provider: 'provider_2' }
    assert.deepEqual(await behind(until), [1, 1])
    assert.deepEqual(await behind({ event: 'bounced', tls: 'none' }), [0, 0])
    assert.deepEqual(await behind({ event: 'bounced', stream: 'marketing' }), [0, 0])
    assert.deepEqual(await behind({ ...since, event: 'delivered', to: 'd@b.test' }), [1, 1])
    assert.deepEqual(await behind({ ...since, event: 'deferred', q: 'a@a.test' }), [1, 1])
    assert.deepEqual(await behind({ ...since, cause: 'blocklisted', subject: 'nothing' }), [0, 0])
    const swapped = `event_after=2027-01-02T00:00:00Z&event_before=2027-01-01T00:00:00Z`
    const no = await tenant.browser.ask('GET', `${tenant.base}/live/emails?${swapped}`)
    assert.deepEqual([no.status, no.body.error.param], [400, 'event_before'])
  })

  test('shows nothing of test mode among what is live, and the other way round', async () => {
    const reply = await tenant.browser.ask('GET', `${tenant.base}/test/overview`)
    assert.equal(reply.body.totals.accepted, 0)
    assert.equal(reply.body.days, 30)
  })

  test('has no rates in test mode, where nothing is delivered', async () => {
    tenant = await makeTenant(stage)
    const to = ['bounced@example.com']
    const recipients = [{ n: 0, address: to[0]!, state: 'captured' as const }]
    const email = await accept(to, 'transactional', {
      mode: 'test',
      status: 'captured',
      recipients,
    })
    await happen(email, 'bounced', { cause: 'unknown_user', smtp_code: '550 5.1.1' })
    const { body } = await tenant.browser.ask('GET', `${tenant.base}/test/overview`)
    assert.deepEqual([body.totals.accepted, body.totals.bounced], [1, 1])
    const rates = Object.values(body.rates)
    assert.equal(rates.length, 5)
    assert.ok(
      rates.every(rate => rate === null),
      JSON.stringify(body.rates),
    )
  })

  test("puts an event on the day that the account's own calendar says", async () => {
    tenant = await makeTenant(stage, { timeZone: 'Pacific/Kiritimati' })
    await accept(['a@b.test'])
    const page = await overview()
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' })
    assert.equal(page.to, local.format(stage.world.clock.now()))
    assert.equal(page.volume.at(-1).accepted, 1)
    stage.turn(2 * 24 * 3_600_000)
    const later = await overview()
    assert.equal(later.volume.at(-3).accepted, 1)
  })

  test('stays right when several count at once', async () => {
    tenant = await makeTenant(stage)
    for (let i = 0; i < 20; i++) await deliver(await accept([`r${i}@d${i % 3}.test`]))
    await Promise.all(Array.from({ length: 5 }, () => count()))
    assert.equal((await overview()).totals.delivered, 20)
    assert.equal((await overview()).by_domain.length, 3)
  })

  test('says what all is refused for, at whatever provider', async () => {
    tenant = await makeTenant(stage, { trustLevel: 3 })
    for (let i = 0; i < 20; i++) {
      const provider = i % 2 ? 'other' : 'provider_1'
      const refused = await accept([`r${i}@other.test`])
      await happen(refused, 'bounced', { provider, counts: false, cause: 'spam_content' })
    }
    const said = async () =>
      (await overview()).attention.map((one: { code: string; text: string }) => [
        one.code,
        one.text.slice(0, 44),
      ])
    const expected = ['refusals_high', '20 of 20 emails were refused for one reason:']
    assert.deepEqual((await said())[0], expected)
    await count()
    assert.deepEqual((await said())[0], expected)
  })

  test('misses nothing that is committed late', async () => {
    tenant = await makeTenant(stage)
    const early = await accept(['early@x.test'])
    let finish = () => {}
    const gate = new Promise<void>(resolve => {
      finish = resolve
    })
    const slow = db.transaction(async tx => {
      await record(tx, stage.world, [
        {
          projectId: tenant.projectId,
          emailId: early,
          n: 0,
          type: 'sent',
          at: stage.world.clock.now(),
        },
        {
          projectId: tenant.projectId,
          emailId: early,
          n: 0,
          type: 'delivered',
          at: stage.world.clock.now(),
        },
      ])
      await gate
    })
    // Of the other stream: the counts of this one may be locked until the slow one has ended.
    await accept(['late@x.test'], 'marketing')
    await countTraffic(stage.world)
    finish()
    await slow
    await count()
    const { totals } = await overview()
    assert.deepEqual([totals.accepted, totals.delivered], [2, 1])
  })

  test('says how much waits, and since when', async () => {
    tenant = await makeTenant(stage)
    const now = stage.world.clock.now()
    const entry = {
      kind: 'delivery',
      projectId: tenant.projectId,
      subject: stage.world.ids.next(),
    } as const
    await db.transaction(tx =>
      enqueue(tx, stage.world, [
        { ...entry, n: 0, dueAt: now - 20 * 60_000 },
        { ...entry, n: 1, dueAt: now + 60_000 },
      ]),
    )
    // What was counted for the pages before is believed for some seconds.
    stage.turn(5_000)
    const page = await overview()
    assert.deepEqual(page.queue, {
      waiting: 2,
      due: 1,
      oldest_due_at: new Date(now - 20 * 60_000).toISOString(),
    })
    const codes = page.attention.map((one: { code: string }) => one.code)
    assert.ok(codes.includes('queue_slow'))
    assert.ok(codes.includes('no_domain'))
  })

  test('refuses ranges that it does not have', async () => {
    const reply = await tenant.browser.ask('GET', `${tenant.base}/live/overview?days=8`)
    assert.equal(reply.body.error.param, 'days')
  })
})

test('Percentiles come out of their buckets within 5 %', () => {
  const figures = [100, 200, 300, 400, 5_000].map(ms => ({
    facet: 'latency',
    day: '2027-01-01',
    a: '',
    b: String(Math.floor(8 * Math.log2(ms))),
    count: 1,
  }))
  const { latency } = overviewOf(figures, ['2027-01-01'])
  assert.ok(Math.abs(latency.p50_ms! / 300 - 1) < 0.05, `${latency.p50_ms}`)
  assert.ok(Math.abs(latency.p95_ms! / 5_000 - 1) < 0.05, `${latency.p95_ms}`)
  assert.deepEqual(overviewOf([], ['2027-01-01']).latency, { p50_ms: null, p95_ms: null })
})
