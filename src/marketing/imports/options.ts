/** What an import is told to do: when it is made, or once its file has been seen. */
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { propertyTypes } from '../contacts/fields/property.ts'
import { readTopicIds } from '../contacts/people/write.ts'
import { dateOrders } from './dates.ts'
import { fileEncodings } from './encoding.ts'
import { decimalMarks } from './numbers.ts'
import { confirmWays, type ImportOptions, type ToldFile } from './store.ts'
import { delimiters } from './table.ts'

/** What stands beside imports. */
export interface ImportPeers {
  /** The static segment that an id names. Throws Refusal with the param `segment`. */
  readonly staticSegment: (sql: Sql, call: Pick<Call, 'tenant'>, text: string) => Promise<Uuid>
}

/** Whether fields that there are not are made; of which type, where it is not a text. */
export const createsShape = Type.Union([
  Type.Boolean(),
  Type.Record(Type.String(), Type.Enum([...propertyTypes]), {
    description: 'The type of each new property by its key; of those not named: string.',
  }),
])

/** What may be said of a file, instead of having it judged by what is in it. */
export const fileFields = {
  delimiter: Type.Optional(Type.Enum([...delimiters], { description: 'What parts the cells.' })),
  encoding: Type.Optional(Type.Enum([...fileEncodings])),
  header: Type.Optional(Type.Boolean({ description: 'Whether a row of titles comes first.' })),
  decimal_mark: Type.Optional(
    Type.Enum([...decimalMarks], {
      description: 'Of columns whose numbers can be read in two ways, such as 1,234.',
    }),
  ),
  date_order: Type.Optional(
    Type.Enum([...dateOrders], {
      description: 'Of columns whose days can be read in two ways, such as 03/04/1990.',
    }),
  ),
}

const maxYesWords = 20

export const optionFields = {
  name: Type.Optional(
    Type.String({ maxLength: 200, description: 'What the file is called, for lists.' }),
  ),
  mapping: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: 'The field of each column, such as properties.city; null leaves it out.',
    }),
  ),
  on_existing: Type.Optional(Type.Enum(['update', 'keep', 'skip'])),
  topics: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
  consent: Type.Optional(
    Type.Object(
      {
        basis: Type.Enum(['consent', 'legitimate_interest', 'contract']),
        wording: Type.String({ maxLength: 5_000 }),
        at: Type.Optional(Type.String({ format: 'date-time' })),
        source: Type.String({ maxLength: 200 }),
        column: Type.Optional(
          Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
            description: 'Who has another value than yes in it joins nothing.',
          }),
        ),
        yes: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
            minItems: 1,
            maxItems: maxYesWords,
            description: 'In whatever case and accents; by default sim, s, yes, y, true, 1.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ),
  create_properties: Type.Optional(createsShape),
  segment: Type.Optional(Type.String({ description: 'seg_…, static.' })),
  run_sequences: Type.Optional(Type.Boolean()),
  confirm: Type.Optional(
    Type.Enum([...confirmWays], {
      description:
        'Of topics with double opt-in. none: people wait; send: a letter asks them; elsewhere: ' +
        'they confirmed where `consent.source` says.',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Counts what would be done.' })),
  ...fileFields,
}

const all = Type.Object(optionFields)
type OptionsInput = Static<typeof all>

export const freshOptions = (format: ImportOptions['format'], actor: string): ImportOptions => ({
  format,
  mapping: null,
  on_existing: 'update',
  topics: [],
  consent: null,
  create_properties: false,
  segment: null,
  run_sequences: false,
  confirm: 'none',
  dry_run: false,
  actor,
})

/** What is given instead of what was there `before`. Throws Refusal that names the field. */
export async function readOptions(
  tx: Tx,
  { world, tenant, body: given }: Pick<Call<OptionsInput>, 'world' | 'tenant' | 'body'>,
  before: ImportOptions,
  { staticSegment }: ImportPeers,
): Promise<ImportOptions> {
  const consent = readConsent(given.consent, world.clock.now()) ?? before.consent
  const count = given.topics?.length ?? before.topics.length
  if (count > 0 && consent === null) throw new Refusal('missing_field', { param: 'consent' })
  const { topics, segment } = given
  return {
    ...before,
    name: given.name?.trim() || (before.name ?? null),
    on_existing: given.on_existing ?? before.on_existing,
    topics:
      topics === undefined
        ? before.topics
        : await readTopicIds(tx, tenant, topics, n => `topics[${n}]`),
    consent,
    create_properties: given.create_properties ?? before.create_properties,
    segment: segment === undefined ? before.segment : await staticSegment(tx, { tenant }, segment),
    run_sequences: given.run_sequences ?? before.run_sequences,
    confirm: given.confirm ?? before.confirm,
    file: readFile(given, before.file),
  }
}

/** What is said of the file now, beside what was said before. */
export function readFile(
  { delimiter, encoding, header, decimal_mark, date_order }: ToldFile,
  before: ToldFile = {},
): ToldFile {
  const given = { delimiter, encoding, header, decimal_mark, date_order }
  return {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)),
  }
}

const inFuture = { en: 'It is in the future.', pt: 'Está no futuro.' }

function readConsent(given: OptionsInput['consent'], now: number): ImportOptions['consent'] {
  if (given === undefined) return null
  const { basis, wording, at = null, source, column = null, yes = [] } = given
  if (at !== null && Date.parse(at) > now + 60_000) {
    throw new Refusal('invalid_field', { param: 'consent.at', why: inFuture })
  }
  return { basis, wording, at, source, column, yes }
}
