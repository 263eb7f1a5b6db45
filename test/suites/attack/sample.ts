/**
 * Bodies from their schemas: one that is right, and the places in a body that hold text. What a
 * schema does not say of a text (that it is an address, a URL, a moment) its name does.
 */
import type { TSchema } from 'typebox'

interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly minimum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly format?: string
}

/** What a text of such a name looks like. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^(url|endpoint|link|website)$|_url$/, 'https://hooks.example.org/'],
  [/email|^to$|^from$|^cc$|^bcc$|reply_to/, 'somebody@example.org'],
  [/_ips$/, '203.0.113.7'],
  [/_at$/, '2030-01-01T00:00:00Z'],
  [/zone/, 'America/Sao_Paulo'],
  [/tax_id|limit$/, '10.00'],
  [/password|^current$|^new$/, 'a long enough password'],
  [/^(color|background)$/, '#336699'],
  [/^transports$/, 'usb'],
  [/csv/, 'email\nsomebody@example.org\n'],
]

/** A value that the schema takes, with everything that it may hold. */
export function sampleOf(schema: TSchema, name = ''): unknown {
  return sample(schema as Shape, name)
}

function sample(shape: Shape, name: string): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sample(shape.anyOf[0]!, name)
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([key, one]) => [key, sample(one, key)]),
      )
    case 'array':
      return shape.items ? [sample(shape.items, name)] : []
    case 'integer':
    case 'number':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'Something'
    default:
      return {}
  }
}

export type Place = readonly (string | number)[]

/** Where a value holds text, and its own names: `tags` may be called anything by whoever sends. */
export function textPlaces(value: unknown, place: Place = []): Place[] {
  if (typeof value === 'string') return [place]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textPlaces(inner, [...place, Array.isArray(value) ? Number(key) : key]),
  )
}

/** A copy in which one place holds something else. */
export function withAt(value: unknown, place: Place, put: unknown): unknown {
  const [first, ...rest] = place
  if (first === undefined) return put
  if (Array.isArray(value))
    return value.map((one, i) => (i === first ? withAt(one, rest, put) : one))
  const fields = value as Readonly<Record<string, unknown>>
  return { ...fields, [first]: withAt(fields[first], rest, put) }
}

/** What an email may have beyond what its case gives it: a name of its own in each map, a file. */
export const emailExtras: readonly (readonly [name: string, value: unknown])[] = [
  ['cc', ['c@inbox.test']],
  ['bcc', ['d@inbox.test']],
  ['reply_to', ['e@inbox.test']],
  ['html', '<p>Hi</p>'],
  ['tags', { order: '1' }],
  ['metadata', { order: '1' }],
  ['headers', { 'X-Order': '1' }],
  [
    'attachments',
    [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain', content_id: 'a' }],
  ],
]

/** Where in a body its email is: a body itself, the first of a list, the first of `emails`. */
export const emailPlace = (sample: unknown): Place | undefined =>
  ([[], [0], ['emails', 0]] as const).find(place => {
    const one = place.reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], sample)
    return typeof one === 'object' && one !== null && 'from' in one && 'subject' in one
  })

type Fields = Readonly<Record<string, unknown>>

/** The same with everything that its email may have. */
export function withExtras(sample: unknown): unknown {
  const at = emailPlace(sample)
  if (at === undefined) return sample
  return emailExtras.reduce((one, [name, value]) => withAt(one, [...at, name], value), sample)
}
