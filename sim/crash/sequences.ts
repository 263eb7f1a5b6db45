/**
 * Sequences in a crash run: everybody enters each at once and goes two letters far, with a change, a
 * choice and a wait in between, while nodes are killed. Judged: each step once for each person, one
 * email for each letter, nobody left inside.
 */
import { read } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Caller } from './caller.ts'
import { type EmailStory, type Judgement, judgeLetters } from './judged.ts'
import type { LandedMessage } from './sink.ts'

/** Visits of each person. */
export const stepsEach = 5
/** Letters of sequences are numbered from here on: campaigns have the numbers before. */
const firstX = 1_000
const letters = ['hello', 'offer'] as const

const perBatch = 1_000

/** Publishes them and lets everybody in. */
export async function beginSequences(
  call: Caller,
  { count, addresses }: { readonly count: number; readonly addresses: readonly string[] },
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const [hello, offer] = [await template(call, xOf(n, 0)), await template(call, xOf(n, 1))]
    const { id } = await call('POST', '/v1/sequences', {
      name: `Sequence ${n}`,
      from: 'Shop <shop@crash.test>',
      triggers: [{ on: 'event', name: `begun.${n}` }],
      steps: [
        { key: 'hello', type: 'email', template_id: hello, next: 'name' },
        { key: 'name', type: 'update_contact', set: { first_name: `N${n}` }, next: 'fork' },
        {
          key: 'fork',
          type: 'branch',
          cases: [{ filter: { letters: 'received', of: { step: 'hello' } }, next: 'rest' }],
        },
        { key: 'rest', type: 'wait', for: 'PT1S', next: 'offer' },
        { key: 'offer', type: 'email', template_id: offer },
      ],
    })
    await call('POST', `/v1/sequences/${id}/publish`, {})
    for (let from = 0; from < addresses.length; from += perBatch) {
      const some = addresses.slice(from, from + perBatch)
      const activities = some.map(email => ({ email, name: `begun.${n}` }))
      await call('POST', '/v1/activity/batch', { activities })
    }
    ids.push(String(id))
  }
  return ids
}

const xOf = (n: number, letter: number): number => firstX + n * letters.length + letter

async function template(call: Caller, x: number): Promise<unknown> {
  const variants = { pt: { subject: `Letter ${x}`, html: `<p>X-id: ${x}</p>` } }
  const { id } = await call('POST', '/v1/templates', { name: `Letter ${x}`, variants })
  await call('POST', `/v1/templates/${id}/publish`)
  return id
}

/** Steps that are done, letters that have arrived, and who is still inside. */
export async function progressOfSequences(
  db: Db,
): Promise<{ readonly done: number; readonly inside: number }> {
  const [row] = await db.query<{ done: number; inside: number }>(
    `select ((select count(*) from enrollment_steps)
         + (select count(*) from letters where source_kind = 'sequence'
              and delivered_at is not null))::integer as done,
       (select count(*) from enrollments where state = 'inside')::integer as inside`,
  )
  return row!
}

export async function judgeSequences(
  db: Db,
  ids: readonly string[],
  { landed, people }: { readonly landed: readonly LandedMessage[]; readonly people: number },
): Promise<Judgement & { readonly visits: number }> {
  const all: Judgement[] = []
  let visits = 0
  for (const [n, id] of ids.entries()) {
    for (const [i, step] of letters.entries()) {
      const told = await tellOfStep(db, id, step)
      const name = `sequence ${n}, ${step}`
      all.push(judgeLetters(name, { told, landed, x: xOf(n, i), people }))
    }
    const ways = await waysOf(db, id)
    visits += ways.reduce((sum, one) => sum + one.visits, 0)
    const wrong = ways.filter(one => one.state !== 'finished' || one.visits !== stepsEach)
    const failures = [
      ...(ways.length === people ? [] : [`sequence ${n}: ${ways.length} ways`]),
      ...(wrong.length === 0 ? [] : [`sequence ${n}: wrong ways: ${JSON.stringify(wrong[0])}`]),
    ]
    all.push({ emails: 0, explained: 0, failures })
  }
  return {
    visits,
    emails: all.reduce((sum, one) => sum + one.emails, 0),
    explained: all.reduce((sum, one) => sum + one.explained, 0),
    failures: all.flatMap(one => one.failures),
  }
}

const waysOf = (db: Db, id: string): Promise<{ state: string; visits: number }[]> =>
  db.query(
    `select e.state, count(s.visit)::integer as visits
     from enrollments e left join enrollment_steps s
       on s.project_id = e.project_id and s.enrollment_id = e.id
     where e.sequence_id = $1 group by e.project_id, e.id`,
    [read('seq', id)],
  )

const tellOfStep = (db: Db, id: string, step: string): Promise<EmailStory[]> =>
  db.query(
    `select min(r.address) as address,
       (count(*) filter (where v.type = 'sent'))::integer as sent,
       (count(*) filter (where v.details ->> 'uncertain' = 'true'))::integer as uncertain
     from emails e
     join recipients r on r.project_id = e.project_id and r.email_id = e.id
     join events v on v.project_id = e.project_id and v.email_id = e.id
     where e.letter ->> 'sequence_id' = $1 and e.letter ->> 'step' = $2
     group by e.id`,
    [id, step],
  )
