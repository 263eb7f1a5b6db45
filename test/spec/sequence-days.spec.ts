/** What happened in a sequence, day by day. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { read } from '#kernel/base/ids.ts'
import { addCounts, deleteCountsOf } from '#marketing/contacts/letters/letter-counts-store.ts'
import { movedToZone } from '../support/happened.ts'
import { comesRound } from '../support/jobs.ts'
import { hoursCounted } from '../support/kept.ts'
import { startTestService, untilHour } from '../support/service.ts'
import { until } from '../support/until.ts'

const dayMs = 24 * 3_600_000
const none = { entered: 0, goal: 0, left: 0, sent: 0, opened: 0, clicked: 0 }

describe('the days of a sequence', () => {
  it('count who entered, reached the goal and left, and letters, each on its own day', async t => {
    const service = await startTestService(t)
    const key = await service.key('test', 'admin')
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, body === undefined ? { key } : { key, body })
    service.turn(untilHour(service.world.clock.now(), 12))
    const template = await call('POST', '/v1/templates', {
      name: 'Welcome',
      variants: {
        en: { subject: 'Hi', html: '<p><a href="https://shop.example/">Shop</a></p>' },
      },
    })
    assert.equal(template.status, 201, JSON.stringify(template.body))
    await call('POST', `/v1/templates/${template.body.id}/publish`)
    const made = await call('POST', '/v1/sequences', {
      name: 'Welcome',
      from: 'a@shop.test',
      triggers: [{ on: 'api' }],
      exits: [{ on: 'event', name: 'order.paid', reason: 'goal' }],
      steps: [
        { key: 'hello', type: 'email', template_id: template.body.id, next: 'rest' },
        { key: 'rest', type: 'wait', for: 'P3D' },
      ],
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body
    const published = await call('POST', `/v1/sequences/${id}/publish`, {})
    assert.equal(published.status, 201, JSON.stringify(published.body))
    const stats = async (query = '') =>
      (await call('GET', `/v1/sequences/${id}/stats${query}`)).body
    assert.deepEqual((await stats()).days, [], 'nothing was counted yet')
    const ways: Record<string, string> = {}
    for (const name of ['clicked', 'bia', 'cy']) {
      const email = `${name}@b.example`
      await call('POST', '/v1/contacts', { email })
      const { body } = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
      ways[name] = `/v1/sequences/${id}/enrollments/${body.id}`
    }
    const today = new Date(service.world.clock.now()).toISOString().slice(0, 10)
    const first = { day: today, ...none, entered: 3, sent: 3, opened: 1, clicked: 1 }
    await until(
      async () => {
        const [one] = (await stats('?days=1')).days
        return JSON.stringify(one) === JSON.stringify(first)
      },
      `${JSON.stringify(first)} of the first day`,
    )
    service.turn(dayMs)
    await call('POST', '/v1/activity', { email: 'bia@b.example', name: 'order.paid' })
    const out = await call('POST', `${ways.cy}/exit`, {})
    assert.ok(out.status < 300, JSON.stringify(out.body))
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10)
    const second = { day: tomorrow, ...none, goal: 1, left: 1 }
    await until(async () => (await stats('?days=1')).days[0].goal === 1, 'the goal')
    assert.deepEqual((await stats('?days=2')).days, [first, second])
    // Whoever goes the whole way has left nothing.
    service.turn(3 * dayMs)
    await until(async () => (await call('GET', ways.clicked!)).body.state === 'finished', 'the end')
    const all = (await stats('?days=30')).days
    assert.deepEqual(
      all.map((one: typeof none) => [one.entered, one.goal, one.left]),
      [
        [3, 0, 0],
        [0, 1, 1],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
    )
    const live = (await service.call('GET', `/v1/sequences/${id}/stats`)).body.days
    assert.deepEqual(live, [], 'the other mode has counted nothing')
    assert.equal((await call('GET', `/v1/sequences/${id}/stats?days=93`)).status, 400)

    const { db } = service.world
    const { projectId } = service
    const hours = async () => (await hoursCounted(db)).ofSequences
    const of = { projectId, campaignId: read('seq', id)!, key: '2020-01-01T00:00:00Z' }
    await addCounts(db, [{ ...of, part: 'hour', counts: { letters: 1 } }], 0)
    const kept = await hours()
    service.turn(80 * dayMs)
    await comesRound(service.world, 'retention')
    assert.equal(await hours(), kept, 'all can still be asked for')
    service.turn(20 * dayMs)
    await comesRound(service.world, 'retention')
    assert.equal(await hours(), 0)
    assert.equal((await hoursCounted(db)).ofCampaigns, 1, 'figures of campaigns stay')
    await addCounts(db, [{ ...of, part: 'all', counts: { letters: 1 } }], 0)
    assert.equal(await deleteCountsOf(db, [projectId], 1), 1)
    assert.equal(await deleteCountsOf(db, [projectId], 9), 1)
  })

  for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Adelaide']) {
    it(`begin at midnight in ${zone}, which is at no whole hour of UTC`, async t => {
      const service = await startTestService(t)
      await movedToZone(service.world.db, service.accountId, zone)
      const key = await service.key('test', 'admin')
      const call = async <const Method extends string, const Path extends string>(
        method: Method,
        path: Path,
        body?: unknown,
      ) => (await service.call(method, path, body === undefined ? { key } : { key, body })).body
      const now = Temporal.Instant.fromEpochMilliseconds(service.world.clock.now())
      const midnight = now.toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay()
      const minute = 60_000
      service.turn(midnight.epochMilliseconds - 10 * minute - now.epochMilliseconds)
      const variants = {
        en: { subject: 'Hi', html: '<p><a href="https://shop.example/">Shop</a></p>' },
      }
      const template = await call('POST', '/v1/templates', { name: 'Welcome', variants })
      await call('POST', `/v1/templates/${template.id}/publish`)
      const { id } = await call('POST', '/v1/sequences', {
        name: 'Welcome',
        from: 'a@shop.test',
        triggers: [{ on: 'api' }],
        steps: [
          { key: 'hello', type: 'email', template_id: template.id, next: 'rest' },
          { key: 'rest', type: 'wait', for: 'P3D' },
        ],
      })
      const enrol = async (email: string) => {
        await call('POST', '/v1/contacts', { email })
        return (await call('POST', `/v1/sequences/${id}/enrollments`, { email })).id
      }
      await call('POST', `/v1/sequences/${id}/publish`, {})
      const days = async () => (await call('GET', `/v1/sequences/${id}/stats?days=2`)).days
      const becomes = (expected: readonly object[]) =>
        until(
          async () => JSON.stringify(await days()) === JSON.stringify(expected),
          JSON.stringify(expected),
        )
      const today = { day: midnight.subtract({ days: 1 }).toPlainDate().toString(), ...none }
      const before = { ...today, entered: 1, sent: 1 }
      const way = await enrol('bia@b.example')
      await becomes([before])
      service.turn(15 * minute)
      await enrol('clicked@b.example')
      await call('POST', `/v1/sequences/${id}/enrollments/${way}/exit`, {})
      const after = { ...none, entered: 1, left: 1, sent: 1, opened: 1, clicked: 1 }
      const second = { day: midnight.toPlainDate().toString(), ...after }
      await becomes([before, second])
      // In these zones, the first day that is asked for begins on the day before in UTC.
      const last = await call('GET', `/v1/sequences/${id}/stats?days=1`)
      assert.deepEqual(last.days, [second])
    })
  }
})
