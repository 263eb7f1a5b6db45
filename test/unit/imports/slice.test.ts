import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import { nextSlice, readAhead, takeAhead } from '#marketing/imports/slice.ts'
import type { ImportRow } from '#marketing/imports/store.ts'

const mapping = { email: 'email', orders: 'properties.orders' }
const numbers = new Map([['orders', 'number']]) as never
const texts = new Map([['orders', 'string']]) as never
const lines = Array.from({ length: 6_000 }, (_, n) => `p${n}@here.test,${n}\n`)

function stage() {
  let asked = 0
  const data = Buffer.from(lines.join(''))
  const query = async () => {
    asked += 1
    return [{ data }]
  }
  const world = { db: { query } as unknown as Db, runtime: createRuntime() }
  const row = (id: string, byte = 0, line = 1) =>
    ({
      project_id: 'p',
      id,
      cursor: { byte, line },
      of_bytes: String(data.length),
      options: { mapping },
      recognised: { encoding: 'utf-8', delimiter: ',', columns: ['email', 'orders'], mapping },
    }) as unknown as ImportRow
  const next = (of: ImportRow, properties: never, ahead: never = null as never) =>
    nextSlice(world.db, of, properties, ahead)
  return { world, row, next, asked: () => asked, end: data.length }
}

describe('a slice of an import', () => {
  it('is what was read ahead, once, with the rows that it would have', async () => {
    const { world, row, next, asked } = stage()
    const first = await next(row('one'), numbers)
    readAhead(world, row('one'), first)
    const ahead = await takeAhead(world, 'one' as Uuid)
    assert.equal(await takeAhead(world, 'one' as Uuid), null)
    const { byte, line } = first.next
    const before = asked()
    const second = await next(row('one', byte, line), numbers, ahead as never)
    assert.equal(asked(), before)
    assert.deepEqual(second, await next(row('one', byte, line), numbers))
    assert.deepEqual([second.rows.length, second.rows[0]!.line], [2_500, 2_501])
  })

  it('is read anew where the import stands elsewhere or a property is of another type', async () => {
    const { world, row, next } = stage()
    const first = await next(row('one'), numbers)
    readAhead(world, row('one'), first)
    const ahead = (await takeAhead(world, 'one' as Uuid)) as never
    assert.equal((await next(row('one'), numbers, ahead)).rows[0]!.line, 1)
    const { byte, line } = first.next
    const [changed] = (await next(row('one', byte, line), texts, ahead)).rows
    const [as] = 'fields' in changed! ? Object.values(changed.fields.properties!) : []
    assert.equal(as, '2500')
  })

  it('is the empty one behind the last', async () => {
    const { world, row, next, end } = stage()
    const last = await next(row('one', end - lines.at(-1)!.length, 6_000), numbers)
    assert.deepEqual([last.rows.length, last.isEnd], [1, false])
    readAhead(world, row('one'), last)
    const ahead = await takeAhead(world, 'one' as Uuid)
    assert.deepEqual([ahead!.rows.length, ahead!.isEnd, ahead!.cursor.byte], [0, true, end])
  })

  it('is kept of as many imports as a node runs', async () => {
    const { world, row, next } = stage()
    for (const id of ['one', 'two', 'three']) {
      readAhead(world, row(id), await next(row(id), numbers))
    }
    const kept = ['one', 'two', 'three'].map(id => takeAhead(world, id as Uuid) !== null)
    assert.deepEqual(kept, [false, true, true])
  })

  it('is none where the database fails', async () => {
    const { world, row, next } = stage()
    const first = await next(row('one'), numbers)
    const broken = { query: () => Promise.reject(new Error('gone')) } as unknown as Db
    readAhead({ ...world, db: broken }, row('one'), first)
    assert.equal(await takeAhead(world, 'one' as Uuid), null)
  })
})
