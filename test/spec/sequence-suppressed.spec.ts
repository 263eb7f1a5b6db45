/** Whose address is suppressed leaves every sequence at once, whatever put it on the list. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Caller } from '../support/called.ts'
import { startTestService } from '../support/service.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

type Call = Caller<unknown>

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

  it('leaves by the bounce of the letter that the sequence sent', async t => {
    const { call, enter, letter } = await startRefused(t)
    const steps = [{ key: 'hello', type: 'email', template_id: letter, next: 'w' }, ...waiting]
    assert.deepEqual(await gone(call, await enter(steps)), ['exited', 'suppressed'])
  })

  it('leaves by the bounce of any other email', async t => {
    const { call, enter } = await startRefused(t)
    const path = await enter(waiting)
    const sent = await call('POST', '/v1/emails', {
      from: 'a@shop.test',
      to: ['ana@here.test'],
      subject: 'Your order',
      text: 'Thank you.',
    })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    assert.deepEqual(await gone(call, path), ['exited', 'suppressed'])
  })
})

/** A live project whose mail to ana@here.test is refused for good. */
async function startRefused(t: TestContext) {
  const service = await startTestService(t, {
    zones: { 'here.test': { MX: ['10 mx.here.test'] }, 'mx.here.test': { A: ['127.0.0.1'] } },
    mx: {
      misbehave(stage, socket) {
        if (stage !== 'rcpt') return false
        socket.write('550 5.1.1 <ana@here.test>: User unknown\r\n')
        return true
      },
    },
  })
  const call: Call = (method, path, body) => service.call(method, path, body ? { body } : {})
  const made = await call('POST', '/v1/templates', {
    name: 'T',
    variants: { en: { subject: 'Hi', html: '<p>Hi</p>' } },
  })
  const letter: string = made.body.id
  await call('POST', `/v1/templates/${letter}/publish`)
  return {
    call,
    letter,
    /** Ana comes into a sequence of these steps; returns the path of that enrollment. */
    async enter(steps: readonly object[]): Promise<string> {
      const triggers = [{ on: 'api' }]
      const sequence = { name: 'S', from: 'a@shop.test', triggers, steps }
      const { id } = (await call('POST', '/v1/sequences', sequence)).body
      const published = await call('POST', `/v1/sequences/${id}/publish`, {})
      assert.equal(published.status, 201, JSON.stringify(published.body))
      await call('POST', '/v1/contacts', { email: 'ana@here.test' })
      const path = `/v1/sequences/${id}/enrollments` as const
      const entered = await call('POST', path, { email: 'ana@here.test' })
      assert.equal(entered.status, 201, JSON.stringify(entered.body))
      return `${path}/${entered.body.id}`
    },
  }
}
