/** All SQL on imports: the files in chunks, how far reading has come, errors, what can be undone. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { type PlacedRow, type Position, positionsByMode } from '#kernel/world/listed.ts'
import type { PropertyType } from '../contacts/fields/property.ts'
import type { ContactCondition, StoredContact } from '../contacts/people/contact.ts'
import type { DateOrder } from './dates.ts'
import type { FileEncoding } from './encoding.ts'
import type { DecimalMark } from './numbers.ts'
import type { RecognisedFile } from './recognised.ts'
import type { Skipping } from './split.ts'
import type { ImportStatus } from './state-table.ts'
import type { Delimiter } from './table.ts'

export interface ImportOptions {
  /** What the file is called; absent of imports before there were names. */
  readonly name?: string | null
  readonly format: 'csv' | 'ndjson'
  readonly mapping: Readonly<Record<string, string | null>> | null
  readonly on_existing: 'update' | 'keep' | 'skip'
  readonly topics: readonly Uuid[]
  readonly consent: {
    readonly basis: string
    readonly wording: string
    readonly at: string | null
    readonly source: string
    /** The column that says who has agreed, and the words that mean it; none: the usual ones. */
    readonly column?: string | null
    readonly yes?: readonly string[]
  } | null
  /** Of which type by key, where it is not a text. */
  readonly create_properties: boolean | Readonly<Record<string, PropertyType>>
  readonly segment: Uuid | null
  readonly run_sequences: boolean
  readonly confirm: (typeof confirmWays)[number]
  readonly dry_run: boolean
  /** What somebody has said of the file instead of having it judged. */
  readonly file?: ToldFile
  readonly actor: string
}

/** What becomes of those who would have to confirm: they wait, are asked, or have done so elsewhere. */
export const confirmWays = ['none', 'send', 'elsewhere'] as const

export interface ToldFile {
  readonly delimiter?: Delimiter | undefined
  readonly encoding?: FileEncoding | undefined
  readonly header?: boolean | undefined
  readonly decimal_mark?: DecimalMark | undefined
  readonly date_order?: DateOrder | undefined
}

export const countNames = [
  'lines',
  'created',
  'updated',
  'unchanged',
  'kept_unsubscribed',
  'kept_unconsented',
  'suppressed',
  'duplicate',
  'invalid',
  'noted',
] as const
export type ImportCounts = Readonly<Record<(typeof countNames)[number], number>>

/** What undoing did to the contacts that were written. */
export const undoNames = ['removed', 'restored', 'kept'] as const
type UndoCounts = Record<(typeof undoNames)[number], number>

/** Where reading goes on: the byte of the file, and the physical line that begins there. */
export interface Cursor {
  readonly byte: number
  readonly line: number
  /** In the midst of a record that is too long. */
  readonly skipping?: Skipping | null
  /** Behind the header. */
  readonly first?: { readonly byte: number; readonly line: number }
}

/** Who is taking a file in; another may begin anew once nothing has come for a while. */
export interface Receiving {
  readonly by: Uuid
  /** ms since 1970. */
  readonly at: number
}

export interface ImportRow {
  readonly project_id: Uuid
  readonly id: Uuid
  readonly mode: Mode
  readonly status: ImportStatus
  readonly options: ImportOptions
  readonly recognised: RecognisedFile | null
  readonly counts: Partial<ImportCounts & UndoCounts>
  readonly cursor: Partial<Cursor> & { readonly receiving?: Receiving }
  readonly of_bytes: number
  readonly error: string | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

const columns = `project_id, id, mode, status, options, recognised, counts, cursor, of_bytes, error,
  created_at, started_at, finished_at`

interface Key {
  readonly projectId: Uuid
  readonly id: Uuid
}

export async function insertImport(
  tx: Sql,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  made: { readonly id: Uuid; readonly options: ImportOptions; readonly at: Date },
): Promise<void> {
  await tx.query(
    `insert into imports (project_id, mode, id, status, options, created_at)
     values ($1, $2, $3, 'awaiting_file', $4::jsonb, $5)`,
    [owner.projectId, owner.mode, made.id, JSON.stringify(made.options), made.at],
  )
}

export async function findImport(
  sql: Sql,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  id: Uuid,
): Promise<ImportRow | null> {
  const [row] = await sql.query<ImportRow>(
    `select ${columns} from imports where project_id = $1 and mode = $2 and id = $3`,
    [owner.projectId, owner.mode, id],
  )
  return row ?? null
}

export async function lockImport(tx: Sql, { projectId, id }: Key): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>(
    `select ${columns} from imports where project_id = $1 and id = $2 for update`,
    [projectId, id],
  )
  return row ?? null
}

export async function modeOfImport(sql: Sql, { projectId, id }: Key): Promise<Mode | null> {
  const [row] = await sql.query<{ mode: Mode }>(
    'select mode from imports where project_id = $1 and id = $2',
    [projectId, id],
  )
  return row?.mode ?? null
}

/** How many records were read so far. */
export async function readLines(sql: Sql, { projectId, id }: Key): Promise<number> {
  const [row] = await sql.query<{ lines: number }>(
    `select coalesce((counts ->> 'lines')::integer, 0) as lines from imports
     where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return row?.lines ?? 0
}

export async function listImports(
  sql: Sql,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  page: { readonly before: Position; readonly count: number },
): Promise<(ImportRow & PlacedRow)[]> {
  return sql.query<ImportRow & PlacedRow>(
    `select ${columns}, xid, (select settled_below()) as horizon from imports
     where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
     order by xid desc, id desc limit $5`,
    [owner.projectId, owner.mode, page.before.xid, page.before.id, page.count],
  )
}

export const findImportPosition = positionsByMode('imports')

/** Writes what has changed of a row that is locked. */
export async function updateImport(
  tx: Sql,
  { projectId, id }: Key,
  change: Partial<
    Pick<
      ImportRow,
      | 'status'
      | 'options'
      | 'recognised'
      | 'counts'
      | 'cursor'
      | 'error'
      | 'started_at'
      | 'finished_at'
    >
  > & { readonly of_bytes?: number },
): Promise<void> {
  const values: unknown[] = [projectId, id]
  const sets = Object.entries(change).map(([name, value]) => {
    const isJson = ['options', 'recognised', 'counts', 'cursor'].includes(name)
    values.push(isJson && value !== null ? JSON.stringify(value) : value)
    return `${name} = $${values.length}${isJson ? '::jsonb' : ''}`
  })
  await tx.query(`update imports set ${sets.join(', ')} where project_id = $1 and id = $2`, values)
}

// Errors -----------------------------------------------------------------------------------------

interface LineError {
  readonly line: number
  readonly id: Uuid
  readonly code: string
  readonly param: string | null
  readonly message: Text
  /** The record as it was, cut where it is long. */
  readonly excerpt: string
  /** Its person was taken in without what is named. */
  readonly taken: boolean
}

export async function insertErrors(
  tx: Sql,
  { projectId, id }: Key,
  errors: readonly LineError[],
): Promise<void> {
  if (errors.length === 0) return
  await tx.query(
    `insert into import_errors
       (project_id, import_id, line, id, code, param, message, excerpt, taken)
     select $1, $2, * from unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[],
       $8::text[], $9::boolean[])`,
    [
      projectId,
      id,
      errors.map(one => one.line),
      errors.map(one => one.id),
      errors.map(one => one.code),
      errors.map(one => one.param),
      errors.map(one => JSON.stringify(one.message)),
      errors.map(one => one.excerpt),
      errors.map(one => one.taken),
    ],
  )
}

/** In the order of the file; of each line so many characters. */
export async function listErrors(
  sql: Sql,
  { projectId, id }: Key,
  after: number,
  { count, chars }: { readonly count: number; readonly chars: number },
): Promise<LineError[]> {
  return sql.query(
    `select line, id, code, param, message, left(excerpt, $5) as excerpt, taken from import_errors
     where project_id = $1 and import_id = $2 and line > $3 order by line, id limit $4`,
    [projectId, id, after, count, chars],
  )
}

// What can be undone -----------------------------------------------------------------------------

interface Change {
  readonly contactId: Uuid
  /** The physical line where its record begins. */
  readonly line: number
  readonly outcome: string
  readonly isCreated: boolean
  readonly before: StoredContact | null
  readonly after: StoredContact | null
  readonly joined: readonly Uuid[]
}

/** What was wrong in a run that only tried. */
export async function deleteErrors(tx: Sql, { projectId, id }: Key): Promise<void> {
  await tx.query('delete from import_errors where project_id = $1 and import_id = $2', [
    projectId,
    id,
  ])
}

/** Those of some contacts that this import has written before. */
export async function findTouched(
  tx: Sql,
  { projectId, id }: Key,
  contactIds: readonly Uuid[],
): Promise<Set<Uuid>> {
  const rows = await tx.query<{ contact_id: Uuid }>(
    `select contact_id from import_changes
     where project_id = $1 and import_id = $2 and contact_id = any($3::uuid[])`,
    [projectId, id, contactIds],
  )
  return new Set(rows.map(row => row.contact_id))
}

/** Which of these an earlier transaction of a dry run has met. */
export async function findTried(
  tx: Sql,
  { projectId, id }: Key,
  emailKeys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ email_key: string }>(
    `select email_key from import_tried
     where project_id = $1 and import_id = $2 and email_key = any($3::text[])`,
    [projectId, id, emailKeys],
  )
  return new Set(rows.map(row => row.email_key))
}

export async function insertTried(
  tx: Sql,
  { projectId, id }: Key,
  emailKeys: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into import_tried (project_id, import_id, email_key)
     select $1, $2, unnest($3::text[]) on conflict do nothing`,
    [projectId, id, emailKeys],
  )
}

export async function deleteTried(tx: Sql, { projectId, id }: Key): Promise<void> {
  await tx.query('delete from import_tried where project_id = $1 and import_id = $2', [
    projectId,
    id,
  ])
}

/**
 * Whom an import has written, as long as it can be undone, in the order of their ids; none that were
 * deleted since.
 */
export async function listPeople(
  sql: Sql,
  { projectId, id }: Key,
  after: Uuid | null,
  count: number,
): Promise<Uuid[]> {
  const rows = await sql.query<{ contact_id: Uuid }>(
    `select i.contact_id from import_changes i
     join contacts c on c.project_id = i.project_id and c.id = i.contact_id
     where i.project_id = $1 and i.import_id = $2 and i.after is not null
       and ($3::uuid is null or i.contact_id > $3)
     order by i.contact_id limit $4`,
    [projectId, id, after, count],
  )
  return rows.map(row => row.contact_id)
}

/** The contacts that an import has written; after a week, those of whom that is still kept. */
export const inImport =
  (id: Uuid): ContactCondition =>
  add =>
    `exists (select from import_changes i where i.project_id = c.project_id
     and i.contact_id = c.id and i.import_id = ${add(id)})`

/** The first change of a contact says how it was, the last how the import left it. */
export async function insertChanges(
  tx: Sql,
  { projectId, id }: Key,
  changes: readonly Change[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
  await tx.query(
    `insert into import_changes as c (project_id, import_id, contact_id, created, before, after,
       joined, line, outcome, at)
     select $1, $2, t.contact_id, t.created, t.before, t.after,
       (select array_agg(j::text::uuid) from jsonb_array_elements_text(t.joined) j),
       t.line, t.outcome, $10
     from unnest($3::uuid[], $4::boolean[], $5::jsonb[], $6::jsonb[], $7::jsonb[], $8::bigint[],
                 $9::text[])
       as t (contact_id, created, before, after, joined, line, outcome)
     on conflict (project_id, import_id, contact_id) do update set after = excluded.after,
       outcome = case when c.outcome = 'unchanged' then excluded.outcome else c.outcome end`,
    [
      projectId,
      id,
      changes.map(one => one.contactId),
      changes.map(one => one.isCreated),
      changes.map(one => json(one.before)),
      changes.map(one => json(one.after)),
      changes.map(one => JSON.stringify(one.joined)),
      changes.map(one => one.line),
      changes.map(one => one.outcome),
      at,
    ],
  )
}

interface ChangeRow {
  readonly contact_id: Uuid
  readonly created: boolean
  readonly before: StoredContact | null
  readonly after: StoredContact | null
  readonly joined: readonly Uuid[] | null
}

export async function takeChanges(
  tx: Sql,
  { projectId, id }: Key,
  max: number,
): Promise<ChangeRow[]> {
  return tx.query<ChangeRow>(
    `delete from import_changes where project_id = $1 and import_id = $2 and contact_id in (
       select contact_id from import_changes where project_id = $1 and import_id = $2
         and after is not null
       order by contact_id limit $3)
     returning contact_id, created, before, after, joined`,
    [projectId, id, max],
  )
}
