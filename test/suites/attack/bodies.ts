/**
 * Every body × what no body may be: broken JSON, values of other kinds at every name, numbers past
 * every measure, depth. What its schema does not take is a 400 with its documented code and the
 * field's name; nothing is a fault of ours.
 */
import { errors } from '#kernel/base/errors.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { type Endpoint, endpoints, titleOf } from './endpoints.ts'
import { credentials, makeFixtures, nobodys, pathOf } from './fixtures.ts'
import type { Part } from './part.ts'
import { type Place, textPlaces, withAt, withExtras } from './sample.ts'
import { dashboardUrl, newParty, type Shown } from './stage.ts'
import { isTaken } from './taken.ts'
import type { Tally } from './tally.ts'

const deep = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)

/** No JSON at all (RFC 8259), in our own words: one of each way to be wrong. */
const broken: readonly (string | Buffer)[] = [
  ...['{', '}', '[', ']', '{]', '[}', '{"a"', '{"a":', '{"a":}', '{"a":1', '{"a":1,', '{"a":1,}'],
  ...['[1,]', '[,1]', '[1 2]', '{,}', '{"a" 1}', '{"a":1 "b":2}', '{a:1}', "{'a':1}", '{"a":1}}'],
  ...['nul', 'nulll', 'True', 'NaN', 'Infinity', '-Infinity', 'undefined', '+1', '.5', '1.', '01'],
  ...['0x1', '1e', '1e+', '--1', '-', '1_000', '"', '"a', '"\\', '"\\x"', '"\\u12"', '"\\u{61}"'],
  ...['"\n"', '"\t"', '"\u0000"', "'a'", '/* a */ {}', '{} // a', '{}{}', '\ufeff\ufeff{}', '\v{}'],
  ...[deep('[', '', 100_000), deep('{"a":', '', 100_000), `{"a":${deep('[', ']', 100_000)}`],
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  Buffer.from('{"a":1}', 'utf16le'),
]

const nested = (depth: number): unknown => JSON.parse(deep('[', ']', depth))

/** Of every kind, and past every measure. */
const values: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 1e21, '', [], {}, [null], [[]], [{}], ''],
  ...['1e400', 'x'.repeat(100_000), Array(10_000).fill(0), nested(50), nested(500)],
  Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i])),
  { __proto__: null, constructor: { prototype: { polluted: 1 } } },
  { toString: 1, valueOf: 1, toJSON: 1, length: -1 },
  { type: 'Buffer', data: [{ toString: 1, valueOf: 1 }, 'x', 300, -1] },
]
/** In `npm test` each place and each body gets as many of them, in turn. */
const shortValues = 2
const shortBroken = 6

export const bodies: Part = {
  name: 'bodies',
  about: 'every body × broken JSON, other kinds, huge, deep',
  async run(arena, tally, effort) {
    const party = await newParty(arena)
    await changeOperator(arena.world.db, party.accountId, true)
    const fixtures = await makeFixtures(arena, party)
    const ids = { ...nobodys(fixtures), project: fixtures.ids.project! }
    let turn = 0
    let turnOfBroken = 0
    for (const endpoint of endpoints.filter(one => one.body !== undefined)) {
      const ask = (shot: { raw: string | Buffer } | { body: unknown }) =>
        arena.ask({
          method: endpoint.method,
          path: pathOf(endpoint, ids),
          // What is open would end the session that comes along.
          headers:
            endpoint.access === 'open' ? { origin: dashboardUrl } : credentials(endpoint, party),
          ...shot,
        })
      const spoilt = effort === 'short' ? shortBroken : broken.length
      for (let i = 0; i < spoilt; i++) {
        const raw = broken[turnOfBroken++ % broken.length]!
        const reply = await ask({ raw })
        const told = () =>
          `${titleOf(endpoint)} with ${show(raw)}: ${reply.status} ${reply.text.slice(0, 200)}`
        const isLong = raw.length > endpoint.maxBodyBytes
        // The face for Resend's SDK tells of a field by another status.
        const isTheirs = isLong && endpoint.path.startsWith('/resend')
        tally.check(
          reply.status === (isTheirs ? 422 : 400) &&
            reply.code === (isLong ? 'invalid_field' : 'invalid_json'),
          told,
        )
      }
      const sample = withExtras(endpoint.sample(fixtures.things) ?? {})
      for (const place of placesOf(endpoint, sample)) {
        const count = effort === 'short' ? shortValues : values.length
        for (let i = 0; i < count; i++) {
          const value = values[turn++ % values.length]
          const body = withAt(sample, place, value)
          judge({ endpoint, place, value, body, reply: await ask({ body }) }, tally)
        }
      }
      for (const body of effort === 'short' ? [null, []] : values) {
        const reply = await ask({ body })
        tally.check(
          reply.status < 500 || needsProvider(reply),
          () => `${titleOf(endpoint)} with ${show(body)}: ${reply.status}`,
        )
      }
    }
    const { polluted } = {} as { polluted?: unknown }
    tally.check(polluted === undefined, () => 'a body has changed the prototype of all objects')
  },
}

const show = (value: unknown): string =>
  (Buffer.isBuffer(value) ? value.toString('hex') : (JSON.stringify(value) ?? '')).slice(0, 60)

/** Every name of the schema and of the sample, and every text below them. */
function placesOf({ body }: Endpoint, sample: unknown): Place[] {
  const { properties = {} } = body as { properties?: object }
  const own = Array.isArray(sample) ? [] : Object.keys(sample as object)
  const names = [...new Set([...Object.keys(properties), ...own])]
  return [...names.map(name => [name]), ...textPlaces(sample).filter(place => place.length > 1)]
}

interface Tried {
  readonly endpoint: Endpoint
  readonly place: Place
  readonly value: unknown
  readonly body: unknown
  readonly reply: Shown
}

/** The body was taken; what it asks for needs a provider, and none is here. */
const needsProvider = ({ code }: Shown): boolean => code === 'billing_unavailable'

function judge({ endpoint, place, value, body, reply }: Tried, tally: Tally): void {
  const { status, code, param, text } = reply
  const told = () =>
    `${titleOf(endpoint)} with ${place.join('.')}: ${show(value)}: ${status} ${text.slice(0, 250)}`
  tally.check(status < 400 || (code !== undefined && Object.hasOwn(errors, code)), told)
  if (needsProvider(reply)) return
  tally.check(status < 500, told)
  if (endpoint.validatesItself || isTaken(endpoint, body)) return
  tally.check(status === 400 || status === 429, told)
  if (status !== 400) return
  if (JSON.stringify(body).length > endpoint.maxBodyBytes) return
  const isNamed = param !== undefined && param.split(/[.[]/)[0] === place[0]
  // What is wrong with the whole of a body has no name: its depth, a batch's length.
  tally.check(isNamed || code === 'invalid_json' || code === 'batch_too_large', told)
}
