/** An import where each statement takes longer than its turn. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { makeOwner } from '../segments/stage.ts'
import { readyImport } from './stage.ts'

test('an import ends where each look at the clock finds its turn over', async t => {
  const { db } = await testDatabase(t)
  const fake = fakeWorld({ db })
  const { projectId } = await makeOwner(fake)
  let passed = 0
  const monotonic = () => fake.clock.monotonic() + 1_000 * passed++
  const world = { ...fake, clock: { ...fake.clock, monotonic } }
  const csv = 'email\nana@b.example\nbia@b.example\n'
  const { id, turn } = await readyImport(world, projectId, { csv })
  let turns = 0
  while (await turn()) assert.ok(++turns < 10, 'it makes no way')
  const [row] = await db.query('select status, counts from imports where id = $1', [id])
  assert.partialDeepStrictEqual(row, { status: 'done', counts: { lines: 2, created: 2 } })
})
