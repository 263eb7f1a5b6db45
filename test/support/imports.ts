/** A service to which files of contacts are sent. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Called, Poster, Shown } from './called.ts'
import { startTestService, type TestService } from './service.ts'
import { until } from './until.ts'

type Setup = Parameters<typeof startTestService>[1]

interface ImportStage {
  readonly service: TestService
  readonly post: Poster
  make(options: object): Promise<string>
  send(
    id: string,
    file: string | Buffer,
    headers?: Record<string, string>,
  ): Promise<Called<Shown<'imports.get'>>>
  /** Waits for a status. */
  ends(id: string, status?: string): Promise<Shown<'imports.get'>>
  contact(email: string): Promise<Called<Shown<'contacts.get'>>>
}

export async function importStage(t: TestContext, setup: Setup = {}): Promise<ImportStage> {
  const service = await startTestService(t, setup)
  const key = await service.key('live', 'admin')
  const post = <const Path extends string>(path: Path, body: unknown = {}) =>
    service.call('POST', path, { body })
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
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Shown<'imports.get'>,
      }
    },
    async ends(id, status = 'done') {
      return until(async () => {
        const { body } = await service.call('GET', `/v1/imports/${id}`)
        if (body.status === status) return body
        assert.ok(!['failed', 'cancelled'].includes(body.status), JSON.stringify(body))
        return undefined
      }, `the import to be ${status}`)
    },
    contact: email => service.call('GET', `/v1/contacts/${encodeURIComponent(email)}`),
  }
  return stage
}
