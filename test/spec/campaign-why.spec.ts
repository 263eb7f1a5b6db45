/** Why one person gets a campaign, or why not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage, people } from '../support/campaigns.ts'

interface Check {
  readonly check: string
  readonly result: boolean
  readonly [more: string]: unknown
}

const results = (because: readonly Check[]) => because.map(one => [one.check, one.result])

describe('why somebody gets a campaign', () => {
  it('names the proof of their joining, the letters they have had and each part of the audience', async t => {
    const { make, join, send, reaches, call, topic, service } = await campaignStage(t)
    const filter = { field: 'first_name', op: 'eq', value: 'Ana' }
    const segment = await call('POST', '/v1/segments', { name: 'Ana', filter })
    assert.equal(segment.status, 201, JSON.stringify(segment.body))
    await join(people(0, 1), { first_name: 'Ana' })
    const first = await make({ audience: { topics: [topic], segments: [segment.body.id] } })
    await send(first)
    await reaches(first, body => body.status === 'sent', 'the end')
    const got = (await call('GET', `/v1/campaigns/${first}/recipients/p0@here.test`)).body
    assert.deepEqual(results(got.because), [
      ['audience', true],
      ['suppression', true],
      ['snooze', true],
      ['topic', true],
    ])
    const path = '/v1/contacts/p0@here.test/timeline'
    const timeline = await call('GET', path)
    const letter = timeline.body.data.find((one: { type: string }) => one.type === 'letter')
    assert.deepEqual([letter!.email_id, letter!.campaign_id], [got.email_id, first])
    assert.ok(letter!.explanation.length > 0)
    const older = await call('GET', `${path}?starting_after=${letter!.id}`)
    assert.equal(older.body.data[0].type, 'contact.created')
    const consents = await call('GET', '/v1/contacts/p0@here.test/consents')
    const [record] = consents.body.data
    assert.equal(got.because[3].consent_id, record.id)
    const [chosen] = got.because[0].tree.all
    assert.deepEqual(
      chosen.all.map(one => [one.topic ?? one.segment, one.result]),
      [
        [topic, true],
        [segment.body.id, true],
      ],
    )
    assert.equal(chosen.all[1].because.result, true)

    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 1, per: 'P1D' }] })
    const second = await make({ name: 'Second' })
    await send(second)
    await reaches(second, body => body.status === 'sent', 'the end')
    const capped = (await call('GET', `/v1/campaigns/${second}/recipients/p0@here.test`)).body
    assert.deepEqual([capped.state, capped.reason], ['skipped', 'capped'])
    assert.deepEqual(results(capped.because).slice(-2), [
      ['topic', true],
      ['cap', false],
    ])
    assert.deepEqual(capped.because.at(-1)!.had, [got.email_id])

    // Of a draft, of which nobody has been read.
    const draft = await make({ name: 'Third', audience: { everybody: true } })
    const now = (await call('GET', `/v1/campaigns/${draft}/recipients/p0@here.test`)).body
    assert.deepEqual([now.state, now.reason, now.decided_at], ['not_in_audience', 'capped', null])
    assert.equal(now.because[0].evaluated, 'now')
    // What came later was no reason then.
    await call('PATCH', '/v1/marketing-settings', { cap: [{ letters: 2, per: 'P1D' }] })
    const later = await make({ name: 'Fourth' })
    await send(later)
    await reaches(later, body => body.status === 'sent', 'the end')
    const still = (await call('GET', `/v1/campaigns/${second}/recipients/p0@here.test`)).body
    assert.deepEqual(still.because.at(-1)!.had, [got.email_id])
    const key = await service.key('test', 'admin')
    const inPortuguese = await service.call(
      'GET',
      `/v1/campaigns/${second}/recipients/p0@here.test`,
      { key, headers: { 'accept-language': 'pt' } },
    )
    assert.match(inPortuguese.body.because.at(-1)!.explanation, /Já recebeu tantas mensagens/)
  })

  it('says what somebody waits for who has not got theirs', async t => {
    const { make, join, send, reaches, call } = await campaignStage(t)
    await join(people(0, 3))
    const id = await make({ schedule: { rate_per_hour: 60 } })
    await send(id)
    await reaches(id, body => body.waiting?.reason === 'rate', 'the pace')
    const list = await call('GET', `/v1/campaigns/${id}/recipients?state=pending`)
    const path = `/v1/campaigns/${id}/recipients/${list.body.data[0].contact_id}` as const
    const { body } = await call('GET', path)
    assert.deepEqual([body.state, body.next.reason], ['pending', 'rate'])
    assert.ok(Date.parse(body.next.at) > 0)
    await call('POST', `/v1/campaigns/${id}/pause`)
    assert.deepEqual((await call('GET', path)).body.next, { at: null, reason: 'paused_by_person' })
  })
})
