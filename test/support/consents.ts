/** A person's proof of consent, and what it is checked by. */
import assert from 'node:assert/strict'
import { verifyConsents } from '#marketing/contacts/consent/verify.ts'
import type { Called } from './called.ts'
import type { TestService } from './service.ts'

export async function consentsOf(service: TestService, contact: string): Promise<Called['body']> {
  const { status, body } = await service.call('GET', `/v1/contacts/${contact}/consents/export`)
  assert.equal(status, 200)
  return body
}

/** What the project publishes. */
export async function publishedOf({ port, shown }: TestService) {
  const read = async (ending: string): Promise<string> => {
    const name = `${shown.project}.${ending}`
    const answer = await fetch(`http://127.0.0.1:${port}/.well-known/malote/consents/${name}`)
    assert.equal(answer.status, 200, name)
    return answer.text()
  }
  return { key: await read('pem'), heads: await read('json') }
}

/** What `malote consent verify` says of a proof, without a process for each. */
export function verdictOn(
  proof: object | string,
  published: Partial<Awaited<ReturnType<typeof publishedOf>>> = {},
) {
  return verifyConsents(typeof proof === 'string' ? proof : JSON.stringify(proof), published)
}
