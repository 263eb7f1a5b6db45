/**
 * A campaign that goes out to a fast sink: what delivery makes of it beside the same letters by
 * `POST /v1/emails` (and beside transactional emails of the same words), and what transactional
 * mail and its webhooks feel of it.
 */
import { ask, chained, delivered, join, percentile, send, untilStatus } from './campaigns.ts'
import { from, recipientDomains } from './letter.ts'
import { fillLog, load, type Node, pause, type Sink, startNode, startSink } from './node.ts'

const idleMs = 30_000
const everyMs = 50
/** So many rounds of both, by turns: the machine's mood is in neither alone. */
const rounds = 2
/** Emails before anything is measured. */
const warmUps = 2_000

interface MailFigures {
  /** From the call to the first attempt, ms. */
  readonly attempts: readonly number[]
  /** From the call to the webhook that says `delivered`, ms. */
  readonly webhooks: readonly number[]
}

/** Transactional emails, one every so often. */
async function transactional(node: Node, sink: Sink, isOver: () => boolean): Promise<MailFigures> {
  const begun = new Map<string, number>()
  for (let n = 0; !isOver(); n += 1) {
    const at = Date.now()
    const to = [`password${n}@${recipientDomains[n % recipientDomains.length]}`]
    const email = { from, to, subject: 'Code', text: '123456' }
    begun.set(String((await ask(node, 'POST', '/v1/emails', email)).id), at)
    await pause(everyMs)
  }
  const heard = await told(sink, [...begun.keys()])
  const rows = await node.db.query<{ id: string; at: Date }>(
    `select 'msg_' || replace(e.id::text, '-', '') as id, min(v.at) as at
     from emails e join events v on v.project_id = e.project_id and v.email_id = e.id
     where v.type = 'sent' and e.subject = 'Code' group by e.id`,
  )
  const since = (id: string, at: number): number[] => {
    const call = begun.get(id)
    return call === undefined ? [] : [at - call]
  }
  return {
    attempts: rows.flatMap(({ id, at }) => since(id, at.getTime())),
    webhooks: Object.entries(heard).flatMap(([id, at]) => since(id, at)),
  }
}

/** When the webhook of each has come. */
async function told(sink: Sink, ids: readonly string[]): Promise<Readonly<Record<string, number>>> {
  for (let n = 0; n < 600; n += 1) {
    const { told: heard } = await sink.counts()
    if (ids.every(id => heard[id] !== undefined)) return heard
    await pause(50)
  }
  throw new Error('not every email was tried and told of')
}

/** With delivery to a fast sink: the same letters through the API and as a campaign. */
export async function together(contacts: number): Promise<Figures> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,deliver,webhooks,jobs', true)
  try {
    await fillLog(node)
    const topic = await join(node, contacts)
    await load(node, 100, warmUps)
    await delivered(sink, warmUps)
    const reached = await race(node, sink, { topic, contacts })
    return {
      'by POST /v1/emails, transactional: delivered/s': reached.emails,
      'by POST /v1/emails, as marketing: delivered/s': reached.letters,
      'as a campaign, delivered/s': reached.campaign,
      'campaign / transactional': reached.campaign / reached.emails,
      'campaign / API': reached.campaign / reached.letters,
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}

/** Who sends the campaign: the process that has the other mail, or one of its own (docs/operating.md). */
const shapes = {
  one: {
    roles: 'api,deliver,webhooks,jobs',
    preparing: { serviceSettings: { MALOTE_PROCESSES: '1' } },
  },
  apart: {
    roles: 'api,deliver,webhooks,jobs',
    preparing: { serviceSettings: { MALOTE_PROCESSES: '2' } },
  },
} as const

/**
 * Other mail beside a campaign to `waiting` people, until `contacts` letters of it have arrived, on an
 * installation of its own for each shape.
 */
export async function beside(
  shape: keyof typeof shapes,
  contacts: number,
  waiting: number,
): Promise<Figures> {
  const { roles, preparing } = shapes[shape]
  const sink = await startSink()
  const node = await startNode(sink, roles, true, preparing)
  try {
    await fillLog(node)
    const topic = await join(node, waiting)
    await load(node, 100, warmUps)
    await delivered(sink, warmUps)
    return await besideCampaign(node, sink, { topic, contacts, waiting })
  } finally {
    await node.stop()
    sink.stop()
  }
}

type Figures = Readonly<Record<string, number>>

interface Beside {
  readonly topic: string
  /** So many letters are looked at. */
  readonly contacts: number
  /** So many people are in the topic. */
  readonly waiting: number
}

/** What transactional mail feels of a campaign to `topic`, until `contacts` letters have arrived. */
async function besideCampaign(
  node: Node,
  sink: Sink,
  { topic, contacts, waiting }: Beside,
): Promise<Figures> {
  await chained(node)
  await pause(3_000)
  const end = performance.now() + idleMs
  const idle = await transactional(node, sink, () => performance.now() > end)
  let isThrough = false
  const before = (await sink.counts()).mails
  const id = await send(node, topic)
  await delivered(sink, before + 1)
  const begun = performance.now()
  const meanwhile = transactional(node, sink, () => isThrough)
  await delivered(sink, before + contacts)
  const besideMail = contacts / ((performance.now() - begun) / 1_000)
  isThrough = true
  if (waiting > contacts) await ask(node, 'POST', `/v1/campaigns/${id}/cancel`)
  const busy = await meanwhile
  await untilStatus(node, id, waiting > contacts ? 'cancelled' : 'sent')
  return {
    'as a campaign beside other mail, delivered/s': besideMail,
    'call to first attempt, idle: p50 ms': percentile(idle.attempts, 0.5),
    'call to first attempt, idle: p99 ms': percentile(idle.attempts, 0.99),
    'call to first attempt, meanwhile: p50 ms': percentile(busy.attempts, 0.5),
    'call to first attempt, meanwhile: p99 ms': percentile(busy.attempts, 0.99),
    'meanwhile / idle, p99': percentile(busy.attempts, 0.99) / percentile(idle.attempts, 0.99),
    'call to webhook delivered, idle: p99 ms': percentile(idle.webhooks, 0.99),
    'call to webhook delivered, meanwhile: p99 ms': percentile(busy.webhooks, 0.99),
  }
}

type Way = 'emails' | 'letters' | 'campaign'

/**
 * Letters a second until the last has arrived. Letters are what a campaign sends: with their own
 * way to leave, in the lane of marketing; transactional emails are neither.
 */
async function race(
  node: Node,
  sink: Sink,
  { topic, contacts }: { readonly topic: string; readonly contacts: number },
): Promise<Record<Way, number>> {
  const each = Math.ceil(contacts / rounds)
  const taken: Record<Way, number> = { emails: 0, letters: 0, campaign: 0 }
  const timed = async (way: Way, count: number, begin: () => Promise<unknown>): Promise<void> => {
    const before = (await sink.counts()).mails
    const begun = performance.now()
    await begin()
    await delivered(sink, before + count)
    taken[way] += performance.now() - begun
  }
  for (let n = 0; n < rounds; n += 1) {
    for (const what of ['emails', 'letters'] as const) {
      const first = warmUps + (2 * n + (what === 'letters' ? 1 : 0)) * each
      await timed(what, each, () => load(node, 100, each, { first, what }))
    }
    let id = ''
    await timed('campaign', contacts, async () => {
      id = await send(node, topic)
    })
    await untilStatus(node, id, 'sent')
  }
  const perSecond = (way: Way, count: number) => (rounds * count) / (taken[way] / 1_000)
  return {
    emails: perSecond('emails', each),
    letters: perSecond('letters', each),
    campaign: perSecond('campaign', contacts),
  }
}
