/**
 * `npm run crash -- --campaign-kills N`: campaigns of two nodes of which one is killed (-9) N times
 * while people are read, letters released and delivered; `--step-kills N`: sequences, while people
 * enter and move on. Judged for each campaign: a row for each of its people, one email for each row,
 * each received once, or twice where an attempt had been written down as open between the final dot
 * and its answer; none is lost, none is somebody else's. Of sequences, see sequences.ts.
 */
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { violations } from '#faces/doctor/invariants-store.ts'
import { read } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { type Caller, callerOf } from './caller.ts'
import { domainNames } from './client.ts'
import { type EmailStory, type Judgement, judgeLetters, readLanded } from './judged.ts'
import { pause, root } from './nodes.ts'
import { beginSequences, judgeSequences, progressOfSequences, stepsEach } from './sequences.ts'
import { type Stage, setStage, silent } from './stage.ts'

interface CampaignCrash {
  readonly kills: number
  readonly people: number
  readonly campaigns: number
  readonly sequences: number
  readonly tell?: (line: string) => void
}

interface CampaignReport {
  readonly campaigns: number
  readonly sequences: number
  readonly people: number
  readonly kills: number
  /** What was under way at each kill. */
  readonly phases: Readonly<Record<string, number>>
  readonly rows: number
  /** Steps that people of sequences went through. */
  readonly visits: number
  readonly emails: number
  readonly landed: number
  /** Second copies that an open attempt explains. */
  readonly explained: number
  readonly failures: readonly string[]
  readonly seconds: number
  readonly folder: string
}

const leaseSeconds = 3
const patienceMs = 300_000
const perBatch = 1_000

export async function crashCampaigns(order: CampaignCrash): Promise<CampaignReport> {
  const begun = performance.now()
  const stage = await setStage({ aim: 'node', leaseSeconds, sinkDelayMs: 5 })
  const db = realDb({ address: stage.address, connections: 2, log: silent })
  let isGood = false
  try {
    const call = callerOf(stage)
    const topic = (await call('POST', '/v1/topics', { name: { en: 'News' } })).id as string
    await join(call, topic, order.people)
    const campaigns = await send(call, topic, order.campaigns)
    const killing = killMeanwhile(stage, db, order)
    const addresses = Array.from({ length: order.people }, (_, n) => addressOf(n))
    const sequences = await beginSequences(call, { count: order.sequences, addresses })
    const phases = await killing
    stage.receiver.calmDown()
    await untilAllSent(db, order)
    const judged = await judge(db, stage.sinkLog, { campaigns, sequences }, order.people)
    isGood = judged.failures.length === 0
    const seconds = (performance.now() - begun) / 1_000
    return { ...order, ...judged, phases, seconds, folder: stage.folder }
  } finally {
    await db.close()
    await stage.strike()
    if (isGood) await rm(stage.folder, { recursive: true, force: true })
  }
}

async function join(call: Caller, topic: string, people: number): Promise<void> {
  for (let from = 0; from < people; from += perBatch) {
    const contacts = Array.from({ length: Math.min(perBatch, people - from) }, (_, n) => ({
      email: addressOf(from + n),
      topics: [topic],
    }))
    await call('POST', '/v1/contacts/batch', { contacts })
  }
}

const addressOf = (n: number): string => `p${n}@${domainNames[n % domainNames.length]}`

/** Of every second one the guard lets the first letters go before the rest. */
async function send(call: Caller, topic: string, campaigns: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < campaigns; n += 1) {
    const { id } = await call('POST', '/v1/campaigns', {
      name: `Campaign ${n}`,
      from: 'Shop <shop@crash.test>',
      topic_id: topic,
      audience: { topics: [topic] },
      guard: { enabled: n % 2 === 1 },
      content: { subject: `Campaign ${n}`, html: `<p>X-id: ${n}</p>` },
    })
    await call('POST', `/v1/campaigns/${id}/send`)
    ids.push(String(id))
  }
  return ids
}

/** Spread over the rows: of what is read and decided, a share between two kills. */
async function killMeanwhile(
  stage: Stage,
  db: Db,
  { kills, people, campaigns, sequences, tell }: CampaignCrash,
): Promise<Record<string, number>> {
  const phases: Record<string, number> = {}
  // Read, released and ended: three steps for each person; of sequences two letters arrive beside.
  const steps = people * (campaigns * 3 + sequences * (stepsEach + 2))
  for (let n = 0; n < kills; n += 1) {
    const due = ((n + Math.random()) * steps) / (kills + 1)
    const deadline = performance.now() + 20_000
    for (;;) {
      const { done, phase } = await progressOf(db)
      if (done >= due || performance.now() > deadline) {
        phases[phase] = (phases[phase] ?? 0) + 1
        break
      }
      await pause(20)
    }
    const victim = stage.nodes[Math.floor(Math.random() * stage.nodes.length)]!
    await victim.kill()
    tell?.(`kill ${n + 1} of ${kills}: ${victim.name}, ${JSON.stringify(phases)}`)
  }
  return phases
}

async function progressOf(db: Db): Promise<{ readonly done: number; readonly phase: string }> {
  const [row] = await db.query<{ done: number; phase: string | null }>(
    `select (count(*) + count(*) filter (where r.state <> 'pending')
         + count(*) filter (where l.delivered_at is not null))::integer as done,
       (select string_agg(distinct coalesce(phase, status), '+') from campaigns) as phase
     from campaign_recipients r left join letters l on l.project_id = r.project_id
       and l.contact_id = r.contact_id and l.email_id = r.email_id`,
  )
  const { done, inside } = await progressOfSequences(db)
  const phases = [row!.phase ?? [], inside > 0 ? 'steps' : []].flat()
  return { done: row!.done + done, phase: phases.join('+') || 'none' }
}

/** Retries and looks that wait for their time are brought forward; leases are not. */
async function untilAllSent(db: Db, { tell }: CampaignCrash): Promise<void> {
  let deadline = performance.now() + patienceMs
  let before = ''
  for (;;) {
    await db.query(
      `update queue set due_at = $1 where due_at > $1 and due_at <> 'infinity' and not held
         and kind in ('bulk', 'campaign', 'sequence')`,
      [new Date()],
    )
    const [row] = await db.query<{ open: number; inside: number; waiting: number }>(
      `select (select count(*)::integer from campaigns where status <> 'sent') as open,
         (select count(*)::integer from enrollments where state = 'inside') as inside,
         (select count(*)::integer from queue where kind = 'bulk') as waiting`,
    )
    if (row!.open === 0 && row!.inside === 0 && row!.waiting === 0) return
    tell?.(`in peace: ${JSON.stringify(row)}`)
    // A slow machine is no fault, only one that stands still.
    if (JSON.stringify(row) !== before) deadline = performance.now() + patienceMs
    before = JSON.stringify(row)
    if (performance.now() > deadline) throw new Error(`does not end: ${JSON.stringify(row)}`)
    await pause(1_000)
  }
}

async function judge(
  db: Db,
  sinkLog: string,
  {
    campaigns,
    sequences,
  }: { readonly campaigns: readonly string[]; readonly sequences: readonly string[] },
  people: number,
) {
  const landed = await readLanded(sinkLog)
  let rows = 0
  const all: Judgement[] = []
  for (const [n, id] of campaigns.entries()) {
    rows += await countRows(db, id)
    const told = await tellOfCampaign(db, id)
    all.push(judgeLetters(`campaign ${n}`, { told, landed, x: n, people }))
  }
  const { visits, ...ofSequences } = await judgeSequences(db, sequences, { landed, people })
  all.push(ofSequences)
  const rules = await readFile(path.join(root, 'db/invariants.sql'), 'utf8')
  const broken = await violations(db, rules)
  const failures = [
    ...all.flatMap(one => one.failures),
    ...(rows === people * campaigns.length ? [] : [`${rows} rows`]),
    ...broken.map(one => `broken rule: ${one.name}: ${one.rows}`),
  ]
  return {
    rows,
    visits,
    emails: all.reduce((sum, one) => sum + one.emails, 0),
    explained: all.reduce((sum, one) => sum + one.explained, 0),
    landed: landed.length,
    failures,
  }
}

async function countRows(db: Db, id: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::integer as count from campaign_recipients where campaign_id = $1',
    [read('cmp', id)],
  )
  return row!.count
}

/** Its emails, as timelines tell them. */
const tellOfCampaign = (db: Db, id: string): Promise<EmailStory[]> =>
  db.query(
    `select min(r.address) as address,
       (count(*) filter (where v.type = 'sent'))::integer as sent,
       (count(*) filter (where v.details ->> 'uncertain' = 'true'))::integer as uncertain
     from emails e
     join recipients r on r.project_id = e.project_id and r.email_id = e.id
     join events v on v.project_id = e.project_id and v.email_id = e.id
     where e.letter ->> 'campaign_id' = $1
     group by e.id`,
    [id],
  )
