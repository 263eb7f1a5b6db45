/** Which column is which field of a contact: by its title, and where that says nothing by its cells. */
import { fold } from '#kernel/mail/fold.ts'
import {
  contactFieldNames,
  contactFieldRows,
  eachField,
  yieldingTitles,
} from '../contacts/fields/contact-fields.ts'

export const plainFields = [
  'email',
  ...contactFieldNames,
  'name',
  'unsubscribed',
  'subscribed',
] as const
type PlainField = (typeof plainFields)[number]

/** By what a title is without case, marks and punctuation. */
const titles: Readonly<Record<PlainField, readonly string[]>> = {
  email: [
    ...['email', 'emailaddress', 'mail', 'enderecodeemail', 'emailprincipal', 'email1value'],
    ...['correo', 'correoelectronico', 'direcciondecorreo', 'courriel', 'adresseemail'],
    ...['enderecoemail', 'primaryemail', 'useremail', 'subscriberemail', 'contactemail', 'emailid'],
    ...['customeremail', 'emailcontato', 'emaildocliente', 'emailcliente', 'enderecodecorreio'],
    ...[
      'emaildocontato',
      'adressemail',
      'correoprincipal',
      'email1',
      'emailprimario',
      'adressedemessagerie',
    ],
  ],
  ...eachField(name => contactFieldRows[name].titles),
  name: [
    ...['name', 'nome', 'fullname', 'nomecompleto', 'nombre', 'nombrecompleto', 'nomcomplet'],
    ...['displayname', 'customername', 'nomedocliente', 'cliente'],
  ],
  unsubscribed: [
    ...['unsubscribed', 'emailblacklisted', 'unsubtime', 'unsubscribedat', 'optout', 'optedout'],
    ...['emailoptout', 'hasoptedoutofemail', 'unsubscribedfromallemail', 'optedoutofemail'],
    ...['descadastrado', 'emaildisabled', 'donotemail', 'donotcontact', 'dnc', 'cleantime'],
    ...[
      'unsubscribedate',
      'dateunsubscribed',
      'descadastradoem',
      'optedoutofemailunsubscribedfromallemail',
    ],
  ],
  subscribed: [
    ...['subscribed', 'subscribedtoemails', 'acceptsmarketing', 'acceptsemailmarketing', 'optin'],
    ...['optedin', 'emailoptin', 'marketingoptin', 'emailmarketingconsent', 'aceitareceberemails'],
    ...['aceitaemails', 'aceitamarketing', 'aceitanewsletter', 'emailsubscribed', 'issubscribed'],
    ...['newslettersubscription', 'receivesemails', 'receberemails', 'acceptsnewsletter'],
  ],
}

/** Titles that say themselves that both names are there, whoever has but one. */
const wholeNames: ReadonlySet<string> = new Set([
  'fullname',
  'nomecompleto',
  'nombrecompleto',
  'nomcomplet',
])

const fieldByPlain = new Map<string, PlainField>(
  plainFields.flatMap(field => titles[field].map(title => [title, field] as const)),
)

/** So much of a cell says what it is. */
export const maxSampleChars = 200
const maxTitleChars = 200

const plain = (name: string): string =>
  name.length > maxTitleChars ? '' : fold(name).replaceAll(/[^a-z0-9]/g, '')

/** The field that a title names; null: none of those that every contact has. */
export const fieldByTitle = (title: string): PlainField | null =>
  fieldByPlain.get(plain(title)) ?? null

/** Columns by which an export of a program is known. */
const sources: readonly { readonly name: string; readonly columns: readonly string[] }[] = [
  { name: 'malote', columns: ['email', 'externalid', 'snoozeduntil', 'updatedat'] },
  { name: 'mailchimp', columns: ['memberrating', 'optintime'] },
  { name: 'mailchimp', columns: ['emailaddress', 'leid'] },
  { name: 'mailchimp', columns: ['emailaddress', 'unsubtime'] },
  { name: 'brevo', columns: ['contactid', 'email'] },
  { name: 'brevo', columns: ['emailblacklisted'] },
  { name: 'listmonk', columns: ['uuid', 'attributes'] },
  { name: 'ghost', columns: ['subscribedtoemails', 'complimentaryplan'] },
  { name: 'resend', columns: ['firstname', 'lastname', 'unsubscribed'] },
]

export function sourceOf(columns: readonly string[]): string | null {
  const names = new Set(columns.map(plain))
  return sources.find(one => one.columns.every(column => names.has(column)))?.name ?? null
}

/** What exports of programs say of themselves, not of a person. */
const bookkeeping = new Set([
  ...['id', 'uuid', 'euid', 'leid', 'contactid', 'listid', 'lists', 'tags', 'status', 'notes'],
  ...['memberrating', 'optintime', 'optinip', 'confirmtime', 'confirmip', 'lastchanged', 'cc'],
  ...['latitude', 'longitude', 'gmtoff', 'dstoff', 'region', 'attributes', 'smsblacklisted'],
  ...['topics', 'suppressed', 'snoozeduntil', 'source', 'createdat', 'updatedat', 'addedtime'],
  ...['modifiedat', 'modifiedtime', 'complimentaryplan', 'stripecustomerid'],
  ...['deletedat', 'labels', 'tiers'],
])

export const isBookkeeping = (column: string): boolean => bookkeeping.has(plain(column))

/** The keys of properties by their plain form, made once for all columns. */
export type KnownProperties = ReadonlyMap<string, string>

export const knownProperties = (keys: Iterable<string>): KnownProperties => {
  const byPlain = new Map<string, string>()
  for (const key of keys) {
    byPlain.set(`properties.${key}`, key)
    if (!byPlain.has(plain(key))) byPlain.set(plain(key), key)
  }
  return byPlain
}

/** Whether a file tells fields from properties by our names for them, as our own exports do. */
export const hasOurNames = (columns: readonly string[]): boolean =>
  sourceOf(columns) === 'malote' || columns.some(column => column.startsWith('properties.'))

/**
 * The field that a column is likely to be; a whole name is the first one where nobody said more.
 * `isOurs`: the file has our own names.
 */
export function fieldOf(column: string, known: KnownProperties, isOurs: boolean): string | null {
  if (column.startsWith('properties.') && known.has(column)) return column
  const field = fieldByTitle(column)
  const yielding = field === null || isOurs ? [] : yieldingTitles(field)
  const isOwn = field === null || yielding.length > 0
  const title = isOwn ? [plain(column), ...yielding].find(one => known.has(one)) : undefined
  if (title !== undefined) return `properties.${known.get(title)}`
  return field === 'name' ? 'first_name' : field
}

/** What the cells of a column are, as far as its title does not say it. */
export interface CellKinds {
  /** Of those with something in them. */
  readonly addresses: number
  readonly severalWords: number
  /** They are words on who gets letters, and some say that people have left. */
  readonly isStanding: boolean
}

/** The proposed field of each column; null: left out. */
export function proposedMapping(
  columns: readonly string[],
  known: KnownProperties,
  kindsOf: (at: number) => CellKinds | null,
): Record<string, string | null> {
  const isOurs = hasOurNames(columns)
  const fields = columns.map(column => fieldOf(column, known, isOurs))
  const isTaken = (field: string): boolean => fields.includes(field)
  if (!isTaken('email')) {
    const shares = columns.map((_, at) => (fields[at] === null ? (kindsOf(at)?.addresses ?? 0) : 0))
    const best = Math.max(0, ...shares)
    if (best >= 0.5) fields[shares.indexOf(best)] = 'email'
  }
  columns.forEach((column, at) => {
    const isWhole = fieldByTitle(column) === 'name' && fields[at] === 'first_name'
    const hasParts = fields.some((field, n) => n !== at && /^(first|last)_name$/.test(field ?? ''))
    const severalWords = kindsOf(at)?.severalWords ?? 0
    const isTold = wholeNames.has(plain(column)) ? severalWords > 0 : severalWords > 0.5
    if (isWhole && !hasParts && isTold) fields[at] = 'name'
  })
  if (!isTaken('unsubscribed') && !isTaken('subscribed')) {
    const isFree = (n: number) => fields[n] === null || fields[n]!.startsWith('properties.')
    const at = columns.findIndex((_, n) => isFree(n) && kindsOf(n)?.isStanding === true)
    if (at >= 0) fields[at] = 'unsubscribed'
  }
  const taken = new Set<string>()
  return Object.fromEntries(
    columns.map((column, at) => {
      const field = fields[at]!
      const isFree = field !== null && !taken.has(field)
      if (isFree) taken.add(field)
      return [column, isFree ? field : null]
    }),
  )
}
