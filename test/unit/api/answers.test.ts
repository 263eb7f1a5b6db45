/** The tests' own judge of answers: what it must notice, it notices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { judgeOf } from '../../support/answers.ts'

const success = { status: 200, schema: Type.Object({ a: Type.Integer() }, { $id: 'Thing' }) }
const judge = judgeOf([
  { method: 'GET', path: '/v1/things/{id}', name: 'things.get', success },
  {
    method: 'GET',
    path: '/v1/things/count',
    name: 'things.count',
    success: { status: 200, schema: Type.Object({ count: Type.Integer() }) },
  },
])

test('A field too many, too few or of another kind is told', () => {
  assert.equal(judge('GET', '/v1/things/1?x=1', 200, { a: 1 }), null)
  assert.match(judge('GET', '/v1/things/1', 200, { a: 1, b: 1 })!, /things\.get .*additional/)
  assert.match(judge('GET', '/v1/things/1?at=a/b', 200, {})!, /things\.get .*required/)
  assert.match(judge('GET', '/v1/things/1', 200, {})!, /things\.get .*required/)
  assert.match(judge('GET', '/v1/things/1', 200, { a: 'x' })!, /things\.get .*\/a must be integer/)
})

test('A fixed path wins, and refusals and other routes are none of its business', () => {
  assert.equal(judge('GET', '/v1/things/count', 200, { count: 2 }), null)
  assert.equal(judge('GET', '/v1/things/1', 404, { error: {} }), null)
  assert.equal(judge('POST', '/v1/things/1', 200, { b: 1 }), null)
})
