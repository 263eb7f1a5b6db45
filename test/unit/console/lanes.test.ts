/** Whoever looks at deliverability sees the destinations of their own mail, never everybody's. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { createSentTo } from '#sending/delivery/sent-to.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

const lane = (group: string, inHand: number, address?: string) =>
  ({
    key: address === undefined ? group : `${group} from ${address}`,
    group,
    provider: 'other',
    factor: 1,
    inHand,
    pausedUntil: null,
    slowReplies: 0,
    replies: 0,
  }) as const

describe('The destinations at deliverability', () => {
  const sentTo = createSentTo()
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    const lanes = [lane('mx.mine.test', 3, '192.0.2.1'), lane('mx.of-others.test', 7)]
    stage = await startStage(db, { lanes, sentTo: sentTo.of })
    tenant = await makeTenant(stage)
    sentTo.note(tenant.projectId, 'mx.mine.test')
    sentTo.note((await makeTenant(stage)).projectId, 'mx.of-others.test')
  })
  after(() => stage.api.close())

  const lanesSeen = async () => {
    const reply = await tenant.browser.ask('GET', `${tenant.base}/live/deliverability`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body.lanes.map((one: { destination: string; in_hand: number | null }) => [
      one.destination,
      one.in_hand,
    ])
  }

  test('are those of the project, without what others have under way', async () => {
    assert.deepEqual(await lanesSeen(), [['mx.mine.test from 192.0.2.1', null]])
  })

  test('are all of them, with what is under way, for the operator', async () => {
    await changeOperator(db, tenant.accountId, true)
    assert.deepEqual(await lanesSeen(), [
      ['mx.mine.test from 192.0.2.1', 3],
      ['mx.of-others.test', 7],
    ])
  })

  test('are those of all nodes that are alive, each told of once', async () => {
    const now = new Date(stage.world.clock.now())
    const slowed = {
      ...lane('mx.of-others.test', 5),
      factor: 0.25,
      pausedUntil: now.getTime() + 60_000,
      because: { words: '421 4.7.0 Try again later', at: now.getTime() },
    }
    for (const [host, seenAt, lanes] of [
      ['b.test', now, [slowed, lane('mx.new.test', 1)]],
      ['old.test', new Date(now.getTime() - 3_600_000), [lane('mx.gone.test', 9)]],
      ['former.test', now, null],
    ] as const) {
      await db.query(
        `insert into nodes (id, hostname, roles, streams, started_at, seen_at, lanes)
         values ($1, $2, '{deliver}', '{transactional}', $3, $3, $4)`,
        [stage.world.ids.next(), host, seenAt, lanes && JSON.stringify(lanes)],
      )
    }
    const reply = await tenant.browser.ask('GET', '/api/operator/queue')
    const shown = new Map(
      reply.body.lanes.map((one: { destination: string }) => [one.destination, one]),
    )
    assert.deepEqual(
      [...shown.keys()],
      ['mx.of-others.test', 'mx.mine.test from 192.0.2.1', 'mx.new.test'],
    )
    const own = stage.world.settings.MALOTE_HOSTNAME
    assert.partialDeepStrictEqual(shown.get('mx.of-others.test'), {
      state: 'paused',
      pace: 0.25,
      in_hand: 12,
      reply: { text: '421 4.7.0 Try again later', at: now.toISOString() },
      nodes: [
        { hostname: own, pace: 1, in_hand: 7 },
        { hostname: 'b.test', pace: 0.25, in_hand: 5 },
      ],
    })
    assert.partialDeepStrictEqual(shown.get('mx.new.test'), { reply: null, state: 'normal' })
  })

  test('say to a customer that the reply may be to others, and never what it was', async () => {
    const because = { words: '421 4.7.0 too much from Loja', at: stage.world.clock.now() }
    const lanes = [
      { ...lane('mx.paused.test', 1), pausedUntil: stage.world.clock.now() + 60_000, because },
      { ...lane('mx.slowed.test', 1), factor: 0.5, because },
      lane('mx.normal.test', 1),
    ]
    const theirs = await startStage(db, {
      lanes,
      sentTo: () => new Set(lanes.map(one => one.group)),
    })
    try {
      const customer = await makeTenant(theirs)
      const ask = () => customer.browser.ask('GET', `${customer.base}/live/deliverability`)
      const { body, text } = await ask()
      assert.doesNotMatch(text, /421|Loja/)
      assert.deepEqual(
        body.lanes.map((one: { state: string; text: string }) => [
          one.state,
          /perhaps because of other senders/.test(one.text),
        ]),
        [
          ['paused', true],
          ['slowed', true],
          ['normal', false],
        ],
      )
      await changeOperator(db, customer.accountId, true)
      const asOperator = await ask()
      assert.doesNotMatch(asOperator.text, /other senders/)
    } finally {
      await theirs.api.close()
    }
  })

  test('are remembered for the last hundred groups of a project', () => {
    const kept = createSentTo()
    const project = 'p' as Uuid
    for (let n = 0; n <= 100; n++) kept.note(project, `mx${n}.test`)
    assert.equal(kept.of(project).size, 100)
    assert.ok(!kept.of(project).has('mx0.test'))
  })
})
