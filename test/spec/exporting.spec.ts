/** The email log as CSV. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { createRuntime } from '#kernel/world/runtime.ts'
import { exportRoute } from '#marketing/contacts/people/export.ts'
import { exportCsv } from '#sending/timeline/export.ts'
import { callerOf } from '../support/call.ts'
import { type HeardType, heard } from '../support/happened.ts'
import { startTestService, type TestService } from '../support/service.ts'

const quiet = { settings: { MALOTE_ROLES: 'api' } }

async function send(service: TestService, more: object = {}): Promise<string> {
  const body = {
    from: 'hello@shop.test',
    to: ['ana@here.test'],
    subject: 'Hello',
    text: 'Hi',
    ...more,
  }
  const answer = await service.call('POST', '/v1/emails', { body })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.id
}

async function rows(service: TestService, query = ''): Promise<Record<string, string>[]> {
  const answer = await service.call('GET', `/v1/emails/export?${query}`)
  assert.equal(answer.status, 200)
  return parse(answer.body, { columns: true })
}

const unnamed = () => assert.fail('it is not named')

/** Contacts of a project as an answer that nobody has begun to take. */
async function contactsExport({
  world,
  accountId,
  projectId,
}: Pick<TestService, 'world' | 'accountId' | 'projectId'>): Promise<Readable> {
  const routes = [exportRoute({ segmentCondition: unnamed, importCondition: unnamed })]
  const call = callerOf(world, routes, { accountId, projectId })
  return (await call('contacts.export')).body as Readable
}

describe('exporting emails', () => {
  it('answers CSV with a header line and one line per email, newest first', async t => {
    const service = await startTestService(t, quiet)
    const older = await send(service)
    const newer = await send(service, {
      from: 'Shop, "SP" <hello@shop.test>'.replace('Shop, "SP"', '"Shop, SP"'),
      to: ['Ana <ana@here.test>', 'bia@here.test'],
      cc: ['c@here.test'],
      subject: 'Olá, "você"',
      tags: { a: '1' },
      metadata: { note: 'x,y' },
    })
    const answer = await service.call('GET', '/v1/emails/export')
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="emails-\d{4}-/)
    const [header] = String(answer.body).split('\r\n')
    assert.equal(
      header,
      'id,created_at,from,to,cc,bcc,subject,stream,status,last_event_at,tags,metadata',
    )
    const [first, second] = parse(answer.body, { columns: true }) as Record<string, string>[]
    assert.equal(first!.id, newer)
    assert.equal(first!.from, '"Shop, SP" <hello@shop.test>')
    assert.equal(first!.to, 'Ana <ana@here.test>, bia@here.test')
    assert.equal(first!.cc, 'c@here.test')
    assert.equal(first!.bcc, '')
    assert.equal(first!.subject, 'Olá, "você"')
    assert.equal(first!.status, 'queued')
    assert.deepEqual(JSON.parse(first!.tags!), { a: '1' })
    assert.deepEqual(JSON.parse(first!.metadata!), { note: 'x,y' })
    assert.equal(second!.id, older)
    assert.equal(second!.tags, '{}')
  })

  it('answers one line a recipient, with how it stands with each and why', async t => {
    const service = await startTestService(t, quiet)
    const body = { email: 'caio@here.test', stream: 'all' }
    await service.call('POST', '/v1/suppressions', { body })
    await send(service, { subject: 'One; two' })
    const newer = await send(service, {
      to: ['Ana <ana@here.test>', 'Ana <ANA@here.test>'],
      cc: ['bia@here.test'],
      bcc: ['caio@here.test', 'dora@here.test'],
      subject: '=1+1',
      tags: { a: '1' },
      metadata: { note: 'x,y' },
    })
    const happen = (n: number, type: HeardType, details = {}) =>
      heard(service, { of: newer, n, type, details })
    service.turn(60_000)
    await happen(0, 'delivered', { smtp_code: '250' })
    await happen(1, 'bounced', { cause: 'mailbox_full', smtp_code: '552 5.2.2' })
    const lines = await rows(service, 'rows=recipients')
    const brief = (list: Record<string, string>[]) =>
      list.map(one => [one.address, one.kind, one.state, one.reason, one.smtp_code])
    const bia = ['bia@here.test', 'cc', 'bounced', 'mailbox_full', '552 5.2.2']
    assert.deepEqual(brief(lines), [
      ['ana@here.test', 'to', 'delivered', '', '250'],
      bia,
      ['caio@here.test', 'bcc', 'suppressed', 'manual', ''],
      ['dora@here.test', 'bcc', 'queued', '', ''],
      ['ana@here.test', 'to', 'queued', '', ''],
    ])
    const { body: shown } = await service.call('GET', `/v1/emails/${newer}`)
    const bounced = shown.events.find((event: { type: string }) => event.type === 'bounced')
    assert.deepEqual(lines[1], {
      email_id: newer,
      created_at: shown.created_at,
      from: 'hello@shop.test',
      address: 'bia@here.test',
      kind: 'cc',
      subject: "'=1+1",
      stream: 'transactional',
      state: 'bounced',
      reason: 'mailbox_full',
      smtp_code: '552 5.2.2',
      last_event_at: bounced!.at,
      tags: '{"a":"1"}',
      metadata: '{"note":"x,y"}',
    })
    assert.equal(lines[3]!.last_event_at, shown.created_at)
    assert.deepEqual(brief(await rows(service, 'rows=recipients&recipient_state=bounced')), [bia])
    assert.deepEqual(brief(await rows(service, 'rows=recipients&to=Bia@here.test')), [bia])

    const raw = async (query: string) =>
      Buffer.from(
        await (
          await fetch(`http://127.0.0.1:${service.port}/v1/emails/export?${query}`, {
            headers: { authorization: `Bearer ${await service.key('live', 'read')}` },
          })
        ).arrayBuffer(),
      )
    for (const [name, delimiter] of [
      ['%3B', ';'],
      ['tab', '\t'],
      ['%2C', ','],
    ] as const) {
      for (const kind of ['emails', 'recipients']) {
        const bytes = await raw(`rows=${kind}&delimiter=${name}&bom=1`)
        assert.equal(bytes.subarray(0, 3).toString('hex'), 'efbbbf')
        const table = parse(bytes, { bom: true, columns: true, delimiter })
        assert.equal(table.length, kind === 'emails' ? 2 : 5)
        assert.equal((table.at(-1) as Record<string, string>).subject, 'One; two')
      }
    }
    assert.notEqual((await raw('rows=recipients'))[0], 0xef)
    for (const [query, param] of [
      ['rows=people', 'rows'],
      ['delimiter=%7C', 'delimiter'],
      ['bom=yes', 'bom'],
    ]) {
      const { status, body: answer } = await service.call('GET', `/v1/emails/export?${query}`)
      assert.deepEqual([status, answer.error.param], [400, param])
    }
  })

  it('takes the filters of the list', async t => {
    const service = await startTestService(t, quiet)
    await send(service)
    const id = await send(service, { tags: { a: '1' } })
    assert.deepEqual(
      (await rows(service, 'tag[a]=1&status=queued')).map(row => row.id),
      [id],
    )
    assert.deepEqual(await rows(service, 'tag[a]=2'), [])
    const bad = await service.call('GET', '/v1/emails/export?limit=5')
    assert.equal(bad.status, 400)
  })

  it('lets no cell become a formula', async t => {
    const service = await startTestService(t, quiet)
    const subjects = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', 'fine = fine']
    for (const subject of subjects) await send(service, { subject })
    const cells = (await rows(service)).map(row => row.subject!).reverse()
    assert.deepEqual(
      cells.slice(0, -1),
      subjects.slice(0, -1).map(one => `'${one}`),
    )
    assert.equal(cells.at(-1), 'fine = fine')
  })

  it('runs twice at a time for a project; an end or a break gives the place back', async t => {
    const service = await startTestService(t, quiet)
    await send(service)
    const owner = { projectId: service.projectId, mode: 'live' } as const
    const answer = () => service.call('GET', '/v1/emails/export')
    // Nobody takes what these two have to say.
    const [ending, breaking] = [1, 2].map(() => exportCsv(service.world, owner, {}))
    const refused = await answer()
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, 'rate_limited')
    assert.equal(refused.headers.get('retry-after'), '10')
    breaking!.destroy()
    assert.equal((await answer()).status, 200)
    assert.equal((await answer()).status, 200)
    const again = exportCsv(service.world, owner, {})
    assert.equal((await answer()).status, 429)
    for await (const _ of ending!);
    assert.equal((await answer()).status, 200)
    again.destroy()
  })

  it('runs four times at a time on a node, whatever the projects', async t => {
    const { world } = await startTestService(t, quiet)
    const start = () => exportCsv(world, { projectId: world.ids.next(), mode: 'live' }, {})
    const running = [1, 2, 3, 4].map(start)
    assert.throws(start, { code: 'rate_limited' })
    running[0]!.destroy()
    await once(running[0]!, 'close')
    running.push(start())
    for (const one of running) one.destroy()
  })

  it('makes room where all places are taken and one takes nothing', async t => {
    const service = await startTestService(t, quiet)
    const { world } = service
    await send(service)
    const other = () => exportCsv(world, { projectId: world.ids.next(), mode: 'live' }, {})
    // The contacts of a project have no other places than its emails.
    const contacts = await contactsExport(service)
    const slow = [1, 2, 3].map(other)
    assert.throws(other, { code: 'rate_limited' })
    service.turn(30_000)
    const cut = once(contacts, 'error')
    const next = other()
    assert.match(String((await cut)[0]), /nobody took the export/)
    for (const one of [...slow, next]) one.destroy()
  })

  it('of contacts is cut off, too, if nobody takes it', async t => {
    const service = await startTestService(t, quiet)
    const timers: (() => void)[] = []
    const clock = {
      ...service.world.clock,
      timer: (_: number, then: () => void) => {
        timers.push(then)
        return { cancel() {} }
      },
    }
    const world = { ...service.world, clock, runtime: createRuntime() }
    const stream = await contactsExport({ ...service, world })
    const cut = once(stream, 'error')
    timers.at(-1)!()
    assert.match(String((await cut)[0]), /nobody took the export/)
  })

  it('goes on over many batches without losing or repeating a line', async t => {
    const service = await startTestService(t, quiet)
    const ids: string[] = []
    for (let batch = 0; batch < 12; batch++) {
      const emails = Array.from({ length: 100 }, (_, n) => ({
        from: 'hello@shop.test',
        to: [`a${batch}-${n}@here.test`],
        subject: 'Hello',
        text: 'Hi',
      }))
      const answer = await service.call('POST', '/v1/emails/batch', { body: { emails } })
      ids.push(...answer.body.data.map((one: { id: string }) => one.id))
    }
    const exported = (await rows(service)).map(row => row.id!)
    assert.equal(exported.length, 1200)
    assert.deepEqual(new Set(exported), new Set(ids))
  })
})
