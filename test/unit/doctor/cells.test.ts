/** The doctor on cells: the directory that they share, and moves that were broken off. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { directoryOfCells, movesUnderWay } from '#faces/doctor/cells.ts'
import { readSettings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { testDatabase } from '../../support/database.ts'
import { testWorld } from '../../support/real-world.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const url = 'postgres://nobody@127.0.0.1:1/none'

async function stage(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const { db } = await testDatabase(t)
  const { db: directory } = await testDatabase(t, { isBare: true })
  const settings = readSettings({ MALOTE_CELL: 'a1', MALOTE_DIRECTORY_URL: url, ...env })
  const base = testWorld({ settings, db, log: silent })
  await base.directory?.close()
  return { ...base, directory }
}

async function says(world: World, expected: string, words: RegExp): Promise<void> {
  const findings = await directoryOfCells(world)
  assert.deepEqual(
    findings.map(({ level, check }) => `${level} ${check}`),
    [expected],
  )
  const { en, pt } = findings[0]!.text
  assert.match(en, words)
  assert.notEqual(en, pt)
  for (const sentence of [en, pt]) assert.match(sentence, /\.$/)
}

/** A clock on which each question takes so long. */
function answeringIn(world: World, ms: number): World {
  let passed = 0
  const clock = { ...world.clock, monotonic: () => passed }
  const real = world.directory!
  const directory: Db = {
    ...real,
    query: async (text, values) => {
      passed += ms
      return real.query(text, values)
    },
  }
  return { ...world, clock, directory }
}

describe('the directory of cells', () => {
  it('is not looked at where there are none', async t => {
    const world = await stage(t, { MALOTE_CELL: '', MALOTE_DIRECTORY_URL: '' })
    const asked = { ...world, db: new Proxy(world.db, { get: () => assert.fail('asked') }) }
    assert.deepEqual(await directoryOfCells(asked), [])
    assert.deepEqual(await movesUnderWay(asked), [])
  })

  it('is there, knows the cell, and answers in time', async t => {
    const world = await stage(t)
    const { directory, ...alone } = world
    await says(alone, 'warning directory', /Set MALOTE_DIRECTORY_URL/)
    // Looking makes no tables.
    await says(world, 'warning directory', /never heard of this cell \(a1\).*Start a node/)
    const made = `select to_regclass('directory_cells')::text as name`
    assert.deepEqual(await directory.query(made), [{ name: null }])
    await lookAround(world, directory)
    await says(answeringIn(world, 299), 'ok directory', /knows this cell \(a1\).* in 299 ms/)
    await says(answeringIn(world, 301), 'warning directory', /took 301 ms/)
    const later = (ms: number): World => ({
      ...world,
      clock: { ...world.clock, now: () => world.clock.now() + ms },
    })
    await says(later(110_000), 'ok directory', /knows this cell/)
    await says(later(200_000), 'warning directory', /nothing of this cell \(a1\) for 3 minutes/)
  })

  it('is away: the sentence says what stands still and what to look at', async t => {
    const world = await stage(t)
    const query = async (): Promise<never> => {
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
    }
    const gone = { ...world, directory: { ...world.directory, query } }
    await says(gone, 'error directory', /ECONNREFUSED.*Mail goes on.*MALOTE_DIRECTORY_URL/)
    const { promise: never } = Promise.withResolvers<never>()
    const clock: World['clock'] = {
      ...world.clock,
      timer(_ms, then) {
        queueMicrotask(then)
        return { cancel() {} }
      },
    }
    const mute = { ...world, clock, directory: { ...world.directory, query: () => never } }
    await says(mute, 'error directory', /no answer in time/)
  })
})

describe('a move of an account', () => {
  it('is named where it has stood still for ten minutes, with what to do', async t => {
    const world = await stage(t)
    await lookAround(world, world.directory)
    const accountId = world.ids.next()
    const step = async (name: string, minutesAgo: number): Promise<string[]> => {
      await world.db.query('delete from moved_accounts')
      await world.db.query(
        `insert into moved_accounts (account_id, move_id, cell, url, step, since)
         values ($1, $1, 'b7', 'https://b7.test', $2, $3)`,
        [accountId, name, new Date(world.clock.now() - minutesAgo * 60_000)],
      )
      return (await movesUnderWay(world)).map(one => `${one.level} ${one.check} ${one.text.en}`)
    }
    assert.deepEqual(await step('closing', 9), [])
    assert.deepEqual(await step('done', 60), [])
    const [said] = await step('out', 11)
    assert.match(said!, /^warning move The account acc_\w+ has been on its way to the cell b7/)
    assert.ok(said!.includes(`malote cell move ${show('acc', accountId)} --back`))
  })
})
