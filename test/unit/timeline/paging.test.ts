/**
 * Lists while others write: two nodes with databases connections of their own accept emails, whose
 * transactions begin and end in any order, while one caller polls for what is new and another pages
 * through to the end. Neither misses anything, and neither sees anything twice.
 */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { apiRoutes } from '#faces/api/routes.ts'
import { idSource, show } from '#kernel/base/ids.ts'
import { realDb } from '#kernel/world/real/db.ts'
import type { World } from '#kernel/world/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { recordAccepted } from '#sending/timeline/record.ts'
import { callerOf, makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { newEmail } from '../../support/emails.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { machineClock, machineRandom } from '../../support/real-clock.ts'

const transactionsPerWriter = 200
const emailsPerTransaction = 10
const parallel = 4

interface Listed {
  readonly data: readonly { readonly id: string }[]
  readonly has_more: boolean
}

async function start(t: TestContext) {
  const { db, address } = await testDatabase(t, { connections: 4 })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const worldOf = (own: World['db']): World => ({
    ...fakeWorld({ db: own }),
    clock: machineClock,
    random: machineRandom,
    ids: idSource(machineClock.now, machineRandom.bytes),
  })
  const nodes = [0, 1].map(() => realDb({ address, connections: parallel, log }))
  t.after(() => Promise.all(nodes.map(node => node.close())))
  const reader = worldOf(db)
  await ensurePartitions(reader)
  const project = await makeProject(reader)
  return { reader, writers: nodes.map(worldOf), project, ask: callerOf(reader, apiRoutes, project) }
}

type Started = Awaited<ReturnType<typeof start>>

/** Accepts emails in transactions that overlap; returns the ids of all that were committed. */
async function write({ project }: Started, world: World): Promise<string[]> {
  const ids: string[] = []
  let left = transactionsPerWriter
  const oneAfterAnother = async (): Promise<void> => {
    while (left-- > 0) {
      // Made before the transaction begins, as at intake: late commits hold early ids.
      const emails = Array.from({ length: emailsPerTransaction }, () =>
        newEmail(world, project.projectId, ['ana@here.test']),
      )
      await world.clock.sleep(world.random.uniform() * 5)
      await world.db.transaction(async tx => {
        await recordAccepted(tx, world, emails, { language: () => 'en' })
        await tx.query('select pg_sleep($1)', [world.random.uniform() * 0.005])
      })
      ids.push(...emails.map(one => show('msg', one.id)))
    }
  }
  await Promise.all(Array.from({ length: parallel }, oneAfterAnother))
  return ids
}

/** All pages from the newest to the oldest. */
async function walk(ask: Started['ask'], name: string): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const after = seen.length === 0 ? {} : { starting_after: seen.at(-1) }
    const page = (await ask(name, { query: { limit: 100, ...after } })).body as Listed
    seen.push(...page.data.map(one => one.id))
    if (!page.has_more) return seen
  }
}

/** Everything newer than the newest one known, as a poller asks for it. */
async function news(
  ask: Started['ask'],
  name: string,
  known: string | undefined,
): Promise<string[]> {
  const fresh: string[] = []
  for (;;) {
    const after = fresh.length === 0 ? {} : { starting_after: fresh.at(-1) }
    const page = (await ask(name, { query: { limit: 100, ...after } })).body as Listed
    for (const { id } of page.data) {
      if (id === known) return fresh
      fresh.push(id)
    }
    if (!page.has_more) return fresh
  }
}

describe('a transaction that stays open', () => {
  for (const whose of ['another database', 'this database']) {
    const holds = whose === 'this database'
    it(`in ${whose} ${holds ? 'holds back' : 'hides nothing of'} what is newer`, async t => {
      const { reader, project, ask } = await start(t)
      const { db } = holds ? { db: reader.db } : await testDatabase(t)
      await db.transaction(async open => {
        await open.query('select pg_current_xact_id()')
        const one = newEmail(reader, project.projectId, ['ana@here.test'])
        await reader.db.transaction(tx =>
          recordAccepted(tx, reader, [one], { language: () => 'en' }),
        )
        const lengths: Record<string, number> = {}
        for (const name of ['emails.list', 'events.list']) {
          lengths[name] = ((await ask(name, { query: {} })).body as Listed).data.length
        }
        assert.deepEqual(lengths, { 'emails.list': holds ? 0 : 1, 'events.list': holds ? 0 : 2 })
      })
      assert.equal(((await ask('emails.list', { query: {} })).body as Listed).data.length, 1)
    })
  }
})

describe('lists under concurrent writers', () => {
  for (const name of ['emails.list', 'events.list']) {
    it(`${name} misses nothing and repeats nothing`, { timeout: 120_000 }, async t => {
      const started = await start(t)
      const { ask, writers } = started
      let writing = true
      const polled: string[] = []
      const poll = async (): Promise<void> => {
        for (let isLast = false; !isLast; ) {
          isLast = !writing
          polled.push(...(await news(ask, name, polled.at(-1))).reverse())
        }
      }
      const walks: string[][] = []
      const walkOn = async (): Promise<void> => {
        while (writing) walks.push(await walk(ask, name))
      }
      const readers = Promise.all([poll(), walkOn()])
      const written = (await Promise.all(writers.map(world => write(started, world)))).flat()
      writing = false
      await readers

      const all = await walk(ask, name)
      const expected = name === 'emails.list' ? written.length : 2 * written.length
      assert.equal(expected % 4000, 0)
      assert.equal(all.length, expected, 'the list holds everything')
      assert.equal(new Set(all).size, expected, 'and everything once')
      assert.equal(polled.length, new Set(polled).size, 'the poller saw nothing twice')
      assert.deepEqual(polled, [...all].reverse(), 'and all of it, in the order of the list')
      assert.ok(walks.length > 1, 'somebody paged meanwhile')
      for (const one of walks) {
        // What was seen while others wrote is the lower end of the final list, without a gap.
        assert.deepEqual(one, all.slice(all.length - one.length))
      }
    })
  }
})
