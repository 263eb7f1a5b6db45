/**
 * The text of docs/collection.json: calls of the API as a collection that Postman, Bruno and others
 * import (Postman's format 2.1), made from the OpenAPI document and the order in
 * `collection/steps.ts`. `client.ts` writes it beside the client.
 */
import { openApi } from '#faces/api/openapi.ts'
import { withExamples } from '#faces/api/openapi-examples.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { tagDescriptions } from '#faces/api/tags.ts'
import { folders, type Step } from './collection/steps.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const about = `Every call of Malote's API with a body that it takes. Set \`base_url\` and \`api_key\`
(a test key with the scope \`admin\`), then run it from top to bottom: what one call makes is kept in
a variable for those after it, and the last folder deletes it. docs/collection.md says more.`

interface Operation {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, unknown>>
}

/** The whole file as it should be. */
export function generatedCollection(): string {
  const operations = operationsByName()
  const collection = {
    info: { name: 'Malote', description: about, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://localhost:8080' },
      { key: 'api_key', value: '' },
    ],
    item: folders.map(({ name, steps }, n) => ({
      name,
      description: tagDescriptions[name] ?? 'Deletes what the folders before it have made.',
      item: steps.map((step, at) => itemOf(operations[step.call]!, step, n + at === 0)),
    })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

function operationsByName(): Readonly<Record<string, Operation>> {
  const document = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' })
  const { paths } = withExamples(document) as {
    paths: Record<string, Record<string, Operation & { operationId: string }>>
  }
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, method: method.toUpperCase(), path },
      ]),
    ),
  )
}

function itemOf(operation: Operation, step: Step, isFirst: boolean): object {
  const { summary, description, method } = operation
  const body = bodyOf(operation, step)
  return {
    name: summary,
    event: [
      ...(isFirst ? [event('prerequest', beginning)] : []),
      event('test', after(operation, step)),
    ],
    request: {
      description,
      method,
      header: [
        { key: 'Accept-Language', value: 'en' },
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: body.type }]),
      ],
      url: urlOf(operation.path, step),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: body.text, ...body.options } }),
    },
  }
}

/** Names are new in each run, and so one that broke off is in nobody's way. */
const beginning = [
  "pm.collectionVariables.set('run', Date.now().toString(36))",
  "pm.collectionVariables.set('later', new Date(Date.now() + 86400000).toISOString())",
]

function after({ responses }: Operation, { keeps = {} }: Step): string[] {
  const status = Object.keys(responses).find(one => one > '200' && one < '300') ?? '200'
  return [
    `pm.test('is answered ${status}', () => pm.response.to.have.status(${status}))`,
    ...Object.entries(keeps).map(
      ([name, place]) => `pm.collectionVariables.set('${name}', pm.response.json().${place})`,
    ),
  ]
}

const event = (listen: string, exec: readonly string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
})

function urlOf(path: string, { call, id, query = {} }: Step): object {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'key' ? 'size_{{run}}' : `{{${name === 'id' ? id : name}}}`,
  )
  if (filled.includes('{{undefined}}')) throw new Error(`${call} says no id`)
  const pairs = Object.entries(query)
  const search = pairs.map(([key, value]) => `${key}=${value}`).join('&')
  return {
    raw: `{{base_url}}${filled}${search && `?${search}`}`,
    host: ['{{base_url}}'],
    path: filled.slice(1).split('/'),
    ...(search && { query: pairs.map(([key, value]) => ({ key, value })) }),
  }
}

/** What the step gives, else the example of the document. */
function bodyOf({ requestBody }: Operation, { body, file: text }: Step) {
  if (requestBody === undefined) return undefined
  const [type, content] = Object.entries(requestBody.content)[0]!
  if (text !== undefined) return { type, text }
  const options = { options: { raw: { language: 'json' } } }
  return { type, text: JSON.stringify(body ?? content.example, null, 2), options }
}
