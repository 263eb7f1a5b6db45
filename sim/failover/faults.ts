/** The faults of a failover run, one after the other, each with the figure that it is judged by. */
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { realClock } from '#kernel/world/real/clock.ts'
import { migrate } from '#kernel/world/real/migrations.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { pause, root } from '../crash/nodes.ts'
import { ask, email, type Prober } from './prober.ts'
import type { Stage } from './stage.ts'

export interface Figure {
  readonly fault: string
  readonly figure: string
  readonly bar: string
  readonly isGood: boolean
}

export type Fault = (stage: Stage, prober: Prober) => Promise<Figure[]>

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const within = (fault: string, ms: number, barMs: number): Figure => ({
  fault,
  figure: seconds(ms),
  bar: `≤ ${barMs / 1000} s`,
  isGood: ms <= barMs,
})

function healthBetween({ healths }: Prober, fault: string, from: number, to: number): Figure {
  const seen = healths.filter(({ at }) => at >= from && at <= to)
  const bad = seen.filter(({ status }) => status === 503).length
  return { fault, figure: `${bad} of ${seen.length} looks`, bar: '≥ 1', isGood: bad > 0 }
}

/** When the first email arrived that was posted after a moment. */
async function delivered({ landed }: Stage, { probes }: Prober, after: number): Promise<number> {
  for (;;) {
    const fresh = new Set(probes.filter(one => one.begunAt > after).map(one => one.x))
    const first = (await landed()).find(one => fresh.has(one.x))
    if (first) return first.at
    await pause(100)
  }
}

const silences = 6

/**
 * The connections of now say nothing more, new ones work; several times, so that one of them is met
 * in the middle of accepting.
 */
export const silence: Fault = async (stage, prober) => {
  for (let n = 1; n < silences; n++) {
    stage.way.silence()
    await pause(333)
  }
  const at = Date.now()
  stage.way.silence()
  const { endedAt } = await prober.accepted(at)
  const arrivedAt = await delivered(stage, prober, at)
  return [
    within('connections silenced: first 202', endedAt! - at, 30_000),
    within('connections silenced: first delivery', arrivedAt - at, 45_000),
    healthBetween(prober, 'connections silenced: /healthz says 503', at, endedAt!),
  ]
}

/** Killed, and back after five seconds. */
export const death: Fault = async (stage, prober) => {
  const at = Date.now()
  await stage.killDatabase()
  await pause(5_000)
  await stage.startDatabase()
  const backAt = Date.now()
  const { endedAt } = await prober.accepted(backAt)
  return [
    within('server killed, back after 5 s: first 202', endedAt! - backAt, 15_000),
    healthBetween(prober, 'server killed: /healthz says 503', at, backAt),
  ]
}

/** All sessions are those of a standby for a while, and stay so by themselves. */
export const readOnly: Fault = async (stage, prober) => {
  const { db } = stage
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  const at = Date.now()
  await db.query(`alter database ${row!.name} set default_transaction_read_only = on`)
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'malote %'
       and application_name <> 'malote ${process.pid}'`,
  )
  await pause(5_000)
  await db.query(`alter database ${row!.name} reset default_transaction_read_only`)
  const backAt = Date.now()
  const { endedAt } = await prober.accepted(backAt)
  return [
    within('sessions read only, then writable: first 202', endedAt! - backAt, 15_000),
    healthBetween(prober, 'sessions read only: /healthz says 503', at, backAt),
  ]
}

const lostCommits = 40

/** COMMITs that take effect while nobody hears it. */
export const lostAnswers: Fault = async ({ way, db }, prober) => {
  const at = Date.now()
  for (let n = 0; n < lostCommits; n++) {
    way.loseNextCommit()
    await pause(300)
  }
  await prober.accepted(Date.now())
  const answered = prober.probes.filter(one => one.begunAt >= at && one.endedAt !== undefined)
  const rows = await db.query<{ x: string; count: number }>(
    `select metadata ->> 'x' as x, count(*) from emails group by 1`,
  )
  const kept = new Map(rows.map(row => [row.x, row.count]))
  const denied = answered.filter(one => /not processed|não foi processada/.test(one.text))
  const wrong = denied.filter(one => kept.has(String(one.x))).length
  const lost = answered.filter(one => one.status === 202 && kept.get(String(one.x)) !== 1).length
  const fault = `answer to COMMIT lost ${lostCommits} times`
  return [
    {
      fault: `${fault}: "not processed" of mail that is sent`,
      figure: `${wrong}`,
      bar: '0',
      isGood: wrong === 0,
    },
    { fault: `${fault}: 202 without one email`, figure: `${lost}`, bar: '0', isGood: lost === 0 },
  ]
}

const readingMs = 8_000

/** A report that stays open while next week's partitions are due and a migration runs. */
export const longReader: Fault = async ({ db, address, folder }, prober) => {
  const dir = path.join(folder, 'migrations')
  await mkdir(dir)
  for (const file of await readdir(path.join(root, 'db/migrations'))) {
    await copyFile(path.join(root, 'db/migrations', file), path.join(dir, file))
  }
  await writeFile(
    path.join(dir, '9999_probe.sql'),
    'alter table emails add column probe integer;\n',
  )
  const at = Date.now()
  let work: Promise<unknown> = Promise.resolve()
  await db.transaction(async tx => {
    await tx.query('select count(*) from emails')
    work = changeShape(db, address, dir)
    await pause(readingMs)
  })
  await work
  const until = Date.now()
  await prober.accepted(until)
  const times = prober.probes
    .filter(one => one.begunAt >= at && one.begunAt <= until && one.endedAt !== undefined)
    .map(one => one.endedAt! - one.begunAt)
    .sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
  return [within('long reader, partitions and a migration: p99 of POST', p99, 1_000)]
}

async function changeShape(db: Stage['db'], address: Stage['address'], dir: string): Promise<void> {
  const [youngest] = await db.query<{ name: string }>(
    `select max(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass`,
  )
  await db.query(`drop table if exists ${youngest!.name}`)
  await ensurePartitions({ db, clock: realClock() })
  await migrate({ address, clock: realClock(), dir })
}

/** Our own database refuses one table that delivering needs. */
export const refusedTable =
  (forMs: number): Fault =>
  async ({ db, node, key, landed }) => {
    const xs = Array.from({ length: 20 }, (_, i) => 1_000_000 + i)
    for (const x of xs) {
      const scheduled_at = new Date(Date.now() + 5_000).toISOString()
      await ask(node.port, '/v1/emails', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(email(x, { scheduled_at })),
      })
    }
    await db.query('alter table email_contents rename to email_contents_away')
    await pause(forMs)
    await db.query('alter table email_contents_away rename to email_contents')
    const [row] = await db.query<{ ended: number }>(
      `select count(*) as ended from events where type = 'failed'`,
    )
    const deadline = Date.now() + 90_000
    const missing = async (): Promise<number> => {
      const there = new Set((await landed()).map(one => one.x))
      return xs.filter(x => !there.has(x)).length
    }
    while ((await missing()) > 0 && Date.now() < deadline) await pause(500)
    const left = await missing()
    const fault = `one table refused for ${seconds(forMs)}`
    const ended = row!.ended
    return [
      { fault: `${fault}: emails ended by it`, figure: `${ended}`, bar: '0', isGood: ended === 0 },
      {
        fault: `${fault}: not delivered afterwards`,
        figure: `${left}`,
        bar: '0',
        isGood: left === 0,
      },
    ]
  }
