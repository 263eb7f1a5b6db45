/**
 * Sequences: steps a second, what a claim costs while many wait and while few do, from an activity to
 * its letter in the queue, and a year of letters on the clock of test mode.
 */
import { nilId } from '#kernel/base/ids.ts'
import { makeReady, surveyReady } from '#platform/queue/claim-store.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { from, html, recipientOf, text } from './letter.ts'
import { type Node, pause, startNode, startSink } from './node.ts'

type Body = Record<string, unknown>
type Ask = (method: string, where: string, body?: unknown) => Promise<Body>

export const asking =
  (node: Node, key = node.key): Ask =>
  async (method, where, body) => {
    const answer = await fetch(`http://127.0.0.1:${node.port}${where}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as Body
    if (!answer.ok) throw new Error(`${method} ${where}: ${JSON.stringify(told)}`)
    return told
  }

const perBatch = 1_000
/** Steps of one person, without a letter. */
const stepsEach = 10

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

export async function addPeople(ask: Ask, count: number, first = 0): Promise<void> {
  for (let n = 0; n < count; n += perBatch) {
    const some = Array.from({ length: Math.min(perBatch, count - n) }, (_, i) => ({
      email: recipientOf(first + n + i),
    }))
    await ask('POST', '/v1/contacts/batch', { contacts: some })
  }
}

async function template(ask: Ask): Promise<string> {
  const variants = { en: { subject: 'Hello {{ contact.email }}', html, text } }
  const made = await ask('POST', '/v1/templates', { name: 'Bench', variants })
  await ask('POST', `/v1/templates/${made.id}/publish`)
  return String(made.id)
}

export async function publish(ask: Ask, name: string, more: object): Promise<string> {
  const made = await ask('POST', '/v1/sequences', { name, from, ...more })
  await ask('POST', `/v1/sequences/${made.id}/publish`, {})
  return String(made.id)
}

export const begins = (name: string): object[] => [{ on: 'event', name }]

/** Everybody does it, a thousand at a time. */
export async function happens(ask: Ask, name: string, people: number): Promise<void> {
  for (let n = 0; n < people; n += perBatch) {
    const activities = Array.from({ length: Math.min(perBatch, people - n) }, (_, i) => ({
      email: recipientOf(n + i),
      name,
    }))
    await ask('POST', '/v1/activity/batch', { activities })
  }
}

async function count(node: Node, table: string): Promise<number> {
  const [row] = await node.db.query<{ count: number }>(`select count(*)::integer from ${table}`)
  return row!.count
}

async function untilMore(node: Node, table: string, wanted: number): Promise<void> {
  for (let n = 0; n < 30_000; n += 1) {
    if ((await count(node, table)) >= wanted) return
    await pause(20)
  }
  throw new Error(`${table} never came to ${wanted}`)
}

/** People who wait for a year, beside those who are moved on. */
async function fill(node: Node, waiting: number): Promise<void> {
  const due = new Date(Date.now() + 365 * 86_400_000)
  await node.db.query(
    `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state,
       step, visit, due_at, waiting, entered_at)
     select $1, gen_random_uuid(), (select id from sequences limit 1), 1, 'live',
       gen_random_uuid(), '', 'inside', 'w', 0, $2, '{}', now()
     from generate_series(1, $3)`,
    [node.projectId, due, waiting],
  )
  await node.db.query(
    `insert into queue (id, kind, project_id, subject, n, due_at, created_at)
     select gen_random_uuid(), 'sequence', project_id, id, 0, due_at, entered_at
     from enrollments where step = 'w' and due_at = $1`,
    [due],
  )
  await node.db.query('analyze queue')
  await node.db.query('analyze enrollments')
}

/** A branch after a branch: the moves alone. */
export function moves(): object[] {
  return Array.from({ length: stepsEach }, (_, n) => ({
    key: `s${n}`,
    type: 'branch',
    cases: [{ filter: { field: 'email', op: 'absent' } }],
    ...(n + 1 < stepsEach ? { else: `s${n + 1}` } : {}),
  }))
}

interface Pace {
  readonly steps: number
  readonly letters: number
  readonly claimMs: number
  readonly p99: number
}

async function pace(waiting: number, people: number): Promise<Pace> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,jobs', false)
  try {
    const ask = asking(node)
    const letter = await template(ask)
    await addPeople(ask, people)
    await publish(ask, 'Moves', { triggers: begins('moves.begun'), steps: moves() })
    const one = { key: 'hello', type: 'email', template_id: letter }
    await publish(ask, 'Letters', { triggers: begins('letters.begun'), steps: [one] })
    await publish(ask, 'Paced', { triggers: begins('paced.begun'), steps: [one] })
    await fill(node, waiting)
    const steps = await timed(async () => {
      await happens(ask, 'moves.begun', people)
      await untilMore(node, 'enrollment_steps', people * stepsEach)
    })
    const letters = await timed(async () => {
      await happens(ask, 'letters.begun', people)
      await untilMore(node, 'emails', people)
    })
    return {
      steps: (people * stepsEach) / steps,
      letters: people / letters,
      claimMs: await claimMs(node),
      p99: await untilQueued(node, ask, people),
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

/** What the loop asks the database for, where nothing is due: the median of twenty. */
async function claimMs(node: Node): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const begun = performance.now()
    const now = Date.now()
    const window = { kind: 'sequence', floor: 0, now, after: nilId, pivot: 0 } as const
    await makeReady(node.db, window, 1_000)
    await surveyReady(node.db, { ...window, maxProjects: 100, maxLines: 200, full: [], only: null })
    times.push(performance.now() - begun)
  }
  return percentile(times, 0.5)
}

const perSecond = 500

/** Activities at a steady pace: from the call of each to its letter in the queue, ms. */
async function untilQueued(node: Node, ask: Ask, people: number): Promise<number> {
  const begun = new Map<string, number>()
  const calls: Promise<unknown>[] = []
  const start = performance.now()
  for (let n = 0; n < people; n += 1) {
    const wait = start + (n * 1_000) / perSecond - performance.now()
    if (wait > 1) await pause(wait)
    begun.set(recipientOf(n), Date.now())
    calls.push(ask('POST', '/v1/activity', { email: recipientOf(n), name: 'paced.begun' }))
  }
  await Promise.all(calls)
  await untilMore(node, 'emails', 2 * people)
  const rows = await node.db.query<{ email: string; at: Date }>(
    `select c.email, max(s.at) as at from enrollments e
     join contacts c on c.project_id = e.project_id and c.id = e.contact_id
     join enrollment_steps s on s.project_id = e.project_id and s.enrollment_id = e.id
     join sequences q on q.project_id = e.project_id and q.id = e.sequence_id
     where q.name = 'Paced' group by 1`,
  )
  if (rows.length !== people) throw new Error(`${rows.length} of ${people} letters`)
  return percentile(
    rows.map(row => row.at.getTime() - begun.get(row.email)!),
    0.99,
  )
}

const letters = 12

/** A letter a month for a hundred people, on the clock of test mode. */
async function year(): Promise<number> {
  const sink = await startSink()
  let key = ''
  const node = await startNode(sink, 'api,jobs', false, {
    prepare: async world => {
      const [project] = await world.db.query<{ id: string }>('select id from projects limit 1')
      const made = { projectId: project!.id, mode: 'test', scope: 'admin', rate: 0 } as const
      key = (await createKey(world, made)).key
    },
  })
  try {
    const ask = asking(node, key)
    const letter = await template(ask)
    await addPeople(ask, 100)
    const steps = Array.from({ length: letters }, (_, n) => [
      { key: `m${n}`, type: 'email', template_id: letter, next: `w${n}` },
      {
        key: `w${n}`,
        type: 'wait',
        for: 'P30D',
        ...(n + 1 < letters ? { next: `m${n + 1}` } : {}),
      },
    ]).flat()
    const id = await publish(ask, 'Year', { triggers: [{ on: 'api' }], steps })
    for (let n = 0; n < 100; n += 1) {
      await ask('POST', `/v1/sequences/${id}/enrollments`, { email: recipientOf(n) })
    }
    const seconds = await timed(async () => {
      await ask('POST', '/v1/test-clock', { advance: 'P365D' })
      while ((await ask('GET', '/v1/test-clock')).status !== 'ready') await pause(50)
    })
    const made = await count(node, 'emails')
    if (made !== letters * 100) throw new Error(`${made} letters in the year`)
    return seconds
  } finally {
    await node.stop()
    sink.stop()
  }
}

const few = 1_000

/** `people`: moved on for each figure of steps, beside those who wait. */
export async function sequences(waiting: number, people: number): Promise<Record<string, number>> {
  const alone = await pace(few, people)
  const among = await pace(waiting, people)
  return {
    [`steps/s, ${few} waiting`]: alone.steps,
    [`steps/s, ${waiting} waiting`]: among.steps,
    [`letters/s, ${few} waiting`]: alone.letters,
    [`letters/s, ${waiting} waiting`]: among.letters,
    [`looking for what is due, ${few} waiting, ms`]: alone.claimMs,
    [`looking for what is due, ${waiting} waiting, ms`]: among.claimMs,
    'activity to letter, p99 ms': among.p99,
    'a year of 12 letters for 100, s': await year(),
  }
}
