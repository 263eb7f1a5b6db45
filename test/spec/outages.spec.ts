/** The machine was off over the moment at which something was due: what happens when it is back. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { campaignStage, people } from '../support/campaigns.ts'
import { datesDue } from '../support/kept.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const outages = [1, 5, 7]

type Body = Awaited<ReturnType<TestService['call']>>['body']

/** To ten in the morning (UTC) of the next day; returns it. */
function turnToTen({ world, turn }: TestService): number {
  const now = world.clock.now()
  const ten = new Date(now).setUTCHours(34, 0, 0, 0)
  turn(ten - now)
  return ten
}

/** Sequences of a service with live people, who are in UTC. */
async function sequenceStage(t: TestContext) {
  const service = await startTestService(t)
  const call = service.as()
  const made = await call('POST', '/v1/templates', {
    name: 'Oi',
    variants: { en: { subject: 'Hi', html: '<p>Hi</p>' } },
  })
  const letter = made.body.id as string
  await call('POST', `/v1/templates/${letter}/publish`)
  await call('POST', '/v1/contact-properties', { key: 'renews', type: 'date' })
  let names = 0
  const publish = async (more: object): Promise<string> => {
    names += 1
    const triggers = [{ on: 'api' }]
    const from = 'a@shop.test'
    const one = await call('POST', '/v1/sequences', { name: `S${names}`, from, triggers, ...more })
    assert.equal(one.status, 201, JSON.stringify(one.body))
    const published = await call('POST', `/v1/sequences/${one.body.id}/publish`, {})
    assert.equal(published.status, 201, JSON.stringify(published.body))
    return one.body.id
  }
  /** A new person in a sequence; returns how to see them there. */
  const enter = async (id: string, more: object = {}): Promise<() => Promise<Body>> => {
    names += 1
    const email = `p${names}@b.example`
    await call('POST', '/v1/contacts', { email, time_zone: 'UTC', ...more })
    const { body, status } = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
    assert.equal(status, 201, JSON.stringify(body))
    return async () => (await call('GET', `/v1/sequences/${id}/enrollments/${body.id}`)).body
  }
  const stands = (see: () => Promise<Body>, how: (body: Body) => unknown, about: string) =>
    until(async () => {
      const body = await see()
      return how(body) ? body : null
    }, about)
  const email = (key: string, more: object = {}) => ({
    key,
    type: 'email',
    template_id: letter,
    ...more,
  })
  return { service, call, publish, enter, stands, email }
}

const hasPassed = (step: string) => (body: Body) =>
  body.path?.some((one: { step: string }) => one.step === step)
const passed = (body: Body, step: string) =>
  body.path.find((one: { step: string }) => one.step === step)
const isNear = (at: string, wanted: number, about: string): void =>
  assert.ok(Math.abs(Date.parse(at) - wanted) < minuteMs, `${about}: ${at}`)

describe('a sequence whose machine was off', () => {
  it('takes the steps that are overdue once, and counts what follows from then', async t => {
    const { service, publish, enter, stands, email } = await sequenceStage(t)
    const id = await publish({
      steps: [
        { key: 'w', type: 'wait', for: 'PT30M', next: 'a' },
        email('a', { next: 'w2' }),
        { key: 'w2', type: 'wait', for: 'P1D', next: 'b' },
        email('b'),
      ],
    })
    const asking = await publish({
      steps: [{ key: 'e', type: 'wait_for_event', event: 'paid', within: 'PT30M' }],
    })
    for (const hours of outages) {
      turnToTen(service)
      const [plain, asked] = [await enter(id), await enter(asking)]
      for (const see of [plain, asked]) await stands(see, body => body.next?.at, 'the wait')
      service.turn(hours * hourMs)
      const back = service.world.clock.now()
      const body = await stands(plain, one => one.step === 'w2' && one.next?.at, 'the next wait')
      const sent = passed(body, 'a')
      assert.equal(sent.outcome, 'sent')
      isNear(sent.at, back, `${hours} h`)
      isNear(body.next.at, back + 24 * hourMs, `after ${hours} h`)
      const end = await stands(asked, one => one.state === 'finished', 'the end')
      assert.equal(passed(end, 'e').outcome, 'timeout')
      isNear(end.ended_at, back, `${hours} h`)
    }
  })

  it('makes up for the hour of a day once, and keeps to it the next day', async t => {
    const { service, publish, enter, stands, email } = await sequenceStage(t)
    // In Kathmandu it is then 16:15.
    for (const [zone, time] of [
      ['UTC', '10:30'],
      ['Asia/Kathmandu', '16:15'],
    ]) {
      const daily = (key: string, next: string) => ({ key, type: 'wait', until: { time }, next })
      const id = await publish({
        steps: [daily('w', 'a'), email('a', { next: 'w2' }), daily('w2', 'b'), email('b')],
      })
      for (const hours of outages) {
        const ten = turnToTen(service)
        const see = await enter(id, { time_zone: zone })
        const begun = await stands(see, one => one.next?.at, 'the wait')
        assert.equal(Date.parse(begun.next.at), ten + 30 * minuteMs)
        service.turn(hours * hourMs)
        const back = service.world.clock.now()
        const body = await stands(see, one => one.step === 'w2' && one.next?.at, 'the next day')
        isNear(passed(body, 'a').at, back, `${zone} ${hours} h`)
        assert.equal(Date.parse(body.next.at), ten + 24 * hourMs + 30 * minuteMs)
      }
    }
  })

  it('writes to nobody in their quiet hours when it is back', async t => {
    const { service, publish, enter, stands, email } = await sequenceStage(t)
    const id = await publish({
      quiet: { from: '12:00', until: '16:30' },
      steps: [{ key: 'w', type: 'wait', for: 'PT30M', next: 'a' }, email('a')],
    })
    for (const hours of outages) {
      const ten = turnToTen(service)
      const see = await enter(id)
      await stands(see, one => one.next?.at, 'the wait')
      service.turn(hours * hourMs)
      let back = service.world.clock.now()
      if (hours === 5) {
        const { waiting, path } = await stands(see, one => one.waiting, 'the quiet hours')
        const end = new Date(ten + 6.5 * hourMs).toISOString()
        assert.deepEqual([waiting, path.length], [{ reason: 'quiet_hours', until: end }, 1])
        service.turn(2 * hourMs)
        back = service.world.clock.now()
      }
      const sent = passed(await stands(see, hasPassed('a'), 'the letter'), 'a')
      assert.equal(sent.outcome, 'sent')
      isNear(sent.at, back, `${hours} h`)
    }
  })

  it('goes on at its pace, however many are overdue', async t => {
    const { service, publish, enter, stands, email } = await sequenceStage(t)
    for (const hours of outages) {
      const id = await publish({
        rate_per_hour: 2,
        steps: [{ key: 'w', type: 'wait', for: 'PT30M', next: 'a' }, email('a')],
      })
      turnToTen(service)
      const all = [await enter(id), await enter(id), await enter(id)]
      for (const see of all) await stands(see, one => one.next?.at, 'the wait')
      service.turn(hours * hourMs)
      const moments: number[] = []
      for (const see of all) {
        const isPlaced = (one: Body) => one.waiting?.reason === 'rate' || one.state === 'finished'
        const body = await stands(see, isPlaced, 'a place')
        moments.push(Date.parse(body.waiting?.until ?? passed(body, 'a').at))
      }
      moments.sort((a, b) => a - b)
      isNear(new Date(moments[0]!).toISOString(), service.world.clock.now(), `${hours} h`)
      const gaps = moments.slice(1).map((at, n) => Math.round((at - moments[n]!) / minuteMs))
      assert.deepEqual(gaps, [30, 30])
    }
  })

  it('lets in, once, whose date came meanwhile', async t => {
    const { service, call, publish } = await sequenceStage(t)
    for (const hours of outages) {
      const ten = turnToTen(service)
      const renews = new Date(ten).toISOString().slice(0, 10)
      const trigger = { on: 'date', property: 'renews', time: '10:30' }
      const id = await publish({
        triggers: [trigger],
        steps: [{ key: 'w', type: 'wait', for: 'P9D' }],
      })
      const email = `d${hours}@b.example`
      await call('POST', '/v1/contacts', { email, time_zone: 'UTC', properties: { renews } })
      const list = async () => (await call('GET', `/v1/sequences/${id}/enrollments`)).body.data
      assert.deepEqual(await list(), [])
      service.turn(hours * hourMs)
      await until(async () => (await list()).length > 0, 'the person')
      service.turn(hourMs)
      await until(async () => {
        return (await datesDue(service.world.db, service.world.clock.now())) === 0
      }, 'the next look')
      assert.equal((await list()).length, 1)
    }
  })

  it('leaves out what may not be late only where it is more than a day late', async t => {
    const { service, call, publish, enter, stands, email } = await sequenceStage(t)
    const half = { key: 'w', type: 'wait', for: 'PT30M' }
    const strict = email('a', { if_late: 'skip' })
    const never = { field: 'email', op: 'eq', value: 'nobody@b.example' }
    const branch = (key: string, next: string) => ({
      key,
      type: 'branch',
      cases: [{ filter: never }],
      else: next,
    })
    // More than are passed in one turn.
    const many = Array.from({ length: 40 }, (_, n) => branch(`b${n}`, n < 39 ? `b${n + 1}` : 'a'))
    const ways = {
      behind: await publish({ steps: [{ ...half, next: 'a' }, strict] }),
      aside: await publish({ steps: [{ ...half, next: 'b' }, branch('b', 'a'), strict] }),
      far: await publish({ steps: [{ ...half, next: 'b0' }, ...many, strict] }),
      held: await publish({ quiet: { from: '09:00', until: '11:00' }, steps: [strict] }),
      kept: await publish({ steps: [{ ...half, next: 'a' }, email('a')] }),
    }
    for (const [hours, wanted] of [
      [7, 'sent'],
      [26, 'skipped:late'],
    ] as const) {
      const ten = turnToTen(service)
      const dated = await publish({
        triggers: [{ on: 'date', property: 'renews', time: '10:30' }],
        steps: [strict],
      })
      const renews = new Date(ten).toISOString().slice(0, 10)
      const body = { email: `l${hours}@b.example`, time_zone: 'UTC', properties: { renews } }
      await call('POST', '/v1/contacts', body)
      const seen = new Map<string, () => Promise<Body>>()
      for (const [name, id] of Object.entries(ways)) {
        const see = await enter(id)
        await stands(see, one => one.next?.at, `the wait of ${name}`)
        seen.set(name, see)
      }
      service.turn(hours * hourMs)
      const path = `/v1/sequences/${dated}/enrollments` as const
      const came = await until(async () => (await call('GET', path)).body.data[0], 'the date')
      seen.set('dated', async () => (await call('GET', `${path}/${came.id}`)).body)
      const found: Record<string, string> = {}
      for (const [name, see] of seen) {
        found[name] = passed(await stands(see, hasPassed('a'), `the end of ${name}`), 'a').outcome
      }
      const strictly = { behind: wanted, aside: wanted, far: wanted, held: wanted, dated: wanted }
      assert.deepEqual(found, { ...strictly, kept: 'sent' }, `${hours} h`)
    }
  })

  it('leaves a letter as late as it was while it waits for a place', async t => {
    const { service, publish, enter, stands, email } = await sequenceStage(t)
    const quiet = { from: '05:00', until: '12:30' }
    const half = { key: 'w', type: 'wait', for: 'PT30M', next: 'a' }
    const id = await publish({ quiet, steps: [half, email('a', { if_late: 'skip' })] })
    for (const [hours, wanted] of [
      [20, 'sent'],
      [26, 'skipped:late'],
    ] as const) {
      turnToTen(service)
      const see = await enter(id)
      await stands(see, one => one.next?.at, 'the wait')
      service.turn(hours * hourMs)
      await stands(see, one => one.waiting?.reason === 'quiet_hours', 'the quiet hours')
      service.turn(7 * hourMs)
      const end = await stands(see, hasPassed('a'), 'the letter')
      assert.equal(passed(end, 'a').outcome, wanted, `${hours} h`)
    }
  })

  it('is late for none who stood still with it, or had to wait for a place', async t => {
    const { service, call, publish, enter, stands, email } = await sequenceStage(t)
    const id = await publish({
      quiet: { from: '09:00', until: '11:00' },
      steps: [email('a', { if_late: 'skip' })],
    })
    turnToTen(service)
    const see = await enter(id)
    await stands(see, one => one.waiting?.reason === 'quiet_hours', 'the quiet hours')
    await call('POST', `/v1/sequences/${id}/pause`)
    service.turn(50 * hourMs)
    await call('POST', `/v1/sequences/${id}/resume`)
    const end = await stands(see, hasPassed('a'), 'the letter')
    assert.equal(passed(end, 'a').outcome, 'sent')
  })
})

describe('a campaign whose machine was off', () => {
  it('begins late by up to six hours; later it asks first', async t => {
    const { service, call, make, join, read, reaches } = await campaignStage(t, 'test')
    await join(people(0, 3))
    for (const hours of outages) {
      const ten = turnToTen(service)
      const id = await make({ name: `Off ${hours}` })
      const at = new Date(ten + 30 * minuteMs).toISOString()
      assert.equal((await call('POST', `/v1/campaigns/${id}/schedule`, { at })).status, 202)
      service.turn(hours * hourMs)
      if (hours === 7) {
        await reaches(id, body => body.status === 'paused', 'the question')
        const { paused_by: by, counts } = await read(id)
        assert.deepEqual([by, counts.released], ['missed_schedule', 0])
        assert.equal((await call('POST', `/v1/campaigns/${id}/resume`)).status, 200)
      }
      await reaches(id, body => body.status === 'sent', `the end after ${hours} h`)
      assert.equal((await read(id)).counts.released, 3)
    }
  })

  it('keeps to its window and to the quiet hours of people when it is back', async t => {
    const { service, call, make, join, read, reaches } = await campaignStage(t, 'test')
    await join(people(0, 2), { time_zone: 'UTC' })
    const limits = [
      ['window', { window: { from: '08:00', until: '12:00' } }, null, 22],
      ['quiet_hours', {}, { from: '12:00', until: '16:30' }, 6.5],
    ] as const
    for (const [reason, schedule, quiet, after] of limits) {
      await call('PATCH', '/v1/marketing-settings', { quiet })
      const ten = turnToTen(service)
      const id = await make({ name: reason, schedule })
      const at = new Date(ten + 30 * minuteMs).toISOString()
      const scheduled = await call('POST', `/v1/campaigns/${id}/schedule`, { ...schedule, at })
      assert.equal(scheduled.status, 202, JSON.stringify(scheduled.body))
      service.turn(5 * hourMs)
      await reaches(id, body => body.waiting?.reason === reason, `the ${reason}`)
      const { counts, waiting } = await read(id)
      const until = new Date(ten + after * hourMs).toISOString()
      assert.deepEqual([counts.released, waiting.until], [0, until])
      service.turn(ten + after * hourMs + minuteMs - service.world.clock.now())
      await reaches(id, body => body.status === 'sent', `the end of ${reason}`)
    }
  })

  it('goes on at its pace, without making up for the hours', async t => {
    const { service, call, make, join, read, reaches } = await campaignStage(t, 'test')
    await join(people(0, 12))
    for (const hours of outages) {
      const id = await make({ name: `Slow ${hours}`, schedule: { rate_per_hour: 6 } })
      assert.equal((await call('POST', `/v1/campaigns/${id}/send`)).status, 202)
      await reaches(id, body => body.waiting?.reason === 'rate', 'the pace')
      assert.equal((await read(id)).counts.released, 1)
      service.turn(hours * hourMs)
      const now = service.world.clock.now()
      const isHeld = (body: Body) => Date.parse(body.waiting?.until ?? '') > now
      await reaches(id, isHeld, 'the next place')
      assert.equal((await read(id)).counts.released, 2, `${hours} h`)
      await call('POST', `/v1/campaigns/${id}/cancel`)
    }
  })
})
