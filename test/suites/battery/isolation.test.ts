/**
 * Tenants do not see each other: every route of the table × every id that is not the caller's, from
 * another project of the same account, from another account, from the other mode, or deleted. The
 * answer is that for an id which never was, to the byte, and the thing itself is untouched.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Route } from '#kernel/routes/route.ts'
import { testDatabase } from '../../support/database.ts'
import { type Case, cases, pathsOf } from './cases.ts'
import {
  allRoutes,
  type Kind,
  makeAccount,
  makeSibling,
  makeThings,
  type Reply,
  type Stage,
  setStage,
  type Things,
  unknownThings,
} from './stage.ts'

const { db } = await testDatabase()

const kinds: readonly Kind[] = [
  'email',
  'event',
  'webhook',
  'attempt',
  'suppression',
  'domain',
  'claim',
  'contact',
  'consent',
  'topic',
  'property',
  'segment',
  'static',
  'activity',
  'form',
  'import',
  'file',
  'template',
  'saved',
  'campaign',
  'sequence',
  'enrollment',
]
/** What a test key and a live key do not share; the rest belongs to the project. */
const ofMode: readonly Kind[] = [
  'email',
  'event',
  'suppression',
  'contact',
  'consent',
  'activity',
  'import',
  'campaign',
  'enrollment',
]
const queryOf = ({ query }: Route): string[] =>
  Object.keys((query as { properties?: object } | undefined)?.properties ?? {})

/** What can be deleted through the API, and how. */
const deletable: Partial<Record<Kind, string>> = {
  webhook: '/v1/webhooks/',
  suppression: '/v1/suppressions/',
  domain: '/v1/domains/',
  claim: '/v1/domains/',
  segment: '/v1/segments/',
  form: '/v1/forms/',
  file: '/v1/files/',
  template: '/v1/templates/',
  saved: '/v1/saved-blocks/',
  static: '/v1/segments/',
  topic: '/v1/topics/',
  property: '/v1/contact-properties/',
}

/** What ends alike, and names no place in a list. */
const moments = ['created_after', 'event_after']

it('every route has a case, and every case a route', () => {
  assert.deepEqual(Object.keys(cases).sort(), allRoutes.map(route => route.name).sort())
  for (const route of allRoutes) {
    const { ids, body, cursor } = cases[route.name]!
    assert.equal(ids !== undefined, route.path.includes('{'), `${route.name}: ids`)
    assert.equal(body !== undefined, route.body !== undefined, `${route.name}: body`)
    const isCursor = (name: string) => /after$/.test(name) && !moments.includes(name)
    const isList = queryOf(route).some(isCursor)
    assert.equal(cursor !== undefined, isList, `${route.name}: cursor`)
  }
})

const tables = [
  'emails',
  'recipients',
  'events',
  'queue',
  'webhooks',
  'webhook_attempts',
  'suppressions',
  'domains',
  'dkim_keys',
  'domain_claims',
  'contacts',
  'contact_topics',
  'consents',
  'topics',
  'contact_properties',
  'segments',
  'segment_members',
  'tracked_members',
  'activity',
  'forms',
  'imports',
  'files',
  'templates',
  'template_versions',
  'saved_blocks',
  'campaigns',
  'campaign_links',
  'sequences',
  'enrollments',
]

interface Foreign {
  readonly whose: string
  readonly things: Things
  readonly kinds: readonly Kind[]
  /** Whose key asks. */
  readonly key: string
}

describe('what is not the caller’s', () => {
  let stage: Stage
  let foreign: Foreign[]
  let own: Things

  before(async () => {
    stage = await setStage(db)
    const { world } = stage
    const mine = await makeAccount(world)
    const theirs = await makeAccount(world)
    const sibling = await makeSibling(world, mine.accountId)
    const live = (await stage.key(mine.projectId)).key
    const test = (await stage.key(mine.projectId, { mode: 'test' })).key
    own = await makeThings(stage, mine.projectId)
    const [ofTest, ofSibling, ofOther, gone] = [
      await makeThings(stage, mine.projectId, 'test'),
      await makeThings(stage, sibling),
      await makeThings(stage, theirs.projectId),
      await makeThings(stage, mine.projectId),
    ]
    for (const [kind, path] of Object.entries(deletable)) {
      const { status } = await stage.ask('DELETE', path + gone[kind as Kind], { key: live })
      assert.equal(status, 200)
    }
    foreign = [
      { whose: 'another project of the account', things: ofSibling, kinds, key: live },
      { whose: 'another account', things: ofOther, kinds, key: live },
      { whose: 'another account, test mode', things: ofOther, kinds, key: test },
      { whose: 'test mode', things: ofTest, kinds: ofMode, key: live },
      { whose: 'live mode', things: own, kinds: ofMode, key: test },
      {
        whose: 'deleted',
        things: gone,
        kinds: [...(Object.keys(deletable) as Kind[]), 'attempt'],
        key: live,
      },
    ]
  })

  const bodyOf = (one: Case, things: Things) => (one.body ? { body: one.body(things) } : {})

  it('is as unknown as what never was, and stays as it is', async () => {
    const before = await inventory()
    let tried = 0
    for (const route of allRoutes.filter(({ path }) => path.includes('{'))) {
      const one = cases[route.name]!
      for (const { whose, things, kinds, key } of foreign) {
        for (const [i, wanted] of one.ids!.entries()) {
          if (!wanted.every(kind => kinds.includes(kind))) continue
          const told = `${route.name} with ${wanted} of ${whose}`
          const ask = (of: Things) =>
            stage.ask(route.method, pathsOf(route.path, one, of)[i]!, {
              key,
              ...bodyOf(one, things),
            })
          const found = await ask(things)
          const unknown = await ask(unknownThings(stage.world))
          assert.equal(found.status, 404, `${told}: ${found.text}`)
          assert.equal(comparable(found), comparable(unknown), told)
          tried++
        }
      }
    }
    assert.ok(tried > 150, `${tried} combinations`)
    assert.deepEqual(await inventory(), before)
  })

  it('is not reached through a thing of the caller', async () => {
    for (const { things, key, kinds } of foreign.filter(one => one.kinds.includes('attempt'))) {
      const mixed = { ...own, attempt: things.attempt }
      const path = `/v1/webhooks/${mixed.webhook}/attempts/${mixed.attempt}/resend`
      assert.equal((await stage.ask('POST', path, { key })).status, 404, String(kinds))
    }
    const [sibling] = foreign
    const email = cases['emails.send']!.body!(sibling!.things)
    const sent = await stage.ask('POST', '/v1/emails', { key: sibling!.key, body: email })
    assert.equal(sent.body.error.code, 'domain_not_verified')
  })

  it('is in no list, by no cursor and no filter', async () => {
    // A list that belongs to something is as unknown as that, which the ids above have shown.
    const lists = allRoutes.filter(
      ({ name, path }) => cases[name]!.cursor !== undefined && !path.includes('{'),
    )
    for (const route of lists) {
      const kind = cases[route.name]!.cursor!
      const cursor = route.name.startsWith('resend.') ? 'after' : 'starting_after'
      for (const { whose, things, kinds, key } of foreign) {
        if (!kinds.includes(kind)) continue
        const told = `${route.name} of ${whose}`
        const ask = (query: string) => stage.ask('GET', `${route.path}?${query}`, { key })
        const all = await ask('limit=100')
        assert.equal(all.status, 200, told)
        assert.ok(!all.text.includes(things[kind]), told)
        const found = await ask(`${cursor}=${things[kind]}`)
        const unknown = await ask(`${cursor}=${unknownThings(stage.world)[kind]}`)
        assert.equal(found.status, route.name.startsWith('resend.') ? 422 : 400, told)
        assert.equal(comparable(found), comparable(unknown), told)
      }
    }
    for (const { whose, things, kinds, key } of foreign.filter(one =>
      one.kinds.includes('email'),
    )) {
      const events = await stage.ask('GET', `/v1/events?email_id=${things.email}`, { key })
      assert.deepEqual(events.body, { data: [], has_more: false }, whose)
      const csv = await stage.ask('GET', '/v1/emails/export', { key })
      assert.ok(!csv.text.includes(things.email), whose)
      const from = await stage.ask('GET', `/v1/emails?from=a@${things.domainName}`, { key })
      assert.ok(!from.text.includes(things.email), whose)
      assert.ok(kinds.includes('suppression'))
    }
  })

  /** All that is kept of anybody's things. */
  async function inventory(): Promise<unknown> {
    const rows = tables.map(table =>
      db.query(`select md5(string_agg(t::text, ' ' order by t::text)) as sum from ${table} t`),
    )
    return (await Promise.all(rows)).map(([row], i) => [tables[i], row!.sum])
  }
})

/** An answer without what is its own: the id of the request, and the count of calls. */
function comparable({ status, headers, text }: Reply): string {
  const {
    'request-id': requestId,
    date: _date,
    'ratelimit-remaining': _remaining,
    'ratelimit-reset': _reset,
    ...rest
  } = headers
  assert.ok(text.includes(String(requestId)))
  return JSON.stringify([status, rest, text.replaceAll(String(requestId), 'req')])
}
