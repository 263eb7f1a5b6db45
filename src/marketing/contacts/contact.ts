/** A contact: what callers write, what is stored, what they are shown. */
import { Type } from 'typebox'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf } from '#kernel/routes/paging.ts'
import type { Mode } from '#kernel/routes/route.ts'
import { suppressionReasons, suppressionStreams } from '#sending/suppression/reasons.ts'

/** Whose contacts. */
export interface Owner {
  readonly projectId: Uuid
  readonly mode: Mode
}

/** Takes a value into a statement and answers its place, `$7`. */
export type AddValue = (value: unknown) => string

/** A condition on the row `c` of contacts. */
export interface ContactCondition {
  (add: AddValue): string
  /** An index finds those few who fulfil it. */
  readonly isIndexed?: true
}

/** Where a contact came from. */
export type ContactSource = 'api' | 'form' | 'import' | 'dashboard' | 'activity'

/** A property's value: canonical, as it is stored. */
export type PropertyValue = string | number | boolean | readonly string[]

/** The fields of a contact, checked; absent is untouched, null is cleared. */
export interface ContactFields {
  readonly email?: string
  readonly externalId?: string | null
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly language?: string | null
  readonly timeZone?: string | null
  /** Merged; null takes the value away. */
  readonly properties?: Readonly<Record<string, PropertyValue | null>>
}

/** A contact as it stands in its row. */
export interface StoredContact {
  readonly id: Uuid
  readonly email: string
  readonly externalId: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: string | null
  readonly timeZone: string | null
  readonly properties: Readonly<Record<string, PropertyValue>>
}

export const topicStates = ['none', 'pending', 'subscribed', 'unsubscribed'] as const
export type TopicState = (typeof topicStates)[number]

/** What a letter may print of a contact. */
export type PersonRow = Pick<
  ContactRow,
  | 'id'
  | 'email'
  | 'external_id'
  | 'first_name'
  | 'last_name'
  | 'language'
  | 'time_zone'
  | 'properties'
>

/** A person's own page, by the letter that leads there: what it is about, and the address it goes to. */
export type PreferencesUrl = (
  contact: { readonly id: Uuid; readonly email: string },
  topicId: Uuid | null,
) => string

/** A contact with what is derived: its topics and what the suppression list says. */
export interface ContactRow {
  readonly id: Uuid
  readonly xid: string
  readonly email: string
  readonly external_id: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly language: string | null
  readonly time_zone: string | null
  readonly properties: Readonly<Record<string, PropertyValue>>
  readonly topics: readonly {
    readonly id: Uuid
    readonly state: TopicState
    readonly since: string
  }[]
  readonly suppressions: readonly {
    readonly stream: 'all' | 'marketing'
    readonly reason: (typeof suppressionReasons)[number]
    readonly since: string
  }[]
  readonly snoozed_until: Date | null
  readonly source: string
  readonly created_at: Date
  readonly updated_at: Date
}

export const maxNameChars = 200
export const maxExternalIdChars = 255

// A schema would count what is trimmed away.
const aName = `At most ${maxNameChars} characters, without spaces around.`
const moment = Type.String({ format: 'date-time' })
const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) =>
  Type.Union([schema, Type.Null()])

const written = {
  external_id: Type.Optional(
    Type.String({
      description: `Your own key, of at most ${maxExternalIdChars} characters; its case counts.`,
    }),
  ),
  first_name: Type.Optional(Type.String({ description: aName })),
  last_name: Type.Optional(Type.String({ description: aName })),
  language: Type.Optional(Type.String({ maxLength: 100, description: 'A BCP 47 tag, as pt-BR.' })),
  time_zone: Type.Optional(Type.String({ maxLength: 100, description: 'An IANA name.' })),
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'By key; merged with what is there. null takes a value away.',
    }),
  ),
}

/** What the fields of a write may be; the values are judged by `checkFields`. */
export const contactFields = { email: Type.Optional(Type.String()), ...written }

/** The value of a property, as its type has it. */
export const propertyValueShape = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
])

export const contactShape = Type.Object(
  {
    id: Type.String({ description: 'con_…' }),
    email: Type.String(),
    external_id: orNull(Type.String()),
    first_name: orNull(Type.String()),
    last_name: orNull(Type.String()),
    language: orNull(Type.String()),
    time_zone: orNull(Type.String()),
    properties: Type.Record(Type.String(), propertyValueShape),
    topics: Type.Array(
      Type.Object({
        id: Type.String({ description: 'top_…' }),
        state: Type.Enum([...topicStates]),
        since: moment,
      }),
    ),
    unsubscribed: Type.Boolean({
      description: 'The address is on the suppression list, for marketing or for everything.',
    }),
    suppressed: Type.Union([
      Type.Object({
        stream: Type.Enum([...suppressionStreams]),
        reason: Type.Enum([...suppressionReasons]),
        since: moment,
      }),
      Type.Null(),
    ]),
    snoozed_until: Type.Union([moment, Type.Null()]),
    source: Type.String(),
    created_at: moment,
    updated_at: moment,
  },
  { $id: 'Contact' },
)
export const contactPage = pageOf(contactShape)

/** A contact as the API shows it. */
export function showContact(row: ContactRow) {
  const [first] = row.suppressions.toSorted((a, b) => (a.stream < b.stream ? -1 : 1))
  return {
    id: show('con', row.id),
    email: row.email,
    external_id: row.external_id,
    first_name: row.first_name,
    last_name: row.last_name,
    language: row.language,
    time_zone: row.time_zone,
    properties: row.properties,
    topics: row.topics.map(one => ({
      id: show('top', one.id),
      state: one.state,
      since: new Date(one.since).toISOString(),
    })),
    unsubscribed: first !== undefined,
    suppressed:
      first === undefined
        ? null
        : {
            stream: first.stream,
            reason: first.reason,
            since: new Date(first.since).toISOString(),
          },
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    source: row.source,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
