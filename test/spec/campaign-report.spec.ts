/** All figures of a campaign in one answer, of one moment, and what is watched in the first hours. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { campaignStage, people } from '../support/campaigns.ts'
import { until } from '../support/until.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

describe('the report of a campaign', () => {
  it('has the figures that are asked for apart, and the first two hours by the minute', async t => {
    const { service, call, make, join, send, reaches } = await campaignStage(t, 'live')
    const [soon, late, silent] = people(0, 3)
    await join([soon!, late!, silent!])
    const id = await make()
    const report = async () => (await call('GET', `/v1/campaigns/${id}/report`)).body
    assert.deepEqual((await report()).minute, [])
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    await until(async () => (await report()).stats.delivered === 3, 'all to be delivered')
    const click = async (to: string, clicks: number) => {
      const letter = service.mx.received.find(one => one.to[0]!.includes(to))!
      const { html } = await PostalMime.parse(letter.content)
      const [, path] = /href="[^"]*(\/t\/c\/[\w-]+)/.exec(html!)!
      await fetch(`http://127.0.0.1:${service.port}${path}`, {
        redirect: 'manual',
        headers: { 'user-agent': browser },
      })
      service.turn(10_000)
      const isJudged = async () => (await report()).stats.clicked.people === clicks
      await until(isJudged, `click ${clicks} to be judged`)
    }
    service.turn(10 * 60_000)
    await click(soon!, 1)
    service.turn(2 * 3_600_000)
    await click(late!, 2)

    const whole = await report()
    const first = Date.parse(whole.stats.first_release)
    assert.ok(Date.parse(whole.at) - first >= 130 * 60_000, whole.at)
    const [minute, ...others] = whole.minute
    assert.deepEqual([minute.opened, minute.clicked, others.length], [1, 1, 0])
    assert.match(minute.at, /:00\.000Z$/)
    const after = Math.round((Date.parse(minute.at) - first) / 60_000)
    assert.ok(after >= 9 && after <= 11, `${after} minutes after the first letter`)
    assert.equal(
      sum(whole.hour.map((one: { clicked: { people: number } }) => one.clicked.people)),
      2,
    )
    const stats = async (query: string) =>
      (await call('GET', `/v1/campaigns/${id}/stats?${query}`)).body
    assert.deepEqual(whole.stats, await stats(''))
    assert.deepEqual(whole.links, (await call('GET', `/v1/campaigns/${id}/links`)).body.data)
    assert.deepEqual(
      whole.links.map((one: { people: number }) => one.people),
      [2, 0],
    )
    for (const by of ['provider', 'language', 'variant', 'hour'] as const) {
      assert.deepEqual(whole[by], (await stats(`by=${by}`)).data, by)
    }
  })
})
