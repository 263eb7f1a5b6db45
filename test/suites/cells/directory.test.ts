/** Names over two cells: one owner, whoever is killed in between, and nothing reserved for ever. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Db, Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { cellOfAddress, cellOfToken } from '#tenants/accounts/directory/lead.ts'
import { askForAddress, confirmAddress } from '#tenants/identity/changing-address.ts'
import { adoptAccount } from '#tenants/identity/helping.ts'
import { acceptInvitation, invite } from '#tenants/identity/invitations.ts'
import { findSession, openSession } from '#tenants/identity/sessions.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { testWorld } from '../../support/real-world.ts'
import { until } from '../../support/until.ts'

interface Cell {
  readonly world: World
  readonly projectId: string
  turn(ms: number): void
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

async function cell(
  t: TestContext,
  tag: string,
  directory: { readonly db: Db; readonly url: string },
): Promise<Cell> {
  const { db } = await testDatabase(t, { connections: 4 })
  const settings = readSettings({ MALOTE_CELL: tag, MALOTE_DIRECTORY_URL: directory.url })
  const base = testWorld({ settings, db, log: silent })
  await base.directory!.close()
  let shift = 0
  const clock = { ...base.clock, now: () => base.clock.now() + shift }
  const world = { ...base, clock, directory: directory.db }
  const { projectId } = await createAccount(world, {
    email: `owner@${tag}.test`,
    plan: 'enterprise',
  })
  return { world, projectId, turn: ms => (shift += ms) }
}

async function twoCells(t: TestContext) {
  const directory = await testDatabase(t, { isBare: true })
  const [a1, b7] = [await cell(t, 'a1', directory), await cell(t, 'b7', directory)]
  return { a1, b7, directory: directory.db }
}

const register = ({ world, projectId }: Cell, name: string) =>
  createDomain(world, { projectId, name })

const isThere = async ({ world }: Cell, name: string): Promise<boolean> =>
  (await world.db.query('select from domains where name = $1', [name])).length > 0

const hasRow = async (directory: Db, name: string) => {
  const [row] = await directory.query<{ cell: string; held: boolean }>(
    'select cell, reserved_at is null as held from directory_names where name = $1',
    [name],
  )
  return row ?? null
}

class Killed extends Error {}

/** The cell's process, which is dead from its n-th statement on: nothing is asked and nothing comes. */
function killedAt({ world, projectId, turn }: Cell, n: number) {
  let count = 0
  const alive = (): void => {
    count++
    if (count >= n) throw new Killed()
  }
  const dying = <T extends Sql>(sql: T): T => ({
    ...sql,
    query: async (text: string, values?: readonly unknown[]) => {
      alive()
      return sql.query(text, values)
    },
  })
  const db = (real: Db): Db => ({
    ...dying(real),
    close: () => real.close(),
    transaction: async work => {
      const done = await real.transaction(async tx => {
        const result = await work(dying(tx) as Tx)
        // Before COMMIT.
        alive()
        return result
      })
      // Behind it.
      alive()
      return done
    },
  })
  const doomed = { ...world, db: db(world.db), directory: db(world.directory!) }
  return { cell: { world: doomed, projectId, turn }, isDead: () => count >= n }
}

/** A domain is created whose transaction does not begin before it is told to. */
function slowly(cell: Cell, name: string) {
  const { db } = cell.world
  const [slow, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waiting: Db = {
    ...db,
    query: (text, values) => db.query(text, values),
    close: () => db.close(),
    transaction: async work => {
      begun.resolve()
      await slow.promise
      return db.transaction(work)
    },
  }
  const late = register({ ...cell, world: { ...cell.world, db: waiting } }, name)
  return { late, begun: begun.promise, goOn: () => slow.resolve() }
}

describe('the directory of cells', () => {
  it('gives a domain that two cells create at the same moment to one of them', async t => {
    const { a1, b7, directory } = await twoCells(t)
    for (let i = 0; i < 12; i++) {
      const name = `race${i}.test`
      const ended = await Promise.allSettled([a1, b7].map(one => register(one, name)))
      const there = [await isThere(a1, name), await isThere(b7, name)]
      assert.equal(there.filter(Boolean).length, 1, name)
      assert.deepEqual(
        ended.map(one => one.status === 'fulfilled'),
        there,
      )
      const refused = ended.find(one => one.status === 'rejected')!
      assert.equal((refused.reason as Refusal).code, 'domain_exists')
      assert.deepEqual(await hasRow(directory, name), { cell: there[0] ? 'a1' : 'b7', held: true })
    }
  })

  it('is right again whenever a cell is killed, at each statement in turn', async t => {
    const { a1, b7, directory } = await twoCells(t)
    const seen = new Set<string>()
    for (let n = 1; ; n++) {
      const name = `kill${n}.test`
      const { cell: doomed, isDead } = killedAt(a1, n)
      await register(doomed, name).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      // Whoever wants it meanwhile gets it only where nobody has it.
      const early = await register(b7, name).then(
        () => true,
        () => false,
      )
      assert.ok(!early || !(await isThere(a1, name)), name)
      a1.turn(31_000)
      await lookAround(a1.world, directory)
      const isA1 = await isThere(a1, name)
      if (!isA1 && !early) await register(b7, name)
      assert.equal(await isThere(b7, name), !isA1, name)
      assert.deepEqual(await hasRow(directory, name), { cell: isA1 ? 'a1' : 'b7', held: true })
      seen.add(`${isA1} ${early}`)
      if (!isDead()) break
    }
    // It was killed before anything, with a reservation alone, and behind its own commit.
    assert.deepEqual([...seen].sort(), ['false false', 'false true', 'true false'])
  })

  it('lets nothing come of a reservation that was settled while its work still went on', async t => {
    const { a1, b7, directory } = await twoCells(t)
    const { begun, goOn, late } = slowly(a1, 'late.test')
    const refused = assert.rejects(late, (error: Refusal) => error.code === 'domain_exists')
    await begun
    a1.turn(31_000)
    await lookAround(a1.world, directory)
    await register(b7, 'late.test')
    goOn()
    await refused
    assert.deepEqual(
      [await isThere(a1, 'late.test'), await isThere(b7, 'late.test')],
      [false, true],
    )
  })

  it('takes a name twice at one moment in its own cell as in one without a directory', async t => {
    const { a1, b7, directory } = await twoCells(t)
    for (let i = 0; i < 6; i++) {
      const name = `twice${i}.test`
      const ended = await Promise.allSettled([register(a1, name), register(a1, name)])
      assert.deepEqual(ended.map(one => one.status).sort(), ['fulfilled', 'rejected'])
      await assert.rejects(register(b7, name))
      assert.deepEqual(await hasRow(directory, name), { cell: 'a1', held: true })
    }
  })

  it('gives what is reserved to nobody else, and what came to nothing to whoever comes', async t => {
    const { a1, b7, directory } = await twoCells(t)
    const { begun, goOn, late } = slowly(a1, 'mine.test')
    await begun
    for (const one of [a1, b7]) await assert.rejects(register(one, 'mine.test'))
    goOn()
    await late
    assert.deepEqual(await hasRow(directory, 'mine.test'), { cell: 'a1', held: true })
    const nowhere = { ...a1, projectId: a1.world.ids.next() }
    await assert.rejects(register(nowhere, 'nothing.test'))
    assert.equal(await hasRow(directory, 'nothing.test'), null)
    await register(b7, 'nothing.test')
  })

  it('keeps an address of before a change, for as long as it can be taken back', async t => {
    const { a1, b7, directory } = await twoCells(t)
    const { world } = a1
    const email = 'before@here.test'
    const { accountId, memberId } = await createAccount(world, { email })
    const key = { accountId, memberId }
    const session = await openSession(world.db, world, key, { address: '127.0.0.1', agent: '' })
    const member = (await findSession(world, session))!
    await createAccount(b7.world, { email: 'theirs@here.test' })
    const change = async (next: string) => {
      const token = (await askForAddress(world, member, { email: next, tell: async () => {} }))!
      const tellOld = (_to: string, _undo: string, alsoIn: (tx: Tx) => Promise<void>) =>
        world.db.transaction(alsoIn)
      return confirmAddress(world, member, { token, tellOld, address: '127.0.0.1', agent: '' })
    }
    await assert.rejects(change('theirs@here.test'), Refusal)
    assert.equal(await change('after@here.test'), 'after@here.test')
    await lookAround(world, directory)
    for (const one of [email, 'after@here.test']) {
      await assert.rejects(createAccount(b7.world, { email: one }), Refusal, one)
    }
    a1.turn(8 * dayMs)
    await lookAround(world, directory)
    await createAccount(b7.world, { email })
  })

  it('has one address in one cell, in whichever spelling', async t => {
    const { a1, b7 } = await twoCells(t)
    await createAccount(a1.world, { email: 'Ana@here.test' })
    await assert.rejects(
      createAccount(b7.world, { email: 'ana@HERE.test' }),
      (error: Refusal) => error.param === 'email',
    )
    // A second time in its own cell it is refused as ever, and stays what it is.
    await assert.rejects(createAccount(a1.world, { email: 'ana@here.test' }))
    await assert.rejects(createAccount(b7.world, { email: 'ana@here.test' }))
  })

  it('hears of what was there before it, and of what is gone', async t => {
    const { a1, b7, directory } = await twoCells(t)
    const { directory: _, ...alone } = a1.world
    const { accountId } = await createAccount(alone, { email: 'old@here.test' })
    await register({ ...a1, world: alone }, 'old.test')
    await lookAround(a1.world, directory)
    assert.deepEqual(await hasRow(directory, accountId), { cell: 'a1', held: true })
    await assert.rejects(register(b7, 'old.test'))
    await assert.rejects(createAccount(b7.world, { email: 'old@here.test' }))
    await a1.world.db.query('delete from dkim_keys')
    await a1.world.db.query('delete from domains')
    await lookAround(a1.world, directory)
    await register(b7, 'old.test')
    await assert.rejects(createAccount(b7.world, { email: 'old@here.test' }))
  })

  it('has an account adopted by an address that nobody has elsewhere', async t => {
    const { a1, b7 } = await twoCells(t)
    await createAccount(b7.world, { email: 'theirs@here.test' })
    const { accountId } = await createAccount(a1.world, { email: 'first@here.test' })
    const adopt = (email: string) => adoptAccount(a1.world, { accountId, email })
    await assert.rejects(adopt('Theirs@here.test'), (error: Refusal) => error.param === 'email')
    await adopt('Ours@here.test')
    await assert.rejects(createAccount(b7.world, { email: 'ours@here.test' }), Refusal)
  })

  it('lets nobody join by an invitation to an address that another cell has', async t => {
    const { a1, b7 } = await twoCells(t)
    const { accountId } = await createAccount(a1.world, { email: 'host@here.test' })
    const join = async (email: string) => {
      const place = { address: '127.0.0.1', agent: 'test' }
      const guest = { accountId, email, role: 'developer', language: 'en' } as const
      const { token } = await invite(a1.world, { ...guest, address: place.address })
      const password = 'correct horse battery staple'
      return acceptInvitation(a1.world, { ...place, token, password, before: null })
    }
    await createAccount(b7.world, { email: 'guest@here.test' })
    await assert.rejects(join('guest@here.test'), Refusal)
    await join('own@here.test')
    await assert.rejects(createAccount(b7.world, { email: 'own@here.test' }), Refusal)
  })

  it('keeps nobody waiting who is at home, where it has fallen silent', async t => {
    const { a1 } = await twoCells(t)
    const timers: (() => void)[] = []
    const clock: World['clock'] = {
      ...a1.world.clock,
      timer(_ms, then) {
        timers.push(then)
        return { cancel() {} }
      },
    }
    const { promise: never } = Promise.withResolvers<never>()
    const directory: Db = { ...a1.world.directory!, query: () => never }
    const world = { ...a1.world, clock, directory }
    const led = cellOfAddress(world, 'owner@a1.test')
    const made = createAccount(world, { email: 'new@here.test' })
    const refused = assert.rejects(made, (error: Refusal) => error.code === 'service_unavailable')
    await until(async () => timers.length === 2, 'both are waiting')
    for (const goOff of timers) goOff()
    assert.equal(await led, null)
    await refused
  })

  it('tells the operator whose a name is', async t => {
    const directory = await testDatabase(t, { isBare: true })
    const own = await testDatabase(t)
    const settings = { MALOTE_CELL: 'a1', MALOTE_DIRECTORY_URL: directory.url }
    const env = { ...settings, DATABASE_URL: own.url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
    const malote = async (...words: string[]) => {
      const { status, stdout } = await maloteWith(env, ...words, '--json')
      return { status, said: JSON.parse(stdout) }
    }
    const made = await malote('account', 'create', '--email', 'cleo@here.test')
    assert.equal(made.status, 0, JSON.stringify(made))
    const name = 'CLEO@here.test'
    assert.deepEqual((await malote('cell', 'whose', name)).said, {
      kind: 'address',
      name,
      cell: 'a1',
      reserved: false,
    })
    assert.equal((await malote('cell', 'whose', 'nobody.test')).status, 1)
    const alone = { ...env, MALOTE_DIRECTORY_URL: '' }
    const refused = await maloteWith(alone, 'cell', 'whose', 'nobody.test')
    assert.match(refused.stderr, /MALOTE_DIRECTORY_URL/)
  })

  it('leads an address to its cell, and one that nobody has always to the same', async t => {
    const { a1, b7, directory } = await twoCells(t)
    for (const one of [a1, b7]) await lookAround(one.world, directory)
    await createAccount(b7.world, { email: 'bia@here.test' })
    assert.equal(await cellOfAddress(a1.world, ' BIA@here.test'), 'b7')
    assert.equal(await cellOfAddress(b7.world, 'bia@here.test'), null)
    // Who is at home here stays, whatever the directory knows of them by now.
    const { directory: _, ...alone } = a1.world
    for (let i = 0; i < 8; i++) {
      const email = `first${i}@here.test`
      await createAccount(alone, { email })
      assert.equal(await cellOfAddress(a1.world, email), null)
    }
    const led = new Set<string | null>()
    for (let i = 0; i < 40; i++) {
      const email = `nobody${i}@here.test`
      const cell = await cellOfAddress(a1.world, email)
      assert.equal(await cellOfAddress(a1.world, email), cell)
      // Where it leads to, it is led no further.
      assert.equal(await cellOfAddress(b7.world, email), cell === null ? 'a1' : null)
      led.add(cell)
    }
    assert.deepEqual(led, new Set([null, 'b7']))
    assert.equal(await cellOfToken(a1.world, `b7${'x'.repeat(41)}`), 'b7')
    assert.equal(await cellOfToken(a1.world, `a1${'x'.repeat(41)}`), null)
    assert.equal(await cellOfToken(a1.world, `zz${'x'.repeat(41)}`), null)
  })
})
