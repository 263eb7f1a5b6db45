/**
 * OpenAPI 3.1 from the list of routes: the same objects that are served are described, so the
 * document cannot say anything else. Read by the reference page, the client's generator and the
 * permission matrix.
 */
import { type ErrorCode, type ErrorType, errors } from '#kernel/base/errors.ts'
import { bodyBytes, type Route, type Scope } from '#kernel/routes/route.ts'
import { shownSize } from './body.ts'
import { type Components, newComponents } from './components.ts'
import { type Schema, strict } from './schemas.ts'
import { tagDescriptions } from './tags.ts'

interface OpenApiOptions {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly version: string
  /** What is posted to whoever asked for it, by name. */
  readonly webhooks?: Readonly<Record<string, object>>
}

/** Refusals that every route may give, whatever it does. */
const always: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'ip_not_allowed',
  'rate_limited',
  'invalid_field',
  'internal_error',
]
const withBody: readonly ErrorCode[] = ['missing_field', 'invalid_json']
const onPost: readonly ErrorCode[] = ['idempotency_conflict', 'idempotency_in_progress']

const scopeNames: Readonly<Record<Scope, string>> = {
  send: '`send`',
  read: '`read`',
  admin: '`admin`',
}

export function openApi(routes: readonly Route[], options: OpenApiOptions): object {
  const paths: Record<string, Record<string, object>> = {}
  const components = newComponents()
  for (const route of routes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operation(route, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Malote',
      version: options.version,
      description: introduction,
    },
    externalDocs: { url: options.docsUrl },
    servers: [{ url: options.baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(tagOf))].map(name => ({
      name,
      ...(tagDescriptions[name] === undefined ? {} : { description: tagDescriptions[name] }),
    })),
    paths,
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: '`svc_live_…` or `svc_test_…`' },
      },
      schemas: { Error: errorSchema, ...components.schemas() },
      parameters: { IdempotencyKey: idempotencyKey, AcceptLanguage: acceptLanguage },
      headers: headerComponents,
    },
  }
}

const introduction = `Accepts email, delivers it and explains what happened to it.

Every call carries \`Authorization: Bearer <API key>\`. Every answer carries \`Request-Id\`. Texts for
people are in Portuguese, or in English with \`Accept-Language: en\`. A key makes at most 10 calls per
second unless it has a rate of its own. Repeat a POST safely with the same \`Idempotency-Key\`.`

function operation(route: Route, { ofRequest, ofAnswer }: Components): object {
  const { body, success } = route
  const answer = {
    description: 'Success.',
    headers: answerHeaders,
    content: {
      [success.contentType ?? 'application/json']: { schema: ofAnswer(success.schema) },
      ...(isFileToo(route) ? { 'text/csv; charset=utf-8': { schema: { type: 'string' } } } : {}),
    },
  }
  return {
    operationId: route.name,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [route.description, `Needs a key with the scope ${scopesOf(route)}.`]
      .filter(text => text !== undefined)
      .join('\n\n'),
    parameters: parametersOf(route),
    ...(body
      ? {
          requestBody: {
            required: true,
            description: `At most ${shownSize(route.maxBodyBytes ?? bodyBytes.usual)}.`,
            content: { 'application/json': { schema: ofRequest(body) } },
          },
        }
      : {}),
    ...(route.rawBody === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              route.rawBody.map(type => [type, { schema: fileSchema(type, route) }]),
            ),
          },
        }),
    responses: {
      [success.status]: answer,
      ...(isTried(route) ? { 200: { ...answer, description: 'What it would do.' } } : {}),
      ...refusalsOf(route),
    },
    'x-scope': route.scope,
  }
}

/** With `dry_run` nothing is made, and so the answer is no 201 nor 202. */
const isTried = ({ body, success }: Route): boolean =>
  success.status !== 200 && body !== undefined && 'dry_run' in (strict(body).properties ?? {})

/** Where `format` says csv or json, the same comes in one as in the other. */
function isFileToo({ query }: Route): boolean {
  const formats = (query && strict(query).properties?.format?.enum) ?? []
  return ['csv', 'json'].every(one => formats.includes(one))
}

/** In a form the file is one field of it, whose name a refusal says as well. */
const fileSchema = (type: string, { rawParam: field }: Route): object =>
  type === 'multipart/form-data' && field !== undefined
    ? { type: 'object', required: [field], properties: { [field]: binary } }
    : binary

const binary = { type: 'string', format: 'binary' } as const

const scopesOf = ({ scope }: Route): string =>
  scope === 'admin' ? scopeNames.admin : `${scopeNames[scope]} or ${scopeNames.admin}`

const tagOf = (route: Route): string => route.name.split('.')[0]!

function parametersOf(route: Route): object[] {
  const params = route.params === undefined ? undefined : strict(route.params)
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: params?.properties?.[name!] ?? { type: 'string' },
  }))
  const query: Schema = route.query === undefined ? {} : strict(route.query)
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    schema,
  }))
  const shared = [{ $ref: '#/components/parameters/AcceptLanguage' }]
  if (route.method === 'POST') shared.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return [...inPath, ...inQuery, ...shared]
}

/** One response per status, naming the codes that it may carry. */
function refusalsOf(route: Route): Record<string, object> {
  const codes = new Set<ErrorCode>([
    ...always,
    ...(route.body ? withBody : []),
    ...(route.method === 'POST' ? onPost : []),
    ...(route.path.includes('{') ? (['resource_not_found'] as const) : []),
    ...(route.errors as readonly ErrorCode[]),
  ])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(sorted.map(([status, list]) => [status, refusal(list)]))
}

const refusal = (codes: readonly ErrorCode[]): object => ({
  description: codes.map(code => `\`${code}\`: ${errors[code].message.en}`).join('\n\n'),
  headers: answerHeaders,
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Error' },
          { properties: { error: { properties: { code: { enum: codes } } } } },
        ],
      },
    },
  },
})

const errorTypes = [...new Set(Object.values(errors).map(({ type }): ErrorType => type))]

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'code', 'message', 'doc_url', 'request_id'],
      properties: {
        type: { type: 'string', enum: errorTypes },
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string', description: 'For people, in the language of the request.' },
        param: {
          type: 'string',
          description: 'The offending field, for example `emails[2].to[1]`.',
        },
        doc_url: { type: 'string', format: 'uri' },
        request_id: { type: 'string', description: 'Equal to the `Request-Id` header.' },
      },
    },
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '1 to 255 printable ASCII characters. A repeat within 24 hours returns the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const acceptLanguage = {
  name: 'Accept-Language',
  in: 'header',
  description: 'Language of messages and explanations: Portuguese unless English is asked for.',
  schema: { type: 'string', examples: ['en', 'pt-BR'] },
}

const number = { type: 'integer' }
const headerComponents = {
  RequestId: { description: 'Names this answer.', schema: { type: 'string' } },
  RateLimitLimit: { description: 'Calls per second of the key.', schema: number },
  RateLimitRemaining: { description: 'Calls left in this second.', schema: number },
  RateLimitReset: { description: 'Seconds until there is more room.', schema: number },
}
const answerHeaders = {
  'Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
}
