/** Tests know at compile time what an answer holds (support/called.ts). */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Caller } from '../../support/called.ts'

/** Answers everything with one contact. */
const call: Caller<unknown> = async () =>
  ({ status: 200, headers: new Headers(), body: { email: 'ana@b.example' } }) as never

it('knows an answer by its method and path, and no field that it does not have', async () => {
  const id = 'con_1' as string
  const { body } = await call('GET', `/v1/contacts/${id}?x=1`)
  assert.equal(body.email, 'ana@b.example')
  // @ts-expect-error A contact has no nickname.
  assert.equal(body.nickname, undefined)
  const { body: list } = await call('GET', '/v1/contacts')
  // @ts-expect-error A list has its contacts in data.
  assert.equal(list.email, 'ana@b.example')
  const { body: none } = await call('GET', `/v1/contacts/${id}/nothing`)
  // @ts-expect-error There is no such path: it is refused.
  assert.equal(none.email, 'ana@b.example')
})
