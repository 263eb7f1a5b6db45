/** SQL and memory find the same: drawn filters, people, absent values, marks, limits, zones, years. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { newest } from '#kernel/routes/paging.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { takeActivity } from '#marketing/activity/take.ts'
import type { PropertyType } from '#marketing/contacts/fields/property.ts'
import type { ContactFields } from '#marketing/contacts/people/contact.ts'
import { people } from '#marketing/contacts/people/people.ts'
import { pageOfContacts } from '#marketing/contacts/people/reading.ts'
import { searchContacts } from '#marketing/contacts/people/search-store.ts'
import { readContact } from '#marketing/contacts/people/store.ts'
import { upsertContacts } from '#marketing/contacts/people/upsert.ts'
import { countFilter } from '#marketing/segments/count.ts'
import { evaluate } from '#marketing/segments/evaluate.ts'
import { readFacts } from '#marketing/segments/facts.ts'
import { readFilter } from '#marketing/segments/filter.ts'
import { conditionsIn, type FilterTree, type Vocabulary } from '#marketing/segments/filter-tree.ts'
import { conditionOf } from '#marketing/segments/segment.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { makeOwner } from './stage.ts'

/** `MALOTE_TEST_FILTERS=10000` tries as many as a long run does. */
const filters = Number(process.env.MALOTE_TEST_FILTERS ?? 250)
const contactCount = 200

const { db } = await testDatabase()
const now = Date.parse('2027-02-28T15:00:00Z')
const world = fakeWorld({ db, startMs: now })
const types = new Map<string, PropertyType>([
  ['city', 'string'],
  ['site', 'url'],
  ['orders', 'number'],
  ['vip', 'boolean'],
  ['born', 'date'],
  ['likes', 'list'],
])
const words = ['São Paulo', 'sao paulo', 'Recife', 'OLINDA', 'İzmir', 'straße', 'ﬁm', '%_', '']
const numbers = [0, -0, 1, -1, 0.1, 1e21, -1e300, 5e-324, 9007199254740992, 42]
const dates = [
  '2027-02-28',
  '2024-02-29',
  '2027-03-01',
  '1987-03-05',
  '2027-02-27T23:30:00.000Z',
  '2027-02-28T15:00:00.000Z',
  '2027-03-01T02:59:59.999Z',
  '0001-01-01',
  '9999-12-31',
]
const zones = ['America/Recife', 'Pacific/Apia', 'Asia/Kathmandu', 'America/Havana', null]

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const person = fc.record({
  firstName: maybe(fc.constantFrom(...words.filter(Boolean), 'Ana')),
  lastName: maybe(fc.constantFrom('Lima', 'lima')),
  externalId: maybe(
    fc
      .string({ minLength: 1, maxLength: 6 })
      .filter(text => !text.includes('\0') && text.trim() !== ''),
  ),
  company: maybe(fc.constantFrom(...words.filter(Boolean), 'Ação & Cia.')),
  language: maybe(fc.constantFrom('pt', 'pt-BR', 'en')),
  timeZone: fc.constantFrom(...zones),
  city: maybe(fc.constantFrom(...words.filter(Boolean))),
  site: maybe(fc.constantFrom('https://a.example/', 'http://B.example/x')),
  orders: maybe(fc.constantFrom(...numbers)),
  vip: maybe(fc.boolean()),
  born: maybe(fc.constantFrom(...dates)),
  likes: maybe(fc.uniqueArray(fc.constantFrom('Café', 'cafe', 'tea', 'mate'), { minLength: 1 })),
  topic: fc.constantFrom('none', 'pending', 'subscribed', 'unsubscribed'),
  isSuppressed: fc.boolean(),
  isMember: fc.boolean(),
  enrollments: fc.array(fc.constantFrom('inside', 'finished', 'exited', 'cancelled'), {
    maxLength: 2,
  }),
  letters: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 60 }),
      opened: fc.boolean(),
      clicked: fc.boolean(),
      machine: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  paid: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 25 }),
      total: fc.constantFrom(1, 99.5, 100, '100'),
      shop: fc.constantFrom('Norte', 'nórte', null),
    }),
    { maxLength: 3 },
  ),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

const presence = fc.constantFrom({ op: 'exists' }, { op: 'absent' })
const text = fc.oneof(
  fc.record({
    op: fc.constantFrom('eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with'),
    value: fc.constantFrom(...words, 'a', 'O'),
  }),
  fc.record({ op: fc.constantFrom('in', 'not_in'), value: fc.subarray(words, { minLength: 1 }) }),
  presence,
)
const number = fc.oneof(
  fc.record({
    op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
    value: fc.constantFrom(...numbers),
  }),
  fc.record({
    op: fc.constant('between'),
    value: fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers)),
  }),
  fc.record({ op: fc.constant('in'), value: fc.subarray(numbers, { minLength: 1 }) }),
  presence,
)
const duration = fc.constantFrom('PT1H', 'P1D', 'P3D', 'P30D', 'P52W', 'P0D', 'P999999D')
const date = fc.oneof(
  fc.record({ op: fc.constantFrom('before', 'after', 'on'), value: fc.constantFrom(...dates) }),
  fc.record({
    op: fc.constant('between'),
    value: fc.tuple(fc.constantFrom(...dates), fc.constantFrom(...dates)),
  }),
  fc.record({
    op: fc.constantFrom('within', 'not_within', 'ahead', 'anniversary_within'),
    value: duration,
  }),
  presence,
)
const list = fc.oneof(
  fc.record({ op: fc.constant('has'), value: fc.constantFrom('CAFE', 'tea', 'none') }),
  fc.record({
    op: fc.constantFrom('has_any', 'has_all', 'has_none'),
    value: fc.subarray(['Cafe', 'tea', 'mate', 'x'], { minLength: 1 }),
  }),
  presence,
)
const on = (fields: readonly string[], test: fc.Arbitrary<object>) =>
  fc.tuple(fc.constantFrom(...fields), test).map(([field, rest]) => ({ field, ...rest }))
const count = fc.oneof(
  fc.constant({}),
  fc.record({ at_least: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ at_most: fc.integer({ min: 0, max: 3 }) }),
)

const { projectId, accountId } = await makeOwner(world)
const zoned = { mode: 'live', projectLanguage: 'pt', timeZone: 'UTC' } as const
const tenant: Tenant = { projectId, accountId, ...zoned }
const topicId = world.ids.next()
const staticId = world.ids.next()
const dynamicId = world.ids.next()
const campaignId = world.ids.next()
const sequenceId = world.ids.next()
const vocabulary: Vocabulary = {
  properties: types,
  topics: new Set([topicId]),
  sequences: new Set([sequenceId]),
  segments: new Map([
    [staticId, { kind: 'static', filter: null }],
    [dynamicId, { kind: 'dynamic', filter: { field: 'properties.orders', op: 'gte', value: 1 } }],
  ]),
}

const leaf = fc.oneof(
  on(
    [
      'first_name',
      'last_name',
      'external_id',
      'company',
      'language',
      'time_zone',
      'email',
      'email_domain',
      'source',
      'properties.city',
      'properties.site',
    ],
    text,
  ),
  on(['properties.orders'], number),
  on(
    ['properties.vip', 'unsubscribed'],
    fc.oneof(fc.record({ op: fc.constant('eq'), value: fc.boolean() }), presence),
  ),
  on(['properties.born', 'created_at', 'updated_at'], date),
  on(['properties.likes'], list),
  fc.record(
    {
      topic: fc.constant(show('top', topicId)),
      state: fc.subarray(['none', 'pending', 'subscribed', 'unsubscribed'], { minLength: 1 }),
      since_within: fc.constantFrom('P1D', 'P30D'),
    },
    { requiredKeys: ['topic', 'state'] },
  ),
  fc.record({
    sequence: fc.constant(show('seq', sequenceId)),
    state: fc.subarray(['inside', 'finished', 'exited', 'never'], { minLength: 1 }),
  }),
  fc.constantFrom({ segment: show('seg', staticId) }, { segment: show('seg', dynamicId) }),
  fc
    .tuple(
      fc.record(
        {
          letters: fc.constantFrom('received', 'opened', 'clicked', 'bounced'),
          within: duration,
          last: fc.integer({ min: 1, max: 3 }),
          of: fc.constantFrom(
            { campaign: show('cmp', campaignId) },
            { topic: show('top', topicId) },
            { link: 1 },
            { campaign: show('cmp', campaignId), link: 2 },
            { campaign: show('cmp', campaignId), link: 3 },
          ),
          by: fc.constantFrom('people', 'anyone'),
        },
        { requiredKeys: ['letters'] },
      ),
      count,
    )
    .map(([one, bounds]) => ({ ...one, ...bounds })),
  fc
    .tuple(
      fc.record(
        {
          event: fc.constantFrom('order.paid', 'order.lost'),
          within: fc.constantFrom('P10D', 'P90D'),
          where: fc.array(
            fc.constantFrom(
              { field: 'total', op: 'gte', value: 100 },
              { field: 'total', op: 'eq', value: '100' },
              { field: 'shop', op: 'eq', value: 'NORTE' },
              { field: 'shop', op: 'ne', value: 'sul' },
              { field: 'shop', op: 'absent' },
            ),
            { maxLength: 2 },
          ),
        },
        { requiredKeys: ['event'] },
      ),
      count,
    )
    .map(([one, bounds]) => ({ ...one, ...bounds })),
)
const { filter } = fc.letrec(tie => ({
  filter: fc.oneof({ depthSize: 'small', maxDepth: 3 }, leaf, tie('group')),
  group: fc.oneof(
    fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}))

const day = 86_400_000

async function write(persons: readonly Person[]): Promise<Uuid[]> {
  const given = (value: unknown) => value as never
  return db.transaction(async tx => {
    const { results: made } = await upsertContacts(
      tx,
      { world, tenant },
      persons.map(
        (one, i): ContactFields => ({
          email: `P${i}@${i % 2 === 0 ? 'One' : 'two'}.example`,
          externalId: one.externalId === null ? null : `${i} ${one.externalId}`,
          firstName: one.firstName,
          lastName: one.lastName,
          company: one.company,
          language: one.language,
          timeZone: one.timeZone,
          properties: Object.fromEntries(
            [...types.keys()].map(key => [key, given(one[key as keyof Person])]),
          ),
        }),
      ),
      { onExisting: 'update', source: 'api', actor: null },
    )
    const ids = made.map(one => ('error' in one ? assert.fail(one.error.message) : one.id))
    for (const [i, one] of persons.entries()) await writeMore(tx, ids[i]!, one, i)
    await takeActivity(
      tx,
      { world, tenant, principal: { kind: 'member', memberId: world.ids.next() } },
      people,
      persons.flatMap((one, i) =>
        one.paid.map(({ days, total, shop }) => ({
          identity: { contactId: ids[i]! },
          name: 'order.paid',
          data: { total, ...(shop === null ? {} : { shop }) },
          at: now - days * day,
          dedupeKey: null,
          createsContact: false,
        })),
      ),
    )
    return ids
  })
}

async function writeMore(
  tx: { query(text: string, values: unknown[]): Promise<unknown> },
  id: Uuid,
  one: Person,
  i: number,
): Promise<void> {
  const since = new Date(now - i * day)
  if (one.topic !== 'none') {
    await tx.query(
      `insert into contact_topics (project_id, topic_id, contact_id, state, since)
       values ($1, $2, $3, $4, $5)`,
      [projectId, topicId, id, one.topic, since],
    )
  }
  if (one.isSuppressed) {
    await tx.query(
      `insert into suppressions (project_id, id, mode, address, email, stream, reason, created_at)
       select project_id, $3, mode, email_key, email, 'marketing', 'manual', $4 from contacts
       where project_id = $1 and id = $2`,
      [projectId, id, world.ids.next(), since],
    )
  }
  if (one.isMember) {
    await tx.query(
      `insert into segment_members (project_id, segment_id, contact_id, mode, since)
       values ($1, $2, $3, 'live', $4)`,
      [projectId, staticId, id, since],
    )
  }
  for (const state of one.enrollments) {
    await tx.query(
      `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state,
         visit, entered_at)
       values ($1, $2, $3, 1, 'live', $4, '', $5, 0, $6)`,
      [projectId, world.ids.next(), sequenceId, id, state, since],
    )
  }
  for (const letter of one.letters) {
    const at = new Date(now - letter.days * day)
    await tx.query(
      `insert into letters (project_id, contact_id, email_id, topic_id, source_kind, source_id,
         sent_at, opened_at, clicked_at, machine_at, links)
       values ($1, $2, $3, $4, 'campaign', $5, $6, $7, $8, $9, $10)`,
      [
        projectId,
        id,
        world.ids.next(),
        letter.opened ? topicId : null,
        letter.clicked ? campaignId : world.ids.next(),
        at,
        letter.opened ? at : null,
        letter.clicked ? at : null,
        letter.machine ? at : null,
        letter.clicked ? [1, 2] : [],
      ],
    )
  }
}

/** Nobody finds these: contacts of the other mode, and what is left of some that are no more. */
async function writeOthers(persons: readonly Person[]): Promise<void> {
  await db.transaction(async tx => {
    const { results: made } = await upsertContacts(
      tx,
      { world, tenant: { ...tenant, mode: 'test' } },
      persons.map((_, i) => ({ email: `other${i}@one.example` })),
      { onExisting: 'update', source: 'api', actor: null },
    )
    for (const [i, one] of persons.entries()) {
      const { id } = made[i] as { id: Uuid }
      await writeMore(tx, id, { ...one, isMember: false, enrollments: [] }, i)
      const gone = { ...one, topic: 'none' as const, isMember: false, enrollments: [] }
      await writeMore(tx, world.ids.next(), gone, i)
    }
  })
}

describe('the two engines of the filters', () => {
  const moment = { now, zone: 'America/Sao_Paulo' }
  let ids: Uuid[]

  before(async () => {
    ids = await write(fc.sample(person, { numRuns: contactCount, seed: 7 }))
    await writeOthers(fc.sample(person, { numRuns: 20, seed: 8 }))
    // Autovacuum may have looked at half-written tables, and counts planned for them never end.
    await db.query('analyze')
  })

  async function found(tree: FilterTree): Promise<Set<string>> {
    const all = new Set<string>()
    let after: string | undefined
    for (;;) {
      const page = await pageOfContacts({ world, tenant }, [conditionOf(tree, moment)], {
        limit: 100,
        starting_after: after,
      })
      for (const one of page.data) all.add(one.id)
      if (!page.has_more) return all
      after = page.data.at(-1)!.id
    }
  }

  /** By all three ways of a page: two stretches of a walk, then everybody. */
  async function firstFound(tree: FilterTree): Promise<string[]> {
    const page = { before: newest, count: 7, stretches: { first: 5, second: 30 } }
    const conditions = [conditionOf(tree, moment)]
    const rows = await searchContacts(db, tenant, conditions, page)
    return rows.map(row => show('con', row.id))
  }

  /** The count is cut off after a while of the machine's, and is an estimate then. */
  async function exactly(tree: FilterTree, about: { isByPart: boolean; named?: number }) {
    for (let tries = 1; ; tries++) {
      const counted = await countFilter(world, tenant, tree, { moment, ...about })
      if (counted.isExact) return counted
      assert.ok(tries < 5, 'it is never counted to its end')
    }
  }

  it('find the same people', async () => {
    // What is read about a person is what the filter asks for.
    const everything = readFilter(
      {
        any: [
          { event: 'order.paid' },
          { event: 'order.lost' },
          { letters: 'received' },
          { segment: show('seg', staticId) },
          { sequence: show('seq', sequenceId), state: 'inside' },
        ],
      },
      vocabulary,
    )
    const known = await Promise.all(
      ids.map(async id => {
        const row = await readContact(db, tenant, id)
        return { id: show('con', id), facts: await readFacts(db, tenant, row!, everything) }
      }),
    )
    let some = 0
    let withNames = 0
    await fc.assert(
      fc.asyncProperty(filter, async given => {
        const tree = readFilter(given, vocabulary)
        const inMemory = known.filter(one => evaluate(tree, one.facts, moment).result)
        const bySql = await found(tree)
        assert.deepEqual([...bySql].sort(), inMemory.map(one => one.id).sort())
        assert.deepEqual(await firstFound(tree), [...bySql].slice(0, 7))
        const { count, parts, newest } = await exactly(tree, { isByPart: true, named: 7 })
        assert.equal(count, bySql.size)
        const named = newest?.map(id => show('con', id))
        if (named !== undefined) assert.deepEqual(named, [...bySql].slice(0, 7))
        if (named !== undefined && named.length > 0) withNames++
        for (const [i, one] of conditionsIn(tree).entries()) {
          const own = known.filter(({ facts }) => evaluate(one, facts, moment).result).length
          assert.deepEqual(parts[i], { path: one.path, count: own })
        }
        const whole = await exactly(tree, { isByPart: false })
        assert.equal(whole.count, bySql.size)
        if (bySql.size > 0 && bySql.size < contactCount) some++
      }),
      {
        numRuns: filters,
        // What is seldom drawn: of nobody's date that is absent.
        examples: [[{ field: 'properties.born', op: 'not_within', value: 'P1D' }]],
      },
    )
    assert.ok(some > filters / 4, `${some} filters chose among people`)
    assert.ok(withNames > filters / 20, `${withNames} counts named people`)
  })

  it('agree where a value is not of the type that its property has by now', async () => {
    const [odd] = ids
    await db.query(
      `update contacts set properties = '{"orders": "many", "city": ["a"]}',
         folded = '{"properties.orders": "many", "properties.city": ["a"]}'
       where project_id = $1 and id = $2`,
      [projectId, odd],
    )
    const row = await readContact(db, tenant, odd!)
    for (const given of [
      { field: 'properties.orders', op: 'gte', value: -1e300 },
      { field: 'properties.orders', op: 'ne', value: 1 },
      { field: 'properties.city', op: 'eq', value: '["a"]' },
      { field: 'properties.city', op: 'ne', value: 'a' },
      { field: 'properties.city', op: 'contains', value: 'a' },
    ]) {
      const tree = readFilter(given, vocabulary)
      const isIn = evaluate(tree, await readFacts(db, tenant, row!, tree), moment).result
      assert.equal((await found(tree)).has(show('con', odd!)), isIn, JSON.stringify(given))
      const { count } = await countFilter(world, tenant, tree, { moment, isByPart: true })
      assert.equal(count, (await found(tree)).size, JSON.stringify(given))
    }
  })
})
