/** Just before the final dot: what has changed since the entry was claimed is looked at once more. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'

import { createSettler } from '#sending/delivery/settle.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { claimDue } from '../../support/claims.ts'
import { startTestService } from '../../support/service.ts'

async function claimed(t: TestContext) {
  const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  const { world, projectId } = service
  const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hello', text: 'Hi' }
  const sent = await service.call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202)
  const now = world.clock.now()
  const claim = { kind: 'delivery', now, leaseUntil: now + 60_000, limit: 10 } as const
  const [entry] = await claimDue(world.db, claim)
  const settler = createSettler(world, () => false)
  const types = async () => (await service.timeline(sent.body.id)).map(event => event.type)
  const mark = (stream: 'transactional' | 'marketing' = 'transactional') =>
    settler.markSent({
      entry: entry!,
      happening: { projectId, emailId: entry!.subject, n: 0, type: 'sent', at: now, details: {} },
      to: { projectId, email: 'ana@here.test', stream },
    })
  return { service, mark, types }
}

describe('at the point of no return', () => {
  it('`sent` is on the timeline before anything is handed over', async t => {
    const { mark, types } = await claimed(t)
    assert.equal(await mark(), true)
    assert.deepEqual(await types(), ['accepted', 'queued', 'sent'])
  })

  it('nothing is handed over to an address that was suppressed meanwhile', async t => {
    const { service, mark, types } = await claimed(t)
    const added = await service.call('POST', '/v1/suppressions', {
      body: { email: 'Ana@here.test', stream: 'all' },
    })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    assert.equal(await mark(), false)
    assert.deepEqual(await types(), ['accepted', 'queued'])
  })

  it('nothing is handed over that a pause has come to hold meanwhile', async t => {
    const { service, mark, types } = await claimed(t)
    const { world, accountId } = service
    await changeSettings(world, accountId, { pause: 'regular' })
    assert.equal(await mark('marketing'), false)
    await changeSettings(world, accountId, { pause: 'full' })
    assert.equal(await mark(), false)
    await changeSettings(world, accountId, { pause: 'regular' })
    assert.equal(await mark(), true, 'a regular pause holds marketing alone')
    assert.deepEqual(await types(), ['accepted', 'queued', 'sent'])
  })

  it('nothing is handed over by whoever has lost the entry', async t => {
    const { service, mark, types } = await claimed(t)
    await service.world.db.query('update queue set attempt = attempt + 1')
    assert.equal(await mark(), false)
    assert.deepEqual(await types(), ['accepted', 'queued'])
  })
})
