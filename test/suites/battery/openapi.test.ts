/**
 * Calls made from our own OpenAPI, good ones and spoilt ones: whatever is asked, the answer is one that
 * the document describes. Status, code and shape are those of the operation, a refusal of a field says
 * which, and nothing is a fault of ours. The seed is fixed; `SEED=…` tries others.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { openApi } from '#faces/api/openapi.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import type { Route } from '#kernel/routes/route.ts'
import { testDatabase } from '../../support/database.ts'
import { type Part, readOpenApi } from '../../support/openapi.ts'
import { fitting, spoilt } from './arbitrary.ts'
import { cases, pathsOf } from './cases.ts'
import { makeAccount, makeThings, type Reply, setStage, unknownThings } from './stage.ts'

const callsEach = 12
const minCalls = 1_800
const seed = Number(process.env.SEED ?? 47)

const options = { baseUrl: 'http://malote.test', docsUrl: 'http://malote.test/docs', version: '0' }
const { resolve, partAt, checkAt } = readOpenApi(openApi(apiRoutes, options), {
  checksFormats: false,
})

interface Call {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const placeOf = ({ path, method }: Route) => ['paths', path, method.toLowerCase()]

function assertDescribed(route: Route, reply: Reply, asked: Call): void {
  const what = `${route.name} ${JSON.stringify(asked).slice(0, 600)}`
  const { status, body } = reply
  // Who publishes DNS for others is not on this machine.
  assert.ok(status < 500 || route.name === 'domains.publish', `${what}: ${reply.text}`)
  const { responses } = partAt(placeOf(route))
  assert.ok(responses[status], `${what}: ${status} is not described: ${reply.text}`)
  const type = String(reply.headers['content-type']).split(';')[0]!
  const named = Object.keys(responses[status].content)
  const kept = named.find(name => name.split(';')[0] === type)
  assert.ok(kept, `${what}: ${status} of ${type} is not described`)
  if (type !== 'application/json') return
  // A body that is no object has no field to name.
  const isOfField = ['missing_field', 'invalid_field'].includes(body.error?.code)
  const isObject = asked.body === undefined || Object(asked.body) === asked.body
  if (isOfField && isObject && !Array.isArray(asked.body)) {
    assert.equal(typeof body.error.param, 'string', `${what}: ${reply.text}`)
  }
  const place = [...placeOf(route), 'responses', String(status), 'content', kept, 'schema']
  const misfit = checkAt(place, body)
  assert.equal(misfit, null, `${what}: ${misfit} in ${reply.text}`)
}

/** Parameters of the query and the body, one of both now and then spoilt. */
function asking(route: Route, paths: readonly string[]): Arbitrary<Call> {
  const operation = partAt(placeOf(route))
  const inQuery = operation.parameters.filter((one: Part) => one.in === 'query')
  const query = fc.record(
    Object.fromEntries(inQuery.map((one: Part) => [one.name, fitting(one.schema, resolve)])),
    {
      requiredKeys: inQuery.filter((one: Part) => one.required).map((one: Part) => one.name),
    },
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema === undefined ? fc.constant(undefined) : fitting(schema, resolve)
  return fc.record({
    path: fc.constantFrom(...paths),
    query: fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: spoilt(query) }),
    body: fc.oneof({ weight: 3, arbitrary: body }, { weight: 2, arbitrary: spoilt(body) }),
  }) as Arbitrary<Call>
}

function urlOf({ path, query }: Call): string {
  const pairs = Object.entries(Object(query)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, one]) => [`${name}[${key}]`, String(one)])
      : [[name, String(value)]],
  )
  const search = new URLSearchParams(pairs).toString()
  return search === '' ? path : `${path}?${search}`
}

describe('the OpenAPI document', () => {
  it(`describes what calls made from it are answered`, async t => {
    const { db } = await testDatabase(t)
    const stage = await setStage(db)
    const { projectId } = await makeAccount(stage.world)
    const nobodys = unknownThings(stage.world)
    const { key } = await stage.key(projectId, { mode: 'test' })
    const things = await makeThings(stage, projectId, 'test')
    const byStatus: Record<string, number> = {}
    let calls = 0
    for (const [n, route] of apiRoutes.entries()) {
      if (route.rawBody !== undefined) continue
      const known = cases[route.name]!
      const paths = [...pathsOf(route.path, known, things), ...pathsOf(route.path, known, nobodys)]
      const asked = fc.sample(asking(route, paths), { seed: seed + n, numRuns: callsEach })
      const good = known.body?.(things)
      const first = { path: paths[0]!, query: {}, body: good }
      for (const call of [first, ...asked]) {
        const { body } = call
        const reply = await stage.ask(route.method, urlOf(call), {
          key,
          ...(body === undefined || route.method === 'GET' ? {} : { body }),
        })
        assertDescribed(route, reply, call)
        byStatus[reply.status] = (byStatus[reply.status] ?? 0) + 1
        calls++
      }
    }
    t.diagnostic(`seed ${seed}: ${calls} calls, ${JSON.stringify(byStatus)}`)
    assert.ok(calls >= minCalls, `only ${calls} calls`)
    // Both sides of the fields are reached.
    for (const status of ['200', '201', '202', '400', '404']) {
      assert.ok((byStatus[status] ?? 0) > 5, `${status}: ${JSON.stringify(byStatus)}`)
    }
  })
})
