/** How many segments a project may have, however they come. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { madeSegments } from '../support/happened.ts'
import { startTestService } from '../support/service.ts'

describe('segments of a project', () => {
  it('are a thousand, also where several are made at once', async t => {
    const service = await startTestService(t)
    const { world, projectId } = service
    await madeSegments(world.db, { projectId, now: world.clock.now() }, 999)
    const make = (name: string, path = '/v1/segments') =>
      service.call('POST', path, {
        body: path.startsWith('/v1') ? { name, kind: 'static' } : { name },
      })
    const made = await Promise.all(['a', 'b', 'c', 'd'].map(name => make(name)))
    assert.deepEqual(made.map(one => one.status).sort(), [201, 400, 400, 400])
    const { error } = made.find(one => one.status === 400)!.body
    assert.deepEqual([error.code, error.param], ['invalid_field', undefined])
    assert.match(error.message, /at most 1000 segments/)
    assert.equal((await make('e', '/resend/segments')).status, 422)
    const { id } = made.find(one => one.status === 201)!.body
    assert.equal((await service.call('DELETE', `/v1/segments/${id}`)).status, 200)
    assert.equal((await make('f')).status, 201)
  })
})
