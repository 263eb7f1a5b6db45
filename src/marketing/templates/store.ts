/** All SQL on templates and their versions. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import { usable } from '#kernel/world/set-up-of-test.ts'
import { tableOf } from '#kernel/world/table.ts'
import type { Owner } from '../contacts/people/contact.ts'
import type { Template, Version } from './template.ts'

const shown = `id, name, alias, kind, revision, draft, published_version, is_changed, created_at,
  updated_at, folder`

export const { find: findTemplate, findPosition: findTemplatePosition } = tableOf<Template>(
  'templates',
  shown,
)

export async function findByAlias(
  sql: Sql,
  projectId: Uuid,
  alias: string,
): Promise<Template | null> {
  const [row] = await sql.query<Template>(
    `select ${shown} from templates where project_id = $1 and alias = $2`,
    [projectId, alias],
  )
  return row ?? null
}

/** Those of a live project that have the alias, or the name; what only a test key uses is left out. */
export async function findAlike(
  sql: Sql,
  projectId: Uuid,
  { alias, name }: { readonly alias?: string; readonly name?: string },
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select id from templates where project_id = $1 and kind = 'email'
       and (alias = $2 or name = $3) and ${usable('templates', "'live'")} order by id`,
    [projectId, alias ?? null, name ?? null],
  )
  return rows.map(row => row.id)
}

/** Against another that makes one at this moment, or is about to use one, as a sequence does. */
export async function lockTemplates(tx: Sql, projectId: Uuid): Promise<void> {
  await tx.query('select from projects where id = $1 for no key update', [projectId])
}

/** Those that a mode may use. */
export async function countTemplates(tx: Sql, { projectId, mode }: Owner): Promise<number> {
  await lockTemplates(tx, projectId)
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from templates
     where project_id = $1 and ${usable('templates', '$2')}`,
    [projectId, mode],
  )
  return row!.count
}

export async function listTemplates(
  sql: Sql,
  projectId: Uuid,
  kind: string | null,
  page: { readonly before: Position; readonly count: number },
): Promise<(Template & PlacedRow)[]> {
  return sql.query<Template & PlacedRow>(
    `select ${shown}, xid, (select settled_below()) as horizon from templates
     where project_id = $1 and (xid, id) < ($2::xid8, $3::uuid)
       and ($5::text is null or kind = $5)
     order by xid desc, id desc limit $4`,
    [projectId, page.before.xid, page.before.id, page.count, kind],
  )
}

export async function insertTemplate(tx: Sql, projectId: Uuid, row: Template): Promise<void> {
  await tx.query(
    `insert into templates (project_id, id, name, alias, kind, revision, draft, published_version,
       is_changed, created_at, updated_at, folder)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      projectId,
      row.id,
      row.name,
      row.alias,
      row.kind,
      row.revision,
      row.draft,
      row.published_version,
      row.is_changed,
      row.created_at,
      row.updated_at,
      row.folder,
    ],
  )
}

export async function updateTemplate(tx: Sql, projectId: Uuid, row: Template): Promise<void> {
  await tx.query(
    `update templates set name = $3, alias = $4, revision = $5, draft = $6, published_version = $7,
       is_changed = $8, updated_at = $9, folder = $10 where project_id = $1 and id = $2`,
    [
      projectId,
      row.id,
      row.name,
      row.alias,
      row.revision,
      row.draft,
      row.published_version,
      row.is_changed,
      row.updated_at,
      row.folder,
    ],
  )
}

export async function deleteTemplate(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  await tx.query('delete from templates where project_id = $1 and id = $2', [projectId, id])
  await tx.query('delete from template_versions where project_id = $1 and template_id = $2', [
    projectId,
    id,
  ])
}

/** The names of those whose draft stands in this layout. */
export async function namesInLayout(sql: Sql, projectId: Uuid, layout: Uuid): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select name from templates where project_id = $1 and draft ->> 'layout_id' = $2 order by name`,
    [projectId, layout],
  )
  return rows.map(row => row.name)
}

/** The names of those whose published version has a text in which the pattern is found. */
export async function namesPublishing(
  sql: Sql,
  projectId: Uuid,
  pattern: string,
): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select t.name from templates t
     join template_versions v on v.project_id = t.project_id and v.template_id = t.id
       and v.version = t.published_version
     where t.project_id = $1 and v.letters::text ~ $2 order by t.name`,
    [projectId, pattern],
  )
  return rows.map(row => row.name)
}

/** The same of those that hold one of these texts. */
export async function templatesShowing(
  sql: Sql,
  projectId: Uuid,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select t.name from templates t
     join template_versions v on v.project_id = t.project_id and v.template_id = t.id
       and v.version = t.published_version
     where t.project_id = $1 and exists (
       select from unnest($2::text[]) u where strpos(v.letters::text || v.draft::text, u) > 0)
     order by t.name`,
    [projectId, texts],
  )
  return rows.map(row => row.name)
}

/** Their versions hold the layout as it was. */
export async function markChanged(tx: Sql, projectId: Uuid, layout: Uuid): Promise<void> {
  await tx.query(
    `update templates set is_changed = true where project_id = $1 and draft ->> 'layout_id' = $2`,
    [projectId, layout],
  )
}

// Versions ---------------------------------------------------------------------------------------

export async function insertVersion(
  tx: Sql,
  { projectId, templateId }: { readonly projectId: Uuid; readonly templateId: Uuid },
  { version, draft, letters, published_at }: Version,
): Promise<void> {
  await tx.query(
    `insert into template_versions (project_id, template_id, version, draft, letters, published_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [projectId, templateId, version, draft, letters, published_at],
  )
}

export async function findVersion(
  sql: Sql,
  projectId: Uuid,
  templateId: Uuid,
  version: number,
): Promise<Version | null> {
  const [row] = await sql.query<Version>(
    `select version, draft, letters, published_at from template_versions
     where project_id = $1 and template_id = $2 and version = $3`,
    [projectId, templateId, version],
  )
  return row ?? null
}

/** Newest first, below a version. */
export async function listVersions(
  sql: Sql,
  { projectId, templateId }: { readonly projectId: Uuid; readonly templateId: Uuid },
  { below, count }: { readonly below: number; readonly count: number },
): Promise<{ version: number; published_at: Date }[]> {
  return sql.query(
    `select version, published_at from template_versions
     where project_id = $1 and template_id = $2 and version < $3 order by version desc limit $4`,
    [projectId, templateId, below, count],
  )
}

export async function deleteTemplatesOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from template_versions where project_id = any($1::uuid[])', [projectIds])
  await sql.query('delete from templates where project_id = any($1::uuid[])', [projectIds])
}
