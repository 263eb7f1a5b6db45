/** The operator holds mail back, lets it go, and returns what waits with a reason. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { putOff } from '../support/happened.ts'
import { dashboardSettings, signInOperator } from '../support/operator.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'there.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}
const note = { en: 'We look into complaints.', pt: 'Estamos apurando reclamações.' }

describe('mail that waits', () => {
  it('is held by destination or account, let go, and returned with a reason', async t => {
    const service = await startTestService(t, {
      zones,
      settings: dashboardSettings,
    })
    const { world } = service
    const ask = await signInOperator(service)
    const mine = service.shown.account

    const send = async (to: string, more: object = {}) => {
      const letter = { from: 'hello@shop.test', subject: 'Hi', text: 'Hi', ...more }
      const sent = await service.call('POST', '/v1/emails', { body: { ...letter, to: [to] } })
      return sent.body.id as string
    }
    const become = (id: string, status: string) =>
      until(
        async () => (await service.call('GET', `/v1/emails/${id}`)).body.status === status,
        `an email becomes ${status}`,
      )

    const both = await ask('POST', '/api/operator/holds', { domain: 'a.test', account_id: mine })
    assert.equal(both.body.error.param, 'account_id')
    const made = await ask('POST', '/api/operator/holds', { domain: 'Here.test', reason: note })
    assert.equal(made.status, 201)
    assert.partialDeepStrictEqual(made.body, { domain: 'here.test', account: null, until: null })
    const accented = await ask('POST', '/api/operator/holds', { domain: 'MÜNCHEN.test' })
    assert.equal(accented.body.domain, 'xn--mnchen-3ya.test')
    await ask('DELETE', `/api/operator/holds/${accented.body.id}`)
    for (const domain of ['@here.test', 'here.test ', 'here']) {
      const refused = [
        await ask('POST', '/api/operator/holds', { domain }),
        await ask('GET', `/api/operator/waiting?domain=${encodeURIComponent(domain)}`),
        await ask('POST', '/api/operator/waiting/return', { domain, reason: note, count: 1 }),
      ]
      for (const { status, body } of refused) {
        assert.deepEqual(
          [status, body.error.code, body.error.param],
          [400, 'invalid_field', 'domain'],
        )
      }
    }
    const held = await send('ana@here.test')
    await become(await send('bia@there.test'), 'delivered')
    await become(held, 'deferred')
    const told = (await service.timeline(held)).at(-1)!
    assert.match(String(told.explanation), /holds it back for now \(“We look into complaints.”\)/)
    assert.equal('note' in told, false)

    // It is looked at again by itself, each time later; let go, at once.
    await putOff(world.db, 4)
    await ask('DELETE', `/api/operator/holds/${made.body.id}`)
    assert.equal((await ask('GET', '/api/operator/holds')).body.data.length, 0)
    service.turn(5_000)
    await become(held, 'delivered')
    assert.equal((await ask('DELETE', `/api/operator/holds/${made.body.id}`)).status, 404)

    const hours = { account_id: mine, hours: 1 }
    const hold = await ask('POST', '/api/operator/holds', hours)
    assert.equal(Date.parse(hold.body.until) - world.clock.now() > 3_500_000, true)
    const planned = new Date(world.clock.now() + 86_400_000).toISOString()
    const later = await send('caio@here.test', { scheduled_at: planned })
    const [one, two, there] = [
      await send('dora@here.test'),
      await send('eva@here.test'),
      await send('fred@there.test'),
    ]
    for (const id of [one, two, there]) await become(id, 'deferred')
    const count = async (query: string) =>
      (await ask('GET', `/api/operator/waiting?${query}`)).body.waiting
    assert.equal(await count(`account_id=${mine}`), 3)
    assert.equal(await count('domain=HERE.test'), 2)

    const asked = { domain: 'HERE.test', reason: note }
    const first = await ask('POST', '/api/operator/waiting/return', { ...asked, count: 1 })
    assert.deepEqual(first.body, { domain: 'here.test', reason: note, returned: 1 })
    await become(one, 'bounced')
    const rest = await ask('POST', '/api/operator/waiting/return', { ...asked, count: 50 })
    assert.equal(rest.body.returned, 1)
    const bounce = (await service.timeline(two)).at(-1)!
    assert.equal(bounce.type, 'bounced')
    assert.match(String(bounce.explanation), /returned it .* \(“We look into complaints.”\)/)
    const suppressed = await service.call('GET', '/v1/suppressions')
    assert.equal(suppressed.body.data.length, 0)
    for (const [id, status] of [
      [later, 'queued'],
      [there, 'deferred'],
    ] as const) {
      assert.equal((await service.call('GET', `/v1/emails/${id}`)).body.status, status)
    }
    const audit = await ask('GET', '/api/operator/audit?action=mail.')
    const actions = audit.body.data.map((each: { action: string }) => each.action)
    assert.deepEqual(actions.slice(0, 2), ['mail.returned', 'mail.returned'])
    assert.deepEqual(audit.body.data[0].after.reason, note)

    service.turn(3_700_000)
    await become(there, 'delivered')
    assert.equal((await ask('GET', '/api/operator/holds')).body.data.length, 0)
  })
})
