/** A service to which files of contacts are sent. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Called, startTestService, type TestService } from './service.ts'
import { until } from './until.ts'

type Setup = Parameters<typeof startTestService>[1]

interface ImportStage {
  readonly service: TestService
  post(path: string, body?: unknown): Promise<Called>
  make(options: object): Promise<string>
  send(id: string, file: string | Buffer, headers?: Record<string, string>): Promise<Called>
  /** Waits for a status. */
  ends(id: string, status?: string): Promise<Called['body']>
  contact(email: string): Promise<Called>
}

export async function importStage(t: TestContext, setup: Setup = {}): Promise<ImportStage> {
  const service = await startTestService(t, setup)
  const key = await service.key('live', 'admin')
  const post = (path: string, body: unknown = {}) => service.call('POST', path, { body })
  const stage: ImportStage = {
    service,
    post,
    async make(options) {
      const made = await post('/v1/imports', options)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      assert.equal(made.body.status, 'awaiting_file')
      return made.body.id
    },
    async send(id, file, headers = {}) {
      const answer = await fetch(`http://127.0.0.1:${service.port}/v1/imports/${id}/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', ...headers },
        body: typeof file === 'string' ? file : new Uint8Array(file),
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
    async ends(id, status = 'done') {
      return until(async () => {
        const { body } = await service.call('GET', `/v1/imports/${id}`)
        if (body.status === status) return body
        assert.ok(!['failed', 'cancelled'].includes(body.status), JSON.stringify(body))
      }, `the import to be ${status}`)
    },
    contact: email => service.call('GET', `/v1/contacts/${encodeURIComponent(email)}`),
  }
  return stage
}
