/**
 * Contacts among many: one by one, in batches, from a file, found by filters, and what they did. The
 * file has its six columns; five conditions stand in the filter.
 */
import { read } from '#kernel/base/ids.ts'
import { person } from './letter.ts'
import { median } from './median.ts'
import { load, type Node, residentMb } from './node.ts'

const batchSize = 1_000
const connections = 50

type Body = Record<string, unknown>

async function ask(node: Node, method: string, path: string, body?: unknown): Promise<Body> {
  const isText = typeof body === 'string'
  const answer = await fetch(`http://127.0.0.1:${node.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${node.key}`,
      'content-type': isText ? 'text/csv' : 'application/json',
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  })
  const told = (await answer.json()) as Body
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(told)}`)
  return told
}

async function properties(node: Node): Promise<void> {
  for (const [key, type] of [
    ['city', 'string'],
    ['orders', 'number'],
    ['since', 'date'],
  ]) {
    await ask(node, 'POST', '/v1/contact-properties', { key, type })
  }
}

/** Calls by so many at once; per second. */
async function rate(
  count: number,
  atOnce: number,
  call: (n: number) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await call(next++)
    }),
  )
  return (count / (performance.now() - begun)) * 1000
}

/** The figures of contacts; `lines`: of the file that is imported. */
export async function contacts(node: Node, lines: number): Promise<Record<string, number>> {
  await properties(node)
  await load(node, connections, 1_000, { what: 'contacts' })
  const singles = await load(node, connections, 20_000, { first: 1_000, what: 'contacts' })
  const batch = (n: number, of: string) =>
    ask(node, 'POST', '/v1/contacts/batch', {
      contacts: Array.from({ length: batchSize }, (_, i) => person(n * batchSize + i, of)),
    })
  const batches = await rate(30, 4, n => batch(n, 'batch'))
  const imported = await importFile(node, lines)
  const report = (n: number) =>
    ask(node, 'POST', '/v1/activity/batch', {
      activities: Array.from({ length: batchSize }, (_, i) => ({
        email: person((n * batchSize + i) % lines, 'file').email,
        name: 'order.paid',
        data: { total: i },
      })),
    })
  const reported = await rate(30, 4, report)
  return {
    'upserts/s': singles.perSecond,
    'upserts: p99 ms': singles.p99,
    'upserts/s in batches': batches * batchSize,
    ...imported,
    'activity/s in batches': reported * batchSize,
    ...(await filters(node)),
  }
}

async function importFile(node: Node, lines: number): Promise<Record<string, number>> {
  const rows = Array.from({ length: lines }, (_, n) => {
    const { email, first_name, properties: own } = person(n, 'file')
    return `${email},${first_name},Lima,${own.city},${own.orders},2026-${String(1 + (n % 12)).padStart(2, '0')}-01`
  })
  const mapping = {
    email: 'email',
    first: 'first_name',
    last: 'last_name',
    city: 'properties.city',
    orders: 'properties.orders',
    since: 'properties.since',
  }
  const { id } = await ask(node, 'POST', '/v1/imports', { format: 'csv', mapping })
  const before = await residentMb(node.pid)
  let max = before
  const begun = performance.now()
  await ask(
    node,
    'POST',
    `/v1/imports/${id}/file`,
    `${Object.keys(mapping).join(',')}\n${rows.join('\n')}`,
  )
  for (;;) {
    const { status, counts } = await ask(node, 'GET', `/v1/imports/${id}`)
    max = Math.max(max, await residentMb(node.pid))
    if (status === 'done') {
      if ((counts as Body).created !== lines) throw new Error(JSON.stringify(counts))
      break
    }
    if (status !== 'queued' && status !== 'running') throw new Error(String(status))
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const seconds = (performance.now() - begun) / 1000
  return { 'import: lines/s': lines / seconds, 'import: MB more': max - before }
}

/** Half of all in a topic; two letters to each, of which a third were opened within sixty days. */
async function live({ db, projectId }: Node, topic: string): Promise<void> {
  await db.query(
    `insert into contact_topics (project_id, topic_id, contact_id, state, since)
     select project_id, $2, id, 'subscribed', created_at from contacts
     where project_id = $1 and bucket % 2 = 0`,
    [projectId, read('top', topic)],
  )
  await db.query(
    `insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at, opened_at)
     select project_id, id, uuidv7(), 'campaign', $2, created_at - n * interval '30 days',
       case when bucket % 3 = 0 then created_at - (n * 30 + bucket % 30) * interval '1 day' end
     from contacts, generate_series(0, 1) as n where project_id = $1`,
    [projectId, projectId],
  )
  await db.query('vacuum analyze contacts, contact_topics, letters, activity')
}

async function filters(node: Node): Promise<Record<string, number>> {
  const topic = await ask(node, 'POST', '/v1/topics', { name: { en: 'News' } })
  await live(node, String(topic.id))
  // As somebody does who builds it: between two looks one condition changes.
  const filterOf = (orders: number) => ({
    all: [
      { field: 'properties.city', op: 'in', value: ['recife', 'olinda'] },
      { field: 'properties.orders', op: 'gte', value: orders },
      { topic: topic.id, state: 'subscribed' },
      { letters: 'opened', within: 'P30D' },
      { event: 'order.paid', within: 'P90D' },
    ],
  })
  const times = async (call: (filter: unknown) => Promise<unknown>): Promise<number[]> => {
    const spent: number[] = []
    for (let i = 0; i < 9; i++) {
      const begun = performance.now()
      await call(filterOf(i + 1))
      spent.push(performance.now() - begun)
    }
    return spent
  }
  const counts = await times(filter => ask(node, 'POST', '/v1/segments/preview', { filter }))
  const { exact } = await ask(node, 'POST', '/v1/segments/preview', { filter: filterOf(0) })
  const made = { name: 'Five', kind: 'dynamic', filter: filterOf(0) }
  const { id } = await ask(node, 'POST', '/v1/segments', made)
  // A segment is counted anew when its filter is another.
  const whole = await times(filter => ask(node, 'PATCH', `/v1/segments/${id}`, { filter }))
  const pages = await times(filter =>
    ask(node, 'POST', '/v1/contacts/search', { filter, limit: 50 }),
  )
  return {
    'segment of 5, count: ms': median(whole),
    'segment of 5, count: most ms': Math.max(...whole),
    'preview of 5, each counted: ms': median(counts),
    'preview of 5, each counted: most ms': Math.max(...counts),
    'preview of 5: exact': exact === true ? 1 : 0,
    'filter of 5, page: ms': median(pages),
    'filter of 5, page: most ms': Math.max(...pages),
  }
}
