/** What is written of an entry: its claim, its result, its lease, and its end by somebody else. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { mailDelayMs, webhookDelayMs } from '#platform/queue/backoff.ts'
import { claimReady, makeReady } from '#platform/queue/claim-store.ts'
import {
  deleteWaiting,
  lockClaims,
  moveSubject,
  postpone,
  renewLeases,
} from '#platform/queue/store.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const world = fakeWorld({ db })
const now = world.clock.now()
const kind = 'delivery'
const project = world.ids.next()

interface Row {
  readonly id: Uuid
  readonly due: number
  readonly created: number
  readonly held: boolean
  readonly ready: boolean
  readonly tries: number
  readonly faults: number
}

interface Given extends Partial<Omit<Row, 'id'>> {
  readonly attempt?: number
  readonly kind?: string
  readonly subject?: Uuid
}

async function put(given: Given = {}): Promise<Uuid> {
  const id = world.ids.next()
  await db.query(
    `insert into queue (id, kind, project_id, subject, n, due_at, created_at, attempt, held, ready,
       tries, faults)
     values ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      given.kind ?? kind,
      project,
      given.subject ?? id,
      new Date(given.due ?? now),
      new Date(given.created ?? now),
      given.attempt ?? 1,
      given.held ?? false,
      given.ready ?? false,
      given.tries ?? 0,
      given.faults ?? 0,
    ],
  )
  return id
}

async function rowOf(id: Uuid): Promise<Row | undefined> {
  const [row] = await db.query<Row>(
    `select id, extract(epoch from due_at)::float8 * 1000 as due,
       extract(epoch from created_at)::float8 * 1000 as created, held, ready, tries, faults
     from queue where id = $1`,
    [id],
  )
  return row
}

const dueOf = async (id: Uuid): Promise<number> => (await rowOf(id))!.due

beforeEach(() => db.query('delete from queue'))

describe('A claim', () => {
  it('stands only while nothing was written for it, and nobody has claimed the entry since', async () => {
    const held = await put({ attempt: 2, held: true })
    const settled = await put({ attempt: 2 })
    const tokens = [
      { id: held, attempt: 2 },
      { id: held, attempt: 1 },
      { id: settled, attempt: 2 },
      { id: world.ids.next(), attempt: 1 },
    ]
    const claims = await db.transaction(tx => lockClaims(tx, tokens))
    assert.deepEqual(
      tokens.map(token => claims.get(token)),
      ['held', 'overtaken', 'settled', 'gone'],
    )
  })

  it('takes the oldest of a line first', async () => {
    const due = [now - 1_000, now - 3_000, now - 2_000]
    const ids: Uuid[] = []
    for (const one of due) ids.push(await put({ due: one, ready: true, attempt: 0 }))
    const taken: Uuid[] = []
    for (let n = 0; n < due.length; n++) {
      const lines = [{ projectId: project, destination: 0, limit: 1 }]
      const window = { kind, floor: now - 10_000, now, leaseUntil: now + 60_000, lines }
      taken.push(...(await claimReady(db, window)).map(entry => entry.id))
    }
    assert.deepEqual(taken, [ids[1], ids[2], ids[0]])
  })
})

describe('What has come due', () => {
  it('is made ready, of its own kind, and nothing that waits for later', async () => {
    const due = await put({ due: now - 1 })
    const later = await put({ due: now + 1 })
    const other = await put({ due: now - 1, kind: 'post' })
    assert.equal(await makeReady(db, { kind, floor: now - 10_000, now }, 10), 1)
    const ready = await Promise.all([due, later, other].map(async id => (await rowOf(id))?.ready))
    assert.deepEqual(ready, [true, false, false])
  })
})

describe('A result that puts an entry back', () => {
  const before = { held: true, ready: true, tries: 3, faults: 2, created: now - 5_000 }

  it('moves the schedule on only where it was a try', async () => {
    const [waited, tried] = [await put(before), await put(before)]
    await postpone(db, [
      { id: waited, dueAt: now + 1_000, tried: false },
      { id: tried, dueAt: now + 2_000, tried: true },
    ])
    const after = { held: false, ready: false, faults: 0, created: before.created }
    assert.deepEqual(await rowOf(waited), { id: waited, due: now + 1_000, tries: 3, ...after })
    assert.deepEqual(await rowOf(tried), { id: tried, due: now + 2_000, tries: 4, ...after })
  })

  it('counts faults of ours in a row, and takes no time from mail that we made wait', async () => {
    const [fault, ours] = [await put(before), await put(before)]
    await postpone(db, [
      { id: fault, dueAt: now + 1_000, tried: false, fault: true },
      { id: ours, dueAt: now + 9_000, tried: false, ours: true },
    ])
    const [afterFault, afterOurs] = [await rowOf(fault), await rowOf(ours)]
    assert.deepEqual([afterFault?.faults, afterFault?.created], [3, before.created])
    assert.deepEqual([afterOurs?.faults, afterOurs?.created], [0, now + 9_000])
  })
})

describe('A lease', () => {
  it('is renewed for work still in hand, and for nothing that was settled or claimed since', async () => {
    const lease = { from: now + 60_000, to: now + 61_000 }
    const [inHand, renewed] = [await put({ due: lease.from }), await put({ due: lease.to })]
    const settled = await put({ due: now + 30_000 })
    const claimed = await put({ due: lease.from, attempt: 2 })
    const ids = [inHand, renewed, settled, claimed]
    await renewLeases(
      db,
      ids.map(id => ({ id, attempt: 1, ...lease })),
      now + 90_000,
    )
    assert.deepEqual(await Promise.all(ids.map(dueOf)), [
      now + 90_000,
      now + 90_000,
      now + 30_000,
      lease.from,
    ])
  })
})

describe('Entries of somebody else', () => {
  it('are taken back while nobody holds them, and of the kinds that are meant', async () => {
    const [waiting, held] = [await put(), await put({ held: true })]
    const other = await put({ kind: 'post' })
    const works = [waiting, held, other].map(subject => ({ subject, n: 0 }))
    const gone = await deleteWaiting(db, ['delivery', 'bulk'], works)
    assert.deepEqual(gone, new Set([`${waiting} 0`]))
    const left = await Promise.all([waiting, held, other].map(rowOf))
    assert.deepEqual(
      left.map(row => row !== undefined),
      [false, true, true],
    )
  })

  it('moved to another time, are not ready any more', async () => {
    const subject = world.ids.next()
    const id = await put({ subject, ready: true })
    assert.equal(await moveSubject(db, subject, now + 7_000), 1)
    const row = await rowOf(id)
    assert.deepEqual([row?.ready, row?.due], [false, now + 7_000])
  })
})

describe('The schedules', () => {
  const minute = 60_000
  it('wait for mail as the contract says', () => {
    const waits = Array.from({ length: 9 }, (_, n) => mailDelayMs(n + 1) / minute)
    assert.deepEqual(waits, [1, 5, 15, 30, 60, 120, 240, 360, 360])
  })

  it('wait for posts as the contract says, and end', () => {
    const waits = Array.from({ length: 12 }, (_, n) => webhookDelayMs(n + 1))
    const minutes = [0.5, 2, 10, 30, 60, 120, 240, 480, 720, 960, 1440]
    assert.deepEqual(waits, [...minutes.map(one => one * minute), null])
  })
})
