/**
 * An example for each body and answer of the OpenAPI document, made from its schema: words by the names
 * of fields, else what the schema allows. A test holds each against its schema.
 */
import { wordFor } from './example-words.ts'

// biome-ignore lint/suspicious/noExplicitAny: any part of an OpenAPI document
type Part = any

/** A shape inside itself ends there, and optional fields of what is sent are left out further in. */
const maxDepth = 5

/** The document with `example` beside every schema of JSON that is sent or answered. */
export function withExamples(document: object): object {
  const { paths, components } = document as Part
  const resolve = (ref: string): Part => components.schemas[ref.slice(ref.lastIndexOf('/') + 1)]
  const beside = (media: Part, noun: string, isSent: boolean): Part =>
    media.example === undefined
      ? {
          ...media,
          example: exampleOf(media.schema, { resolve, noun, isSent, depth: 0, name: '' }),
        }
      : media
  const inContent = (content: Part, noun: string, isSent: boolean): Part =>
    mapped(content, (media, type) =>
      type === 'application/json' ? beside(media, noun, isSent) : media,
    )
  const ofOperation = (operation: Part): Part => {
    const noun = operation.tags[0]
    const { requestBody, responses } = operation
    return {
      ...operation,
      ...(requestBody === undefined
        ? {}
        : {
            requestBody: { ...requestBody, content: inContent(requestBody.content, noun, true) },
          }),
      responses: mapped(responses, (response, status) =>
        status.startsWith('2') && response.content !== undefined
          ? { ...response, content: inContent(response.content, noun, false) }
          : response,
      ),
    }
  }
  return { ...document, paths: mapped(paths, methods => mapped(methods, ofOperation)) }
}

const mapped = (parts: Part, change: (part: Part, name: string) => Part): Part =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part, name)]))

interface Place {
  readonly resolve: (ref: string) => Part
  /** Of the operation, by which an `id` is known. */
  readonly noun: string
  readonly isSent: boolean
  readonly depth: number
  readonly name: string
}

function exampleOf(schema: Part, place: Place): unknown {
  const { resolve, depth, name } = place
  if (schema.$ref !== undefined) {
    return exampleOf(resolve(schema.$ref), { ...place, depth: depth + 1 })
  }
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.examples !== undefined) return schema.examples[0]
  const members: Part[] | undefined = schema.oneOf ?? schema.anyOf
  if (members !== undefined) {
    const isNone = (one: Part): boolean => one.type === 'null'
    const chosen = depth > maxDepth && members.find(isNone)
    return exampleOf(chosen || (members.find(one => !isNone(one)) ?? members[0]), place)
  }
  const [type] = [schema.type].flat()
  if (type === 'object') return objectOf(schema, place)
  if (type === 'array') {
    const none = depth > maxDepth && !schema.minItems
    const item = () => exampleOf(schema.items ?? {}, { ...place, depth: depth + 1 })
    return none ? [] : Array.from({ length: schema.minItems || 1 }, item)
  }
  if (type === 'string') return textOf(schema, place.noun, name)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') {
    return Math.max(schema.minimum ?? 1, schema.exclusiveMinimum ?? 1)
  }
  return null
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Part,
  place: Place,
): Record<string, unknown> {
  const { depth, isSent } = place
  // Of what is sent, what must be there; where nothing must, the first field, to show one.
  const needed = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const isWhole = !isSent && depth <= maxDepth
  const names = isWhole ? Object.keys(properties) : isSent ? needed : required
  const inside = (name: string, schema: Part) =>
    exampleOf(schema, { ...place, name, depth: depth + 1 })
  const fields = names.map((name: string) => [name, inside(name, properties[name])])
  if (fields.length === 0 && typeof additionalProperties === 'object') {
    return { key: inside('key', additionalProperties) }
  }
  return Object.fromEntries(fields)
}

function textOf({ format, pattern, minLength = 0, maxLength }: Part, noun: string, name: string) {
  const word = wordFor(noun, name, { format, pattern })
  const long = word.padEnd(minLength, 'x')
  return maxLength === undefined ? long : long.slice(0, maxLength)
}
