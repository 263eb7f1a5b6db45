/** The suppression list: what blocks what, how addresses get on it and off it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import { suppress } from '#sending/suppression/add.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { findBlocked, findEntry } from '#sending/suppression/store.ts'
import {
  findSuppressed,
  isRepeated,
  noteSoftBounce,
  pruneSoftBounces,
} from '#sending/suppression/suppress.ts'
import { callerOf, makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const world = fakeWorld({ db })
const dayMs = 24 * 60 * 60 * 1000

const refusedWith = (code: string, param?: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && (param === undefined || error.param === param)

interface Shown {
  id: string
  email: string
  stream: string
  reason: string
  email_id?: string
}

async function setStage(mode: Mode = 'live') {
  const project = await makeProject(world)
  const { projectId } = project
  const call = callerOf(world, suppressionRoutes, project, mode)
  return {
    project,
    projectId,
    call,
    add: async (email: string, stream: string): Promise<Shown> =>
      (await call('suppressions.create', { body: { email, stream } })).body as Shown,
    list: async (query: object = {}) =>
      (await call('suppressions.list', { query })).body as { data: Shown[]; has_more: boolean },
  }
}

const blocked = async (projectId: Uuid, email: string): Promise<string[]> => {
  const streams = ['transactional', 'marketing'] as const
  const found = await findSuppressed(
    db,
    streams.map(stream => ({ projectId, email, stream })),
  )
  return streams.filter((_, i) => found.has(i))
}

describe('A suppressed address', () => {
  it('gets nothing for all, and only no marketing for marketing', async () => {
    const { projectId, add } = await setStage()
    await add('all@example.com', 'all')
    await add('part@example.com', 'marketing')
    assert.deepEqual(await blocked(projectId, 'all@example.com'), ['transactional', 'marketing'])
    assert.deepEqual(await blocked(projectId, 'part@example.com'), ['marketing'])
    assert.deepEqual(await blocked(projectId, 'free@example.com'), [])
  })

  it('is the same in any case, and only in its own project', async () => {
    const { projectId, add } = await setStage()
    const other = await setStage()
    const { email } = await add('Jo.Silva@Example.COM', 'all')
    assert.equal(email, 'Jo.Silva@example.com')
    assert.equal((await blocked(projectId, 'jO.sILVA@example.com')).length, 2)
    assert.deepEqual(await blocked(other.projectId, 'jo.silva@example.com'), [])
  })

  it('is found among many in one statement', async () => {
    const { projectId } = await setStage()
    const emails = Array.from({ length: 500 }, (_, i) => `u${i}@example.com`)
    const entries = emails
      .filter((_, i) => i % 7 === 0)
      .map(email => ({
        projectId,
        email,
        stream: 'all' as const,
        reason: 'hard_bounce' as const,
        at: 0,
      }))
    await db.transaction(tx => suppress(tx, world, [...entries, ...entries]))
    let statements = 0
    const sql: typeof db = {
      ...db,
      query: (text, values) => {
        statements++
        return db.query(text, values)
      },
    }
    const asked = emails.map(email => ({ projectId, email, stream: 'transactional' as const }))
    const found = await findSuppressed(sql, asked)
    assert.equal(statements, 1)
    assert.deepEqual(
      [...found].sort(([a], [b]) => a - b),
      emails.flatMap((_, i) => (i % 7 === 0 ? [[i, 'hard_bounce']] : [])),
    )
  })

  it('stays as it was when it is suppressed again', async () => {
    const { projectId, list } = await setStage()
    const emailId = world.ids.next()
    const entry = { projectId, email: 'x@example.com', stream: 'all' as const, emailId, at: 1000 }
    await db.transaction(tx => suppress(tx, world, [{ ...entry, reason: 'complaint' }]))
    await db.transaction(tx => suppress(tx, world, [{ ...entry, reason: 'hard_bounce' }]))
    const { data } = await list()
    assert.deepEqual(
      data.map(one => [one.reason, one.email_id]),
      [['complaint', `msg_${emailId.replaceAll('-', '')}`]],
    )
  })

  it('put there by a test key blocks no live mail, and does not show on the live list', async () => {
    const test = await setStage('test')
    await test.add('x@example.com', 'all')
    assert.deepEqual(await blocked(test.projectId, 'x@example.com'), [])
    assert.equal((await test.list()).data.length, 1)
    const live = callerOf(world, suppressionRoutes, test.project)
    assert.deepEqual((await live('suppressions.list')).body, { data: [], has_more: false })
  })
})

describe('The entry of an address', () => {
  it('is the one for everything: one for marketing alone is no such entry', async () => {
    const { projectId } = await setStage()
    const entry = { projectId, email: 'm@example.com', reason: 'unsubscribe', at: 0 } as const
    const find = () =>
      findEntry(db, { projectId, mode: 'live' }, { id: null, address: 'm@example.com' })
    await db.transaction(tx => suppress(tx, world, [{ ...entry, stream: 'marketing' }]))
    assert.equal(await find(), null)
    await db.transaction(tx =>
      suppress(tx, world, [{ ...entry, stream: 'all', reason: 'hard_bounce' }]),
    )
    assert.equal((await find())?.stream, 'all')
    const asked = [{ projectId, address: 'm@example.com', stream: 'marketing' }]
    assert.deepEqual(await findBlocked(db, asked), [{ n: 0, reason: 'hard_bounce' }])
  })
})

describe('An address that bounces softly', () => {
  const run = async (days: readonly number[]): Promise<boolean[]> => {
    const { projectId } = await setStage()
    const emailId = world.ids.next()
    const after: boolean[] = []
    for (const day of days) {
      const at = Date.parse('2027-05-01T00:30:00Z') + day * dayMs
      const note = { projectId, email: 'Soft@example.com', emailId, at }
      await db.transaction(tx => noteSoftBounce(tx, world, [note]))
      after.push((await blocked(projectId, 'soft@example.com')).length === 2)
    }
    return after
  }

  it('is suppressed on the third different day within 14', async () => {
    assert.deepEqual(await run([0, 5, 13]), [false, false, true])
    assert.deepEqual(await run([0, 1, 2]), [false, false, true])
  })

  it('is not by bounces of one day, nor by days further apart', async () => {
    assert.deepEqual(await run([0, 0.1, 0.9, 1]), [false, false, false, false])
    assert.deepEqual(await run([0, 7, 14]), [false, false, false])
    assert.deepEqual(await run([0, 7, 14, 20]), [false, false, false, true])
  })

  it('is also when the days are reported out of order', async () => {
    assert.deepEqual(await run([13, 0, 5]), [false, false, true])
    assert.deepEqual(await run([30, 15, 0, 20]), [false, false, false, false])
  })

  it('goes by UTC days, not by hours', () => {
    assert.ok(isRepeated(['2027-02-27', '2027-02-28', '2027-03-01']))
    assert.ok(!isRepeated(['2027-02-27', '2027-02-28']))
    assert.ok(!isRepeated(['2027-02-27', '2027-02-28', '2027-02-28', '2027-02-27']))
    assert.ok(isRepeated(['2028-02-20', '2028-02-29', '2028-03-04']))
    assert.ok(!isRepeated(['2028-02-20', '2028-02-29', '2028-03-05']))
  })

  it('starts anew once taken off the list, with the reason on record', async () => {
    const { projectId, call, list } = await setStage()
    const emailId = world.ids.next()
    const note = (day: number) => ({ projectId, email: 's@example.com', emailId, at: day * dayMs })
    // All at once: three reports in one transaction.
    await db.transaction(tx => noteSoftBounce(tx, world, [note(1), note(2), note(3)]))
    const { data } = await list()
    assert.deepEqual(
      data.map(one => [one.stream, one.reason]),
      [['all', 'repeated_soft_bounce']],
    )
    await call('suppressions.delete', { params: { id: 's@example.com' } })
    await db.transaction(tx => noteSoftBounce(tx, world, [note(4)]))
    assert.deepEqual(await blocked(projectId, 's@example.com'), [])
  })

  it('is forgotten in time', async () => {
    const { projectId } = await setStage()
    const at = Date.parse('2026-01-01T00:00:00Z')
    const emailId = world.ids.next()
    await pruneSoftBounces(db, at)
    await db.transaction(tx =>
      noteSoftBounce(tx, world, [{ projectId, email: 'a@b.co', emailId, at }]),
    )
    assert.equal(await pruneSoftBounces(db, at + 27 * dayMs), 0)
    assert.equal(await pruneSoftBounces(db, at + 29 * dayMs), 1)
  })
})

describe('The suppression endpoints', () => {
  it('add by hand, once per stream', async () => {
    const { call, add } = await setStage()
    const { status, body } = await call('suppressions.create', {
      body: { email: 'Ana <ana@example.com>', stream: 'all' },
    })
    const { id, ...rest } = body as Shown
    assert.equal(status, 201)
    assert.match(id, /^sup_[0-9a-f]{32}$/)
    assert.deepEqual(rest, {
      email: 'ana@example.com',
      stream: 'all',
      reason: 'manual',
      created_at: new Date(world.clock.now()).toISOString(),
    })
    await assert.rejects(add('ANA@example.com', 'all'), refusedWith('already_suppressed'))
    assert.equal((await add('ana@example.com', 'marketing')).stream, 'marketing')
    await assert.rejects(add('not an address', 'all'), refusedWith('invalid_field', 'email'))
  })

  it('list by address, stream and reason', async () => {
    const { projectId, add, list } = await setStage()
    await add('a@example.com', 'all')
    await add('a@example.com', 'marketing')
    await add('b@example.com', 'marketing')
    const bounce = {
      projectId,
      email: 'c@example.com',
      stream: 'all',
      reason: 'hard_bounce',
      at: 0,
    } as const
    await db.transaction(tx => suppress(tx, world, [bounce]))
    const shown = async (query: object) =>
      (await list(query)).data.map(one => `${one.email[0]} ${one.stream}`)
    assert.deepEqual(await shown({}), ['c all', 'b marketing', 'a marketing', 'a all'])
    assert.deepEqual(await shown({ email: 'A@Example.com' }), ['a marketing', 'a all'])
    assert.deepEqual(await shown({ stream: 'marketing' }), ['b marketing', 'a marketing'])
    assert.deepEqual(await shown({ reason: 'hard_bounce' }), ['c all'])
    assert.deepEqual(await shown({ email: 'a@example.com', stream: 'all', reason: 'manual' }), [
      'a all',
    ])
    assert.deepEqual(await shown({ email: 'nobody' }), [])
  })

  it('remove by id or by address, of one stream or both', async () => {
    const { call, add, list } = await setStage()
    const other = await setStage()
    const one = await add('a@example.com', 'all')
    const remove = (id: string, stream?: string) =>
      call('suppressions.delete', { params: { id }, query: stream ? { stream } : {} })
    await assert.rejects(
      other.call('suppressions.delete', { params: { id: one.id } }),
      refusedWith('resource_not_found'),
    )
    assert.deepEqual((await remove(one.id)).body, { id: one.id, deleted: true })
    await assert.rejects(remove(one.id), refusedWith('resource_not_found'))
    await add('b@example.com', 'all')
    await add('b@example.com', 'marketing')
    assert.deepEqual((await remove('B@example.com', 'marketing')).body, {
      id: 'B@example.com',
      deleted: true,
    })
    assert.deepEqual(
      (await list()).data.map(s => s.stream),
      ['all'],
    )
    await add('b@example.com', 'marketing')
    await remove('b@example.com')
    assert.deepEqual((await list()).data, [])
    await assert.rejects(remove('b@example.com'), refusedWith('resource_not_found'))
  })
})
