/**
 * Writes `client/src/generated.ts`: the client's types and its table of calls, from the OpenAPI
 * document, which is made from the routes themselves. With `--check` it only says whether the file
 * is what it should be.
 */
import * as fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openApi } from '../src/api/openapi.ts'
import { apiRoutes } from '../src/api/routes.ts'
import type { Schema } from '../src/api/schemas.ts'
import { errors } from '../src/base/errors.ts'
import { eventTypeNames } from '../src/timeline/event.ts'

const command = 'node scripts/run.mjs scripts/client.ts'
const file = fileURLToPath(new URL('../client/src/generated.ts', import.meta.url))

interface Parameter {
  readonly name?: string
  readonly in?: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** One call as the client makes it. */
interface CallShape {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly params: readonly string[]
  readonly body: Schema | null
  readonly query: Schema | null
  readonly answer: Schema | null
  readonly kind: 'json' | 'list' | 'stream'
}

/** The whole file as it should be. */
export function generatedClient(): string {
  const document = openApi(apiRoutes, { baseUrl: '', docsUrl: '', version: '' }) as Document
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )
  const parts = [
    `// Generated from the API's description: do not edit, run ${command}`,
    `import type { ByteStream, List, RequestOptions } from './request.ts'`,
    `export type ErrorType = ${literals([...new Set(Object.values(errors).map(e => e.type))])}`,
    `/** The stable reason of a refusal; docs/errors.md explains each. */\nexport type ErrorCode =\n${union(Object.keys(errors))}`,
    `export type EventType =\n${union(eventTypeNames)}`,
    ...calls.flatMap(typesOf),
    interfaceOf(calls),
    tableOf(calls),
  ]
  return `${parts.join('\n\n')}\n`
}

function callOf(path: string, method: string, operation: Operation): CallShape {
  const inQuery = operation.parameters.filter(one => one.in === 'query')
  const [status] = Object.keys(operation.responses)
  const [type, content] = Object.entries(operation.responses[status!]!.content)[0]!
  const isJson = type.startsWith('application/json')
  const isList = isJson && content.schema.properties?.has_more !== undefined
  return {
    operation,
    method: method.toUpperCase(),
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
    body: operation.requestBody?.content['application/json']?.schema ?? null,
    query: inQuery.length === 0 ? null : queryOf(inQuery),
    answer: isJson ? content.schema : null,
    kind: isList ? 'list' : isJson ? 'json' : 'stream',
  }
}

const queryOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(one => [
      one.name!,
      { ...one.schema, ...(one.description ? { description: one.description } : {}) },
    ]),
  ),
  required: parameters.filter(one => one.required).map(one => one.name!),
})

/** `emails.sendBatch` as `EmailsSendBatch`. */
const nameOf = ({ operation }: CallShape): string =>
  operation.operationId.replaceAll(/(?:^|\.)(\w)/g, (_all, first: string) => first.toUpperCase())

function typesOf(call: CallShape): string[] {
  const name = nameOf(call)
  const out: string[] = []
  if (call.body) out.push(`export type ${name}Body = ${typeOf(call.body, '')}`)
  if (call.query) out.push(`export type ${name}Query = ${typeOf(call.query, '')}`)
  if (call.kind === 'list') {
    out.push(`export type ${name}Item = ${typeOf(call.answer!.properties!.data!.items!, '')}`)
  } else if (call.answer) out.push(`export type ${name}Answer = ${typeOf(call.answer, '')}`)
  return out
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.enum) return literals(schema.enum)
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.anyOf) return schema.anyOf.map(one => typeOf(one, indent)).join(' | ')
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayOf(typeOf(schema.items ?? {}, indent))
    case 'object':
      return objectOf(schema, indent)
    default:
      return 'unknown'
  }
}

const arrayOf = (inner: string): string =>
  / \| /.test(inner) && !inner.startsWith('{') ? `(${inner})[]` : `${inner}[]`

function objectOf(schema: Schema, indent: string): string {
  if (schema.properties === undefined) {
    const inner = schema.additionalProperties
    const value = typeof inner === 'object' ? typeOf(inner, indent) : 'unknown'
    return `{ [key: string]: ${value} }`
  }
  const inside = `${indent}  `
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const about = field.description ? `${inside}/** ${oneLine(field.description)} */\n` : ''
    const mark = schema.required?.includes(name) ? '' : '?'
    // Said outright, so that `exactOptionalPropertyTypes` of a caller does not stand in the way.
    const absent = mark === '' ? '' : ' | undefined'
    return `${about}${inside}${name}${mark}: ${typeOf(field, inside)}${absent}`
  })
  return `{\n${fields.join('\n')}\n${indent}}`
}

const literals = (values: readonly unknown[]): string =>
  values.map(value => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
const union = (values: readonly string[]): string =>
  values.map(value => `  | '${value}'`).join('\n')
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')

function interfaceOf(calls: readonly CallShape[]): string {
  const groups = Map.groupBy(calls, call => call.operation.operationId.split('.')[0]!)
  const members = [...groups].map(([group, members]) => {
    const methods = members.map(call => {
      const { operation } = call
      const about = [operation.summary, ...operation.description.split('\n\n')].map(oneLine)
      const comment = `    /**\n${about.map(line => `     * ${line}`).join('\n')}\n     */`
      return `${comment}\n    ${signatureOf(call)}`
    })
    return `  readonly ${group}: {\n${methods.join('\n')}\n  }`
  })
  return `/** Every call by its name. */\nexport interface Calls {\n${members.join('\n')}\n}`
}

function signatureOf(call: CallShape): string {
  const name = nameOf(call)
  const method = call.operation.operationId.split('.')[1]!
  const isQueryNeeded = (call.query?.required ?? []).length > 0
  const parameters = [
    ...call.params.map(
      param => `${param.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase())}: string`,
    ),
    ...(call.body ? [`body: ${name}Body`] : []),
    ...(call.query ? [`query${isQueryNeeded ? '' : '?'}: ${name}Query`] : []),
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
    const { operation, method, path, body, query, kind } = call
    const flags = `body: ${body !== null}, query: ${query !== null}, kind: '${kind}'`
    return `  '${operation.operationId}': { method: '${method}', path: '${path}', ${flags} },`
  })
  return `/** How each call travels. */\nexport const calls = {\n${rows.join('\n')}\n} as const`
}

async function main(): Promise<void> {
  const text = generatedClient()
  const before = await fs.readFile(file, 'utf8').catch(() => '')
  if (before === text) return
  if (!process.argv.includes('--check')) await fs.writeFile(file, text)
  else {
    console.error(`client/src/generated.ts is not what the API says: run ${command}.`)
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
