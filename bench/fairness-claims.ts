/** What a claim costs among many that wait, and where nothing is left to claim. */
import { randomUUID } from 'node:crypto'
import type { World } from '#kernel/world/world.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { deleteEntries } from '#platform/queue/store.ts'
import { createLoop, type Loop } from '#platform/queue/work.ts'
import type { Row } from './fairness-row.ts'
import { startNode } from './node.ts'

const kind = 'bench'
const steps = 20
const few = 10_000
const manyProjects = 1_000

export async function claimCosts(backlog: number): Promise<Row[]> {
  const rows: Row[] = []
  const node = await startNode({ smtp: 25, http: 80 }, 'api', false, {
    async prepare(world) {
      const one = await claimMs(world, few, 1)
      const many = await claimMs(world, Math.max(backlog, few), manyProjects)
      rows.push({
        name: `a claim among ${backlog} of ${manyProjects} projects`,
        figure: `${many.toFixed(1)} ms, ${one.toFixed(1)} ms among ${few} of one`,
        bar: '≤ 1.2 ×',
        isMet: many <= 1.2 * one,
      })
      const empty = await emptyClaimMs(world, backlog)
      rows.push({
        name: 'an empty claim beside an old snapshot',
        figure: `${empty.toFixed(2)} ms`,
        bar: '≤ 1 ms',
        isMet: empty <= 1,
      })
    },
  })
  await node.stop()
  return rows
}

async function claimMs(world: World, count: number, projects: number): Promise<number> {
  await fill(world, count, projects)
  const loop = loopOf(world, async () => undefined)
  const ms = await medianMs(loop)
  await world.db.query('truncate queue')
  return ms
}

/** All is done while somebody holds a snapshot, so that nothing of it can be cleared away. */
async function emptyClaimMs(world: World, count: number): Promise<number> {
  let release = (): void => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let open = (): void => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const reader = world.db.transaction(async tx => {
    await tx.query('set transaction isolation level repeatable read')
    // What it is held for takes longer than a session may say nothing.
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    await tx.query('select count(*) from queue')
    open()
    await held
  })
  await opened
  await fill(world, count, 1)
  const loop = loopOf(world, entries =>
    world.db.transaction(tx =>
      deleteEntries(
        tx,
        entries.map(one => one.id),
      ),
    ),
  )
  while ((await loop.step()) > 0);
  await loop.step()
  const ms = await medianMs(loop)
  release()
  await reader
  return ms
}

const loopOf = (world: World, settle: (entries: readonly Entry[]) => Promise<unknown>): Loop =>
  createLoop(world, {
    kind,
    capacity: 800,
    async handle(entries, done) {
      await settle(entries)
      for (const entry of entries) done(entry)
    },
  })

async function medianMs(loop: Loop): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < steps; i++) {
    const begun = performance.now()
    await loop.step()
    all.push(performance.now() - begun)
  }
  return all.toSorted((a, b) => a - b)[steps / 2]!
}

/** Ready work, to twenty destinations. */
async function fill({ db, clock }: World, count: number, projects: number): Promise<void> {
  const ids = Array.from({ length: projects }, () => randomUUID())
  await db.query(
    `insert into queue (id, kind, project_id, subject, n, destination, due_at, created_at, ready)
     select gen_random_uuid(), $1, ($2::uuid[])[1 + i % $3], gen_random_uuid(), 0, 1 + i % 20,
            $4::timestamptz, $4, true
     from generate_series(1, $5::integer) as i`,
    [kind, ids, projects, new Date(clock.now() - 1_000), count],
  )
  await db.query('vacuum analyze queue')
}
