/**
 * Searching among many: a project with millions of emails, written straight into its tables, is asked
 * for what people type into the search box. Each kind's p99, and of those that are there how many
 * were found.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { indexEmails } from '#sending/timeline/search-index.ts'
import { percentile } from './campaigns.ts'
import { cpuSeconds, type Node } from './node.ts'

/** Everything lies within the last days, the newest last. */
const spreadMs = 13 * 24 * 3_600_000
const chunk = 100_000
const people = 400_000
const firstNames = 'ana bruno carla diego elisa fábio gabi hugo iara joão karen luís'.split(' ')
const lastNames = 'souza silva santos oliveira pereira lima costa gomes ribeiro alves'.split(' ')
const subjects = [
  'Pedido % confirmado',
  'Sua fatura % chegou',
  'Redefinição de senha %',
  'Nota fiscal do pedido %',
  'Seu pedido % saiu para entrega',
]

/** Of the email with that number. */
const orderOf = (n: number): number => 4_000_000 + n
const personOf = (n: number): string => {
  const p = (n * 7_919) % people
  return `${plain(firstNames[p % 12]!)}.${lastNames[p % 10]}${p}@d${p % 97}.test`
}
const plain = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '')

/** Its id can be worked out again from its number. */
function idOf(n: number, count: number, begun: number): Uuid {
  const hex = Math.floor(begun + (n / count) * spreadMs)
    .toString(16)
    .padStart(12, '0')
  const tail = n.toString(16).padStart(15, '0')
  const digits = `${hex}7${(n & 0xfff).toString(16).padStart(3, '0')}8${tail}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export interface SeedData {
  readonly count: number
  readonly begun: number
}

export async function seedSearched(
  { db, projectId }: Pick<Node, 'db' | 'projectId'>,
  count: number,
  tell: (done: number) => void,
): Promise<SeedData> {
  await ensurePartitions({ db, clock: { now: Date.now } as never })
  const begun = Date.now() - spreadMs
  for (let from = 0; from < count; from += chunk) {
    const until = Math.min(count, from + chunk)
    await db.query(
      `with numbered as (
         select n, (n * 7919) % ${people} as p, $2::float8 + floor(n::float8 / $3 * ${spreadMs}) as ms
         from generate_series($4::bigint, $5::bigint - 1) as n
       ), made as (
         select n, to_timestamp(ms / 1000) as at,
           (lpad(to_hex(ms::bigint), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8'
             || lpad(to_hex(n), 15, '0'))::uuid as id,
           ($6::text[])[p % ${firstNames.length} + 1] || '.' || ($7::text[])[p % ${lastNames.length} + 1]
             || p || '@d' || (p % 97) || '.test' as address,
           replace(($8::text[])[n % ${subjects.length} + 1], '%', (4000000 + n)::text) as subject,
           'lote-' || (n % 997) || '-fim' as tag,
           case when n % 10 = 0 then '<' || n || '.shop@mailer.test>' end as message_id
         from numbered
       ), written as (
         insert into emails (project_id, id, mode, stream, status, sender, sender_domain, addressees,
           subject, tags, size_bytes, created_at, last_event_at, message_id)
         select $1, id, 'live', 'transactional', 'delivered', 'Bench <hello@bench.test>', 'bench.test',
           jsonb_build_object('to', jsonb_build_array(address)), subject,
           jsonb_build_object('kind', tag), 2500, at, at, message_id
         from made order by n
       )
       insert into recipients (project_id, email_id, n, address, state)
       select $1, id, 0, address, 'delivered' from made`,
      [projectId, begun, count, from, until, firstNames.map(plain), lastNames, subjects],
    )
    tell(until)
  }
  await mustBeAsAsked(db, { count, begun })
  await db.query('vacuum analyze emails')
  await db.query('analyze recipients')
  return { count, begun }
}

/** Questions work out again what the statement above has written. */
async function mustBeAsAsked(db: Node['db'], { count, begun }: SeedData): Promise<void> {
  for (const n of [0, Math.floor(count / 20) * 10, count - 1]) {
    const rows = await db.query(
      'select address, subject, tags from emails join recipients r on r.email_id = id where id = $1',
      [idOf(n, count, begun)],
    )
    const subject = subjects[n % subjects.length]!.replace('%', String(orderOf(n)))
    assert.deepEqual(rows, [{ address: personOf(n), subject, tags: { kind: tagOf(n) } }])
  }
}

/** Has all of it indexed, as the job does it: what that took for each email, and what is kept. */
export async function indexSeed(
  world: World,
  node: Pick<Node, 'db' | 'pid' | 'postmaster'>,
  count: number,
): Promise<Record<string, number>> {
  const before = await cpuSeconds(node)
  const own = process.cpuUsage()
  const from = performance.now()
  while ((await indexEmails(world, { budget: Number.POSITIVE_INFINITY })) > 0);
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(own)
  const after = await cpuSeconds(node)
  await node.db.query('vacuum analyze search_volumes, search_leaves')
  const [kept] = await node.db.query<{ bytes: number; volumes: number }>(
    `select (pg_total_relation_size('search_volumes') + pg_total_relation_size('search_leaves'))::float8
       as bytes, (select count(*)::integer from search_volumes) as volumes`,
  )
  return {
    'index: node µs per email': (user + system) / count,
    'index: database µs per email': ((after.database - before.database) / count) * 1e6,
    'index: bytes per email': kept!.bytes / count,
    'index: volumes': kept!.volumes,
    'index: seconds': seconds,
  }
}

const tagOf = (n: number): string => `lote-${n % 997}-fim`

interface Question {
  readonly q: () => string
  /** Something is there to be found. */
  readonly isThere: boolean
}

export function searches({ count, begun }: SeedData): Readonly<Record<string, Question>> {
  const some = (): number => randomInt(count)
  const letters = (n: number): string =>
    Array.from({ length: n }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('')
  const there = (q: () => string): Question => ({ q, isThere: true })
  const maybe = (q: () => string): Question => ({ q, isThere: false })
  return {
    'a whole address': there(() => personOf(some())),
    'part of an address': there(() => personOf(some()).split('.')[1]!.split('@')[0]!),
    'a name': there(() => `${firstNames[randomInt(12)]}.${lastNames[randomInt(10)]}`),
    'a number in a subject': there(() => String(orderOf(some()))),
    'a word of subjects': there(() => 'redefiniçao'),
    'two words': there(() => `pedido ${lastNames[randomInt(10)]}`),
    "a tag's value": there(() => tagOf(some())),
    'an id': there(() => show('msg', idOf(some(), count, begun))),
    'a Message-ID of ours': there(() => {
      const id = idOf(some(), count, begun)
      return `<${id.replaceAll('-', '')}@bench.test>`
    }),
    'a Message-ID of a program': there(() => `<${randomInt(count / 10) * 10}.shop@mailer.test>`),
    'what nobody has': maybe(() => `${letters(4)}zq${letters(3)}`),
    'a name that nobody has': maybe(() => `joana.${lastNames[randomInt(10)]}9${letters(2)}`),
    'two letters': maybe(() => letters(2)),
    'what everybody has': there(() => 'test'),
    'two that are common, and never together': maybe(() => 'redefinicao fatura'),
    'a word and a number': there(() => `pedido ${orderOf(Math.floor(some() / 5) * 5)}`),
  }
}

/** Asks each so often, one after the other, as the list does and as the palette does. */
export async function search(
  node: Pick<Node, 'port' | 'key' | 'pid' | 'postmaster'>,
  asked: ReturnType<typeof searches>,
  times: number,
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const [name, { q, isThere }] of Object.entries(asked)) {
    const took: number[] = []
    let found = 0
    const before = await cpuSeconds(node)
    for (let i = 0; i < times; i++) {
      const limit = i % 2 === 0 ? 50 : 5
      const url = `http://127.0.0.1:${node.port}/v1/emails?limit=${limit}&q=${encodeURIComponent(q())}`
      const from = performance.now()
      const answer = await fetch(url, { headers: { authorization: `Bearer ${node.key}` } })
      const { data } = (await answer.json()) as { data: readonly unknown[] }
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
      took.push(performance.now() - from)
      if (data.length > 0) found++
    }
    const after = await cpuSeconds(node)
    const spent = after.node - before.node + after.database - before.database
    figures[`p50 ms, ${name}`] = percentile(took, 0.5)
    figures[`p99 ms, ${name}`] = percentile(took, 0.99)
    figures[`CPU ms, ${name}`] = (1000 * spent) / times
    if (isThere) figures[`% found, ${name}`] = (100 * found) / times
  }
  return figures
}
