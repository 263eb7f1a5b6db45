/** When a campaign ends for those who still wait, whatever they wait for. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { campaignStage, people } from '../support/campaigns.ts'
import { until } from '../support/until.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Some are sent a campaign that waits for a reason; `in` is an instant so far ahead. */
async function waiting(
  t: TestContext,
  reason: string,
  more: (about: { in: (ms: number) => string; hour: (ms: number) => string }) => object,
) {
  const stage = await campaignStage(t)
  const { service, make, join, send, reaches } = stage
  await join(people(0, 40))
  const at = (ms: number): string => new Date(service.world.clock.now() + ms).toISOString()
  const id = await make(more({ in: at, hour: ms => at(ms).slice(11, 16) }))
  await send(id)
  await reaches(id, body => body.waiting?.reason === reason, `a wait for ${reason}`)
  const reasons = async () =>
    (await stage.call('GET', `/v1/campaigns/${id}/stats`)).body.skipped as Record<string, number>
  return { ...stage, id, at, reasons }
}

describe('those who still wait when the time of a campaign is over', () => {
  it('are skipped then, and not when a slow pace would come to them', async t => {
    const { id, service, reaches, read, reasons } = await waiting(t, 'rate', about => ({
      schedule: { rate_per_hour: 1, send_until: about.in(10 * minuteMs) },
    }))
    service.turn(10 * minuteMs)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { counts } = await read(id)
    assert.equal(counts.pending, 0)
    assert.equal((await reasons()).too_late, 40 - counts.released)
  })

  it('are skipped then, and not when the window opens', async t => {
    const { id, service, reaches, reasons } = await waiting(t, 'window', about => ({
      schedule: {
        time_zone: 'UTC',
        window: { from: about.hour(3 * hourMs), until: about.hour(4 * hourMs) },
        send_until: about.in(20 * minuteMs),
      },
    }))
    service.turn(20 * minuteMs)
    await reaches(id, body => body.status === 'sent', 'the end')
    assert.deepEqual(await reasons(), { too_late: 40 })
  })

  it('are skipped when it is brought forward while they wait', async t => {
    const { id, at, call, service, reaches, reasons } = await waiting(t, 'window', about => ({
      schedule: {
        time_zone: 'UTC',
        window: { from: about.hour(3 * hourMs), until: about.hour(4 * hourMs) },
      },
    }))
    const { body } = await call('GET', `/v1/campaigns/${id}`)
    const { window } = body.schedule
    const schedule = { window, send_until: at(20 * minuteMs) }
    const changed = await call('PATCH', `/v1/campaigns/${id}`, { schedule })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    service.turn(20 * minuteMs)
    await reaches(id, one => one.status === 'sent', 'the end')
    assert.deepEqual(await reasons(), { too_late: 40 })
  })

  it('are skipped before a test has decided what they would get', async t => {
    const { id, service, call, reaches, read, reasons } = await waiting(
      t,
      'test_result',
      about => ({
        schedule: { send_until: about.in(2 * hourMs) },
        ab: {
          variants: [
            { key: 'A', subject: 'Um' },
            { key: 'B', subject: 'Dois' },
          ],
          test_share: 0.5,
          wait: 'PT72H',
        },
      }),
    )
    const { counts: before } = await read(id)
    await until(async () => (await read(id)).phase === 'deciding', 'the end of the test')
    service.turn(2 * hourMs)
    await reaches(id, body => body.status === 'sent', 'the end')
    const { counts, ab } = await read(id)
    assert.equal(counts.released, before.released)
    assert.deepEqual(await reasons(), { too_late: 40 - before.released })
    assert.equal(ab.result ?? null, null)
    const { body } = await call('GET', '/v1/activity?name=campaign.winner_chosen')
    assert.equal(body.data.length, 0)
  })
})
