/**
 * A campaign that goes out to a fast sink: what delivery makes of it beside the same letters by
 * `POST /v1/emails`, and what transactional mail and its webhooks feel of it.
 */
import { ask, delivered, join, percentile, send, untilStatus } from './campaigns.ts'
import { from, recipientDomains } from './letter.ts'
import { load, type Node, pause, type Sink, startNode, startSink } from './node.ts'

const idleMs = 15_000
const everyMs = 50
/** So many rounds of both, by turns: the machine's mood is in neither alone. */
const rounds = 2

interface Felt {
  /** From the call to the first attempt, ms. */
  readonly attempts: readonly number[]
  /** From the call to the webhook that says `delivered`, ms. */
  readonly webhooks: readonly number[]
}

/** Transactional emails, one every so often. */
async function transactional(node: Node, sink: Sink, isOver: () => boolean): Promise<Felt> {
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
export async function together(contacts: number): Promise<Record<string, number>> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,deliver,webhooks,jobs', true)
  try {
    const topic = await join(node, contacts)
    await load(node, 100, 2_000)
    await delivered(sink, 2_000)
    const { byApi, byCampaign } = await race(node, sink, { topic, contacts })
    await pause(3_000)
    const end = performance.now() + idleMs
    const idle = await transactional(node, sink, () => performance.now() > end)
    let isThrough = false
    const before = (await sink.counts()).mails
    const begun = performance.now()
    const id = await send(node, topic)
    const meanwhile = transactional(node, sink, () => isThrough)
    await delivered(sink, before + contacts)
    const besideMail = contacts / ((performance.now() - begun) / 1_000)
    isThrough = true
    const busy = await meanwhile
    await untilStatus(node, id, 'sent')
    return {
      'by POST /v1/emails, delivered/s': byApi,
      'as a campaign, delivered/s': byCampaign,
      'campaign / API': byCampaign / byApi,
      'as a campaign beside other mail, delivered/s': besideMail,
      'call to first attempt, idle: p50 ms': percentile(idle.attempts, 0.5),
      'call to first attempt, idle: p99 ms': percentile(idle.attempts, 0.99),
      'call to first attempt, meanwhile: p50 ms': percentile(busy.attempts, 0.5),
      'call to first attempt, meanwhile: p99 ms': percentile(busy.attempts, 0.99),
      'meanwhile / idle, p99': percentile(busy.attempts, 0.99) / percentile(idle.attempts, 0.99),
      'call to webhook delivered, idle: p99 ms': percentile(idle.webhooks, 0.99),
      'call to webhook delivered, meanwhile: p99 ms': percentile(busy.webhooks, 0.99),
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}

/** Letters a second until the last has arrived. */
async function race(
  node: Node,
  sink: Sink,
  { topic, contacts }: { readonly topic: string; readonly contacts: number },
): Promise<{ byApi: number; byCampaign: number }> {
  const each = Math.ceil(contacts / rounds)
  const taken = { api: 0, campaign: 0 }
  for (let n = 0; n < rounds; n += 1) {
    let before = (await sink.counts()).mails
    let begun = performance.now()
    await load(node, 100, each, { first: 2_000 + n * each })
    await delivered(sink, before + each)
    taken.api += performance.now() - begun
    before = (await sink.counts()).mails
    begun = performance.now()
    const id = await send(node, topic)
    await delivered(sink, before + contacts)
    taken.campaign += performance.now() - begun
    await untilStatus(node, id, 'sent')
  }
  return {
    byApi: (rounds * each) / (taken.api / 1_000),
    byCampaign: (rounds * contacts) / (taken.campaign / 1_000),
  }
}
