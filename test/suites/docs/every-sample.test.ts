/**
 * Each sample of each page for people is held by a test, or it says here why by none: pages by what
 * their samples are, in their order. A sample that is added has to be added here. What shows an
 * answer has the members that OpenAPI gives it; what shows settings can be started with.
 */
import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { readSettings, unknownSettings } from '#kernel/base/config.ts'
import { type OpenApiDocument, readOpenApi } from '../../support/openapi.ts'
import { startTestService } from '../../support/service.ts'
import { type Block, blocksOf } from './blocks.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** What a route answers (`answer`) or takes (`body`), or one of a list of it. */
interface Shape {
  readonly answer?: string
  readonly body?: string
  readonly inside?: string
}
/** A file of tests; JSON of a route; settings; or a sentence: why nothing runs it. */
type Held = string | Shape

const docs = 'test/suites/docs'
const commands = `${docs}/shown.test.ts`
const calls = `${docs}/calls.test.ts`
const marketing = `${docs}/samples.test.ts`
const frameworks = `${docs}/frameworks.test.ts`
const moving = `${docs}/moving.test.ts`
const snippets = `${docs}/webhook-snippets.test.ts`
const firstStart = 'test/suites/commands/first-start.test.ts'
const code = 'Not run: code of the repository, shortened'
const machine = 'Not run: changes the machine itself'
const picture = 'Not run: a drawing, or what stands in DNS'
const demo = 'test/suites/simulation/demo.test.ts'
const programs = `${docs}/programs.test.ts`
const front = 'test/suites/cells/front.test.ts'
const posted = 'Not run: what is posted, shown; the specs of webhooks hold each member'
const upgrade = 'test/suites/installing/unit.test.ts'

const times = <T>(count: number, held: T): T[] => Array.from({ length: count }, () => held)

const table: Readonly<Record<string, readonly Held[]>> = {
  'README.md': [firstStart, calls, demo],
  'client/README.md': ['test/suites/client/examples.test.ts'],
  'docs/adding-an-endpoint.md': times(6, code),
  'docs/audit.md': [{ answer: '/api/audit', inside: 'data' }],
  'docs/benchmark.md': ['Not run: takes minutes; `bench/peers` tests what it consists of'],
  'docs/billing.md': [
    ...['settings', 'settings', commands, 'settings'],
    'test/suites/commands/billing.test.ts',
    'test/suites/commands/billing.test.ts',
  ],
  'docs/bounces.md': ['test/suites/commands/run.test.ts'],
  'docs/campaigns.md': [
    ...times<Held>(7, marketing),
    { body: '/v1/marketing-settings' },
    ...times(2, marketing),
    { body: '/v1/campaigns/{id}' },
    ...times(2, marketing),
  ],
  'docs/cells.md': [picture, 'settings', front, front, 'test/suites/cells/moving-account.test.ts'],
  'docs/certificates.md': ['settings', 'settings'],
  'docs/client.md': [
    'test/suites/installing/package.test.ts',
    'test/suites/client/examples.test.ts',
  ],
  'docs/collection.md': ['Not run: fetches newman; the test of the collection makes its calls'],
  'docs/contacts.md': times(6, marketing),
  'docs/contract.md': times(3, `${docs}/contract.test.ts`),
  'docs/dashboard-api.md': [
    { answer: '/api/session' },
    { answer: '/api/limits' },
    { answer: '/api/projects/{project_id}/{mode}/overview' },
    { answer: '/api/projects/{project_id}/{mode}/deliverability' },
  ],
  'docs/domains.md': times(4, calls),
  'docs/errors.md': ['test/unit/api/envelope.test.ts'],
  'docs/files.md': [calls, { answer: '/v1/files/{id}' }, calls],
  'docs/forms.md': [
    ...times(4, marketing),
    'test/suites/browser/form-popup.test.ts',
    ...times(2, marketing),
  ],
  'docs/frameworks.md': times(12, frameworks),
  'docs/going-live.md': [picture, 'settings', picture, machine, 'settings', commands],
  'docs/idempotency.md': [calls],
  'docs/imports.md': times(5, marketing),
  'docs/installing.md': [
    'test/suites/installing/package.test.ts',
    'test/suites/installing/image.test.ts',
    'test/suites/installing/compose.test.ts',
    'test/suites/installing/chart.test.ts',
    'test/suites/installing/deb.test.ts',
    upgrade,
    upgrade,
    'test/spec/watching-files.spec.ts',
  ],
  'docs/limits.md': times(2, commands),
  'docs/marketing.md': [marketing, marketing, calls, ...times(3, marketing)],
  'docs/moving.md': times(5, moving),
  'docs/notices.md': [{ answer: '/v1/notices', inside: 'data' }],
  'docs/operating.md': [
    firstStart,
    machine,
    'test/suites/commands/moving.test.ts',
    machine,
    'test/suites/commands/moving.test.ts',
    'Not run: takes an hour, as root; `test/suites/failover` tests what it consists of',
    commands,
    'test/spec/mail-log.spec.ts',
    calls,
    commands,
  ],
  'docs/proxy.md': ['settings', ...times(3, `${docs}/proxy.test.ts`)],
  'docs/quick-start.md': [
    firstStart,
    calls,
    calls,
    { answer: '/v1/emails/{id}', inside: 'events' },
    demo,
    commands,
    calls,
  ],
  'docs/requests.md': [{ answer: '/v1/requests/{id}' }],
  'docs/resend.md': [programs, programs, 'test/unit/resend/webhook-bodies.test.ts', programs],
  'docs/scaling.md': [`${docs}/scaling.test.ts`],
  'docs/segments.md': times(6, marketing),
  'docs/sending.md': [calls, { body: '/v1/emails' }, calls, calls, { answer: '/v1/emails/check' }],
  'docs/sequences.md': times(9, marketing),
  'docs/shaping-and-tls.md': [commands, 'test/unit/delivery/sources.test.ts'],
  'docs/sign-in.md': [picture, 'settings', 'settings', 'settings'],
  'docs/smtp-submission.md': ['settings', programs, 'test/unit/submission/require-tls.test.ts'],
  'docs/suppressions.md': [commands, calls],
  'docs/templates.md': times(6, marketing),
  'docs/test-mode.md': [commands, calls, 'test/suites/client/examples.test.ts'],
  'docs/troubles.md': [calls],
  'docs/webhooks.md': [calls, posted, posted, ...times(4, snippets)],
}

/** What settings of signing in go with. */
const provider = {
  MALOTE_OIDC_ISSUER: 'https://id.example.com',
  MALOTE_OIDC_CLIENT_ID: 'malote',
  MALOTE_OIDC_CLIENT_SECRET: 'secret',
}

const isFile = (held: Held): held is string => typeof held === 'string' && held.endsWith('.ts')

const sources = Object.entries(table)
const samplesOf = (file: string): Promise<Block[]> => blocksOf(path.join(root, file))

/** Samples of a kind, with where they stand. */
async function each(wanted: (held: Held) => boolean): Promise<[Block, Held, string][]> {
  const found: [Block, Held, string][] = []
  for (const [file, rows] of sources) {
    for (const [at, block] of (await samplesOf(file)).entries()) {
      if (wanted(rows[at]!)) found.push([block, rows[at]!, `${file}, sample ${at + 1}`])
    }
  }
  return found
}

describe('Every sample of the pages', () => {
  it('has a row, and each row a sample', async () => {
    const pages = ['README.md', 'client/README.md', ...globSync('docs/*.md', { cwd: root })]
    const counts: Record<string, number> = {}
    for (const file of pages) {
      const { length } = await samplesOf(file)
      if (length > 0) counts[file] = length
    }
    const told = sources.map(([file, rows]) => [file, rows.length] as const)
    assert.deepEqual(Object.fromEntries(told), counts)
  })

  it('is held by a file that is there, or is not run for a reason', () => {
    for (const held of sources.flatMap(([, rows]) => rows)) {
      if (isFile(held)) assert.ok(existsSync(path.join(root, held)), held)
      else if (typeof held === 'string') assert.match(held, /^settings$|^Not run: \w+ \w+/)
    }
  })

  it('is one that its page is known to the test by, where pages are run', async () => {
    for (const [file, rows] of sources) {
      for (const held of rows.filter(isFile).filter(one => one.startsWith(docs))) {
        const text = await readFile(path.join(root, held), 'utf8')
        const reads = held === commands || text.includes(path.basename(file))
        assert.ok(reads, `${held} says nothing of ${file}`)
      }
    }
  })

  it('has settings that a service can be started with', async () => {
    for (const [{ code: text }, , where] of await each(held => held === 'settings')) {
      const lines = text.replaceAll(/\\\n/g, ' ')
      const pairs = [...lines.matchAll(/\b([A-Z][A-Z_]+)=('[^']*'|"[^"]*"|\S+)/g)]
      assert.ok(pairs.length > 0, where)
      // Twice the same: one or the other.
      const given: Record<string, string>[] = [{}]
      for (const [, name, value] of pairs) {
        if (name! in given.at(-1)!) given.push({})
        given.at(-1)![name!] = value!.replaceAll(/^['"]|['"]$/g, '')
      }
      for (const one of given) {
        assert.deepEqual(unknownSettings(one), [], where)
        assert.doesNotThrow(() => readSettings({ ...provider, ...one }), where)
      }
    }
  })

  it('shows what a route answers or takes, and no member that it has not', async t => {
    const service = await startTestService(t)
    const known = new Map<string, Reader>()
    for (const at of ['/v1/openapi.json', '/api/openapi.json']) {
      const reader = new Reader((await service.call('GET', at)).body)
      for (const one of Object.keys(reader.paths)) known.set(one, reader)
    }
    for (const [block, held, where] of await each(one => typeof one !== 'string')) {
      const { answer, body, inside } = held as Shape
      const reader = known.get(answer ?? body!)
      assert.ok(reader, `${where}: no route ${answer ?? body}`)
      const calls = reader.paths[answer ?? body!]!
      const asked = answer === undefined ? (calls.patch ?? calls.post) : (calls.get ?? calls.post)
      const told = answer === undefined ? asked!.requestBody! : asked!.responses['200']!
      const { schema } = told.content['application/json']!
      const whole = inside === undefined ? schema : reader.member(schema, inside)
      assert.deepEqual(reader.unknown(JSON.parse(block.code), whole), [], where)
    }
  })
})

// OpenAPI ----------------------------------------------------------------------------------------

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
interface Told {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}
interface Operation {
  readonly requestBody?: Told
  readonly responses: Readonly<Record<string, Told>>
}
interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Partial<Record<'get' | 'post' | 'patch', Operation>>>>
  >
}

/** Schemas of one description, whose references lead into it. */
class Reader {
  readonly #resolve: OpenApiDocument['resolve']
  readonly paths: Description['paths']
  constructor(from: Description) {
    this.paths = from.paths
    this.#resolve = readOpenApi(from, { checksFormats: false }).resolve
  }

  /** All that a value may be. */
  #kinds(schema: Schema): Schema[] {
    if (schema.$ref !== undefined) return this.#kinds(this.#resolve(schema.$ref))
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    return [schema, ...parts.flatMap(one => this.#kinds(one))]
  }

  /** What the entries of a member are. */
  member(schema: Schema, name: string): Schema {
    const found = this.#kinds(schema).flatMap(one => one.properties?.[name] ?? [])
    const items = found.flatMap(one => this.#kinds(one)).flatMap(one => one.items ?? [])
    assert.ok(items.length > 0, name)
    return { anyOf: items }
  }

  /** Paths of the members that no kind has. */
  unknown(value: unknown, schema: Schema, at = ''): string[] {
    const kinds = this.#kinds(schema)
    if (Array.isArray(value)) {
      const items = { anyOf: kinds.flatMap(one => one.items ?? []) }
      return value.flatMap((one, i) => this.unknown(one, items, `${at}[${i}]`))
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const own = kinds.flatMap(one => one.properties?.[name] ?? [])
      const any = kinds.flatMap(({ additionalProperties: more, patternProperties = {} }) => [
        ...(typeof more === 'object' ? [more] : more === true ? [{}] : []),
        ...Object.values(patternProperties),
      ])
      const isFree = any.some(one => Object.keys(one).length === 0)
      if (own.length + any.length === 0) return [`${at}.${name}`]
      return isFree ? [] : this.unknown(inner, { anyOf: [...own, ...any] }, `${at}.${name}`)
    })
  }
}
