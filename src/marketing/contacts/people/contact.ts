/** A contact: what callers write, what is stored, what they are shown. */
import { Type } from 'typebox'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf } from '#kernel/routes/paging.ts'
import type { Mode } from '#kernel/routes/route.ts'
import { suppressionReasons, suppressionStreams } from '#sending/suppression/reasons.ts'
import {
  type ContactColumns,
  type ContactFieldName,
  eachField,
  fieldSchemas,
  type StoredColumns,
} from '../fields/contact-fields.ts'

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
export interface ContactFields extends Partial<StoredColumns> {
  readonly email?: string
  /** Merged; null takes the value away. */
  readonly properties?: Readonly<Record<string, PropertyValue | null>>
}

/** A contact as it stands in its row. */
export interface StoredContact extends StoredColumns {
  readonly id: Uuid
  readonly email: string
  readonly properties: Readonly<Record<string, PropertyValue>>
}

export const topicStates = ['none', 'pending', 'subscribed', 'unsubscribed'] as const
export type TopicState = (typeof topicStates)[number]

/** What a letter may print of a contact. */
export type PersonRow = Pick<ContactRow, 'id' | 'email' | ContactFieldName | 'properties'>

/** A person's own page, by the letter that leads there: what it is about, and the address it goes to. */
export type PreferencesUrl = (
  contact: { readonly id: Uuid; readonly email: string },
  topicId: Uuid | null,
) => string

/** A contact with what is derived: its topics and what the suppression list says. */
export interface ContactRow extends ContactColumns {
  readonly id: Uuid
  readonly xid: string
  readonly email: string
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

const moment = Type.String({ format: 'date-time' })
const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) =>
  Type.Union([schema, Type.Null()])

const written = {
  ...fieldSchemas,
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
    ...eachField(() => orNull(Type.String())),
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
    ...eachField(name => row[name]),
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
