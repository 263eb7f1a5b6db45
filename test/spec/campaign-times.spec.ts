/** When a campaign is best sent, by the clicks on the last ones. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { nextHour } from '#marketing/campaigns/forecast/send-times.ts'
import { campaignStage } from '../support/campaigns.ts'

describe('the times at which people click', () => {
  it('are the hours of the week in the zone of the account, and suggest one from enough clicks on', async t => {
    const { call, make, join, send, reaches, topic } = await campaignStage(t)
    const times = async (query = '') =>
      (await call('GET', `/v1/campaigns/send-times?${query}`)).body
    const none = await times()
    assert.deepEqual([none.campaigns, none.clicks, none.hours, none.suggested], [0, 0, [], null])
    const clicking = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `clicked@d${from + n}.test`)
    await join([...clicking(0, 19), 'opened@here.test'])
    const first = await make()
    await send(first)
    await reaches(first, body => body.results.clicked === 19, 'the clicks')
    const few = await times()
    assert.deepEqual([few.campaigns, few.clicks, few.suggested], [1, 19, null])
    await join(clicking(19, 1))
    const second = await make()
    await send(second)
    await reaches(second, body => body.results.clicked === 20, 'more clicks')
    const {
      time_zone: zone,
      campaigns,
      clicks,
      hours,
      suggested,
    } = await times(`topic_id=${topic}`)
    assert.deepEqual([campaigns, clicks], [2, 39])
    const [best] = hours
    const here = Temporal.Now.zonedDateTimeISO(zone)
    const before = here.subtract({ minutes: 5 })
    assert.ok([here, before].some(one => one.dayOfWeek === best.day && one.hour === best.hour))
    const at = Temporal.Instant.from(suggested.at).toZonedDateTimeISO(zone)
    assert.deepEqual([at.dayOfWeek, at.hour, at.minute], [best.day, best.hour, 0])
    assert.deepEqual({ ...suggested, at: '' }, { ...best, at: '' })
    const other = await times('topic_id=top_other')
    assert.deepEqual([other.campaigns, other.suggested], [0, null])
  })

  it('come next at least an hour ahead, on the clocks there', () => {
    const zone = 'America/Sao_Paulo'
    // A Sunday, 10:30 in São Paulo.
    const now = Date.parse('2026-11-29T13:30:00Z')
    assert.equal(nextHour({ day: 7, hour: 12 }, zone, now), '2026-11-29T15:00:00Z')
    assert.equal(nextHour({ day: 7, hour: 11 }, zone, now), '2026-12-06T14:00:00Z')
    assert.equal(nextHour({ day: 2, hour: 9 }, zone, now), '2026-12-01T12:00:00Z')
    assert.equal(nextHour({ day: 6, hour: 0 }, zone, now), '2026-12-05T03:00:00Z')
  })
})
