/** Named shapes: written once in OpenAPI, whole where a value is held against them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { type TSchema, Type } from 'typebox'
import { newComponents } from '#faces/api/components.ts'
import { openApi } from '#faces/api/openapi.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { type Schema, strict } from '#faces/api/schemas.ts'
import { route } from '#kernel/routes/route.ts'

const box = Type.Object({ width: Type.Integer() }, { $id: 'Box' })
const circle = Type.Object({ type: Type.Literal('circle'), r: Type.Integer() }, { $id: 'Circle' })
const square = Type.Object({ type: Type.Literal('square'), a: Type.Integer() }, { $id: 'Square' })
const figure = Type.Union([circle, square], {
  $id: 'Figure',
  discriminator: { propertyName: 'type' },
})
const tree = Type.Cyclic(
  { Tree: Type.Object({ all: Type.Optional(Type.Array(Type.Ref('Tree'))) }) },
  'Tree',
)

const documentOf = (body: TSchema, answer: TSchema) => {
  const post = route({
    method: 'POST',
    path: '/v1/things',
    name: 'things.create',
    scope: 'read',
    summary: 'Makes',
    body,
    success: { status: 200, schema: answer },
    errors: [],
    handle: async () => ({ status: 200, body: {} }),
  })
  const document = openApi([post], { baseUrl: '', docsUrl: '', version: '' }) as {
    readonly paths: Record<string, { readonly post: { readonly [key: string]: unknown } }>
    readonly components: { readonly schemas: Record<string, Schema> }
  }
  const { requestBody, responses } = document.paths['/v1/things']!.post as unknown as {
    requestBody: { content: Record<string, { schema: Schema }> }
    responses: Record<string, { content: Record<string, { schema: Schema }> }>
  }
  return {
    schemas: document.components.schemas,
    body: requestBody.content['application/json']!.schema,
    answer: responses[200]!.content['application/json']!.schema,
  }
}

interface Answered {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

const telling = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref']

/** The places of a schema that any value fits. */
function openIn(schema: Schema, place: string): string[] {
  if (!telling.some(keyword => keyword in schema)) return [place]
  const { properties = {}, items, additionalProperties: values } = schema
  return [
    ...Object.entries(properties).flatMap(([name, one]) => openIn(one, `${place}.${name}`)),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(one => openIn(one, place)),
    ...(items ? openIn(items, `${place}[]`) : []),
    ...(typeof values === 'object' ? openIn(values, `${place}.*`) : []),
  ]
}

const ownedByCallers = [
  'Activity.data.*',
  'HistoryItem.data.*',
  'WebhookStep.data',
  'get /v1/contacts/{id}/dossier.enrollments[].event.*',
]

describe('In OpenAPI', () => {
  test('a shape with a name is a component, and what holds it refers to it', () => {
    const { schemas, answer } = documentOf(
      Type.Object({}),
      Type.Object({ one: Type.Union([box, Type.Null()]), many: Type.Array(box) }),
    )
    const $ref = '#/components/schemas/Box'
    assert.deepEqual(answer.properties, {
      one: { anyOf: [{ $ref }, { type: 'null' }] },
      many: { type: 'array', items: { $ref } },
    })
    assert.deepEqual(schemas.Box!.properties, { width: { type: 'integer' } })
  })

  test('what is sent is strict and what is answered may grow', () => {
    const { schemas, body, answer } = documentOf(box, box)
    assert.deepEqual(body, { $ref: '#/components/schemas/BoxInput' })
    assert.deepEqual(answer, { $ref: '#/components/schemas/Box' })
    assert.equal(schemas.BoxInput!.additionalProperties, false)
    assert.equal(schemas.Box!.additionalProperties, undefined)
  })

  test('a union says which field tells its members apart, and what each value means', () => {
    const { schemas } = documentOf(Type.Object({}), figure)
    assert.deepEqual(schemas.Figure, {
      oneOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Square' }],
      discriminator: {
        propertyName: 'type',
        mapping: {
          circle: '#/components/schemas/Circle',
          square: '#/components/schemas/Square',
        },
      },
    })
  })

  test('a shape may hold itself', () => {
    const { schemas, answer } = documentOf(Type.Object({}), tree)
    assert.deepEqual(answer, { $ref: '#/components/schemas/Tree' })
    assert.deepEqual(schemas.Tree!.properties!.all, {
      type: 'array',
      items: { $ref: '#/components/schemas/Tree' },
    })
  })

  test('one name has one meaning', () => {
    const { ofAnswer } = newComponents()
    ofAnswer(box)
    assert.throws(() => ofAnswer(Type.Object({ height: Type.Integer() }, { $id: 'Box' })), /Box/)
  })

  test('an answer leaves nothing open but what callers own', () => {
    const document = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' })
    const { paths, components } = document as {
      paths: Record<string, Record<string, { responses: Record<string, Answered> }>>
      components: { schemas: Record<string, Schema> }
    }
    const answers = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]): [string, Schema] => {
        const [first] = Object.values(responses)
        return [`${method} ${path}`, Object.values(first!.content)[0]!.schema]
      }),
    )
    const nouns = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'))
    const open = [...answers, ...nouns].flatMap(([name, schema]) => openIn(schema, name))
    assert.deepEqual(open.sort(), ownedByCallers)
  })

  test('the names are those of nouns', () => {
    const { components } = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' }) as {
      components: { schemas: Record<string, Schema> }
    }
    for (const name of Object.keys(components.schemas)) assert.match(name, /^([A-Z][a-z]+)+$/)
  })
})

describe('Where a value is held against it', () => {
  const fits = (schema: TSchema, value: unknown) =>
    new Ajv({ strict: true, strictTypes: false, discriminator: true }).compile(strict(schema))(
      value,
    )

  test('a shape with a name is like any other, wherever it stands', () => {
    const both = Type.Object({ a: box, b: Type.Optional(box) })
    assert.ok(fits(both, { a: { width: 1 }, b: { width: 2 } }))
    assert.ok(!fits(both, { a: { width: 1 }, b: { width: 'x' } }))
    assert.ok(!fits(both, { a: { width: 1, height: 1 } }))
  })

  test('exactly the member fits that the field names', () => {
    assert.ok(fits(figure, { type: 'circle', r: 1 }))
    assert.ok(!fits(figure, { type: 'circle', a: 1 }))
    assert.ok(!fits(figure, { type: 'oval', r: 1 }))
  })

  test('what holds itself is looked at all the way down', () => {
    const outer = Type.Object({ tree })
    assert.ok(fits(outer, { tree: { all: [{ all: [] }, {}] } }))
    assert.ok(!fits(outer, { tree: { all: [{ all: [{ any: 1 }] }] } }))
  })
})
