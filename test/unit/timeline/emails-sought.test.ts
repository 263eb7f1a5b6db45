/** Searching by words among emails that are indexed, that wait for it, and that were emptied again. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { erasePerson } from '#boot/lifecycle.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { newest } from '#kernel/routes/paging.ts'
import type { Db } from '#kernel/world/db.ts'
import type { EmailFilter } from '#sending/timeline/filter-store.ts'
import { type ListedEmail, listEmails } from '#sending/timeline/list-store.ts'
import { readSearch } from '#sending/timeline/search.ts'
import { indexEmails } from '#sending/timeline/search-index.ts'
import { emptyOldVolumes, emptyVolumesOf } from '#sending/timeline/volumes-store.ts'
import { type Chance, createChance } from '../../../sim/world/random.ts'
import { waitersFor } from '../../support/locks.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { settledEvents } from '../../support/settled.ts'
import { until } from '../../support/until.ts'

/** Nothing is delivered here, and no job runs by itself. */
const quiet = { settings: { MALOTE_ROLES: 'api' } }
/** So small that a handful of emails has many of them. */
const size = 16

const names = ['Ana', 'Bía', 'JOÃO', 'zoé', 'Otto', 'Ünal', 'qi', 'x']
const words = [
  'Redefinição',
  'de',
  'senha',
  'PEDIDO',
  'saiu',
  'fatura',
  'fim',
  'nº',
  'Ёлка',
  '100%',
]

interface Item {
  readonly id: string
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject: string
  readonly tags?: Readonly<Record<string, string>>
  readonly stream: string
}

/** Random mail, of which each piece is found by what is written in it. */
function letter(chance: Chance, n: number): Record<string, unknown> {
  const some = chance.pick
  const address = () =>
    `${plain(some(names))}.${plain(some(names))}${chance.integer(40)}@d${chance.integer(5)}.test`
  const subject = Array.from({ length: 1 + chance.integer(4) }, () => some(words)).join(' ')
  return {
    from: 'hello@shop.test',
    to: chance.integer(3) === 0 ? [`${some(names)} <${address()}>`, address()] : [address()],
    ...(chance.integer(4) === 0 ? { cc: [address()] } : {}),
    ...(chance.integer(5) === 0 ? { bcc: [address()] } : {}),
    subject: `${subject} ${4_000_000 + n * 37}`,
    text: 'Hi',
    stream: chance.integer(2) === 0 ? 'transactional' : 'marketing',
    ...(chance.integer(3) === 0
      ? { tags: { lote: `Lóte-${chance.integer(9)} "x"`, kind: some(words) } }
      : {}),
  }
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The oracle knows nothing of the database: it reads what the API shows of all emails. */
function says({ to, cc = [], bcc = [], subject, tags = {} }: Item, q: string): boolean {
  const said = plain([subject, ...to, ...cc, ...bcc, ...Object.values(tags)].join('\n'))
  return q.split(/\s+/).every(word => said.includes(plain(word)))
}

async function all(service: TestService, query = '', key?: string, limit = 20): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const after = items.length === 0 ? '' : `&starting_after=${items.at(-1)!.id}`
    const { status, body } = await service.call(
      'GET',
      `/v1/emails?limit=${limit}${after}${query}`,
      {
        ...(key === undefined ? {} : { key }),
      },
    )
    assert.equal(status, 200, JSON.stringify(body))
    items.push(...body.data)
    if (!body.has_more) return items
  }
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(one => one.id)

async function sendMany(service: TestService, seed: number, count: number, key?: string) {
  const chance = createChance(seed)
  for (let n = 0; n < count; n += 50) {
    const length = Math.min(50, count - n)
    const emails = Array.from({ length }, (_, i) => letter(chance, n + i))
    const { status, body: answer } = await service.call('POST', '/v1/emails/batch', {
      body: { emails },
      ...(key === undefined ? {} : { key }),
    })
    assert.ok(status < 300, JSON.stringify(answer))
  }
  await settledEvents(service.world.db)
}

const index = async ({ world }: TestService): Promise<void> => {
  while ((await indexEmails(world, { size })) > 0);
}

interface Kept {
  readonly volumes: number
  readonly filled: number
  readonly leaves: number
}

async function kept(db: Db): Promise<Kept> {
  const [row] = await db.query<Kept>(
    `select count(*)::integer as volumes, count(ids)::integer as filled,
       (select count(*)::integer from search_leaves) as leaves from search_volumes`,
  )
  return row!
}

/** What people type: pieces of what is there, some of them changed, alone and two together. */
function questions(items: readonly Item[], chance: Chance, count: number) {
  const piece = (): string => {
    const { to, subject, tags = {}, cc = [] } = items[chance.integer(items.length)]!
    const texts = [...to, ...cc, subject, subject, ...Object.values(tags)]
    const parts = texts[chance.integer(texts.length)]!.split(/[\s"]+/).filter(one => one !== '')
    const part = parts[chance.integer(parts.length)]!
    const at = chance.integer(part.length)
    const cut = part.slice(at, at + 1 + chance.integer(12))
    return chance.integer(8) === 0
      ? `${cut}q`
      : chance.integer(3) === 0
        ? plain(cut)
        : cut.toUpperCase()
  }
  return Array.from({ length: count }, () =>
    (chance.integer(3) === 0 ? `${piece()} ${piece()}` : piece()).trim(),
  ).filter(q => [...q].length >= 2)
}

describe('Words are sought', () => {
  it('in emails with an index and without one, and found as by reading all of them', async t => {
    const service = await startTestService(t, quiet)
    await sendMany(service, 11, 150)
    await index(service)
    await sendMany(service, 12, 20)
    const { db } = service.world
    assert.deepEqual({ ...(await kept(db)), leaves: 0 }, { volumes: 9, filled: 9, leaves: 0 })
    const items = await all(service)
    assert.equal(items.length, 170)
    let found = 0
    for (const [n, q] of questions(items, createChance(5), 60).entries()) {
      const expected = idsOf(items.filter(one => says(one, q)))
      found += expected.length
      const query = `&q=${encodeURIComponent(q)}`
      const answer = await all(service, query, undefined, n % 3 === 0 ? 7 : 90)
      assert.deepEqual(idsOf(answer), expected, q)
    }
    assert.ok(found > 100, `the questions are good for something: ${found}`)
    // Beside what else is asked for.
    for (const stream of ['transactional', 'marketing']) {
      const expected = items.filter(one => says(one, 'pedido d1') && one.stream === stream)
      assert.ok(expected.length > 0)
      const query = `&q=pedido+d1&stream=${stream}&status=queued`
      assert.deepEqual(idsOf(await all(service, query)), idsOf(expected))
    }
    const ofSubject = items.filter(one => /DE senha/i.test(one.subject))
    assert.ok(ofSubject.length > 0)
    assert.deepEqual(idsOf(await all(service, '&subject=de+SENHA')), idsOf(ofSubject))
    const csv = await service.call('GET', '/v1/emails/export?q=pedido')
    const lines = (csv.body as string).trim().split('\r\n').slice(1)
    assert.deepEqual(
      lines.map(line => line.split(',')[0]),
      idsOf(items.filter(one => says(one, 'pedido'))),
    )
  })

  it('behind as many emails as are looked at, where the index leaves few of them', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    const rare = { from: 'hello@shop.test', to: ['zenaide@rare.test'], subject: 'Oi', text: 'Hi' }
    const first = (await service.call('POST', '/v1/emails', { body: rare })).body.id
    await sendMany(service, 21, 60)
    const owner = { projectId, mode: 'live' } as const
    const find = async (filter: EmailFilter) => {
      const looks = { first: 5, max: 10 }
      const page = { before: newest, count: 5, looks }
      const { emails, isCut } = await listEmails(world, owner, filter, page)
      return [emails.map((one: ListedEmail) => one.subject), isCut]
    }
    const byWord = { search: readSearch('zenaide') }
    assert.deepEqual(await find(byWord), [[], true])
    await index(service)
    await world.db.query(`update emails set message_id = '<a@app>' where id = $1`, [
      read('msg', first),
    ])
    const [volume] = await world.db.query<{ id: Uuid }>(
      'select id from search_volumes order by upto_xid limit 1',
    )
    await world.db.transaction(tx => emptyVolumesOf(tx, projectId, [read('msg', first)!]))
    assert.deepEqual(await kept(world.db).then(one => one.volumes - one.filled), 1)
    await index(service)
    assert.equal(
      (await world.db.query('select from search_leaves where volume_id = $1', [volume!.id]))
        .length > 0,
      true,
    )
    // The last thirteen are in no volume yet.
    const looks = { first: 5, max: 20 }
    const page = { before: newest, count: 5, looks }
    for (const filter of [
      byWord,
      { subject: 'OI' },
      { search: readSearch('<a@app>') },
      { search: readSearch('a@app') },
    ]) {
      const { emails, isCut } = await listEmails(world, owner, filter, page)
      assert.deepEqual(
        [emails.map(one => one.subject), isCut],
        [['Oi'], false],
        JSON.stringify(filter),
      )
    }
    // Many may fit, and hardly one does.
    const many = { search: readSearch('test'), from: 'nobody@shop.test' }
    assert.deepEqual(await find(many), [[], true])
  })

  it('never in what another project or mode has', async t => {
    const service = await startTestService(t, quiet)
    const { db } = service.world
    const test = await service.key('test', 'admin')
    await sendMany(service, 31, 40)
    await sendMany(service, 32, 40, test)
    await index(service)
    assert.equal((await kept(db)).filled, 4)
    const [live, ofTest] = [await all(service), await all(service, '', test)]
    for (const q of ['pedido', 'ana', 'd1.test', '4000']) {
      const query = `&q=${q}`
      assert.deepEqual(idsOf(await all(service, query)), idsOf(live.filter(one => says(one, q))))
      assert.deepEqual(
        idsOf(await all(service, query, test)),
        idsOf(ofTest.filter(one => says(one, q))),
      )
    }
  })

  it('and not found where somebody is erased, nor kept in the index', async t => {
    const service = await startTestService(t, quiet)
    const { db } = service.world
    const send = (to: string[], subject: string) =>
      service.call('POST', '/v1/emails', {
        body: { from: 'hello@shop.test', to, subject, text: 'Hi' },
      })
    await sendMany(service, 41, 32)
    await send(['wilhelmina@far.test'], 'Segredo')
    await send(['wilhelmina@far.test', 'bia@here.test'], 'Dos dois')
    await sendMany(service, 42, 30)
    await index(service)
    const before = await kept(db)
    assert.deepEqual([before.volumes, before.filled], [4, 4])
    assert.equal((await all(service, '&q=wilhelm')).length, 2)
    const { emails } = await erasePerson(service.world, service.projectId, 'wilhelmina@far.test')
    assert.equal(emails, 2)
    assert.deepEqual([(await kept(db)).filled], [3], 'with the erasure, at once')
    const ask = async () => {
      assert.deepEqual(await all(service, '&q=wilhelm'), [])
      assert.deepEqual(await all(service, '&q=segredo'), [])
      assert.equal((await all(service, '&q=bia%40here')).length, 1)
      const items = await all(service)
      for (const q of ['pedido', 'd1.test', 'ana'])
        assert.deepEqual(idsOf(await all(service, `&q=${q}`)), idsOf(items.filter(o => says(o, q))))
    }
    await ask()
    await index(service)
    assert.deepEqual([(await kept(db)).filled], [4])
    await ask()
  })
})

describe('The index of words', () => {
  it('drops what was read before an erasure that came in between', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    await sendMany(service, 51, size)
    const [email] = await world.db.query<{ id: Uuid }>('select id from emails limit 1')
    let reads = 0
    const db: Db = {
      ...world.db,
      async query(text, values) {
        const rows = await world.db.query<never>(text, values)
        if (!text.includes(' as said')) return rows
        if (reads++ === 0)
          await world.db.transaction(tx => emptyVolumesOf(tx, projectId, [email!.id]))
        return rows
      },
      transaction: work => world.db.transaction(work),
    }
    await indexEmails({ ...world, db }, { size })
    assert.ok(reads > 0)
    assert.deepEqual(await kept(world.db), { volumes: 1, filled: 0, leaves: 0 })
    await indexEmails(world, { size })
    assert.equal((await kept(world.db)).filled, 1)
  })

  it('waits for an erasure under way before it notes emails', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    await sendMany(service, 52, size)
    const [email] = await world.db.query<{ id: Uuid }>('select id from emails limit 1')
    let indexing = Promise.resolve(0)
    await world.db.transaction(async tx => {
      await emptyVolumesOf(tx, projectId, [email!.id])
      await tx.query(`update emails set subject = 'Apagado' where id = $1`, [email!.id])
      indexing = indexEmails(world, { size })
      await until(
        async () => (await waitersFor(world.db, '')) > 0,
        'the index waits for the erasure',
      )
    })
    assert.equal(await indexing, 1)
    assert.equal((await kept(world.db)).filled, 1)
    assert.equal((await all(service, '&q=apagado')).length, 1, 'what it left was read')
  })

  it('is passed by where a volume is emptied under a search', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    await sendMany(service, 53, 3 * size)
    await index(service)
    const items = await all(service)
    const expected = idsOf(items.filter(one => says(one, 'pedido')))
    const everyId = items.map(one => read('msg', one.id)!)
    for (const place of ['substring(v.ids', 'join search_leaves']) {
      await index(service)
      assert.equal((await kept(world.db)).filled, 3)
      const query: Db['query'] = async (text, values) => {
        if (text.includes(place)) {
          await world.db.transaction(tx => emptyVolumesOf(tx, projectId, everyId))
        }
        return world.db.query<never>(text, values)
      }
      const db: Db = { ...world.db, query, transaction: work => world.db.transaction(work) }
      const filter = { search: readSearch('pedido') }
      const page = { before: newest, count: 99 }
      const owner = { projectId, mode: 'live' } as const
      const { emails, isCut } = await listEmails({ ...world, db }, owner, filter, page)
      assert.deepEqual(
        [emails.map(one => read('msg', `msg_${one.id.replaceAll('-', '')}`)), isCut],
        [expected.map(id => read('msg', id)), false],
      )
    }
  })

  it('forgets the words of emails that are forgotten for their age', async t => {
    const service = await startTestService(t, quiet)
    const { world, projectId } = service
    await sendMany(service, 54, 2 * size)
    await index(service)
    const [, end] = await world.db.query<{ id: Uuid }>(
      'select upto_id as id from search_volumes order by upto_xid, upto_id',
    )
    await world.db.query('delete from emails where id < $1', [end!.id])
    assert.equal(
      await world.db.transaction(tx => emptyOldVolumes(tx, 10)),
      0,
      'nothing is noted as forgotten',
    )
    await world.db.query('insert into retained (project_id, since) values ($1, $2)', [
      projectId,
      new Date(world.clock.now() + 1_000),
    ])
    assert.equal(await world.db.transaction(tx => emptyOldVolumes(tx, 10)), 2)
    assert.deepEqual(await kept(world.db), { volumes: 2, filled: 0, leaves: 0 })
    await index(service)
    const { volumes, filled } = await kept(world.db)
    assert.deepEqual([volumes, filled], [1, 1], 'of which nothing is left is no volume any more')
    assert.equal((await all(service, '&q=test')).length, 1)
  })

  it('is made by two nodes at once without gaps or doubles', async t => {
    const service = await startTestService(t, quiet)
    const { world } = service
    await sendMany(service, 55, 5 * size + 3)
    await Promise.all([indexEmails(world, { size }), indexEmails(world, { size })])
    await index(service)
    assert.equal((await kept(world.db)).filled, 5)
    const rows = await world.db.query<{ emails: number }>('select emails from search_volumes')
    assert.deepEqual(
      rows.map(one => one.emails),
      [size, size, size, size, size],
    )
  })
})
