/** All SQL on forms, on what they did with addresses, and on the settings of marketing. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import { tableOf } from '#kernel/world/table.ts'
import { deleteFormCountsOf } from './counts-store.ts'

type Words = { readonly [Key in Language]?: string }

/** When a form opens over pages of others; null: not by this. */
export interface Popup {
  readonly delay_s: number | null
  readonly scroll_percent: number | null
  readonly on_leave: boolean
  readonly again_days: number
}

export interface FormDefinition {
  /** Ids of topics. */
  readonly topics: readonly Uuid[]
  readonly fields: readonly {
    readonly key: string
    readonly label: Words
    readonly required: boolean
  }[]
  readonly wording: Words
  readonly double_opt_in: boolean
  readonly redirect_url: string | null
  /** Told to whoever sent it and is led nowhere. Of forms that are older: absent. */
  readonly thanks?: Words
  /** Of forms that are older: absent. */
  readonly confirm_template_id?: Uuid | null
  readonly allowed_origins: readonly string[]
  /** Of forms that are older: absent. */
  readonly popup?: Popup | null
  readonly style: { readonly color?: string; readonly background?: string; readonly logo?: string }
}

export interface Form {
  readonly project_id: Uuid
  readonly id: Uuid
  readonly name: string
  readonly definition: FormDefinition
  readonly enabled: boolean
  readonly created_at: Date
}

const columns = 'project_id, id, name, definition, enabled, created_at'

export const {
  find: findForm,
  page: listForms,
  findPosition: findFormPosition,
  lockAll: lockForms,
  remove: deleteForm,
} = tableOf<Form>('forms', columns)

export async function readForms(sql: Sql, projectId: Uuid): Promise<Form[]> {
  return sql.query<Form>(`select ${columns} from forms where project_id = $1`, [projectId])
}

/** Of whatever project: a form's id is public. Not of one that is deleted. */
export async function findPublicForm(
  sql: Sql,
  id: Uuid,
): Promise<(Form & { readonly account_id: Uuid }) | null> {
  const [row] = await sql.query<Form & { account_id: Uuid }>(
    `select f.project_id, f.id, f.name, f.definition, f.enabled, f.created_at, p.account_id
     from forms f join projects p on p.id = f.project_id and p.deleted_at is null
     where f.id = $1`,
    [id],
  )
  return row ?? null
}

export async function writeForm(tx: Sql, form: Form, at: Date): Promise<void> {
  await tx.query(
    `insert into forms (project_id, id, name, definition, enabled, created_at, updated_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7)
     on conflict (project_id, id) do update set name = excluded.name,
       definition = excluded.definition, enabled = excluded.enabled, updated_at = excluded.updated_at`,
    [
      form.project_id,
      form.id,
      form.name,
      JSON.stringify(form.definition),
      form.enabled,
      form.created_at,
      at,
    ],
  )
}

export async function deleteFormsOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await deleteFormCountsOf(sql, projectIds)
  await sql.query('delete from forms where project_id = any($1::uuid[])', [projectIds])
  await sql.query('delete from marketing_settings where project_id = any($1::uuid[])', [projectIds])
}

/** The names of those in whose definition one of the texts stands. */
export async function formsHolding(
  sql: Sql,
  projectId: Uuid,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select name from forms where project_id = $1
       and exists (select from unnest($2::text[]) u where strpos(definition::text, u) > 0)
     order by name`,
    [projectId, texts],
  )
  return rows.map(row => row.name)
}

// Bounds -----------------------------------------------------------------------------------------

/** By what it is known what a token was used for, and how often. */
export interface TokenUse {
  readonly submission: Buffer
  /** One is taken by each submission; the first is the token's own. */
  readonly places: readonly Buffer[]
}

/** `again`: the same was sent by it before. `spent`: it was used as often as it may be. */
export async function useToken(
  tx: Sql,
  { submission, places }: TokenUse,
  until: Date,
): Promise<'new' | 'again' | 'spent'> {
  if (!(await keepDigest(tx, submission, until))) return 'again'
  for (const place of places) {
    if (await keepDigest(tx, place, until)) return 'new'
  }
  await tx.query('delete from form_tokens_used where digest = $1', [submission])
  return 'spent'
}

/** True the first time. */
async function keepDigest(tx: Sql, digest: Buffer, until: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into form_tokens_used (digest, until) values ($1, $2)
     on conflict do nothing returning digest`,
    [digest, until],
  )
  return rows.length === 1
}

type AddressUse = 'form' | 'letter' | 'alarm'

/** Waits until nobody else counts this address; to the end of the transaction. */
export async function lockAddress(tx: Sql, digest: Buffer): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 72))', [digest.toString('hex')])
}

export async function noteUse(
  tx: Sql,
  use: {
    readonly digest: Buffer
    readonly what: AddressUse
    readonly formId: Uuid | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query('insert into form_addresses (digest, what, form_id, at) values ($1, $2, $3, $4)', [
    use.digest,
    use.what,
    use.formId,
    use.at,
  ])
}

/** How often, and by how many forms, within a time: test mode's clocks may have been far ahead. */
export async function countUses(
  tx: Sql,
  digest: Buffer,
  what: AddressUse,
  within: { readonly since: number; readonly until: number },
): Promise<{ readonly uses: number; readonly forms: number }> {
  const [row] = await tx.query<{ uses: number; forms: number }>(
    `select count(*)::integer as uses, count(distinct form_id)::integer as forms
     from form_addresses where digest = $1 and what = $2 and at > $3 and at <= $4`,
    [digest, what, new Date(within.since), new Date(within.until)],
  )
  return row!
}

export async function forgetUses(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from form_addresses where at < $1', [before])
  await sql.query('delete from form_tokens_used where until < $1', [before])
}

// Settings ---------------------------------------------------------------------------------------

export async function readSettings(
  sql: Sql,
  projectId: Uuid,
): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await sql.query<{ settings: Record<string, unknown> }>(
    'select settings from marketing_settings where project_id = $1',
    [projectId],
  )
  return row?.settings ?? {}
}

interface KeptTimes {
  readonly projectId: Uuid
  readonly letters: string | null
  readonly consents: string | null
}

/** What each project has said of how long it keeps things; null: nothing. */
export async function listKeptTimes(sql: Sql): Promise<KeptTimes[]> {
  return sql.query(
    `select p.id as "projectId", s.settings -> 'retention' ->> 'letters' as letters,
       s.settings -> 'retention' ->> 'consents' as consents
     from projects p left join marketing_settings s on s.project_id = p.id
     where p.deleted_at is null`,
  )
}

/** Whether one of the texts stands in what is set. */
export async function settingsHold(
  sql: Sql,
  projectId: Uuid,
  texts: readonly string[],
): Promise<boolean> {
  const rows = await sql.query(
    `select from marketing_settings where project_id = $1
       and exists (select from unnest($2::text[]) u where strpos(settings::text, u) > 0)`,
    [projectId, texts],
  )
  return rows.length > 0
}

export async function writeSettings(
  tx: Sql,
  projectId: Uuid,
  settings: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into marketing_settings (project_id, settings, updated_at) values ($1, $2::jsonb, $3)
     on conflict (project_id) do update
       set settings = excluded.settings, updated_at = excluded.updated_at`,
    [projectId, JSON.stringify(settings), at],
  )
}
