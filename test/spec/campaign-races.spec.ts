/**
 * What is done to campaigns at the moment in which their letters go out, by two nodes: pauses,
 * resuming, cancelling, people who leave, people who are deleted. `CAMPAIGN_RACES=5000` runs as many
 * campaigns, a thousand of each; without it a few of each.
 */

import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { isWarm } from '../support/accounts.ts'
import { campaignStage } from '../support/campaigns.ts'
import { brokenRules } from '../support/doctor.ts'
import { sentTwice } from '../support/kept.ts'
import { startNode } from '../support/nodes.ts'
import { until } from '../support/until.ts'

const campaigns = Number(process.env.CAMPAIGN_RACES ?? 10)
/** Of a project at a time, and in all: each round of them has a topic of its own. */
const atOnce = 10
const perService = 1_000
const peopleEach = 12

type Stage = Awaited<ReturnType<typeof campaignStage>>

for (let from = 0; from < campaigns; from += perService) {
  it('campaigns of two nodes write to each person once, whatever is done meanwhile', t =>
    race(t, from))
}

async function race(t: TestContext, first: number): Promise<void> {
  const stage = await campaignStage(t, 'live')
  const { world } = stage.service
  await isWarm(stage.service, 'shop.test')
  const key = await stage.service.key('live', 'admin')
  const other = await startNode(stage.service)
  try {
    const byBoth = byTurns([stage.service.port, other.port!], key)
    const end = Math.min(campaigns, first + perService)
    for (let from = first; from < end; from += atOnce) await round(stage, byBoth, from)
  } finally {
    await other.stop(2_000)
  }
  assert.deepEqual(await sentTwice(world.db), [])
  const received = stage.service.mx.received.map(one => {
    const subject = /^Subject: (.*)\r$/m.exec(one.content.toString())?.[1]
    return `${subject} ${one.to.join()}`
  })
  assert.equal(new Set(received).size, received.length, 'nobody receives a letter twice')
  assert.deepEqual(await brokenRules(world), [])
}

async function round(
  { call, join, make }: Stage,
  { nodes, act }: ReturnType<typeof byTurns>,
  from: number,
): Promise<void> {
  const emails = Array.from({ length: peopleEach }, (_, n) => `r${from}p${n}@here.test`)
  const { body: topic } = await call('POST', '/v1/topics', { name: { pt: `Tema ${from}` } })
  await join(emails, { topics: [topic.id] })
  const ids = await Promise.all(
    Array.from({ length: Math.min(atOnce, campaigns - from) }, (_, n) =>
      make({
        name: `Corrida ${from + n}`,
        topic_id: topic.id,
        audience: { topics: [topic.id] },
        content: { subject: `Corrida ${from + n}`, html: '<p>Oi {{ contact.email }}</p>' },
      }),
    ),
  )
  await Promise.all(
    ids.map(async (id, n) => {
      assert.equal((await act('POST', `/v1/campaigns/${id}/send`)).status, 202)
      await pauseFor(Math.random() * 60)
      for (const deed of deeds[n % deeds.length]!({ id, topic: topic.id, email: emails[n]! })) {
        const { status } = await act(...deed)
        assert.ok([200, 400, 409].includes(status), `${deed[1]}: ${status}`)
        await pauseFor(Math.random() * 20)
      }
    }),
  )
  assert.equal(nodes, 2)
  for (const id of ids) {
    const end = await until(async () => {
      const { body } = await call('GET', `/v1/campaigns/${id}`)
      if (body.status === 'paused') await act('POST', `/v1/campaigns/${id}/resume`)
      const isOver = ['sent', 'cancelled'].includes(body.status) && body.counts.pending === 0
      return isOver ? body : null
    }, `the end of ${id}`)
    const { audience, released, skipped, cancelled } = end.counts
    assert.equal(released + skipped + cancelled, audience)
    const { body } = await call('GET', `/v1/emails?campaign_id=${id}&limit=100`)
    assert.equal(body.data.length, released, 'a letter for each who was released')
  }
}

type Deed = readonly [method: string, path: string, body?: object]

interface Racing {
  readonly id: string
  readonly topic: string
  readonly email: string
}

/** What is done to one campaign, or to one of its people. */
const deeds: readonly ((about: Racing) => readonly Deed[])[] = [
  ({ id }) => [
    ['POST', `/v1/campaigns/${id}/pause`],
    ['POST', `/v1/campaigns/${id}/resume`],
  ],
  ({ id }) => [['POST', `/v1/campaigns/${id}/cancel`]],
  ({ topic, email }) => [
    ['POST', `/v1/contacts/${email}/topics`, { topics: [{ id: topic, state: 'unsubscribed' }] }],
  ],
  ({ email }) => [['DELETE', `/v1/contacts/${email}`]],
  ({ id }) => [
    ['POST', `/v1/campaigns/${id}/pause`],
    ['POST', `/v1/campaigns/${id}/cancel`],
    ['POST', `/v1/campaigns/${id}/resume`],
  ],
]

const pauseFor = (ms: number): Promise<void> => new Promise(done => void setTimeout(done, ms))

/** Calls that go to one node after the other. */
function byTurns(ports: readonly number[], key: string) {
  let turn = 0
  const act = async (method: string, path: string, body?: object) => {
    const port = ports[turn++ % ports.length]!
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    await answer.text()
    return answer
  }
  return { nodes: ports.length, act }
}
