/**
 * Writes `client/src/generated.ts`, the client's types and its table of calls, and
 * `docs/collection.json`, the calls for Postman and Bruno: from the OpenAPI document, which is made
 * from the routes themselves. With `--check` it only says whether both are what they should be.
 */
import { openApi } from '#faces/api/openapi.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { errors } from '#kernel/base/errors.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { generatedCollection } from './collection.ts'
import {
  type CallShape,
  callsOf,
  componentsOf,
  type Document,
  literals,
  nameOf,
  oneLine,
  typesOf,
  union,
  writeGenerated,
} from './openapi-types.ts'

const command = 'node scripts/run.mjs scripts/client.ts'
const file = new URL('../client/src/generated.ts', import.meta.url)
const collection = new URL('../docs/collection.json', import.meta.url)

/** The whole file as it should be. */
export function generatedClient(): string {
  const document = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' }) as Document
  const calls = callsOf(document)
  const parts = [
    `// Generated from the API's description: do not edit, run ${command}`,
    `import type { ByteStream, List, RequestOptions } from './calls.ts'`,
    `export type ErrorType = ${literals([...new Set(Object.values(errors).map(e => e.type))])}`,
    `/** The stable reason of a refusal; docs/errors.md explains each. */\nexport type ErrorCode =\n${union(Object.keys(errors))}`,
    `export type EventType =\n${union(eventTypeNames)}`,
    ...componentsOf(document),
    ...calls.flatMap(typesOf),
    interfaceOf(calls),
    tableOf(calls),
  ]
  return `${parts.join('\n\n')}\n`
}

function interfaceOf(calls: readonly CallShape[]): string {
  const groups = Map.groupBy(calls, call => call.operation.operationId.split('.')[0]!)
  const members = [...groups].map(([group, members]) => {
    const methods = members.map(call => {
      const { operation } = call
      const about = [operation.summary, ...operation.description.split('\n\n')].map(oneLine)
      const comment = `    /**\n${about.map(line => `     * ${line}`).join('\n')}\n     */`
      return [comment, ...signaturesOf(call).map(line => `    ${line}`)].join('\n')
    })
    return `  readonly ${group}: {\n${methods.join('\n')}\n  }`
  })
  return `/** Every call by its name. */\nexport interface Calls {\n${members.join('\n')}\n}`
}

/** What may be a file is one where that is asked for. */
function signaturesOf(call: CallShape): string[] {
  if (!call.isFileToo) return [signatureOf(call)]
  const file = { ...call, kind: 'stream' } as const
  return [signatureOf(file, { format: 'csv' }), signatureOf(call, { format: 'json' })]
}

function signatureOf(call: CallShape, { format }: { format?: 'csv' | 'json' } = {}): string {
  const name = nameOf(call)
  const method = call.operation.operationId.split('.')[1]!
  const isQueryNeeded = format === 'csv' || (call.query?.required ?? []).length > 0
  const formats = { csv: ` & { format: 'csv' }`, json: ` & { format?: 'json' | undefined }` }
  const narrowed = format === undefined ? '' : formats[format]
  const parameters = [
    ...call.params.map(
      param => `${param.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase())}: string`,
    ),
    ...(call.body ? [`body: ${name}Body`] : []),
    ...(call.query ? [`query${isQueryNeeded ? '' : '?'}: ${name}Query${narrowed}`] : []),
    'options?: RequestOptions',
  ]
  const answer =
    call.kind === 'list'
      ? `List<${name}Item>`
      : call.kind === 'stream'
        ? 'Promise<ByteStream>'
        : `Promise<${name}Answer>`
  return `${method}(${parameters.join(', ')}): ${answer}`
}

function tableOf(calls: readonly CallShape[]): string {
  const rows = calls.map(call => {
    const { operation, method, path, body, query, kind, isFileToo } = call
    const file = isFileToo ? ', isFileToo: true' : ''
    const flags = `body: ${body !== null}, query: ${query !== null}, kind: '${kind}'${file}`
    return `  '${operation.operationId}': { method: '${method}', path: '${path}', ${flags} },`
  })
  return `/** How each call travels. */\nexport const calls = {\n${rows.join('\n')}\n} as const`
}

if (import.meta.main) {
  await writeGenerated(file, generatedClient(), command)
  await writeGenerated(collection, generatedCollection(), command)
}
