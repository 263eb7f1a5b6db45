/** Webhooks as their owner sees them: subscribing, pausing, deleting, secrets, the log, lists. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { enqueueWebhooks } from '#platform/webhooks/enqueue.ts'
import type { NewEmail } from '#sending/events/email.ts'
import { explain } from '#sending/explain/explain.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { record, recordAccepted } from '#sending/timeline/record.ts'
import { headersOf } from '../../../dashboard/src/features/webhooks/curl.ts'
import { testDatabase } from '../../support/database.ts'
import { newEmail } from '../../support/emails.ts'
import { fakeDns, until } from '../../support/fake-world.ts'
import { answer, type Stage, setStage, verifies } from './stage.ts'

const { db } = await testDatabase()
const url = 'https://hooks.example.com/in'
const hourMs = 3_600_000

const refusedWith = (code: string, param?: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && (param === undefined || error.param === param)

interface Attempt {
  id: string
  event_id: string
  at: string
  status_code: number | null
  error: string | null
  response_body: string | null
  next_attempt_at: string | null
}

async function attemptsOf(stage: Stage, id: string): Promise<Attempt[]> {
  const { body } = await stage.call('webhooks.attempts', { params: { id } })
  return (body as { data: Attempt[] }).data
}

describe('A notification', () => {
  it('goes to every webhook that is subscribed to its type, and to no other', async () => {
    const stage = await setStage(db, () => answer(200))
    await stage.hook('https://hooks.example.com/a', ['delivered', 'bounced'])
    await stage.hook('https://hooks.example.com/b', ['bounced', 'bounced'])
    await stage.happen('delivered', { email_id: 'msg_1' })
    await stage.happen('bounced')
    await stage.happen('accepted')
    await stage.work()
    const seen = stage.received.map(one => [new URL(one.url).pathname, JSON.parse(one.body).type])
    assert.deepEqual(seen.sort(), [
      ['/a', 'bounced'],
      ['/a', 'delivered'],
      ['/b', 'bounced'],
    ])
    const delivered = stage.received.find(one => JSON.parse(one.body).type === 'delivered')!
    assert.deepEqual(JSON.parse(delivered.body), {
      type: 'delivered',
      timestamp: new Date(stage.world.clock.now()).toISOString(),
      data: { email_id: 'msg_1' },
    })
    assert.equal(delivered.headers['content-type'], 'application/json')
  })

  it('never reaches the webhook of another project', async () => {
    const one = await setStage(db, () => answer(200))
    const other = await setStage(db, () => answer(200))
    await other.hook(url, ['delivered'])
    const happened = await one.happen('delivered', { test: true })
    await other.work()
    assert.ok(happened)
    assert.deepEqual(other.received, [])
  })

  it('of a batch goes to its own project alone, and tells of its own email', async () => {
    const told = [
      { name: 'ana', language: 'en', mode: 'live' },
      { name: 'bia', language: 'pt', mode: 'test' },
    ] as const
    const { world } = await setStage(db, () => answer(200))
    await ensurePartitions(world)
    const emails: NewEmail[] = []
    for (const { name, language, mode } of told) {
      const { project, hook } = await setStage(db, () => answer(200))
      const { projectId } = project
      await hook(`https://hooks.example.com/${name}`, ['sent'])
      await db.query('update projects set language = $2 where id = $1', [projectId, language])
      const own = { mode, tags: { tag: name }, metadata: { order: name } }
      emails.push(newEmail(world, projectId, [`${name}@here.test`], own))
    }
    await db.transaction(async tx => {
      await recordAccepted(tx, world, emails, { language: () => 'en' })
      const at = world.clock.now()
      const facts = emails.map(({ projectId, id }) => ({ projectId, emailId: id, n: 0, at }))
      await record(
        tx,
        world,
        facts.map(fact => ({ ...fact, type: 'sent' as const })),
      )
    })
    // As they are written: what is addressed to another project's webhook would not be posted.
    const posts = await db.query<{ url: string; body: string }>(
      `select w.url, p.body from posts p join webhooks w on w.id = p.webhook_id
       where p.project_id = any($1::uuid[]) order by w.url, p.body`,
      [emails.map(email => email.projectId)],
    )
    assert.deepEqual(
      posts.map(({ url, body }) => {
        const { event_id: _, ...data } = JSON.parse(body).data
        return { to: new URL(url).pathname, ...data }
      }),
      told.map(({ name, language, mode }, i) => {
        const recipient = `${name}@here.test`
        return {
          to: `/${name}`,
          email_id: show('msg', emails[i]!.id),
          recipient,
          explanation: explain({ type: 'sent', recipient }, language),
          tags: { tag: name },
          metadata: { order: name },
          ...(mode === 'test' ? { test: true } : {}),
        }
      }),
    )
  })

  it('asks the database once for a project without webhooks', async () => {
    const stage = await setStage(db, () => answer(200))
    const { projectId } = stage.project
    const texts: string[] = []
    await db.transaction(tx => {
      const counting: typeof tx = {
        ...tx,
        query: (text, values) => {
          texts.push(text)
          return tx.query(text, values)
        },
      }
      const notice = (n: number) => ({
        projectId,
        mode: 'live' as const,
        eventId: stage.world.ids.next(),
        type: 'delivered',
        at: n,
        data: {},
      })
      return enqueueWebhooks(counting, stage.world, [1, 2, 3].map(notice))
    })
    assert.equal(texts.length, 1)
  })

  it('does not exist if its event does not', async () => {
    const stage = await setStage(db, () => answer(200))
    await stage.hook(url)
    const failing = db.transaction(async tx => {
      const { projectId } = stage.project
      const eventId = stage.world.ids.next()
      await enqueueWebhooks(tx, stage.world, [
        { projectId, mode: 'live', eventId, type: 'delivered', at: 0, data: {} },
      ])
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    await stage.work()
    assert.deepEqual(stage.received, [])
  })
})

describe('A paused webhook', () => {
  it('gets nothing: neither what happens meanwhile nor what was still to be tried', async () => {
    const stage = await setStage(db, () => answer(500))
    const { id } = await stage.hook(url)
    await stage.happen()
    await stage.work()
    assert.equal(stage.received.length, 1)
    await stage.callOn('webhooks.update', { params: { id }, body: { enabled: false } })
    await stage.happen()
    await stage.world.clock.advance(hourMs)
    await stage.work()
    assert.equal(stage.received.length, 1)
    await stage.callOn('webhooks.update', { params: { id }, body: { enabled: true } })
    await stage.world.clock.advance(100 * hourMs)
    await stage.work()
    assert.equal(stage.received.length, 1, 'what was passed over does not come later')
    await stage.happen()
    await stage.work()
    assert.equal(stage.received.length, 2)
    assert.equal((await attemptsOf(stage, id)).length, 2, 'dropping is no attempt')
  })

  it('gets nothing of what had been read before and waited for a place', async () => {
    const held = Promise.withResolvers<void>()
    const stage = await setStage(db, async () => {
      if (stage.received.length > 1) await held.promise
      return answer(200)
    })
    const { id } = await stage.hook(url)
    await stage.happen()
    await stage.work()
    for (let i = 0; i < 4; i++) await stage.happen()
    await stage.loop.step()
    await until(() => stage.received.length === 4, 'its three places are taken')
    await stage.callOn('webhooks.update', { params: { id }, body: { enabled: false } })
    held.resolve()
    await until(() => stage.loop.inHand === 0, 'the fourth is settled')
    assert.equal(stage.received.length, 4)
  })

  it('refuses to test and to resend, rather than swallow it', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id } = await stage.hook(url)
    await stage.callOn('webhooks.update', { params: { id }, body: { enabled: false } })
    await assert.rejects(
      stage.call('webhooks.test', { params: { id } }),
      refusedWith('invalid_field', 'enabled'),
    )
  })
})

describe('A deleted webhook', () => {
  it('gets nothing after the answer, is gone with its log, and leaves nothing behind', async () => {
    const stage = await setStage(db, () => answer(500))
    const { id } = await stage.hook(url)
    await stage.happen()
    await stage.work()
    await stage.happen()
    const { body, status } = await stage.callOn('webhooks.delete', { params: { id } })
    assert.deepEqual([status, body], [200, { id, deleted: true }])
    await stage.world.clock.advance(hourMs)
    await stage.work()
    assert.equal(stage.received.length, 1)
    const gone = refusedWith('resource_not_found')
    await assert.rejects(stage.call('webhooks.get', { params: { id } }), gone)
    await assert.rejects(stage.call('webhooks.attempts', { params: { id } }), gone)
    await assert.rejects(stage.call('webhooks.delete', { params: { id } }), gone)
    const left = await db.query(
      `select id from posts where project_id = $1 union all
       select id from queue where project_id = $1 union all
       select id from webhook_attempts where project_id = $1`,
      [stage.project.projectId],
    )
    assert.deepEqual(left, [])
  })

  it('belongs to nobody else to read, change or delete', async () => {
    const owner = await setStage(db, () => answer(200))
    const stranger = await setStage(db, () => answer(200))
    const { id } = await owner.hook(url)
    for (const name of ['get', 'update', 'delete', 'attempts', 'rotateSecret', 'test']) {
      await assert.rejects(
        stranger.call(`webhooks.${name}`, { params: { id }, body: {} }),
        refusedWith('resource_not_found'),
        name,
      )
    }
  })
})

describe('The log of attempts', () => {
  it('says what came back, and when the next attempt is due', async () => {
    const replies = [
      { kind: 'failure', reason: 'internal_address', message: 'x resolves to 10.1.2.3' } as const,
      answer(503, 'a\0' + 'é'.repeat(600)),
      answer(204),
    ]
    const stage = await setStage(db, () => replies[stage.received.length - 1]!)
    const { id } = await stage.hook(url)
    await stage.happen()
    await stage.work()
    await stage.world.clock.advance(30_000)
    await stage.work()
    const before = await attemptsOf(stage, id)
    await stage.world.clock.advance(120_000)
    await stage.work()
    const [third, second, first] = await attemptsOf(stage, id)
    assert.deepEqual([second, first], before)
    assert.deepEqual(
      [first!.status_code, first!.error, first!.response_body],
      [null, 'internal_address: not a public address', null],
    )
    assert.equal(first!.next_attempt_at, new Date(stage.received[1]!.at).toISOString())
    assert.deepEqual([second!.status_code, second!.error], [503, null])
    assert.equal(second!.response_body, 'a' + 'é'.repeat(511), 'whole characters of the first 1 KB')
    assert.deepEqual([third!.status_code, third!.next_attempt_at], [204, null])
    assert.equal(third!.event_id, first!.event_id)
  })

  it('keeps the last hundred', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id } = await stage.hook(url)
    const events: string[] = []
    for (let round = 0; round < 7; round++) {
      for (let i = 0; i < 50; i++)
        events.push(await stage.happen('delivered', { n: events.length }))
      await stage.work()
    }
    const shown = await attemptsOf(stage, id)
    assert.equal(shown.length, 100)
    const last = new Set(events.slice(-100).map(event => `evt_${event.replaceAll('-', '')}`))
    assert.deepEqual(new Set(shown.map(one => one.event_id)), last)
    const [row] = await db.query<{ count: number }>(
      'select count(*)::integer as count from webhook_attempts where project_id = $1',
      [stage.project.projectId],
    )
    assert.ok(row!.count < 200, `${row!.count} rows are kept`)
  })

  it('can be sent again: the same id and bytes, signed afresh', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id, secret } = await stage.hook(url)
    await stage.happen('delivered', { subject: 'Olá' })
    await stage.work()
    const [attempt] = await attemptsOf(stage, id)
    await stage.world.clock.advance(hourMs)
    const params = { id, attempt_id: attempt!.id }
    const resent = await stage.call('webhooks.resend', { params })
    assert.deepEqual(resent, { status: 202, body: { event_id: attempt!.event_id } })
    await stage.work()
    const [first, second] = stage.received
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    assert.equal(second!.body, first!.body)
    assert.ok(verifies(secret, second!))
    const unknown = { id, attempt_id: 'att_00000000000000000000000000000000' }
    await assert.rejects(
      stage.call('webhooks.resend', { params: unknown }),
      refusedWith('resource_not_found'),
    )
  })

  it('holds what pages say the headers by, all but the signature', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id } = await stage.hook(url)
    await stage.happen('delivered')
    await stage.work()
    const [attempt] = await attemptsOf(stage, id)
    const { body, headers } = stage.received[0]!
    const { 'webhook-signature': signature, ...others } = headers
    assert.ok(signature)
    const shown = headersOf(attempt!, body)
      .split('\n')
      .map(line => line.split(': '))
    assert.deepEqual(Object.fromEntries(shown), others)
  })

  it('holds test notifications, marked as such', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id } = await stage.hook(url, ['bounced', 'delivered'])
    const { status, body } = await stage.call('webhooks.test', { params: { id } })
    await stage.work()
    const posted = JSON.parse(stage.received[0]!.body)
    assert.equal(status, 202)
    assert.deepEqual(body, { event_id: posted.data.event_id })
    assert.equal(stage.received[0]!.headers['webhook-id'], posted.data.event_id)
    assert.equal(posted.type, 'bounced')
    assert.equal(posted.data.test, true)
    assert.equal(posted.data.explanation, 'An example of bounced.')
  })
})

describe('Where a webhook points', () => {
  const dns = fakeDns({
    'hooks.example.com': ['93.184.216.34'],
    'half.example.com': ['93.184.216.34', '10.0.0.1'],
    'six.example.com': ['2606:4700::1', '::ffff:127.0.0.1'],
    'own.example.com': ['10.9.0.1', '10.9.0.2'],
    'mixed.example.com': ['10.9.0.1', '93.184.216.34'],
  })
  const env = { MALOTE_NETWORK_ALLOW: '10.9.0.0/16, 127.0.0.1' }
  const refused = [
    'ftp://hooks.example.com/',
    'hooks.example.com',
    '',
    'https://',
    'javascript:alert(1)',
    'http://hooks.example.com/',
    'http://unknown.example.com/',
    'http://93.184.216.34/',
    'https://half.example.com/',
    'https://six.example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.1/',
    'https://169.254.169.254/latest',
    'https://[64:ff9b::a00:1]/',
    'https://10.0.0.1.:443/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://intranet/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://user:secret@hooks.example.com/',
    'https://hooks.example.com\\@127.0.0.1/',
    'https://hooks.example.com/\n',
    ' https://hooks.example.com/',
    `https://hooks.example.com/${'a'.repeat(2000)}`,
  ]
  const own = [
    'https://own.example.com/',
    'http://127.0.0.1:8080/x',
    'http://localhost:8080/',
    'https://localhost:8443/',
  ]
  const accepted = [
    'https://hooks.example.com/in?x=1',
    'https://hooks.example.com:8443/',
    'https://93.184.216.34/',
    'https://not-yet.example.com/',
    'HTTPS://hooks.example.com/',
  ]

  it('must be public and https, at creation and at every change', async () => {
    const stage = await setStage(db, () => answer(200), { dns })
    const { id } = await stage.hook(accepted[0]!)
    for (const bad of [...refused, ...own]) {
      const isRefused = refusedWith('invalid_field', 'url')
      await assert.rejects(stage.hook(bad), isRefused, bad)
      const change = { params: { id }, body: { url: bad } }
      await assert.rejects(stage.call('webhooks.update', change), isRefused, bad)
    }
    for (const good of accepted.slice(1)) await stage.hook(good)
  })

  it("may be one of the operator's own networks, as an address also without https", async () => {
    const stage = await setStage(db, () => answer(200), { dns, env })
    for (const good of own) await stage.hook(good)
    const { id } = await stage.hook(own[0]!)
    const plain = 'http://own.example.com/'
    const change = { params: { id }, body: { url: plain } }
    await assert.rejects(stage.call('webhooks.update', change), /must start with https/)
    for (const bad of [
      plain,
      'http://mixed.example.com/',
      'http://hooks.example.com/',
      'https://[::1]/',
    ]) {
      await assert.rejects(stage.hook(bad), refusedWith('invalid_field', 'url'), bad)
    }
  })
})

describe('The list of webhooks', () => {
  it('comes newest first, page by page', async () => {
    const stage = await setStage(db, () => answer(200))
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.unshift((await stage.hook(`https://hooks.example.com/${i}`)).id)
    const list = async (query: object) => {
      const { body } = await stage.call('webhooks.list', { query })
      const page = body as { data: { id: string }[]; has_more: boolean }
      return { ids: page.data.map(one => one.id), more: page.has_more }
    }
    assert.deepEqual(await list({}), { ids, more: false })
    assert.deepEqual(await list({ limit: 3 }), { ids: ids.slice(0, 3), more: true })
    assert.deepEqual(await list({ limit: 3, starting_after: ids[2]! }), {
      ids: ids.slice(3, 6),
      more: true,
    })
    assert.deepEqual(await list({ limit: 3, starting_after: ids[5]! }), {
      ids: ids.slice(6),
      more: false,
    })
    for (const cursor of ['whk_00000000000000000000000000000000', 'nonsense', 'msg_1']) {
      const asking = { query: { starting_after: cursor } }
      await assert.rejects(
        stage.call('webhooks.list', asking),
        refusedWith('invalid_field', 'starting_after'),
      )
    }
  })

  it('shows one that was just made, although a transaction of somebody else stays open', async () => {
    const stage = await setStage(db, () => answer(200))
    await db.transaction(async tx => {
      await tx.query('select pg_current_xact_id()')
      const { id } = await stage.hook('https://hooks.example.com/new')
      const { body } = await stage.call('webhooks.list')
      assert.deepEqual(
        (body as { data: { id: string }[] }).data.map(one => one.id),
        [id],
      )
    })
  })
})
