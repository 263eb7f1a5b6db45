/** What keeps letters of a campaign back, for how long, and what may be changed meanwhile. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWarm, operatorSets } from '../support/accounts.ts'
import { refused } from '../support/called.ts'
import { campaignStage, people } from '../support/campaigns.ts'
import { untilHour } from '../support/service.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000
describe('a domain that is new', () => {
  it('gives campaigns four fifths of its day until the evening', async t => {
    const { make, join, send, reaches, read, service } = await campaignStage(t, 'live')
    // The account has UTC.
    service.turn(untilHour(service.world.clock.now(), 9))
    await join(people(0, 60))
    const id = await make()
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'warm_up', 'the end of the day’s places')
    const waits = await read(id)
    assert.equal(waits.counts.released, 40)
    assert.match(waits.waiting.until, /T20:00:00\.000Z$/)
    assert.equal(waits.waiting.left, 20)
    service.turn(11 * hourMs + 60_000)
    await reaches(id, body => body.counts.released === 50, 'the places of the evening')
    await reaches(id, body => body.waiting?.reason === 'warm_up', 'the end of the day')
    const next = new Date((await read(id)).waiting.until)
    assert.ok(next.getTime() - service.world.clock.now() > 12 * hourMs, next.toISOString())
    service.turn(24 * hourMs)
    await reaches(id, body => body.counts.released === 60, 'the next day')
  })

  it('holds nothing back half a minute after an operator says that it has a history', async t => {
    const { make, join, send, reaches, service } = await campaignStage(t, 'live')
    service.turn(untilHour(service.world.clock.now(), 9))
    await join(people(0, 60))
    const id = await make()
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'warm_up', 'the end of the day’s places')
    await isWarm(service, 'shop.test')
    service.turn(31_000)
    await reaches(id, body => body.counts.released === 60, 'all of them')
  })
})

describe('people who have had enough letters', () => {
  it('wait up to two days where the campaign says so, and are skipped where that is not enough', async t => {
    const { make, join, send, reaches, read, call, service } = await campaignStage(t)
    await join(people(0, 2))
    const first = await make({ name: 'First' })
    await send(first)
    await reaches(first, body => body.status === 'sent', 'the first letters')
    const settings = { cap: [{ letters: 1, per: 'P1D' }] }
    assert.equal((await call('PATCH', '/v1/marketing-settings', settings)).status, 200)
    const id = await make({ name: 'Second', if_capped: 'wait' })
    assert.equal((await read(id)).if_capped, 'wait')
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'cap', 'the cap')
    assert.equal((await read(id)).counts.pending, 2)
    service.turn(24 * hourMs + 60_000)
    await reaches(id, body => body.status === 'sent', 'the next day')
    assert.equal((await read(id)).counts.released, 2)
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P7D' }] })
    const never = await make({ name: 'Third', if_capped: 'wait' })
    await send(never)
    await reaches(never, body => body.status === 'sent', 'the end')
    const stats = await call('GET', `/v1/campaigns/${never}/stats`)
    assert.deepEqual(stats.body.skipped, { capped: 2 })
    assert.equal((await read(await make())).if_capped, 'skip')
  })
})

describe('people who were chosen and wait', () => {
  it('are asked about again, and get none where they match no more or have just had one', async t => {
    const { make, join, send, reaches, read, call, service, topic } = await campaignStage(t)
    await call('POST', '/v1/contact-properties', { key: 'bought', type: 'boolean' })
    await join(people(0, 3))
    const filter = { field: 'properties.bought', op: 'absent' }
    const segment = await call('POST', '/v1/segments', { name: 'Not yet', filter })
    assert.equal(segment.status, 201, JSON.stringify(segment.body))
    const schedule = { rate_per_hour: 60 }
    const audience = { topics: [topic], segments: [segment.body.id], recheck: true }
    const id = await make({ audience, schedule })
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'rate', 'the pace')
    const first = await call('GET', `/v1/campaigns/${id}/recipients?state=pending`)
    const [buyer] = first.body.data
    await call('PATCH', `/v1/contacts/${buyer.contact_id}`, { properties: { bought: true } })
    const once = { topics: [topic], exclude: { received_within: 'PT1H' } }
    const other = await make({ name: 'Other', audience: once, schedule })
    const faster = { schedule: { rate_per_hour: 3_600_000 } }
    assert.equal((await call('PATCH', `/v1/campaigns/${id}`, faster)).status, 200)
    service.turn(60_000)
    await reaches(id, body => body.status === 'sent', 'the end')
    const why = await call('GET', `/v1/campaigns/${id}/recipients/${buyer.contact_id}`)
    assert.deepEqual([why.body.state, why.body.reason], ['skipped', 'no_longer_matches'])
    assert.equal((await read(id)).counts.released, 2)

    service.turn(2 * hourMs)
    await send(other)
    await reaches(other, body => body.waiting?.reason === 'rate', 'the pace')
    const left = await call('GET', `/v1/campaigns/${other}/recipients?state=pending`)
    assert.equal(left.body.data.length, 2)
    const between = await make({ name: 'Between' })
    await send(between)
    await reaches(between, body => body.status === 'sent', 'the other letters')
    assert.equal((await call('PATCH', `/v1/campaigns/${other}`, faster)).status, 200)
    service.turn(60_000)
    await reaches(other, body => body.status === 'sent', 'the end')
    const stats = await call('GET', `/v1/campaigns/${other}/stats`)
    assert.deepEqual(stats.body.skipped, { received_recently: 2 })
  })
})

describe('a schedule', () => {
  it('can be moved while it waits, and its pace and end while it sends', async t => {
    const { make, join, send, reaches, read, call, service } = await campaignStage(t)
    await join(people(0, 3))
    const at = (hours: number) => new Date(service.world.clock.now() + hours * hourMs).toISOString()
    const id = await make()
    await call('POST', `/v1/campaigns/${id}/schedule`, { at: at(5) })
    const sooner = at(1)
    const moved = await call('PATCH', `/v1/campaigns/${id}`, { schedule: { at: sooner } })
    assert.deepEqual([moved.status, moved.body.schedule.at], [200, sooner])
    assert.deepEqual(refused(await call('PATCH', `/v1/campaigns/${id}`, { schedule: null })), [
      400,
      'missing_field',
      'schedule.at',
    ])
    service.turn(hourMs + 1_000)
    await reaches(id, body => body.status === 'sent', 'the earlier time')

    const slow = await make({ name: 'Slow', schedule: { rate_per_hour: 60 } })
    await send(slow)
    await reaches(slow, body => body.waiting?.reason === 'rate', 'the pace')
    const late = { schedule: { at: at(9), rate_per_hour: 60 } }
    assert.deepEqual(refused(await call('PATCH', `/v1/campaigns/${slow}`, late)), [
      400,
      'invalid_field',
      'status',
    ])
    const faster = { schedule: { rate_per_hour: 3_600_000 } }
    assert.equal((await call('PATCH', `/v1/campaigns/${slow}`, faster)).status, 200)
    await reaches(slow, body => body.status === 'sent', 'the end')
    assert.equal((await read(slow)).counts.released, 3)

    const short = await make({ name: 'Short', schedule: { rate_per_hour: 60 } })
    await send(short)
    await reaches(short, body => body.waiting?.reason === 'rate', 'the pace')
    const until = { schedule: { rate_per_hour: 60, send_until: at(0.001) } }
    assert.equal((await call('PATCH', `/v1/campaigns/${short}`, until)).status, 200)
    service.turn(60_000)
    await reaches(short, body => body.status === 'sent', 'its end')
    const { body: stats } = await call('GET', `/v1/campaigns/${short}/stats`)
    assert.deepEqual(stats.skipped, { too_late: 2 })
  })

  it('begins now where the hour is long over for some, who are not too late for it', async t => {
    const { call, make, join, reaches, read, service } = await campaignStage(t)
    await join(['ana@b.example'], { time_zone: 'Asia/Tokyo' })
    await join(['bia@b.example'], { time_zone: 'Pacific/Honolulu' })
    const hour = new Date(service.world.clock.now() - hourMs).toISOString().slice(0, 13)
    for (const past of ['now', 'skip']) {
      const schedule = { at: `${hour}:00`, time_zone: 'recipient', past_zones: past }
      const id = await make({ schedule })
      const asked = await call('POST', `/v1/campaigns/${id}/schedule`)
      assert.equal(asked.status, 202, JSON.stringify(asked.body))
      await reaches(id, body => body.waiting?.reason === 'time_zone', 'the other zone')
      const { counts } = await read(id)
      assert.deepEqual([counts.released, counts.skipped], past === 'now' ? [1, 0] : [0, 1])
    }
    const tomorrow = new Date(service.world.clock.now() + 30 * hourMs).toISOString()
    const moved = await make({ schedule: { at: tomorrow } })
    await call('POST', `/v1/campaigns/${moved}/schedule`)
    const schedule = { at: `${hour}:00`, time_zone: 'recipient', past_zones: 'now' }
    const { status } = await call('PATCH', `/v1/campaigns/${moved}`, { schedule })
    assert.equal(status, 200)
    await reaches(moved, body => body.waiting?.reason === 'time_zone', 'the other zone')
  })
})

describe('an eleventh campaign', () => {
  it('begins when one of the ten that are sending has ended', async t => {
    const { make, join, send, reaches, read, call, service } = await campaignStage(t)
    await join(people(0, 2))
    const schedule = { rate_per_hour: 1 }
    const ids: string[] = []
    for (let n = 0; n < 10; n += 1) ids.push(await make({ name: `C${n}`, schedule }))
    for (const id of ids) await send(id)
    const id = await make({ name: 'Eleventh' })
    const sent = await call('POST', `/v1/campaigns/${id}/send`)
    assert.deepEqual([sent.status, sent.body.status], [202, 'scheduled'])
    service.turn(6_000)
    assert.equal((await read(id)).status, 'scheduled')
    assert.equal((await call('POST', `/v1/campaigns/${ids[0]}/cancel`)).status, 200)
    service.turn(6_000)
    await reaches(id, body => body.status === 'sent', 'its turn')
  })
})

describe('a campaign whose people have all been decided', () => {
  it('is finishing until each letter has been tried once', async t => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>()
    const misbehave = (stage: string, socket: { write(text: string): unknown }) => {
      if (stage !== 'rcpt') return false
      ask(() => socket.write('250 OK\r\n'))
      return true
    }
    const stage = await campaignStage(t, 'live', { mx: { misbehave } })
    const { make, join, send, reaches, read, service } = stage
    await join(people(0, 1))
    const id = await make()
    await send(id)
    await reaches(id, body => body.phase === 'finishing', 'the last part')
    const answer = await asked
    assert.equal((await read(id)).phase, 'finishing')
    assert.equal(service.mx.received.length, 0)
    answer()
    await reaches(id, body => body.status === 'sent', 'the end')
  })
})

describe('an account of the sandbox', () => {
  it('sends campaigns to its own addresses only', async t => {
    const { make, join, call, service } = await campaignStage(t, 'live')
    await join(people(0, 1))
    const id = await make()
    await operatorSets(service, { trustLevel: 0 })
    assert.deepEqual(refused(await call('POST', `/v1/campaigns/${id}/send`)), [
      403,
      'sandbox_recipient',
      'audience',
    ])
  })

  it('hears of what is wrong in the order of all calls', async t => {
    const { make, join, call, service } = await campaignStage(t, 'live')
    await join(people(0, 1))
    const elsewhere = { from: 'oi@elsewhere.test' }
    const made = [await make(elsewhere), await make()]
    const send = async (id: string) => refused(await call('POST', `/v1/campaigns/${id}/send`))
    await operatorSets(service, { pause: 'regular' })
    assert.equal((await send(made[0]!))[1], 'domain_not_verified', 'before the pause')
    await operatorSets(service, { trustLevel: 0 })
    for (const id of made) assert.deepEqual(await send(id), [403, 'sandbox_recipient', 'audience'])
  })
})

describe('a call about a campaign', () => {
  it('is judged by its state, by fields as they are written down, and says what was chosen', async t => {
    const { call, make, join, service, topic } = await campaignStage(t)
    await join(['ana@here.test', 'bia@here.test'], { language: 'pt' })
    const id = await make()
    const path = `/v1/campaigns/${id}` as const
    const at = new Date(service.world.clock.now() + 3_600_000).toISOString()
    const moved = await call('POST', `${path}/schedule`, { at })
    assert.deepEqual(moved.body.schedule, {
      at,
      time_zone: null,
      past_zones: 'next_day',
      window: null,
      rate_per_hour: null,
      send_until: null,
    })
    assert.deepEqual(moved.body.audience, {
      topics: [topic],
      segments: [],
      match: 'all',
      everybody: false,
      exclude: { segments: [], campaigns: [], received_within: null },
      recheck: false,
    })
    for (const act of ['pause', 'send', 'resume']) {
      const answer = refused(await call('POST', `${path}/${act}`))
      assert.deepEqual(answer, [400, 'invalid_field', 'status'], act)
    }
    assert.equal((await call('POST', `${path}/cancel`)).body.status, 'cancelled')
    const late = await call('POST', `${path}/cancel`)
    assert.deepEqual(refused(late), [409, 'not_cancellable', undefined])
    assert.match(late.body.error.message, /^The campaign is over/)

    const exclude = { segments: [], campaigns: Array.from({ length: 21 }, () => id) }
    for (const [more, code, param] of [
      [{ name: '' }, 'missing_field', 'name'],
      [{ audience: { everybody: true, exclude } }, 'invalid_field', undefined],
      [
        { schedule: { send_until: '2027-02-30T00:00:00Z' } },
        'invalid_field',
        'schedule.send_until',
      ],
      [{ schedule: { at: '2027-02-30T00:00:00Z' } }, 'invalid_field', 'schedule.at'],
      [
        { schedule: { window: { from: '08:00', until: '09:00', days: [] } } },
        'missing_field',
        'schedule.window.days',
      ],
    ] as const) {
      const answer = await call('POST', '/v1/campaigns', { name: 'A', ...more })
      assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(more))
    }
    const ab = { variants: ['a', 'b'].map(key => ({ key, subject: key })) }
    const split = await make({ ab })
    const mine = `/v1/campaigns/${split}` as const
    const nextMonth = new Date(service.world.clock.now() + 30 * 24 * hourMs).toISOString()
    const inZones = { at: nextMonth.slice(0, 16), time_zone: 'recipient' }
    assert.deepEqual(refused(await call('POST', `${mine}/schedule`, inZones)), [
      400,
      'invalid_field',
      'ab.test_share',
    ])
    for (const [body, param] of [
      [{ language: '!!' }, 'language'],
      [{ variant: 'constructor' }, 'variant'],
    ] as const) {
      assert.deepEqual(refused(await call('POST', `${mine}/preview`, body)), [
        400,
        'invalid_field',
        param,
      ])
    }
    await call('PATCH', mine, { ab: { ...ab, test_share: 1 } })
    const ana = (await call('GET', '/v1/contacts/ana@here.test')).body.id
    const seen = await call('POST', `${mine}/preview`, { contact_id: ana })
    assert.equal((await call('PATCH', mine, { from: '' })).body.from, null)
    const holes = (await call('POST', `${mine}/preflight`)).body.checks
    assert.ok(holes.some((one: { code: string }) => one.code === 'domain_not_verified'))
    await call('PATCH', mine, { from: 'oi@shop.test' })
    assert.equal((await call('POST', `${mine}/send`)).status, 202)
    const row = await until(async () => {
      const { data } = (await call('GET', `${mine}/recipients?state=released`)).body
      return data.find((one: { contact_id: string }) => one.contact_id === ana)
    }, 'her letter')
    assert.deepEqual([row.variant, seen.body.subject], [seen.body.variant, row.variant])
  })

  it('that sends it looks again at what somebody changed meanwhile', async t => {
    const { call, make, join, read, service } = await campaignStage(t)
    await join(['ana@here.test'])
    const subjects = Array.from({ length: 6 }, (_, n) => `Oi ${n}`)
    const id = await make({ schedule: { rate_per_hour: 1 } })
    const at = new Date(service.world.clock.now() + 60 * 24 * hourMs).toISOString()
    const html = '<p>Oi</p>'
    for (const way of ['schedule', 'send']) {
      const changes = subjects.map(subject =>
        call('PATCH', `/v1/campaigns/${id}`, { content: { subject, html } }),
      )
      const body = way === 'schedule' ? { at } : undefined
      const done = await call('POST', `/v1/campaigns/${id}/${way}`, body)
      assert.equal(done.status, 202, JSON.stringify(done.body))
      await Promise.all(changes)
      if (way === 'schedule') await call('POST', `/v1/campaigns/${id}/unschedule`)
    }
    const { subject } = (await read(id)).content
    const { body } = await until(async () => {
      const found = await call('GET', `/v1/emails?campaign_id=${id}`)
      return found.body.data.length === 1 && found
    }, 'the letter')
    assert.equal(body.data[0].subject, subject)
  })

  it('that tries it sends to nobody who may not get mail, from nowhere else, and names them', async t => {
    const { call, make, join } = await campaignStage(t, 'live')
    await join(['ana@here.test', 'bia@here.test'])
    await call('POST', '/v1/suppressions', { email: 'bia@here.test', stream: 'all' })
    const refused = async (id: string) => {
      const to = ['ana@here.test', 'bia@here.test']
      const { status, body } = await call('POST', `/v1/campaigns/${id}/test`, { to })
      return [status, body.error?.code, body.error?.param]
    }
    assert.deepEqual(await refused(await make()), [422, 'recipient_suppressed', 'to[1]'])
    const elsewhere = await make({ from: 'oi@other.test' })
    assert.deepEqual(await refused(elsewhere), [422, 'domain_not_verified', 'from'])
    const bait = '<a href="https://evil.test/login">https://www.shop-bank.com.br</a>'
    const lure = await make({ content: { subject: 'Oi', html: bait } })
    const tried = await call('POST', `/v1/campaigns/${lure}/test`, { to: ['ana@here.test'] })
    assert.equal(tried.status, 202)
    const { body } = await call('GET', `/v1/emails/${tried.body.data[0].id}`)
    assert.equal(body.status, 'failed')
  })
})
