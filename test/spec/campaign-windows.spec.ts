/** The hours within which a campaign sends, where they are those of each recipient. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const zones = ['Asia/Tokyo', 'America/Recife', 'Pacific/Honolulu'] as const

describe('a window by the time of each recipient', () => {
  it('is theirs, and so says the forecast', async t => {
    const { call, advance, service } = await startTestMode(t)
    const contacts = zones.map((time_zone, n) => ({ email: `p${n}@b.example`, time_zone }))
    await call('POST', '/v1/contacts/batch', { contacts })
    const now = Temporal.Instant.fromEpochMilliseconds(service.world.clock.now())
    const day = now.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 2 })
    const made = await call('POST', '/v1/campaigns', {
      name: 'Natal',
      from: 'a@shop.test',
      content: { subject: 'Oi', html: '<p>Oi</p>' },
      audience: { everybody: true },
      schedule: {
        at: `${day}T06:00`,
        time_zone: 'recipient',
        window: { from: '10:00', until: '11:00' },
      },
    })
    const path = `/v1/campaigns/${made.body.id}` as const
    assert.equal((await call('POST', `${path}/schedule`)).status, 202)
    const { body: foreseen } = await call('POST', `${path}/forecast`)
    await advance('P4D')
    await until(async () => (await call('GET', path)).body.status === 'sent', 'the last of them')
    const { body: sent } = await call('GET', `/v1/emails?campaign_id=${made.body.id}`)
    const local = sent.data.map((one: { to: string[]; created_at: string }) => {
      const zone = zones[Number(one.to[0]!.slice(1, 2))]!
      const at = Temporal.Instant.from(one.created_at).toZonedDateTimeISO(zone)
      return at.toPlainDateTime().toString({ smallestUnit: 'minute' })
    })
    assert.deepEqual(local, [`${day}T10:00`, `${day}T10:00`, `${day}T10:00`])
    const last = Math.max(
      ...sent.data.map((one: { created_at: string }) => Date.parse(one.created_at)),
    )
    assert.ok(Math.abs(Date.parse(foreseen.finishes_at) - last) < 60_000, foreseen.finishes_at)
  })
})

describe('the moment of a campaign', () => {
  it('that is over is refused, also where it is a local time of a zone', async t => {
    const { call, service } = await startTestMode(t)
    const at = (hours: number, zone: string): string =>
      Temporal.Instant.fromEpochMilliseconds(service.world.clock.now() + hours * 3_600_000)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
    const made = async (schedule: object) => {
      const { status, body } = await call('POST', '/v1/campaigns', { name: 'A', schedule })
      return [status, body.error?.param]
    }
    const refused = [400, 'schedule.at']
    for (const zone of ['America/Recife', 'Asia/Tokyo']) {
      assert.deepEqual(await made({ at: at(-2, zone), time_zone: zone }), refused)
      assert.deepEqual(await made({ at: at(2, zone), time_zone: zone }), [201, undefined])
    }
    // It is still to come for those who live further west.
    const recipient = { at: at(-2, 'UTC'), time_zone: 'recipient' }
    assert.deepEqual(await made(recipient), [201, undefined])
  })
})
