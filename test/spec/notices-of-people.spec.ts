import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage, people } from '../support/campaigns.ts'
import { importStage } from '../support/imports.ts'

describe('an import', () => {
  it('that has ended is told of, a trial is not', async t => {
    const { service, post, make, send, ends } = await importStage(t)
    const mapping = { email: 'email' }
    const id = await make({ format: 'csv' })
    await send(id, 'email\na@b.example\n')
    const told = async () => (await service.call('GET', '/v1/notices')).body.data
    await post(`/v1/imports/${id}/start`, { mapping, dry_run: true })
    await ends(id)
    assert.deepEqual(await told(), [])
    await post(`/v1/imports/${id}/start`, { mapping })
    const { counts } = await ends(id)
    const [notice, ...others] = await told()
    assert.deepEqual(others, [])
    assert.partialDeepStrictEqual(notice, {
      type: 'import_done',
      severity: 'info',
      data: { import_id: id, counts },
    })
  })
})

describe('a campaign', () => {
  it('that is paused is told of in its mode, once until it goes on', async t => {
    const { service, call, make, join, send } = await campaignStage(t)
    await join(people(0, 900))
    const id = await make()
    await send(id)
    const pause = async () => {
      const paused = await call('POST', `/v1/campaigns/${id}/pause`)
      assert.equal(paused.status, 200, JSON.stringify(paused.body))
    }
    await pause()
    const told = async () => (await call('GET', '/v1/notices')).body.data
    const [notice] = await told()
    assert.partialDeepStrictEqual(notice, {
      type: 'campaign_paused',
      data: { campaign_id: id, name: 'Natal', by: 'person' },
    })
    assert.deepEqual((await service.call('GET', '/v1/notices')).body.data, [], 'of the other mode')
    assert.equal((await call('POST', `/v1/campaigns/${id}/resume`)).status, 200)
    await pause()
    assert.equal((await told()).length, 2)
  })
})
