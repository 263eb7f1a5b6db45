/** What is to be decided of a file before it runs, and what is sent of it. */
import type { Body } from '../../api/calls.ts'
import type { Import, RecognisedFile } from '../../api/shapes.ts'
import { momentOf } from '../../ui/zone.ts'
import { agrees, newTypesOf, proposedField } from './mapping-table.tsx'

type Basis = NonNullable<Body<'project.imports.start'>['consent']>['basis']

export interface Decisions {
  /** By column; empty: left out; `undecided`; `agrees`. */
  readonly fields: Readonly<Record<string, string>>
  readonly on_existing: Import['on_existing']
  readonly topics: string[]
  readonly basis: Basis | ''
  readonly wording: string
  readonly source: string
  readonly at: string
  readonly confirm: Import['confirm']
  readonly segment: string
  readonly decimal_mark: ',' | '.' | ''
  readonly date_order: 'dmy' | 'mdy' | ''
}

/** As proposed, or as decided before. */
export function decisionsOf(one: Import, recognised: RecognisedFile): Decisions {
  const isProposed = one.mapping === null
  const mapping = one.mapping ?? recognised.mapping
  const { consent } = one
  const fieldOf = (name: string): string => {
    if (!isProposed && consent?.column === name) return agrees
    const proposed = isProposed ? proposedField(recognised, name) : ''
    return mapping[name] ?? (unsaid(recognised, mapping, name) || proposed)
  }
  return {
    fields: Object.fromEntries(recognised.columns.map(name => [name, fieldOf(name)])),
    on_existing: one.on_existing,
    topics: one.topics,
    basis: (consent?.basis as Basis | undefined) ?? '',
    wording: consent?.wording ?? '',
    source: consent?.source ?? '',
    at: '',
    // Those who would wait for ever are asked, unless somebody says otherwise.
    confirm: isProposed ? 'send' : one.confirm,
    segment: one.segment ?? '',
    decimal_mark: one.file.decimal_mark ?? '',
    date_order: one.file.date_order ?? '',
  }
}

/** Of a column that may say who has left: it is asked about until somebody chooses. */
const undecided = '?'

const unsaid = (
  recognised: RecognisedFile,
  mapping: Readonly<Record<string, unknown>>,
  name: string,
): string =>
  Object.hasOwn(mapping, name) || Object.hasOwn(recognised.mapping, name) ? '' : undecided

interface Sending {
  readonly zone: string
  /** Whether one of the topics wants a confirmation. */
  readonly mustConfirm: boolean
  readonly isTrial: boolean
}

export function bodyOf(
  decided: Decisions,
  { zone, mustConfirm, isTrial }: Sending,
): Body<'project.imports.start'> {
  const { fields, basis, wording, source, at, segment } = decided
  const joins = basis !== '' && decided.topics.length > 0
  const entries = Object.entries(fields)
  const mapping = Object.fromEntries(
    entries
      .filter(([, field]) => field !== undecided)
      .map(([column, field]) => [column, field === agrees ? null : field.split(':')[0] || null]),
  )
  const column = entries.find(([, field]) => field === agrees)?.[0] ?? null
  const day = at && { at: momentOf(`${at}T12:00`, zone) }
  return {
    mapping,
    create_properties: newTypesOf(Object.values(fields)),
    on_existing: decided.on_existing,
    topics: joins ? decided.topics : [],
    ...(joins && { consent: { basis, wording, source, column, ...day } }),
    confirm: joins && mustConfirm ? decided.confirm : 'none',
    ...(segment && { segment }),
    ...(decided.decimal_mark && { decimal_mark: decided.decimal_mark }),
    ...(decided.date_order && { date_order: decided.date_order }),
    dry_run: isTrial,
  }
}
