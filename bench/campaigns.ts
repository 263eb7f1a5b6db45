/** Campaigns with nobody who delivers, and what is kept of their letters (others: beside-mail.ts). */
import { realClock } from '#kernel/world/real/clock.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { from, html, recipientOf, senderDomain, text } from './letter.ts'
import {
  cpuSeconds,
  fillLog,
  type Node,
  pause,
  residentMb,
  type Sink,
  startNode,
  startSink,
} from './node.ts'

const perBatch = 1_000
type Body = Record<string, unknown>

/** What its own documentation says, to stand beside ours. */
export const besideListmonk =
  'listmonk publishes no letters/s; its defaults are concurrency 10 at message_rate 10 a second ' +
  '(schema.sql, as its performance guide shows them), a ceiling that the installation sets.'

export async function ask(
  node: Node,
  method: string,
  where: string,
  body?: unknown,
): Promise<Body> {
  const answer = await fetch(`http://127.0.0.1:${node.port}${where}`, {
    method,
    headers: { authorization: `Bearer ${node.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const told = (await answer.json()) as Body
  if (!answer.ok) throw new Error(`${method} ${where}: ${JSON.stringify(told)}`)
  return told
}

export async function join(node: Node, contacts: number): Promise<string> {
  const topic = String((await ask(node, 'POST', '/v1/topics', { name: { en: 'News' } })).id)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < contacts) {
      const first = next
      next += perBatch
      const some = Array.from({ length: Math.min(perBatch, contacts - first) }, (_, n) => ({
        email: recipientOf(first + n),
        topics: [topic],
      }))
      await ask(node, 'POST', '/v1/contacts/batch', { contacts: some })
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  await declareWarm(
    { db: node.db, clock: realClock() },
    { projectId: node.projectId, domain: senderDomain },
  )
  return topic
}

/**
 * The records of consent that joining has made are chained beside, which rewrites them: a work of
 * its own, in the minutes after many have joined.
 */
export async function chained(node: Node): Promise<void> {
  for (;;) {
    const open = await node.db.query('select from consents where hash is null limit 1')
    if (open.length === 0) return
    await pause(100)
  }
}

/** As long as newsletters are: 60 KB, with links and values of the person. */
const longBytes = 60 * 1024
const longHtml = (() => {
  const links = Array.from(
    { length: 20 },
    (_, n) => `<p><a href="https://shop.example/offers/${n}?from=letter">Offer ${n}</a></p>`,
  ).join('\n')
  const filler = '<p style="margin:0 0 12px;color:#333333">Words that everybody gets alike.</p>\n'
  const begin = `<html><body><p>{{ contact.first_name | default: "Hello" }}</p>${links}`
  const end = '<a href="{{ unsubscribe_url }}">Leave</a></body></html>'
  const count = Math.ceil((longBytes - begin.length - end.length) / filler.length)
  return begin + filler.repeat(count) + end
})()

const short = { subject: 'Benchmark {{ contact.email }}', html, text }
const long = { subject: 'Benchmark {{ contact.email }}', html: longHtml }

export async function send(
  node: Node,
  topic: string,
  content: Readonly<Record<string, string>> = short,
): Promise<string> {
  const made = await ask(node, 'POST', '/v1/campaigns', {
    name: 'Bench',
    from,
    topic_id: topic,
    audience: { topics: [topic] },
    guard: { enabled: false },
    content,
  })
  await ask(node, 'POST', `/v1/campaigns/${made.id}/send`)
  return String(made.id)
}

/** When each page was read, until all are. */
async function watchPages(node: Node): Promise<number[]> {
  const times: number[] = []
  let seen = ''
  for (;;) {
    const [row] = await node.db.query<{ phase: string | null; read: string | null }>(
      `select phase, progress ->> 'read' as read from campaigns`,
    )
    if (row!.read !== null && row!.read !== seen) {
      seen = row!.read
      times.push(performance.now())
    }
    if (row!.phase !== 'preparing') return times
    await pause(2)
  }
}

/** Letters leave as they come: what delivery would take out of the queue. */
export function drain(node: Node): { stop(): Promise<void> } {
  let isOver = false
  const draining = (async () => {
    while (!isOver) {
      await node.db.query(`delete from queue where kind = 'bulk' and not held`)
      await pause(50)
    }
  })()
  return {
    stop() {
      isOver = true
      return draining
    },
  }
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/** One page alone is the machine's mood. */
const pagesBeside = 10
const middle = (values: readonly number[]): number => percentile(values, 0.5)

async function sizeOf(node: Node): Promise<number> {
  const [row] = await node.db.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  return row!.bytes
}

/** Reading and releasing, with nobody who delivers. */
export async function alone(contacts: number): Promise<Record<string, number>> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,jobs', false)
  try {
    await fillLog(node)
    const topic = await join(node, contacts)
    await chained(node)
    const begun = performance.now()
    const drained = drain(node)
    const sending = send(node, topic)
    await pause(50)
    const id = await sending
    const pages = await watchPages(node)
    const read = performance.now()
    const [memory, bytes] = [await residentMb(node.pid), await sizeOf(node)]
    const cpu = await cpuSeconds(node)
    await untilStatus(node, id, 'sent')
    const released = performance.now()
    const cpuAfter = await cpuSeconds(node)
    await drained.stop()
    const turns = await node.db.query<{ at: Date }>(
      `select distinct decided_at as at from campaign_recipients where state = 'released'
       order by 1`,
    )
    const gaps = turns.slice(1).map((one, n) => one.at.getTime() - turns[n]!.at.getTime())
    const lengths = pages.slice(1).map((at, n) => at - pages[n]!)
    return {
      'people read/s': contacts / ((read - begun) / 1_000),
      'last pages / first pages':
        middle(lengths.slice(-pagesBeside)) / middle(lengths.slice(0, pagesBeside)),
      'letters released/s': contacts / ((released - read) / 1_000),
      'release: node µs a letter': ((cpuAfter.node - cpu.node) / contacts) * 1e6,
      'release: database µs a letter': ((cpuAfter.database - cpu.database) / contacts) * 1e6,
      'release: node MB more': (await residentMb(node.pid)) - memory,
      'release: from turn to turn, p99 ms': gaps.length === 0 ? 0 : percentile(gaps, 0.99),
      'release: KB a letter': ((await sizeOf(node)) - bytes) / contacts / 1_024,
      'figures of it: p99 ms': await figures(node, id),
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}

export async function untilStatus(node: Node, id: string, status: string): Promise<void> {
  while ((await ask(node, 'GET', `/v1/campaigns/${id}`)).status !== status) await pause(50)
}

async function figures(node: Node, id: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 200; n += 1) {
    const begun = performance.now()
    await ask(node, 'GET', `/v1/campaigns/${id}/stats`)
    times.push(performance.now() - begun)
  }
  return percentile(times, 0.99)
}

export async function delivered(sink: Sink, total: number): Promise<void> {
  while ((await sink.counts()).mails < total) await pause(20)
}

/** Letters of 60 KB, delivered: what is kept of each, with its timeline of four events. */
export async function kept(contacts: number): Promise<Record<string, number>> {
  const sink = await startSink()
  const node = await startNode(sink, 'api,deliver,jobs', false)
  try {
    await fillLog(node)
    const topic = await join(node, contacts)
    await chained(node)
    const bytes = await sizeOf(node)
    const cpu = await cpuSeconds(node)
    const begun = performance.now()
    await untilStatus(node, await send(node, topic, long), 'sent')
    await delivered(sink, contacts)
    const cpuAfter = await cpuSeconds(node)
    return {
      '60 KB: letters delivered/s': contacts / ((performance.now() - begun) / 1_000),
      '60 KB: node µs a letter': ((cpuAfter.node - cpu.node) / contacts) * 1e6,
      '60 KB: database µs a letter': ((cpuAfter.database - cpu.database) / contacts) * 1e6,
      '60 KB: KB a letter with its timeline': ((await sizeOf(node)) - bytes) / contacts / 1_024,
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}
