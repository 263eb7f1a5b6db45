/** One content for many emails: stored once, read from each, erased for one, forgotten with the last. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { erasePerson } from '#boot/lifecycle.ts'
import { show } from '#kernel/base/ids.ts'
import type { NewEmail, SharedContent } from '#sending/events/email.ts'
import { keepContent, writeEmails } from '#sending/outbox/outbox.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { forget } from '#sending/timeline/retention.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const
const dayMs = 24 * 3_600_000
const invariants = await readFile(new URL('../../../db/invariants.sql', import.meta.url), 'utf8')
const hasContent = /-- name: every email has its content\n([^;]+);/.exec(invariants)![1]!

function emailTo(service: TestService, address: string, content: NewEmail['content']): NewEmail {
  const { world, projectId } = service
  return {
    projectId,
    id: world.ids.next(),
    mode: 'live',
    stream: 'transactional',
    status: 'queued',
    sender: 'Shop <hello@shop.test>',
    senderDomain: 'shop.test',
    addressees: { to: [address] },
    subject: 'News',
    tags: null,
    metadata: null,
    sizeBytes: 100,
    scheduledAt: null,
    createdAt: world.clock.now(),
    content,
    recipients: [{ n: 0, address, state: 'queued' }],
  }
}

async function sendToMany(service: TestService, count: number) {
  const { world, projectId } = service
  let shared: SharedContent | undefined
  const emails = await world.db.transaction(async tx => {
    shared = await keepContent(tx, world, projectId, { html: '<p>One for all</p>', text: 'One' })
    const made = Array.from({ length: count }, (_, i) =>
      emailTo(service, `reader${i}@here.test`, shared!),
    )
    await writeEmails(tx, world, made, { language: () => 'en' })
    return made
  })
  return { emails, shared: shared! }
}

const count = async ({ world }: TestService, table: string): Promise<number> =>
  (await world.db.query<{ n: number }>(`select count(*)::integer as n from ${table}`))[0]!.n

/** The clock goes on meanwhile: the pace to one host is bounded. */
const delivered = (service: TestService, emails: number) =>
  until(async () => {
    service.turn(1_000)
    return (await count(service, `recipients where state = 'delivered'`)) === emails
  }, 'all are delivered')

test('a content that many emails share', async t => {
  const service = await startTestService(t, { zones })
  const { world } = service
  const { emails } = await sendToMany(service, 300)

  await t.test('is stored once and delivered to all', async () => {
    await delivered(service, 300)
    assert.equal(await count(service, 'contents'), 1)
    assert.equal(await count(service, 'email_contents'), 0)
    const bodies = new Set(service.mx.received.map(one => one.content.includes('One for all')))
    assert.deepEqual([...bodies], [true])
    assert.deepEqual(await world.db.query(hasContent), [])
  })

  await t.test('is read from each', async () => {
    const id = show('msg', emails[7]!.id)
    const { body } = await service.call('GET', `/v1/emails/${id}/content`)
    assert.deepEqual([body.html, body.text], ['<p>One for all</p>', 'One'])
  })

  await t.test('stays with the others when one person is erased', async () => {
    assert.equal((await erasePerson(world, service.projectId, 'reader7@here.test')).emails, 1)
    const read = async (n: number) =>
      (await service.call('GET', `/v1/emails/${show('msg', emails[n]!.id)}/content`)).body.html
    assert.deepEqual([await read(7), await read(8)], [undefined, '<p>One for all</p>'])
    assert.deepEqual(await world.db.query(hasContent), [])
  })

  await t.test('is forgotten with the last email that refers to it', async () => {
    await world.db.query(`update accounts set plan = 'free'`)
    service.turn(6 * dayMs)
    await ensurePartitions(world)
    await forget(world, 60_000)
    assert.equal(await count(service, 'contents'), 1)
    service.turn(2 * dayMs)
    await forget(world, 60_000)
    assert.deepEqual([await count(service, 'emails'), await count(service, 'contents')], [0, 0])
  })
})

test('a content in use outlives its time, and one that is gone is not referred to', async t => {
  const service = await startTestService(t, { zones })
  const { world } = service
  await world.db.query(`update accounts set plan = 'free'`)
  const { shared } = await sendToMany(service, 1)
  await delivered(service, 1)
  service.turn(5 * dayMs)
  await ensurePartitions(world)
  const again = emailTo(service, 'late@here.test', shared)
  await world.db.transaction(tx => writeEmails(tx, world, [again], { language: () => 'en' }))
  await delivered(service, 2)
  service.turn(4 * dayMs)
  await forget(world, 60_000)
  assert.deepEqual([await count(service, 'emails'), await count(service, 'contents')], [1, 1])
  service.turn(5 * dayMs)
  await forget(world, 60_000)
  assert.equal(await count(service, 'contents'), 0)
  await assert.rejects(
    world.db.transaction(tx =>
      writeEmails(tx, world, [emailTo(service, 'lost@here.test', shared)], {
        language: () => 'en',
      }),
    ),
    /content that is there/,
  )
})
