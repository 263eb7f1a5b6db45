/** Mail that trips us: it must not come back for ever, hold up other mail, or be given up lightly. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventOf, startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

/** Accepted for later, so that there is time to spoil it. */
async function waiting(service: TestService, to: string): Promise<string> {
  const body = {
    from: 'Shop <hello@shop.test>',
    to: [to],
    subject: 'Hello',
    text: 'Hi',
    scheduled_at: new Date(service.world.clock.now() + 60_000).toISOString(),
  }
  const sent = await service.call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  return sent.body.id
}

/** What the database holds is not what we wrote: composing such an email throws. */
const spoil = (service: TestService, to: string) =>
  service.world.db.query(
    `update emails set sender = '@@' where id in (select email_id from recipients where address = $1)`,
    [to],
  )

const mend = (service: TestService, to: string) =>
  service.world.db.query(
    `update emails set sender = 'hello@shop.test'
     where id in (select email_id from recipients where address = $1)`,
    [to],
  )

/** The entry as its last handling has left it; undefined while it is in hand or gone. */
async function settled({ world }: TestService) {
  const entries = await world.db.query<{ faults: number; looks: number; due: Date }>(
    `select faults, attempt as looks, due_at as due from queue where not held order by faults desc`,
  )
  return entries[0]
}

describe('mail that trips us', () => {
  it('is tried five times, then failed, and holds up nobody else', async t => {
    const service = await startTestService(t, { zones })
    const bad = await waiting(service, 'bad@here.test')
    const good = await waiting(service, 'good@here.test')
    await spoil(service, 'bad@here.test')
    service.turn(60_000)
    await eventOf(service, good, 'delivered')
    for (let faults = 1; faults <= 4; faults++) {
      await until(async () => (await settled(service))?.faults === faults, `fault ${faults}`)
      service.turn(30_000)
    }
    const failed = await eventOf(service, bad, 'failed')
    assert.match(String(failed.explanation), /\w/)
    assert.deepEqual(await service.world.db.query('select id from queue'), [])
    const types = (await service.timeline(bad)).map(event => event.type)
    assert.deepEqual(types, ['accepted', 'queued', 'failed'])
  })

  it('is not given up for how often it had to wait before', async t => {
    const service = await startTestService(t, { zones })
    const id = await waiting(service, 'ana@here.test')
    const pause = (kind: string) => service.world.db.query('update accounts set pause = $1', [kind])
    await pause('full')
    for (let looks = 1; looks <= 6; looks++) {
      service.turn(5 * 60_000)
      await until(async () => (await settled(service))?.looks === looks, `look ${looks}`)
    }
    await spoil(service, 'ana@here.test')
    await pause('none')
    service.turn(5 * 60_000)
    await until(async () => (await settled(service))?.faults === 1, 'a fault')
    await mend(service, 'ana@here.test')
    service.turn(30_000)
    await eventOf(service, id, 'delivered')
  })
})

describe('mail that our own database trips', () => {
  it('waits for it, however often it has to look', async t => {
    const service = await startTestService(t, { zones })
    const id = await waiting(service, 'ana@here.test')
    const rename = (from: string, to: string) =>
      service.world.db.query(`alter table ${from} rename to ${to}`)
    await rename('email_contents', 'contents_away')
    service.turn(60_000)
    for (let looks = 1; looks <= 7; looks++) {
      await until(async () => (await settled(service))?.looks === looks, `look ${looks}`)
      assert.equal((await settled(service))?.faults, 0)
      service.turn(30_000)
    }
    await rename('contents_away', 'email_contents')
    await until(async () => {
      service.turn(30_000)
      return (await service.timeline(id)).some(event => event.type === 'delivered')
    }, 'the delivery')
  })
})
