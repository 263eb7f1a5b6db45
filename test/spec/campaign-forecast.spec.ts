/** What the forecast says of a campaign is what its letters then do, day by day. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage, people } from '../support/campaigns.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How far it is to the next such hour, UTC. */
const untilHour = (now: number, hour: number): number =>
  (((hour * hourMs - (now % dayMs)) % dayMs) + dayMs) % dayMs

type Stage = Awaited<ReturnType<typeof campaignStage>>

/**
 * Letters of a campaign, so many, by the UTC date on which they were made. A list has what is
 * committed once all that began before has ended, in whichever database of the server.
 */
async function lettersByDay(stage: Stage, id: string, count: number): Promise<[string, number][]> {
  let days: [string, number][] = []
  await until(async () => {
    days = await listedByDay(stage, id)
    return days.reduce((sum, [, letters]) => sum + letters, 0) >= count
  }, `the list of ${count} letters`)
  return days
}

async function listedByDay({ call }: Stage, id: string): Promise<[string, number][]> {
  const days = new Map<string, number>()
  for (let after = ''; ; ) {
    const { body } = await call('GET', `/v1/emails?campaign_id=${id}&limit=100${after}`)
    for (const { created_at: at } of body.data) {
      const date = String(at).slice(0, 10)
      days.set(date, (days.get(date) ?? 0) + 1)
    }
    if (!body.has_more) return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
    after = `&starting_after=${body.data.at(-1)!.id}`
  }
}

const told = (days: readonly { date: string; letters: number }[]) =>
  days.map(one => [one.date, one.letters])

describe('the forecast of a campaign', () => {
  it('is what a domain that is new then lets go', async t => {
    const stage = await campaignStage(t, 'live')
    const { make, join, send, reaches, read, call, service } = stage
    service.turn(untilHour(service.world.clock.now(), 9))
    await join(people(0, 260))
    const id = await make()
    const { body: forecast } = await call('POST', `/v1/campaigns/${id}/forecast`)
    assert.deepEqual(
      forecast.days.map((one: { letters: number; limit: string }) => [one.letters, one.limit]),
      [
        [50, 'warm_up'],
        [100, 'warm_up'],
        [110, 'none'],
      ],
    )
    await send(id)
    let released = 0
    for (const step of [40, 10, 80, 20, 110]) {
      released += step
      await reaches(id, body => body.counts.released === released, `${released} letters`)
      if (released === 260) break
      await reaches(id, body => body.waiting?.reason === 'warm_up', 'the wait')
      const next = Date.parse((await read(id)).waiting.until)
      service.turn(next - service.world.clock.now() + 1_000)
    }
    assert.deepEqual(await lettersByDay(stage, id, 260), told(forecast.days))
    assert.equal(forecast.finishes_at.slice(0, 10), forecast.days.at(-1)!.date)
  })

  it('is what pace, window and end then let go', async t => {
    const stage = await campaignStage(t)
    const { make, join, send, call, read } = stage
    await join(people(0, 20))
    const clock = async () => (await call('GET', '/v1/test-clock')).body
    const turn = async (to: number) => {
      const turned = await call('POST', '/v1/test-clock', { to: new Date(to).toISOString() })
      assert.equal(turned.status, 202, JSON.stringify(turned.body))
      await until(async () => (await clock()).status === 'ready', 'the clock')
    }
    const now = Date.parse((await clock()).now)
    await turn(now + untilHour(now, 7) + 60_000)
    const begins = Date.parse((await clock()).now)
    const ends = begins + 3 * dayMs
    const id = await make({
      schedule: {
        rate_per_hour: 2,
        window: { from: '08:00', until: '10:00' },
        send_until: new Date(ends).toISOString(),
      },
    })
    const { body: flight } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const { days } = flight.forecast
    assert.deepEqual(
      days.map((one: { letters: number }) => one.letters),
      [4, 4, 4],
    )
    const warning = flight.checks.find((one: { code: string }) => one.code === 'forecast')
    assert.equal(warning!.level, 'warning')
    await send(id)
    for (const days of [1, 2, 3]) await turn(begins + days * dayMs + hourMs)
    const sent = await read(id)
    assert.equal(sent.status, 'sent')
    assert.deepEqual(await lettersByDay(stage, id, 12), told(days))
    assert.equal(sent.counts.skipped, warning!.count)
  })
})

describe('values that a letter prints', () => {
  it('are looked for in the audience alone, with five of those who lack them', async t => {
    const { make, join, call, topic } = await campaignStage(t)
    await join(people(0, 7))
    await join(people(7, 2), { first_name: 'Ana' })
    // Of somebody outside of the audience nothing is printed.
    await call('POST', '/v1/contacts', { email: 'outside@here.test' })
    const content = { subject: 'Oi', html: '<p>Oi {{ contact.first_name }}</p>' }
    const id = await make({ content, audience: { topics: [topic] } })
    const { body } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const found = body.checks.filter((one: { code: string }) => one.code === 'value_missing')
    assert.equal(found.length, 1)
    assert.deepEqual([found[0]!.level, found[0]!.count, found[0]!.sample.length], ['warning', 7, 5])
    const emails = new Set(people(0, 7))
    for (const one of found[0]!.sample) {
      assert.ok(typeof one === 'object' && emails.has(one.email), JSON.stringify(one))
      assert.match(one.contact_id, /^con_/)
    }
    assert.match(found[0]!.message, /^7 people have no contact\.first_name/)
    for (const address of people(1, 6)) {
      await call('PATCH', `/v1/contacts/${address}`, { first_name: 'Bia' })
    }
    const { body: later } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const last = later.checks.find((one: { code: string }) => one.code === 'value_missing')
    assert.match(last!.message, /^1 person has no contact\.first_name/)
  })
})
