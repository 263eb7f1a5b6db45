/** An account that goes to another cell: nothing lost, nobody written to twice, all doors lead there. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { connect } from '#boot/copy-rows-store.ts'
import { accountTables } from '#boot/move-account/account-tables.ts'
import { digestsLive, listShapes } from '#boot/move-account/aside-store.ts'
import { moveAccount, removeOld, takeBack } from '#boot/move-account/move-account.ts'
import { show } from '#kernel/base/ids.ts'
import { maloteWith } from '../../support/command.ts'
import { until } from '../../support/until.ts'
import { handInBounce } from './bounce.ts'
import {
  type Cell,
  type Cells,
  calling,
  dyingAt,
  type Moved,
  readAll,
  secret,
  twoCells,
} from './moving.ts'

const email = (subject: string, more: object = {}) => ({
  from: 'hello@ana.test',
  to: [`${subject}@here.test`],
  subject,
  text: 'Oi',
  ...more,
})

/** Some of everything; `later` stands in the queue for an hour. */
async function fill(cells: Cells): Promise<{ later: string; letter: string }> {
  const call = calling(cells.moved, cells.a1)
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const sent = await call('POST', '/v1/emails', email(`first${i}`))
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    ids.push(sent.body.id)
  }
  const html = '<a href="https://ana.example/offer">Oferta</a>'
  const letter = await call('POST', '/v1/emails', email('letter', { stream: 'marketing', html }))
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const later = await call('POST', '/v1/emails', email('later', { scheduled_at: at }))
  for (const id of [...ids, letter.body.id]) {
    await until(async () => {
      const { body } = await call('GET', `/v1/emails/${id}`)
      return body.events.some((one: { type: string }) => one.type === 'delivered')
    }, `${id} delivered`)
  }
  for (const [path, body] of [
    ['suppressions', { email: 'gone@here.test', stream: 'all' }],
    [
      'templates',
      { name: 'Hello', kind: 'email', variants: { pt: { subject: 'Oi', html: '<p>Oi</p>' } } },
    ],
    ['contacts', { email: 'bia@here.test', first_name: 'Bia' }],
    ['webhooks', { url: 'https://hooks.ana.example/', events: ['delivered'] }],
  ] as const) {
    const made = await call('POST', `/v1/${path}`, body)
    assert.ok(made.status < 300, `${path}: ${JSON.stringify(made.body)}`)
  }
  return { later: later.body.id, letter: letter.body.id }
}

const subjectOf = (content: Buffer): string => /^Subject: (.*)\r$/m.exec(content.toString())![1]!

/** Of all that has arrived, from either cell. */
const arrived = ({ a1, b7 }: Cells): string[] =>
  [a1, b7].flatMap(({ service }) => service.mx.received.map(one => subjectOf(one.content))).sort()

const subjects = ['first0', 'first1', 'first2', 'first3', 'first4', 'later', 'letter']

/** What is left of it where it was, but for the log of changes. */
async function rowsIn({ service }: Cell, { accountId, projectId }: Moved): Promise<string[]> {
  const client = await connect(service.databaseUrl())
  try {
    const tables = accountTables(await listShapes(client)).filter(one => one.fate !== 'stays')
    const found = await digestsLive(client, tables, { accountId, projectIds: [projectId] })
    return [...found].filter(([, { rows }]) => rows > 0).map(([name]) => name)
  } finally {
    await client.end()
  }
}

interface Shown {
  readonly purpose: string
}

const eventsOf = async (call: ReturnType<typeof calling>, id: string): Promise<string[]> => {
  const { body } = await call('GET', `/v1/emails/${id}`)
  return body.events.map((one: { type: string }) => one.type)
}

/** The command of docs/cells.md, with what is of this test in its places. */
async function asShown({ a1, b7, moved, directory }: Cells): Promise<Record<string, unknown>> {
  const pages = ['cells.md', 'pt/cells.md'].map(name =>
    readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8'),
  )
  const [shown, inPortuguese] = pages.map(page => /^malote (cell move .*)$/m.exec(page)![1]!)
  assert.equal(inPortuguese, shown)
  const words = shown!
    .replace(/acc_\w+/, show('acc', moved.accountId))
    .replace(/postgres:\S+/, b7.service.databaseUrl())
    .replace(/https:\S+/, b7.url)
  const environment = {
    DATABASE_URL: a1.service.databaseUrl(),
    MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
    MALOTE_CELL: 'a1',
    MALOTE_SECRET: secret,
    MALOTE_BASE_URL: a1.url,
    MALOTE_DIRECTORY_URL: directory.url,
    MALOTE_RETURN_PATH_DOMAIN: 'bounces.a1.malote.test',
  }
  const { status, stdout, stderr } = await maloteWith(environment, ...words.split(' '), '--json')
  assert.equal(status, 0, stdout + stderr)
  assert.match(stderr, /^emails: 7$/m)
  return JSON.parse(stdout)
}

describe('An account that is moved to another cell', () => {
  it('has the same lists there, and its key, links, bounces and people lead there', async t => {
    const cells = await twoCells(t)
    const { a1, b7, moved } = cells
    // As a server that has had many more transactions than the other one.
    await a1.service.world.db.query(
      `create or replace function position_at(xid8) returns xid8 language sql immutable strict
       parallel safe as 'select (($1::text)::numeric + 1000000000)::text::xid8'`,
    )
    const { later, letter } = await fill(cells)
    const call = calling(moved, a1)
    const before = await readAll(call)
    const sent = a1.service.mx.received.find(one => subjectOf(one.content) === 'letter')!
    const done = await asShown(cells)
    assert.deepEqual([done.step, done.emails, done.identical], ['done', 7, true])
    assert.deepEqual(await readAll(call), before)
    assert.deepEqual(await rowsIn(a1, moved), [])

    // Where the letter of before says, which is the old cell.
    const text = sent.content.toString().replaceAll('=\r\n', '')
    const [link] = /\/t\/c\/[\w-]+/.exec(text)!
    const click = await fetch(`${a1.url}${link}`, { redirect: 'manual' })
    assert.deepEqual(
      [click.status, click.headers.get('location')],
      [302, 'https://ana.example/offer'],
    )
    await until(async () => (await eventsOf(call, letter)).includes('clicked'), 'the click')
    const [leave] = /\/u\/[\w-]+/.exec(text)!
    const left = await fetch(`${a1.url}${leave}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    assert.equal(left.status, 200)
    const { body } = await call('GET', '/v1/suppressions')
    assert.ok(body.data.some((one: { email: string }) => one.email === 'letter@here.test'))
    assert.match(
      await handInBounce(a1.inbound, { returnPath: sent.from, address: 'letter@here.test' }),
      /^250/,
    )
    await until(async () => (await eventsOf(call, letter)).includes('bounced'), 'the bounce')

    const named = await cells.directory.db.query<{ name: string }>(
      `select distinct cell as name from directory_names
       where name in ('ana@people.test', 'ana.test', $1)`,
      [moved.accountId],
    )
    assert.deepEqual(named, [{ name: 'b7' }])
    const entering = await fetch(`${a1.url}/api/session`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', origin: a1.url },
      body: JSON.stringify({ email: 'ana@people.test', password: 'x'.repeat(12) }),
    })
    assert.equal(entering.headers.get('location'), '/api/session?cell=b7')

    // Two cells that each believe the other has it do not send a call round.
    const round = await call('GET', '/v1/emails', undefined, { 'malote-handed-over': 'b7' })
    assert.deepEqual([round.status, round.body.error.code], [503, 'service_unavailable'])

    // The customer's name in DNS leads to the old cell, and that is as good as the new one.
    const { body: domains } = await call('GET', '/v1/domains')
    const [{ id: domain, records }] = domains.data
    const lookAt = async (target: string): Promise<string> => {
      const { name } = records.find((one: Shown) => one.purpose === 'return_path')
      b7.service.dns.set(name, 'CNAME', [target])
      const looked = await call('POST', `/v1/domains/${domain}/verify`, {})
      const shown = looked.body.records.find((one: Shown) => one.purpose === 'return_path')
      assert.equal(shown.value, 'bounces.b7.malote.test')
      assert.equal('also' in shown, false)
      return shown.status
    }
    assert.equal(await lookAt('bounces.a1.malote.test'), 'verified')
    assert.equal(await lookAt('bounces.zz.malote.test'), 'mismatch')
    assert.equal(await lookAt('bounces.b7.malote.test'), 'verified')

    // What waited goes out there, once; and what is new stands before what came along.
    for (const { service } of [a1, b7]) service.turn(3_700_000)
    await until(async () => (await eventsOf(call, later)).includes('delivered'), 'later delivered')
    assert.deepEqual(arrived(cells), subjects)
    assert.deepEqual(
      b7.service.mx.received.map(one => subjectOf(one.content)),
      ['later'],
    )
    const fresh = await call('POST', '/v1/emails', email('fresh'))
    const { body: page } = await call('GET', '/v1/emails?limit=2')
    assert.deepEqual(
      page.data.map((one: { id: string }) => one.id),
      [fresh.body.id, later],
    )

    // Back again, and the rows of the first move do not stand in the way.
    const home = {
      ...cells.move,
      cell: 'b7',
      from: b7.service.databaseUrl(),
      returnPath: 'bounces.b7.malote.test',
    }
    await until(async () => (await eventsOf(call, fresh.body.id)).includes('delivered'), 'fresh')
    const there = await readAll(call)
    const toA1 = {
      cell: 'a1',
      database: a1.service.databaseUrl(),
      url: a1.url,
      moveId: randomUUID(),
    }
    await moveAccount(home, toA1)
    assert.deepEqual(await readAll(call), there)
    assert.deepEqual(await readAll(calling(moved, b7)), there)
    assert.deepEqual(await removeOld(home), { removed: true })
    assert.equal((await calling(moved, b7)('GET', '/v1/emails')).status, 200)
  })

  it('goes on wherever its mover died, and was not here and not there meanwhile', async t => {
    const cells = await twoCells(t)
    const { a1, b7, moved } = cells
    await fill(cells)
    const call = calling(moved, a1)
    const before = await readAll(call)
    const died: string[] = []
    for (const step of steps) {
      assert.ok(await dyingAt(cells, step), `nothing happens at ${step}`)
      died.push(step)
      const isOpen = steps.indexOf(step) > steps.indexOf('named')
      const isClosed = step !== 'begin' && !isOpen
      // A node believes a key for most of a second after it is gone.
      const answer = await until(
        async () => {
          const given = await call('GET', '/v1/emails')
          return given.status === (isClosed ? 503 : 200) ? given : null
        },
        `the account ${isClosed ? 'closed' : 'open'} at ${step}`,
      )
      if (isClosed) assert.equal(answer.headers.get('retry-after'), '10', step)
    }
    assert.deepEqual(died, steps)
    const done = await moveAccount(cells.move, cells.to)
    assert.equal(done.step, 'done')
    assert.deepEqual(await readAll(call), before)
    for (const { service } of [a1, b7]) service.turn(3_700_000)
    await until(async () => arrived(cells).includes('later'), 'later delivered')
    assert.deepEqual(arrived(cells), subjects)
  })

  it('comes back from wherever it was, until it is being opened there', async t => {
    const cells = await twoCells(t)
    const { a1, b7, moved } = cells
    await fill(cells)
    const call = calling(moved, a1)
    const before = await readAll(call)
    for (const step of ['begin', 'closed', 'fenced', 'out', 'copied', 'compared']) {
      const to = { ...cells.to, moveId: randomUUID() as Cells['to']['moveId'] }
      assert.ok(await dyingAt({ ...cells, to }, step))
      if (step === 'begin') continue
      await takeBack(cells.move)
      assert.deepEqual(await readAll(call), before, step)
      assert.deepEqual(await rowsIn(b7, moved), [], step)
    }
    assert.equal((await call('POST', '/v1/emails', email('again'))).status, 202)
    await until(async () => arrived(cells).includes('again'), 'again delivered')
    assert.ok(await dyingAt(cells, 'opening'))
    await assert.rejects(takeBack(cells.move), /no way back/)
    await moveAccount(cells.move, cells.to)
    a1.service.turn(3_700_000)
    b7.service.turn(3_700_000)
    await until(async () => arrived(cells).includes('later'), 'later delivered')
    assert.deepEqual(arrived(cells), ['again', ...subjects])
  })
})

describe('A move that cannot be', () => {
  it('is refused in a sentence before anything is closed', async t => {
    const cells = await twoCells(t)
    const { a1, b7, moved, move, to } = cells
    const call = calling(moved, a1)
    const { db } = a1.service.world
    const { accountId, projectId } = moved
    const refused = async (why: RegExp, given: Partial<typeof to> = {}): Promise<void> => {
      await assert.rejects(moveAccount(move, { ...to, ...given }), why)
      assert.deepEqual(await db.query('select from moved_accounts'), [], String(why))
      assert.equal((await call('GET', '/v1/emails')).status, 200, String(why))
    }
    await refused(/in this cell already/, { cell: 'a1' })
    await refused(/knows no cell c3/, { cell: 'c3' })
    await db.query('update accounts set is_operator = true where id = $1', [accountId])
    await refused(/runs this installation/)
    await db.query('update accounts set is_operator = false where id = $1', [accountId])
    await db.query(
      `insert into billing_customers (account_id, provider, live) values ($1, 'stripe', true)`,
      [accountId],
    )
    await refused(/has bought something/)
    await db.query('delete from billing_customers')
    await db.query(
      `insert into files (project_id, id, name, filename, content_type, bytes, width, height, alt,
         created_at)
       values ($1, $1, 'a.png', 'a.png', 'image/png', 1, 1, 1, '', now())`,
      [projectId],
    )
    await refused(/The account has pictures/)
    await db.query('delete from files')
    await db.query(`insert into source_pools (name, position, projects) values ('own', 9, $1)`, [
      [projectId],
    ])
    await refused(/pool of source addresses/)
    await db.query(`delete from source_pools where name = 'own'`)
    await b7.service.world.db.query('create table strange (id uuid)')
    await refused(/whose the rows of strange are/)
    await b7.service.world.db.query('drop table strange')
    await b7.service.world.db.query('alter table topics add column strange uuid')
    await refused(/different versions/)
    await b7.service.world.db.query('alter table topics drop column strange')
    const other = `update installation set value = 'malote'::bytea where name = 'seal_check'`
    await b7.service.world.db.query(other)
    await refused(/MALOTE_SECRET/)
  })
})

/** In their order; `copy …` is that of one table. */
const steps = [
  'begin',
  'closed',
  'drained',
  'fenced',
  'taking out',
  'out',
  'copy emails',
  'copied',
  'compared',
  'opening',
  'putting in',
  'open',
  'named',
  'done',
]
