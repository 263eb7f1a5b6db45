/** Loops without work look for it together, and each finds its own. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { createLoop } from '#platform/queue/work.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const kinds = ['delivery', 'webhook', 'job'] as const
const lookMs = 250
const dayMs = 86_400_000

it('Idle loops ask one question for all, and find what is due and what comes due', async t => {
  const asked: string[] = []
  const counting: Db = {
    ...db,
    query: (text, values) => {
      asked.push(text)
      return db.query(text, values)
    },
  }
  const world = fakeWorld({ db: counting, seed: 1 })
  // Another node, of which nothing is told to this one.
  const elsewhere = fakeWorld({ db, seed: 2 })
  const { projectId } = await makeProject(elsewhere)
  const taken: string[] = []
  const loops = kinds.map(kind =>
    createLoop(world, {
      kind,
      capacity: 10,
      async handle(entries, done) {
        for (const entry of entries) {
          taken.push(kind)
          await db.query('delete from queue where id = $1', [entry.id])
          done(entry)
        }
      },
    }),
  )
  for (const loop of loops) loop.start()
  t.after(() => Promise.all(loops.map(loop => loop.stop(0))))
  /** Time goes on until the condition holds; returns what was asked meanwhile. */
  const pass = async (condition: (asked: number) => boolean): Promise<string[]> => {
    const before = asked.length
    while (!condition(asked.length - before)) await world.clock.advance(lookMs)
    return asked.slice(before)
  }
  // The first turns of each; then nobody has anything to do.
  await until(() => asked.length >= 2 * kinds.length, 'each has looked for itself')
  const looks = await pass(count => count >= 5)
  assert.equal(new Set(looks).size, 1)

  const queue = (kind: string, dueAt: number) =>
    db.transaction(tx =>
      enqueue(tx, elsewhere, [{ kind, subject: elsewhere.ids.next(), projectId, dueAt }]),
    )
  await queue('webhook', world.clock.now())
  await queue('job', world.clock.now() + dayMs)
  await pass(() => taken.length >= 1)
  assert.deepEqual(taken, ['webhook'])
  await world.clock.advance(dayMs)
  await pass(() => taken.length >= 2)
  assert.deepEqual(taken, ['webhook', 'job'])
})
