/** A person's proof of consent, and what it is checked by. */
import assert from 'node:assert/strict'
import { show } from '#kernel/base/ids.ts'
import type { Called } from './called.ts'
import type { TestService } from './service.ts'

export async function consentsOf(service: TestService, contact: string): Promise<Called['body']> {
  const { status, body } = await service.call('GET', `/v1/contacts/${contact}/consents/export`)
  assert.equal(status, 200)
  return body
}

/** What the project publishes. */
export async function publishedOf({ port, projectId }: TestService) {
  const read = async (ending: string): Promise<string> => {
    const name = `${show('prj', projectId)}.${ending}`
    const answer = await fetch(`http://127.0.0.1:${port}/.well-known/malote/consents/${name}`)
    assert.equal(answer.status, 200, name)
    return answer.text()
  }
  return { key: await read('pem'), heads: await read('json') }
}
