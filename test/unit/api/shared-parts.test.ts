/** A part that a schema has several times is compiled once, and refused as if it stood everywhere. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { strict, withShared } from '../../../src/faces/api/schemas.ts'
import { compile } from '../../../src/faces/api/validate.ts'
import { Refusal } from '../../../src/kernel/base/errors.ts'

const inner = Type.Object({
  text: Type.String({ maxLength: 3 }),
  long: Type.Optional(Type.String({ description: 'x'.repeat(600) })),
})
const part = Type.Object({
  text: Type.String({ maxLength: 5, description: 'y'.repeat(400) }),
  inner,
  list: Type.Optional(Type.Array(inner)),
})
const schema = Type.Object({
  one: Type.Optional(part),
  nullable: Type.Optional(Type.Union([part, Type.Null()])),
  mapped: Type.Optional(Type.Record(Type.String(), part)),
})

function paramOf(value: unknown): string | undefined {
  try {
    compile(schema)(value)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.param
  }
  return undefined
}

describe('Parts that a schema has several times', () => {
  const good = { text: 'abc', inner: { text: 'abc' } }

  test('are one definition each', () => {
    const { $defs } = withShared(strict(schema))
    assert.equal(Object.keys($defs!).length, 2)
    const small = strict(Type.Object({ a: Type.String(), b: Type.String() }))
    assert.deepEqual(withShared(small), small)
  })

  test('take what they took', () => {
    for (const value of [{}, { one: good }, { nullable: null }, { nullable: good }]) {
      assert.equal(paramOf(structuredClone(value)), undefined)
    }
  })

  const wrongs: readonly (readonly [object, string])[] = [
    [{ text: 'abcdef', inner: { text: 'a' } }, 'text'],
    [{ text: 'a', inner: { text: 'abcd' } }, 'inner.text'],
    [{ text: 'a', inner: { text: 'a' }, list: [{ text: 'a' }, { text: 'abcd' }] }, 'list[1].text'],
    [{ text: 'a', inner: {} }, 'inner.text'],
    [{ text: 'a', inner: { text: 'a', more: 1 } }, 'inner.more'],
  ]
  for (const [value, param] of wrongs) {
    for (const at of ['one', 'nullable', 'mapped.k']) {
      test(`name ${at}.${param}`, () => {
        const [outer, key] = at.split('.') as [string, string?]
        const placed = structuredClone(value)
        assert.equal(
          paramOf({ [outer]: key === undefined ? placed : { [key]: placed } }),
          `${at}.${param}`,
        )
      })
    }
  }

  test('are named by themselves where they are neither themselves nor null', () => {
    assert.equal(paramOf({ nullable: 5 }), 'nullable')
  })
})
