/** Three classes of bounces: the address is no good, not now, or the receiver's policy. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage, judgedBy } from '../support/campaigns.ts'
import { bouncesCounted, detailsOfBounce } from '../support/kept.ts'
import { until } from '../support/until.ts'

const hour = 3_600_000
const replies: Record<string, string> = {
  full: '552 5.2.2 mailbox full',
  big: '552 5.3.4 message too big',
  broken: '554 5.3.0 internal error',
  down: '451 4.3.2 down for some days',
  gone: '550 5.1.1 no such user',
  blocked: '550 5.7.1 blocked by policy',
}

describe('the bounces of a campaign', () => {
  it('are hard, soft or policy, and only hard ones count in the rate', async t => {
    const { service, call, make, join, send } = await campaignStage(t, 'live', {
      mx: {
        misbehave(stage, socket, line) {
          const said = stage === 'rcpt' ? replies[/<([a-z]+)@/.exec(line)?.[1] ?? ''] : undefined
          if (said !== undefined) socket.write(`${said}\r\n`)
          return said !== undefined
        },
      },
    })
    await join([...Object.keys(replies), 'fine'].map(name => `${name}@here.test`))
    const id = await make()
    await send(id)
    const stats = async () => (await call('GET', `/v1/campaigns/${id}/stats`)).body
    const reached = (what: (body: Awaited<ReturnType<typeof stats>>) => boolean, name: string) =>
      until(async () => {
        const body = await stats()
        return what(body) ? body : undefined
      }, name)
    await reached(
      ({ bounced, delivered }) => delivered === 1 && bounced.soft === 3,
      'first results',
    )
    service.turn(80 * hour)
    const { bounced } = await reached(({ bounced: { soft } }) => soft === 4, 'what is given up')
    assert.deepEqual(bounced, { hard: 1, soft: 4, policy: 1 })
    const hours = (await call('GET', `/v1/campaigns/${id}/stats?by=hour`)).body.data
    const sum = (of: 'hard' | 'soft' | 'policy'): number =>
      hours.reduce(
        (all: number, one: { bounced: Record<string, number> }) => all + one.bounced[of]!,
        0,
      )
    assert.deepEqual([sum('hard'), sum('soft'), sum('policy')], [1, 4, 1])

    const { results, hard, policy } = await judgedBy(service, id)
    assert.deepEqual({ results, hard, policy }, { results: 7, hard: 1, policy: 1 })
    assert.deepEqual(await bouncesCounted(service.world.db), { bounced: 6, hard: 1 })
    // What is kept of a class is for us to count by.
    const event = await detailsOfBounce(service.world.db, 'full@here.test')
    assert.match(JSON.stringify(event), /"bounced_as":"soft"/)
    const emails = (await call('GET', '/v1/emails?to=full@here.test')).body.data
    const timeline = (await call('GET', `/v1/emails/${emails[0].id}`)).body
    assert.doesNotMatch(JSON.stringify(timeline), /bounced_as/)
  })
})
