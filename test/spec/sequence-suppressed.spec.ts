/** Whose address is suppressed leaves every sequence at once, by hand. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Called, until } from '../support/service.ts'
import { startTestMode } from '../support/test-mode.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<Called>

const waiting = [{ key: 'w', type: 'wait', for: 'P9D' }]

async function gone(call: Call, path: string) {
  const body = await until(async () => {
    const answer = await call('GET', path)
    return answer.body.state !== 'inside' && answer.body
  }, 'the end of the way')
  return [body.state, body.reason]
}

describe('a person whose address is suppressed', () => {
  it('leaves every sequence in the middle of a wait, and nobody else does', async t => {
    const { call, publish } = await startTestMode(t)
    const paths: string[] = []
    for (const steps of [waiting, waiting]) {
      const id = await publish({ triggers: [{ on: 'api' }], steps })
      for (const email of ['ana@b.example', 'bia@b.example']) {
        if (paths.length < 2) await call('POST', '/v1/contacts', { email })
        const entered = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
        assert.equal(entered.status, 201, JSON.stringify(entered.body))
        paths.push(`/v1/sequences/${id}/enrollments/${entered.body.id}`)
      }
    }
    const put = await call('POST', '/v1/suppressions', { email: 'Ana@B.example', stream: 'all' })
    assert.equal(put.status, 201, JSON.stringify(put.body))
    assert.deepEqual(await gone(call, paths[0]!), ['exited', 'suppressed'])
    assert.deepEqual(await gone(call, paths[2]!), ['exited', 'suppressed'])
    for (const path of [paths[1]!, paths[3]!]) {
      assert.equal((await call('GET', path)).body.state, 'inside')
    }
    const facts = await call('GET', '/v1/activity?name=sequence.exited')
    assert.equal(facts.body.data.length, 2)
  })
})
