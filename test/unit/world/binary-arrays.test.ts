import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AssertionFailed } from '#kernel/base/assert.ts'
import { arrayTypes, binaryArray } from '#kernel/world/real/binary-arrays.ts'
import { testDatabase } from '../../support/database.ts'

const { db } = await testDatabase(undefined, { connections: 1 })

/** What PostgreSQL can hold as text: no NUL, no half of a surrogate pair. */
const words = fc
  .string({ unit: 'grapheme', maxLength: 300 })
  .map(text => text.replaceAll('\0', '').toWellFormed())
const instants = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .filter(at => !Number.isNaN(at.getTime()))
const kinds: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(words, fc.constantFrom('', '"', '\\', '{}', 'null', 'a,b', 'ção 🎈')),
  uuid: fc.uuid(),
  timestamptz: instants,
  bigint: fc.maxSafeInteger(),
  integer: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  smallint: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  boolean: fc.boolean(),
}

describe('An array in binary form', () => {
  for (const [type, values] of Object.entries(kinds)) {
    it(`of ${type} is read as it was given, nulls and none included`, async () => {
      const lists = fc.array(fc.option(values, { freq: 6 }), { maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(lists, async given => {
          const sql = `select $1::${type}[] as list, cardinality($1::${type}[]) as length`
          const [row] = await db.query(sql, [given])
          assert.deepEqual(row, { list: given, length: given.length })
        }),
        { numRuns: 60 },
      )
    })
  }

  it('of jsonb holds the documents that its texts are', async () => {
    const documents = fc.array(fc.option(fc.dictionary(words, words)), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(documents, async given => {
        const texts = given.map(one => (one === null ? null : JSON.stringify(one)))
        const rows = await db.query('select one from unnest($1::jsonb[]) as one', [texts])
        const read = rows.map(row => JSON.stringify((row as { one: unknown }).one))
        const sorted = (text: string) =>
          JSON.stringify(Object.entries(JSON.parse(text) ?? {}).sort())
        assert.deepEqual(
          read.map(sorted),
          given.map(one => sorted(JSON.stringify(one))),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('of jsonb takes a document as its UTF-8', async () => {
    const documents = ['{"a": "ação"}', null, '[1]']
    const given = documents.map(one => one && new TextEncoder().encode(one))
    const rows = await db.query('select one::text from unnest($1::jsonb[]) as one', [given])
    assert.deepEqual(
      rows.map(row => row.one),
      documents,
    )
  })

  it('may be larger than what is kept to put it together', async () => {
    const given = ['x', 'ç'.repeat(3_000_000), null, 'y']
    const [row] = await db.query<{ list: string[] }>('select $1::text[] as list', [given])
    assert.deepEqual(row!.list, given)
    const [after] = await db.query<{ list: string[] }>('select $1::text[] as list', [['z']])
    assert.deepEqual(after!.list, ['z'])
  })

  it('is a copy: the next one does not write into it', () => {
    const first = binaryArray('text', ['first'])
    const bytes = Buffer.from(first)
    binaryArray('text', ['other'])
    assert.deepEqual(first, bytes)
  })

  it('of what is not of its type is our mistake', () => {
    for (const id of ['', 'x', '0199b1f0-0000-7000-8000-00000000000', '0'.repeat(33)]) {
      assert.throws(() => binaryArray('uuid', [id]), AssertionFailed)
    }
    assert.throws(() => binaryArray('bigint', [2 ** 53]), AssertionFailed)
    assert.throws(() => binaryArray('timestamptz', [new Date(Number.NaN)]), AssertionFailed)
  })
})

describe('The types of the arrays of a statement', () => {
  it('are those of its casts', () => {
    const types = arrayTypes('select $2::uuid[], $1::text, $3::date[], $10::jsonb[]')
    assert.equal(types[1], 'uuid')
    assert.equal(types[9], 'jsonb')
    for (const i of [0, 2, 3]) assert.equal(types[i], undefined)
  })
})
