/** Lists under writers: whoever polls misses nothing and repeats nothing, and sees their own writes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idSource } from '#kernel/base/ids.ts'
import { listPage } from '#kernel/routes/paging.ts'
import { suppress } from '#sending/suppression/add.ts'
import { listSuppressions } from '#sending/suppression/list-store.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { callerOf, makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { machineClock, machineRandom } from '../../support/real-clock.ts'

const { db } = await testDatabase(undefined, { connections: 20 })
// Transactions that overlap need time that passes by itself.
const world = {
  ...fakeWorld({ db }),
  clock: machineClock,
  ids: idSource(machineClock.now, machineRandom.bytes),
}

const unfiltered = { address: null, part: null, stream: null, reason: null }

interface Page {
  data: { id: string; email: string }[]
  has_more: boolean
}

async function setStage() {
  const project = await makeProject(world as never)
  const call = callerOf(world as never, suppressionRoutes, project)
  const page = async (query: object) => (await call('suppressions.list', { query })).body as Page
  const add = (email: string, hold: () => Promise<unknown> = async () => undefined) =>
    db.transaction(async tx => {
      const { projectId } = project
      await suppress(tx, world, [{ projectId, email, stream: 'all', reason: 'manual', at: 0 }])
      await hold()
    })
  return { project, call, page, add }
}

/** Reads what is newer than the last poll saw, in pages of seven. */
async function poll(page: (query: object) => Promise<Page>, seen: string[]): Promise<void> {
  const newest = seen.at(-1)
  const fresh: string[] = []
  let cursor: string | undefined
  for (;;) {
    const { data, has_more } = await page({ limit: 7, ...(cursor && { starting_after: cursor }) })
    for (const one of data) {
      if (one.email === newest) {
        seen.push(...fresh.reverse())
        return
      }
      fresh.push(one.email)
    }
    if (!has_more) break
    cursor = data.at(-1)!.id
  }
  seen.push(...fresh.reverse())
}

describe('A list that is polled while others write', () => {
  it('misses nothing and repeats nothing, although transactions commit out of order', async () => {
    const { page, add } = await setStage()
    const expected: string[] = []
    const seen: string[] = []
    let writing = 8
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; i < 40; i++) {
        const email = `w${w}-${i}@example.com`
        expected.push(email)
        await add(email, () => machineClock.sleep(machineRandom.uniform() * 12))
      }
      writing--
    })
    while (writing > 0) await poll(page, seen)
    await Promise.all(writers)
    await poll(page, seen)
    assert.equal(seen.length, new Set(seen).size, 'nothing is repeated')
    assert.deepEqual(new Set(seen), new Set(expected))
  })

  it('shows callers what they have just written, although an older transaction is still open', async () => {
    const { call, page, add } = await setStage()
    let hidden = 0
    for (let i = 0; i < 20; i++) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const older = add(`older${i}@example.com`, () => {
        begin()
        return machineClock.sleep(25)
      })
      await begun
      const email = `mine${i}@example.com`
      await call('suppressions.create', { body: { email, stream: 'all' } })
      const { data } = await page({ limit: 5 })
      if (!data.some(one => one.email === email)) hidden++
      await older
    }
    // On a busy machine those 25 ms may be longer than a list waits.
    assert.ok(hidden <= 5, `hidden in ${hidden} of 20 rounds`)
  })

  it('answers all the same while a transaction stays open for long: on its first page with what has come since', async () => {
    const { project, page, add } = await setStage()
    for (let i = 0; i < 5; i++) await add(`before${i}@example.com`)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const long = add('long@example.com', () => {
      begin()
      return ended
    })
    await begun
    for (let i = 0; i < 5; i++) await add(`after${i}@example.com`)
    const { data } = await page({ limit: 3 })
    assert.deepEqual(
      data.map(one => one.email),
      [4, 3, 2].map(i => `after${i}@example.com`),
    )
    const below = await listPage(world, {
      page: { limit: 3 },
      prefix: 'sup',
      find: async () => null,
      read: (before, count) =>
        listSuppressions(db, { ...project, mode: 'live' }, unfiltered, { before, count }),
      show: row => row.email,
    })
    assert.deepEqual(
      below.data,
      [4, 3, 2].map(i => `before${i}@example.com`),
      'other lists end below it',
    )
    end()
    await long
    const all = await page({})
    assert.equal(all.data.length, 11)
  })
})
