/** The frequency cap where several want to write to the same people at the same moment. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000

describe('a cap', () => {
  it('holds for a campaign and a sequence that write at the same moment', async t => {
    const { call, advance, publish, template, service } = await startTestMode(t)
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P1D' }] })
    const contacts = Array.from({ length: 60 }, (_, n) => ({ email: `p${n}@b.example` }))
    assert.equal((await call('POST', '/v1/contacts/batch', { contacts })).status, 200)
    const letter = await template()
    // The hour that is half a day away; the account has UTC.
    const at = Math.floor(service.world.clock.now() / hourMs + 12) * hourMs
    const sequence = await publish({
      triggers: [{ on: 'api' }],
      steps: [
        {
          key: 'rest',
          type: 'wait',
          until: { time: new Date(at).toISOString().slice(11, 16) },
          next: 'letter',
        },
        { key: 'letter', type: 'email', template_id: letter, if_capped: 'skip' },
      ],
    })
    const made = await call('POST', '/v1/campaigns', {
      name: 'Natal',
      from: 'a@shop.test',
      content: { subject: 'Oi', html: '<p>Oi</p>' },
      audience: { everybody: true },
      schedule: { at: new Date(at).toISOString() },
    })
    const path = `/v1/campaigns/${made.body.id}` as const
    assert.equal((await call('POST', `${path}/schedule`)).status, 202)
    for (const { email } of contacts) {
      await call('POST', `/v1/sequences/${sequence}/enrollments`, { email })
    }
    await advance('PT13H')
    await until(async () => (await call('GET', path)).body.status === 'sent', 'the campaign')
    const sent: string[] = []
    for (let after = ''; ; ) {
      const { body } = await call('GET', `/v1/emails?limit=100${after}`)
      sent.push(...body.data.map((one: { to: string[] }) => one.to[0]!))
      if (!body.has_more) break
      after = `&starting_after=${body.data.at(-1)!.id}`
    }
    assert.equal(sent.length, contacts.length)
    assert.equal(new Set(sent).size, contacts.length)
  })
})
