/**
 * The judge on trial: one honest storm, then one lie at a time. A rule that lets its lie pass, or an
 * honest storm that is accused, is a defect of the auditor.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { audit, brokenInvariants } from '../../../sim/audit/audit.ts'
import type { Records } from '../../../sim/audit/records.ts'
import { openCluster } from '../../../sim/storm/cluster.ts'
import { storm } from '../../../sim/storm/storm.ts'
import type { Copy } from '../../../sim/world/mail-store.ts'
import type { Post } from '../../../sim/world/receivers.ts'
import { type Lie, marketBreaches, marketLies, withList } from './market-lies.ts'

const rulesOf = async (records: Records): Promise<string[]> => [
  ...new Set((await audit(records)).findings.map(finding => finding.rule)),
]

const copiesOf = (records: Records) => records.universe.internet.room.copies
const requestOf = (records: Records, copy: Copy) =>
  records.ledger.requests.find(request => copy.message.includes(request.marker))!
const clearCopy = (records: Records): Copy => {
  const counts = new Map<string, number>()
  for (const copy of copiesOf(records))
    counts.set(copy.mailFrom, (counts.get(copy.mailFrom) ?? 0) + 1)
  const found = copiesOf(records).find(
    copy =>
      copy.answered &&
      !copy.life.death &&
      copy.life.freezes.length === 0 &&
      counts.get(copy.mailFrom) === 1 &&
      // Letters of marketers are asked for elsewhere.
      requestOf(records, copy) !== undefined,
  )
  assert.ok(found, 'some copy is beyond doubt')
  return found
}

const lies: Readonly<Record<string, Lie>> = {
  'no acknowledged email is lost': ({ ledger }) =>
    withList(ledger.requests, all => {
      all.push({ ...all[0]!, marker: 'm99999x00000000', ids: new Set(['msg_of_nothing']) })
    }),
  'a key is answered with one id': ({ ledger }) => {
    const { ids } = ledger.requests.find(request => request.ids.size === 1)!
    ids.add('msg_another')
    return () => void ids.delete('msg_another')
  },
  'duplicates only where the reply was lost': records => {
    const copy = clearCopy(records)
    return withList(copiesOf(records), all => void all.push({ ...copy, at: copy.at + 60_000 }))
  },
  'every copy is explained by a sent event': records => {
    const copy = clearCopy(records)
    // More of them than attempts: one may have been `sent` and cut off before it arrived.
    const more = Array.from({ length: 20 }, () => ({ ...copy, answered: false }))
    return withList(copiesOf(records), all => void all.push(...more))
  },
  'delivered means stored by its server': records => {
    const copy = clearCopy(records)
    return withList(copiesOf(records), all => void all.splice(all.indexOf(copy), 1))
  },
  'a repetition has the same bytes': records => {
    const copy = clearCopy(records)
    const changed = copy.message.replace(/Message-ID: </i, 'Message-ID: <other')
    return withList(copiesOf(records), all => void all.push({ ...copy, message: changed }))
  },
  'nothing is delivered that nobody sent': records => {
    const copy = clearCopy(records)
    const message = 'Subject: hello\r\n\r\nmarker m7x0badbeef\r\n'
    return withList(copiesOf(records), all => void all.push({ ...copy, message }))
  },
  'the last choice of a person holds': records =>
    withList(records.ledger.choices, all => {
      const last = all.findLast(one => one.deed === 'join' && one.isDone)!
      const from = Number.MAX_SAFE_INTEGER
      all.push({ ...last, email: 'nobody-of-this@list.com', from, to: from })
    }),
  'nothing is sent before its time': records => {
    const copy = clearCopy(records)
    const request = requestOf(records, copy)
    return withList(records.ledger.requests, all => {
      all[all.indexOf(request)] = { ...request, scheduledAt: copy.at + 5000 }
    })
  },
  'nothing is sent after its cancellation': records => {
    const copy = clearCopy(records)
    const request = requestOf(records, copy)
    request.cancelledAt = copy.at - 1000
    return () => {
      request.cancelledAt = null
    }
  },
  'nobody is written to after suppression': records => {
    const copy = clearCopy(records)
    const { project } = requestOf(records, copy)
    return withList(records.ledger.suppressions, all => {
      all.push({ project, address: copy.recipients[0]!, stream: 'all', at: copy.at - 10_000 })
    })
  },
  'attempts on one recipient never overlap': ({ universe }) =>
    withList(universe.internet.room.tried, all => {
      const one = all.find(tried => !tried.life.death && tried.life.freezes.length === 0)!
      all.push(
        { ...one, from: one.from + 1, to: one.from + 100_000 },
        { ...one, from: one.from + 50_000 },
      )
    }),
  'a TLS policy is kept': records => {
    const copy = clearCopy(records)
    return withList(copiesOf(records), all => {
      all[all.indexOf(copy)] = { ...copy, domain: 'strict.com', tls: 'none' }
    })
  },
  'every event is posted or exhausted': ({ universe }) => {
    const { posts } = universe.internet
    const id = posts.find(post => post.host === 'hooks.calm-shop.com')!.headers['webhook-id']
    return withList<Post>(posts, all => {
      all.splice(0, all.length, ...all.filter(post => post.headers['webhook-id'] !== id))
    })
  },
  'only what happened is posted': ({ universe }) =>
    withList<Post>(universe.internet.posts, all => {
      all.push({ ...all[0]!, headers: { ...all[0]!.headers, 'webhook-id': 'evt_invented' } })
    }),
  'only subscribers are posted to': ({ universe }) =>
    withList<Post>(universe.internet.posts, all => {
      const own = all.find(post => post.host === 'hooks.calm-shop.com')!
      all.push({ ...own, host: 'hooks.busy-shop.com' })
    }),
  'a post tells its own event': ({ universe, ledger }) =>
    withList<Post>(universe.internet.posts, all => {
      const [own, other] = ledger.requests.filter(one => all[0]!.body.includes(one.marker))
      assert.ok(own && !other, 'a body names one marker')
      all[0] = { ...all[0]!, body: all[0]!.body.replace(own.marker, 'm7x0badbeef') }
    }),
  'every post is signed': ({ universe }) =>
    withList<Post>(universe.internet.posts, all => {
      all[0] = { ...all[0]!, headers: { ...all[0]!.headers, 'webhook-signature': 'v1,forged' } }
    }),
  'every post has a fresh time': ({ universe }) =>
    withList<Post>(universe.internet.posts, all => {
      all[0] = { ...all[0]!, at: all[0]!.at + 400_000 }
    }),
}

/** For each rule of db/invariants.sql, statements that break it. */
const breaches: Readonly<Record<string, string>> = {
  'every email has a recipient': `delete from recipients where email_id = (select id from emails limit 1)`,
  'every email has its content': `delete from email_contents where email_id = (select id from emails limit 1)`,
  "a merged letter that waits has its person's values": `with one as (select project_id, id, created_at from emails order by id limit 1), kept as (insert into contents (project_id, id, html, merging, last_used_at) select project_id, id, '', '{}', created_at from one), merged as (update emails e set content_id = e.id from one where e.project_id = one.project_id and e.id = one.id) insert into queue (id, kind, project_id, subject, n, due_at, created_at) select gen_random_uuid(), 'delivery', project_id, id, 0, created_at, created_at from one`,
  'a timeline holds accepted and queued exactly once': `delete from events where id = (select id from events where type = 'accepted' limit 1)`,
  "a live recipient's state is its last event": `update recipients set state = 'bounced' where (email_id, n) = (select email_id, n from recipients where state = 'delivered' limit 1)`,
  'a recipient ends once': `insert into events (project_id, id, email_id, mode, type, at, recipient) select project_id, overlay(id::text placing '0000' from 25)::uuid, email_id, mode, type, at, recipient from events where type = 'delivered' limit 1`,
  'delivered follows sent': `delete from events where type = 'sent' and email_id = (select email_id from events where type = 'delivered' limit 1)`,
  'nothing is sent after an end': `insert into events (project_id, id, email_id, mode, type, at, recipient) select project_id, overlay(id::text placing '0000' from 25)::uuid, email_id, mode, 'sent', at, recipient from events where type = 'delivered' limit 1`,
  'an open live recipient is in the queue': `update recipients set state = 'queued' where (email_id, n) = (select email_id, n from recipients where state = 'delivered' limit 1)`,
  'a finished recipient is not in the queue': `insert into queue (id, kind, project_id, subject, n, due_at, created_at) select r.email_id, 'delivery', r.project_id, r.email_id, r.n, e.created_at, e.created_at from recipients r join emails e on e.id = r.email_id where r.state = 'delivered' limit 1`,
  'a recipient is in the queue once': `insert into queue (id, kind, project_id, subject, n, due_at, created_at) select gen_random_uuid(), 'delivery', project_id, id, 0, created_at, created_at from (select * from emails limit 1) e, generate_series(1, 2)`,
  'no file is among those whose bytes are removed': `with one as (insert into files (project_id, id, name, filename, content_type, bytes, width, height, alt, created_at) select project_id, id, 'a.png', 'a.png', 'image/png', 1, 1, 1, '', created_at from emails limit 1 returning name, created_at) insert into files_to_remove (name, due_at) select name, created_at from one`,
  'what was deleted has rows to be put back': `insert into deleted_things (project_id, kind, id, name, deleted_at) select project_id, 'domain', id, 'a.test', created_at from emails limit 1`,
  'every post is in the queue': `insert into posts (project_id, id, webhook_id, event_id, body) select project_id, id, id, id, '' from emails limit 1`,
  'every webhook entry has its post': `insert into queue (id, kind, project_id, subject, n, due_at, created_at) select id, 'webhook', project_id, id, 0, created_at, created_at from emails limit 1`,
  'what is owed to webhooks is in the queue': `insert into notices_owed (project_id, batch_id, id, event_id, body, webhook_ids, is_bulk) select project_id, id, id, id, '', array[id], false from emails limit 1`,
  'a click that is to be judged is in the queue': `insert into sightings (id, project_id, email_id, n, url, at) select id, project_id, id, 0, 'https://shop.test/', created_at from emails limit 1`,
  'a test email stays captured, or is cancelled before its time': `update emails set mode = 'test' where id = (select email_id from recipients where state = 'delivered' limit 1)`,
  'a remembered answer names an email that exists': `insert into idempotency (project_id, mode, key, fingerprint, status, response, created_at) select project_id, mode, 'x', '', 202, '{"id":"msg_00000000000000000000000000000000","status":"queued"}', created_at from emails limit 1`,
  'accepted recipients are counted once': `update usage set accepted = accepted + 1 where (project_id, day, stream) = (select project_id, day, stream from usage where accepted > 0 order by day limit 1)`,
  'outcomes are counted once': `update usage set delivered = delivered + 1 where (project_id, day, stream, provider) = (select project_id, day, stream, provider from usage where delivered > 0 order by day limit 1)`,
  'an event of an unusual status knows the place of its email': `update events set email_xid = null where id = (select id from events where type = 'bounced' limit 1)`,
  'a consent is chained to the one before it': `update consents set proof = proof || ' ' where id = (select id from consents where seq is not null limit 1)`,
  'the state of a topic is its last consent': `update contact_topics set state = 'pending' where (contact_id, topic_id) = (select contact_id, topic_id from contact_topics limit 1)`,
  'who is in a topic or a segment is a contact': `delete from contacts where id = (select contact_id from contact_topics limit 1)`,
  'a static segment counts its members': `insert into segment_counts as n (project_id, segment_id, mode, count, exact, counted_at) select project_id, id, 'live', 1, true, created_at from segments where kind = 'static' limit 1 on conflict (project_id, segment_id, mode) do update set count = n.count + 1`,
  'an import accounts for each of its lines': `insert into imports (project_id, id, mode, status, options, counts, created_at) select id, id, 'live', 'done', '{}', '{"lines": 3, "created": 1, "invalid": 1}', created_at from projects limit 1`,
  'no letter of a topic is released after it was left': `with gone as (update contact_topics set state = 'unsubscribed' where (contact_id, topic_id) = (select contact_id, topic_id from contact_topics limit 1) returning *) insert into letters (project_id, contact_id, email_id, topic_id, source_kind, source_id, sent_at) select g.project_id, g.contact_id, e.id, g.topic_id, 'campaign', e.id, g.since + interval '1 hour' from gone g, (select id from emails order by id desc limit 1) e`,
  'no letter is released after its address was suppressed': `with one as (select r.project_id, r.email_id, lower(r.address) as address, e.created_at from recipients r join emails e on e.project_id = r.project_id and e.id = r.email_id and e.mode = 'live' limit 1), gone as (insert into suppressions as s (project_id, id, mode, address, email, stream, reason, created_at) select project_id, email_id, 'live', address, address, 'marketing', 'unsubscribe', created_at from one on conflict (project_id, mode, address, stream) do update set created_at = excluded.created_at) insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at) select project_id, email_id, email_id, 'sequence', email_id, created_at + interval '1 hour' from one`,
  'nobody gets a campaign twice': `insert into letters (project_id, contact_id, email_id, source_kind, source_id, sent_at) select t.project_id, t.contact_id, e.id, 'campaign', t.contact_id, t.since from (select * from contact_topics limit 1) t, (select id from emails order by id limit 2) e`,
  'a campaign that has been sent waits for nobody': `with done as (insert into campaigns (project_id, id, mode, name, status, definition, created_at) select id, id, 'live', 'x', 'sent', '{}', created_at from projects limit 1 returning *) insert into campaign_recipients (project_id, campaign_id, contact_id, rank, state, decided_at) select project_id, id, id, 1, 'pending', created_at from done`,
  'whoever is inside a sequence is waited for': `with one as (insert into sequences (project_id, id, name, status, definition, created_at, updated_at) select id, id, 'x', 'active', '{}', created_at, created_at from projects limit 1 returning *) insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at) select project_id, id, id, 1, 'live', id, '', 'inside', 0, created_at, null from one`,
  'visits of a way have no gap': `with way as (insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at) select id, id, id, 1, 'live', id, '', 'finished', 2, created_at, created_at from projects limit 1 returning *) insert into enrollment_steps (project_id, enrollment_id, visit, step, at, outcome) select project_id, id, 1, 'x', entered_at, 'waited' from way`,
  'a way that has ended lets nobody wait': `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at) select id, id, id, 1, 'live', id, '', 'finished', 0, created_at, null from projects limit 1`,
  'a step that has sent names its letter': `with way as (insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state, visit, entered_at, ended_at) select id, id, id, 1, 'live', id, '', 'finished', 1, created_at, created_at from projects limit 1 returning *) insert into enrollment_steps (project_id, enrollment_id, visit, step, at, outcome) select project_id, id, 0, 'x', entered_at, 'sent' from way`,
  'a released recipient of a campaign has one letter, and nobody else has': `insert into campaign_recipients (project_id, campaign_id, contact_id, rank, state, decided_at) select id, id, id, 1, 'released', created_at from projects limit 1`,
  'an email of a campaign is the letter of one of its people': `update emails set letter = '{"campaign_id":"cmp_x","contact_id":"con_x"}' where id = (select id from emails limit 1)`,
  'work of a campaign is of a letter that it released': `with one as (insert into campaigns (project_id, id, mode, name, status, definition, created_at) select id, id, 'live', 'x', 'sending', '{}', created_at from projects limit 1 returning *) insert into queue (id, kind, project_id, subject, n, due_at, created_at, source_id) select id, 'campaign', project_id, id, 0, created_at, created_at, id from one`,
  'a campaign counts its people and letters': `with one as (insert into campaigns (project_id, id, mode, name, status, definition, created_at, started_at) select id, id, 'live', 'x', 'sending', '{}', created_at, created_at from projects limit 1 returning *) insert into campaign_counts (project_id, campaign_id, part, key, shard, letters) select project_id, id, 'state', 'pending', 0, 1 from one`,
  'an invoice sums its lines up': `insert into invoices (account_id, id, number, cause, state, pay_by, currency, total_cents, starts_on, ends_on, live, due_at, created_at) select id, id, 1, 'x', 'open', 'invoice', 'BRL', 100, '2026-01-01', '2026-02-01', true, created_at, created_at from accounts limit 1`,
  'an account is on the plan that it pays for': `insert into subscriptions (account_id, state, plan, currency, price_cents, pay_by, starts_on, renews_at) select id, 'active', 'scale', 'BRL', 100, 'invoice', '2999-01-01', created_at from accounts where plan = 'enterprise' limit 1`,
  'a paid order has begun a plan or was given back': `insert into invoices (account_id, id, number, cause, state, pay_by, currency, total_cents, paid_cents, starts_on, ends_on, live, due_at, created_at) select id, id, 1, 'order:x', 'paid', 'invoice', 'BRL', 100, 100, '2026-01-01', '2026-02-01', true, created_at, created_at from accounts limit 1`,
  'the status of an email sums its recipients up': `update emails set status = 'failed' where id = (select email_id from recipients where state = 'delivered' limit 1)`,
}

/** What the rules outside of that file see in the database alone. */
const unseen: Readonly<Record<string, string>> = {
  'what was used is counted once': `update quotas set month_used = month_used + 500 where account_id = (select account_id from members where email like 'buyer1@%')`,
  'nothing is sold above the cap': `update quotas set extra_millicents = 99999000, cap_millicents = 99999000 where account_id = (select account_id from members where email like 'buyer1@%')`,
  'who pays has the plan': `update accounts set plan = 'enterprise' where id = (select account_id from members where email like 'buyer1@%')`,
  'posts are owed to subscribers only': `insert into owed_posts select gen_random_uuid(), id from events where type = 'delivered' limit 1`,
}

test('the auditor', async t => {
  const cluster = await openCluster(4)
  const store = await cluster.create('auditor')
  const trial = async (records: Records): Promise<void> => {
    await t.test('finds nothing in an honest storm', async () => {
      assert.deepEqual((await audit(records)).findings, [])
    })
    for (const [name, lie] of Object.entries({ ...lies, ...marketLies })) {
      const rule = name.replace(/ \(.*\)$/, '')
      await t.test(`catches a breach of: ${name}`, async () => {
        const takeBack = lie(records)
        const rules = await rulesOf(records)
        takeBack()
        assert.ok(rules.includes(rule), `it says only: ${rules.join('; ') || 'nothing'}`)
      })
    }
    for (const [rule, statement] of Object.entries({ ...breaches, ...unseen, ...marketBreaches })) {
      await t.test(`catches in the database a breach of: ${rule}`, async () => {
        await store.sql.query('begin')
        let rules: string[]
        try {
          await store.sql.query(statement)
          rules = Object.hasOwn(breaches, rule)
            ? (await brokenInvariants(records)).map(one => one.name)
            : await rulesOf(records)
        } finally {
          await store.sql.query('rollback')
        }
        assert.ok(rules.includes(rule), `it says only: ${rules.join('; ') || 'nothing'}`)
      })
    }
  }
  try {
    await storm({ seed: 7, sql: store.sql, emails: 60, tamper: trial })
    await store.drop()
  } finally {
    await cluster.stop()
  }
})

test('every rule of db/invariants.sql has its breach here', () => {
  const sql = readFileSync(new URL('../../../db/invariants.sql', import.meta.url), 'utf8')
  const names = [...sql.matchAll(/^-- name: (.*)$/gm)].map(match => match[1]!)
  assert.deepEqual(names.sort(), Object.keys(breaches).sort())
})
