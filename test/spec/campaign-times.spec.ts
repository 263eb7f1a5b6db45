/** When a campaign is best sent, by the clicks on the last ones. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
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
})
