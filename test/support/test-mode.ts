/** A project in test mode with its clock, for tests of what takes weeks. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Caller, Shown } from './called.ts'
import { type ServiceOptions, startTestService, type TestService } from './service.ts'
import { until } from './until.ts'

export interface TestMode {
  readonly service: TestService
  readonly call: Caller<unknown>
  /** Turns the clock and waits until it is there. */
  advance(by: string): Promise<Shown<'testClock.get'>>
  /** A template that is published; its id. */
  template(html?: string): Promise<string>
  /** A sequence that is published; its id. */
  publish(more: object): Promise<string>
}

/** `setUpBy` live: both modes use what `template` and `publish` make. */
export async function startTestMode(
  t: TestContext,
  options: ServiceOptions = {},
  setUpBy: 'live' | 'test' = 'test',
): Promise<TestMode> {
  const service = await startTestService(t, options)
  const key = await service.key('test', 'admin')
  const call = service.as(key)
  const setUp = setUpBy === 'test' ? call : service.as()
  let names = 0
  return {
    service,
    call,
    async advance(by) {
      const turned = await call('POST', '/v1/test-clock', { advance: by })
      assert.equal(turned.status, 202, JSON.stringify(turned.body))
      return until(async () => {
        const { body } = await call('GET', '/v1/test-clock')
        return body.status === 'ready' && body
      }, 'the clock to arrive')
    },
    async template(html = '<p>Hi</p>') {
      names += 1
      const made = await setUp('POST', '/v1/templates', {
        name: `T${names}`,
        variants: { en: { subject: 'Hi', html } },
      })
      await setUp('POST', `/v1/templates/${made.body.id}/publish`)
      return made.body.id
    },
    async publish(more) {
      names += 1
      const made = await setUp('POST', '/v1/sequences', {
        name: `S${names}`,
        from: 'a@shop.test',
        ...more,
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const published = await setUp('POST', `/v1/sequences/${made.body.id}/publish`, {})
      assert.equal(published.status, 201, JSON.stringify(published.body))
      return made.body.id
    },
  }
}
