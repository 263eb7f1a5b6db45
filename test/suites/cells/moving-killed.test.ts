/**
 * A move under way while mail goes on, with its mover and the nodes of both cells killed at moments
 * drawn by a seed. The model is a plain map: what was accepted arrives once, or a second time where
 * a node was killed behind the final dot and says so; nothing of what was accepted after the move
 * leaves from the old cell. MALOTE_TEST_MOVES is how many rounds, MALOTE_TEST_SEED the first seed.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chanceOf } from '../../support/chance.ts'
import { until } from '../../support/until.ts'
import {
  killNodesMeanwhile,
  moveThroughKills,
  type Stage,
  seeds,
  stage,
  subjectOf,
} from './killed.ts'

interface Sender {
  /** Subjects of what was answered by 202, with the id. */
  readonly accepted: Map<string, string>
  /** Answers that were neither 202 nor "come again". */
  readonly strange: string[]
  stop(): Promise<void>
}

/** One email after the other by the old key, each again until it is accepted. */
function send({ url, key }: Stage): Sender {
  const accepted = new Map<string, string>()
  const strange: string[] = []
  let isOver = false
  const post = async (subject: string): Promise<void> => {
    const answer = await fetch(`${url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': subject,
      },
      body: JSON.stringify({
        from: 'hello@ana.test',
        to: [`${subject}@here.test`],
        subject,
        text: 'Oi',
      }),
    }).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as { id?: string } | null
    if (answer?.status === 202 && body?.id) accepted.set(subject, body.id)
    else if (answer !== null && answer.status !== 503) {
      strange.push(`${answer.status} ${JSON.stringify(body)}`)
    }
  }
  const line = async (name: string): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const subject = `${name}${n}`
      while (!accepted.has(subject) && strange.length === 0) {
        await post(subject)
        await new Promise(resolve => setTimeout(resolve, 30))
      }
      if (strange.length > 0) return
    }
  }
  const lines = Promise.all([line('one'), line('two')])
  return {
    accepted,
    strange,
    async stop() {
      isOver = true
      await lines
    },
  }
}

interface Timeline {
  readonly status: string
  readonly events: readonly { readonly type: string; readonly uncertain?: boolean }[]
}

async function timelineOf({ url, key }: Stage, id: string): Promise<Timeline> {
  return until(async () => {
    const answer = await fetch(`${url}/v1/emails/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    }).catch(() => null)
    if (answer?.status !== 200) return null
    const read = (await answer.json()) as Timeline
    return read.events.some(one => one.type === 'delivered') ? read : null
  }, `${id} delivered`)
}

for (const seed of seeds()) {
  it(`A move through kills loses nothing and sends nothing from both cells (seed ${seed})`, async t => {
    const draw = chanceOf(seed)
    const at = await stage(t)
    const sender = send(at)
    await until(async () => sender.accepted.size >= 10, 'mail before the move')
    const { told, killedAt } = await killNodesMeanwhile(at, draw, () =>
      moveThroughKills(at, draw, 1 + Math.floor(draw() * 3)),
    )
    for (const node of at.nodes) await node.ready()
    assert.equal(told.step, 'done', JSON.stringify(told))
    const before = new Set(sender.accepted.keys())
    await until(async () => sender.accepted.size >= before.size + 10 || sender.strange.length > 0)
    await sender.stop()
    assert.deepEqual(sender.strange, [])

    let marked = 0
    for (const [subject, id] of sender.accepted) {
      const { events } = await timelineOf(at, id)
      const came = at.mx.received.filter(one => subjectOf(one.content) === subject)
      const cells = new Set(came.map(one => /^bounce\+(..)/.exec(one.from)![1]!))
      const uncertain = events.filter(one => one.uncertain === true).length
      const about = `${subject} of ${id}, killed at ${killedAt.join(', ')}`
      assert.ok(came.length >= 1, `lost: ${about}`)
      assert.ok(came.length <= 1 + uncertain, `came ${came.length} times: ${about}`)
      if (uncertain === 0) assert.equal(cells.size, 1, about)
      if (!before.has(subject)) assert.deepEqual([...cells], ['b7'], about)
      if (came.length > 1) marked++
    }
    const known = new Set(sender.accepted.keys())
    const unknown = at.mx.received.map(one => subjectOf(one.content)).filter(one => !known.has(one))
    assert.deepEqual(unknown, [], 'sent, and never accepted')
    t.diagnostic(
      `${sender.accepted.size} accepted, ${marked} marked twice, killed at: ${killedAt.join(', ')}`,
    )
  })
}
