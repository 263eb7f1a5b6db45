/**
 * TypeScript's types from an OpenAPI document of ours: what calls take and answer, named after the
 * operations. The public client's generator and the dashboard's share it.
 */
import * as fs from 'node:fs/promises'
import type { Schema } from '#faces/api/schemas.ts'

interface Parameter {
  readonly name?: string
  readonly in?: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One call as the client makes it. */
export interface CallShape {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly params: readonly string[]
  readonly body: Schema | null
  readonly query: Schema | null
  readonly answer: Schema | null
  readonly kind: 'json' | 'list' | 'stream'
  /** `format: 'csv'` has it as a file. */
  readonly isFileToo: boolean
}

/** Every call of the document. */
export const callsOf = (document: Document): CallShape[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )

function callOf(path: string, method: string, operation: Operation): CallShape {
  const inQuery = operation.parameters.filter(one => one.in === 'query')
  const [status] = Object.keys(operation.responses)
  const contents = operation.responses[status!]!.content
  const [type, content] = Object.entries(contents)[0]!
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
    isFileToo: isJson && Object.keys(contents).some(other => other.startsWith('text/csv')),
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
export const nameOf = ({ operation }: CallShape): string =>
  operation.operationId.replaceAll(/(?:^|\.)(\w)/g, (_all, first: string) => first.toUpperCase())

/** What a call takes and gives. */
export function typesOf(call: CallShape): string[] {
  const name = nameOf(call)
  const out: string[] = []
  if (call.body) out.push(`export type ${name}Body = ${typeOf(call.body, '')}`)
  if (call.query) out.push(`export type ${name}Query = ${typeOf(call.query, '')}`)
  if (call.kind === 'list') {
    out.push(`export type ${name}Item = ${typeOf(call.answer!.properties!.data!.items!, '')}`)
  } else if (call.answer) out.push(`export type ${name}Answer = ${typeOf(call.answer, '')}`)
  return out
}

/** The named shapes of the document, but for those that stand elsewhere. */
export const componentsOf = (
  { components }: Document,
  elsewhere: Document['components']['schemas'] = {},
): string[] =>
  Object.entries(components.schemas)
    .filter(([name]) => name !== 'Error' && elsewhere[name] === undefined)
    .map(([name, schema]) => {
      const about = schema.description ? `/** ${oneLine(schema.description)} */\n` : ''
      const type = typeOf(schema, '')
      const answered = components.schemas[name.replace(/Input$/, '')]
      // What is sent is stricter than a type says.
      if (answered !== undefined && answered !== schema && typeOf(answered, '') === type) {
        return `export type ${name} = ${name.replace(/Input$/, '')}`
      }
      return schema.properties === undefined
        ? `${about}export type ${name} = ${type}`
        : `${about}export interface ${name} ${type}`
    })

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.enum) return literals(schema.enum)
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'")
  const members = schema.oneOf ?? schema.anyOf
  if (members) return members.map(one => typeOf(one, indent)).join(' | ')
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
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `${about}${inside}${key}${mark}: ${typeOf(field, inside)}${absent}`
  })
  // Small ones within others are read at a glance.
  const line = `{ ${fields.map(field => field.trim()).join('; ')} }`
  const isSmall = indent !== '' && line.length <= lineLength && !/[\n*]/.test(line)
  return isSmall ? line : `{\n${fields.join('\n')}\n${indent}}`
}

/** Of what is written on one line beside its name. */
const lineLength = 80

export const literals = (values: readonly unknown[]): string =>
  values.map(value => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
export const union = (values: readonly string[]): string =>
  values.map(value => `  | '${value}'`).join('\n')
export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')

/** Writes a generated file, or with `--check` only says whether it is what it should be. */
export async function writeGenerated(file: URL, text: string, command: string): Promise<void> {
  const before = await fs.readFile(file, 'utf8').catch(() => '')
  if (before === text) return
  if (!process.argv.includes('--check')) await fs.writeFile(file, text)
  else {
    const name = file.pathname.split('/').slice(-3).join('/')
    console.error(`${name} is not what the API says: run ${command}.`)
    process.exitCode = 1
  }
}
