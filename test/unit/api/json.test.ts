/**
 * Bodies of every kind: what JSON says is right is read (and then judged by its fields), what it
 * says is wrong is invalid_json, and nothing at all makes a 5xx.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '#faces/api/json.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { testDatabase } from '../../support/database.ts'
import { ask, makeOwner, makeProbeTable, probeWorld, type Service, startProbe } from './probe.ts'

const { db } = await testDatabase()

const right: readonly (string | Buffer)[] = [
  '{}',
  '[]',
  '""',
  '0',
  '-0',
  '1E+2',
  '1.5e-7',
  'true',
  'false',
  'null',
  ' {} ',
  '\t[\n]\r',
  '{"":0}',
  '{"a":{"b":[1,2,{"c":null}]}}',
  '"\\u0041\\n\\t\\/\\\\\\""',
  '"\\ud83d\\ude00"',
  '"é ü 漢 😀"',
  '"\u2028\u2029"',
  '"\x7f"',
  '[1,2,3]',
  '123456789012345678901234567890',
  '1e400',
  '-1e-400',
  '[[[[[[[[[[]]]]]]]]]]',
  '{"toString":1,"valueOf":2}',
  '{"constructor":"x"}',
  '{"a b":1}',
  '"\\u007f"',
  '{"0":1}',
]
const wrong: readonly (string | Buffer)[] = [
  '{',
  '}',
  '[',
  ']',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '[1,]',
  '[,1]',
  '[1 2]',
  '{a:1}',
  "{'a':1}",
  '{"a":1 "b":2}',
  '"',
  '"\\x"',
  '"\\u12"',
  '"\\ud8"',
  '"a\nb"',
  '"a\tb"',
  '"a\0b"',
  'tru',
  'TRUE',
  'nul',
  'NaN',
  'Infinity',
  '-',
  '+1',
  '01',
  '.5',
  '1.',
  '1e',
  '0x1',
  '--1',
  '// x\n{}',
  '{} x',
  '{}{}',
  '[1]]',
  '{"a":1}}',
  '\u00a0{}',
  '\ufeff{}',
  ' ',
  '\n',
  '\\',
  'undefined',
  '<xml/>',
  'a=b&c=d',
  '%7B%7D',
  "''",
  '`{}`',
  '{"a":undefined}',
  '[1,,2]',
  '{,}',
  '\0',
  Buffer.from([0xff]),
  Buffer.from([0x22, 0xc3, 0x22]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  Buffer.from([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]),
  Buffer.from('{}', 'utf16le'),
  Buffer.from([0xfe, 0xff, 0, 0x7b, 0, 0x7d]),
  Buffer.from([0x80]),
  '['.repeat(65),
  '{"a":'.repeat(65),
  `${'['.repeat(65)}${']'.repeat(65)}`,
  '['.repeat(100_000),
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`,
]
const unfit: readonly (readonly [string, string | undefined])[] = [
  ['{"name":"a\\u0000b"}', 'name'],
  ['{"name":"\\ud800"}', 'name'],
  ['{"name":"\\udc00x"}', 'name'],
  ['{"name":"a","to":["x","\\u0000"]}', 'to[1]'],
  ['{"__proto__":{"polluted":1}}', '__proto__'],
  ['{"name":"a","tags":{"__proto__":"x"}}', 'tags.__proto__'],
  ['{"name":"a","constructor":{"prototype":{"polluted":1}}}', 'constructor'],
  ['{"\\u0000":1}', undefined],
  ['{"name":"a","\\ud800":1}', undefined],
  ['"\\u0000"', undefined],
  ['{"name":"a","name":"b"}', 'name'],
  ['{"name":"a","to":["x"],"list":[{"from":"a:b"},{"from":"d","\\u0066rom":"e"}]}', 'list[1].from'],
  ['{"name":"a","tags":{"k\\"":"1","l":"{","k\\"":"2"}}', 'tags.k"'],
  ['{"name":{"name":[{},[],{"a":{},"a":[]}]}}', 'name.name[2].a'],
]

const code = (work: () => unknown): string => {
  try {
    work()
    return 'read'
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error.code
  }
}

test('What is JSON is read', () => {
  for (const text of right)
    assert.equal(
      code(() => parseJson(Buffer.from(text))),
      'read',
      String(text),
    )
  assert.equal(
    code(() => parseJson(Buffer.from(`${'['.repeat(64)}${']'.repeat(64)}`))),
    'read',
  )
})

test('What is not JSON is invalid_json', () => {
  for (const text of wrong) {
    assert.equal(
      code(() => parseJson(Buffer.from(text))),
      'invalid_json',
      String(text).slice(0, 60),
    )
  }
})

test('What is JSON but fits in no text or object is an invalid field', () => {
  for (const [text] of unfit)
    assert.equal(
      code(() => parseJson(Buffer.from(text))),
      'invalid_field',
      text,
    )
  assert.equal(({} as { polluted?: number }).polluted, undefined)
})

test('More values than anybody has a use for are refused before they are made', () => {
  const list = (count: number) => `[${Array<string>(count).fill('0')}]`
  assert.equal(
    code(() => parseJson(Buffer.from(list(99_000)))),
    'read',
  )
  for (const text of [list(101_000), `[${Array<string>(60_000).fill('{}')}]`]) {
    assert.equal(
      code(() => parseJson(Buffer.from(text))),
      'invalid_json',
      text.slice(0, 20),
    )
  }
  const bytes = Buffer.from(`[${'{},'.repeat(5_000_000)}{}]`)
  const start = process.threadCpuUsage()
  assert.equal(
    code(() => parseJson(bytes)),
    'invalid_json',
  )
  const { user, system } = process.threadCpuUsage(start)
  assert.ok(user + system < 2_500_000, `${(user + system) / 1000} ms`)
})

test('What stands in a text is not counted', () => {
  for (const mark of ['[', '{"', ',', '\\', '\\"', '"', '"\\,[']) {
    const value = { [mark]: mark.repeat(300_000), last: [mark] }
    assert.deepEqual(parseJson(Buffer.from(JSON.stringify(value))), value)
  }
})

test('Whatever JSON.parse reads is read the same or refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), text => {
      const bytes = Buffer.from(text)
      if (code(() => parseJson(bytes)) === 'read')
        assert.deepEqual(parseJson(bytes), JSON.parse(text))
    }),
  )
})

describe('Over HTTP', () => {
  let service: Service
  let key: string
  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
    key = (await (await makeOwner(service.world)).key()).key
  })
  after(() => service.api.close())

  const post = (raw: string | Buffer, headers: Record<string, string> = {}) =>
    ask(service.url, '/v1/probe', { key, raw, headers, method: 'POST' })

  test('right bodies get as far as their fields', async () => {
    for (const raw of right) {
      const { status, body } = await post(raw)
      assert.equal(status, 400, String(raw))
      assert.match(body.error.code, /^(missing|invalid)_field$/, String(raw))
    }
  })

  test('wrong bodies are invalid_json, the empty one too', async () => {
    for (const raw of [...wrong, '']) {
      const { status, body } = await post(raw)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_json', String(raw).slice(0, 60))
    }
  })

  test('unfit ones name the place', async () => {
    for (const [raw, param] of unfit) {
      const { status, body } = await post(raw)
      assert.equal(status, 400, raw)
      assert.equal(body.error.code, 'invalid_field')
      assert.equal(body.error.param, param, raw)
    }
  })

  test('a body over 40 MB is an invalid field without a name, announced or not', async () => {
    const raw = Buffer.alloc(41 * 1024 * 1024, 0x20)
    const announced = await post(raw)
    assert.equal(announced.status, 400)
    assert.equal(announced.body.error.code, 'invalid_field')
    assert.equal('param' in announced.body.error, false)
    const chunked = await fetch(`${service.url}/v1/probe`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new Blob([raw]).stream(),
      duplex: 'half',
    } as RequestInit)
    assert.equal(chunked.status, 400)
    assert.equal(
      ((await chunked.json()) as { error: { code: string } }).error.code,
      'invalid_field',
    )
  })

  test('most calls take 256 KB, and one whose body is all optional no more', async () => {
    const run = (bytes: number) =>
      ask(service.url, '/v1/probe/p_1/run', { key, method: 'POST', raw: Buffer.alloc(bytes, 0x20) })
    const { status, body } = await run(256 * 1024 + 1)
    assert.deepEqual([status, body.error.code], [400, 'invalid_field'])
    assert.match(body.error.message, /256 KB/)
    assert.equal((await run(256 * 1024)).body.error.code, 'invalid_json')
  })

  test('a large body is refused in the same words as a small one', async () => {
    const long = `"text":"${'x'.repeat(200_000)}"`
    for (const raw of ['{"name":"a","k":1,"k":2}', '{"name":"\\ud800"}', '{"a":', '"\\u0000"']) {
      const small = (await post(raw)).body.error
      const large = (await post(raw.replace('{', `{${long},`) + ' '.repeat(200_000))).body.error
      assert.deepEqual([large.code, large.param], [small.code, small.param], raw)
    }
  })

  test('a large body with a key is the same call, small differences of its spelling apart', async () => {
    const headers = { 'idempotency-key': 'large-once' }
    const body = (space: string) => `{"name":"a",${space}"kind":"x"${' '.repeat(200_000)}}`
    const first = await post(Buffer.from(body('')), headers)
    const again = await post(Buffer.from(body('  ')), headers)
    const small = await post(Buffer.from('{"kind":"x","name":"a"}'), headers)
    assert.deepEqual([first.status, again.status, small.status], [201, 201, 201])
    assert.deepEqual(again.body, first.body)
    assert.deepEqual(small.body, first.body)
    assert.equal((await post(Buffer.from('{"name":"b"}'), headers)).status, 409)
  })

  test('an object has at most 10,000 names', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join()
    const code = async (raw: string) => (await post(raw)).body.error.code
    assert.equal(await code(`{${names(10_000)}}`), 'missing_field')
    assert.equal(await code(`{"a":{},${names(10_000)}}`), 'invalid_json')
    assert.equal(await code(`{"a":[{${names(5_000)}},{${names(9_000)}}]}`), 'missing_field')
  })

  test('a body just under it is read', async () => {
    const raw = Buffer.alloc(39 * 1024 * 1024, 0x20)
    raw.write('{"name":"a"}')
    assert.equal((await post(raw)).status, 201)
  })

  test('mutated bodies never make a 5xx', async () => {
    const good = Buffer.from(
      '{"name":"a","to":["b","c"],"kind":"x","count":3,"nested":{"deep":true},"tags":{"k":"v"},"list":[{"from":"d"}]}',
    )
    const mutation = fc.record({
      at: fc.nat(good.length - 1),
      cut: fc.nat(4),
      insert: fc.uint8Array({ maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async mutations => {
        let raw = good
        for (const { at, cut, insert } of mutations) {
          raw = Buffer.concat([raw.subarray(0, at), insert, raw.subarray(at + cut)])
        }
        const { statusCode, payload } = await service.api.inject({
          method: 'POST',
          url: '/v1/probe',
          payload: raw,
          headers: { authorization: `Bearer ${key}` },
        })
        assert.ok(statusCode === 201 || statusCode === 400, payload)
      }),
      { numRuns: 300 },
    )
  })
})
