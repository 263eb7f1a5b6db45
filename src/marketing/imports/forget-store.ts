/** All SQL on what ends of imports: after a week, with a person, and with a project. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteAll, deleteSome } from '#kernel/world/delete-rows.ts'
import type { ErasureScope } from '#platform/lifecycle/lifecycle.ts'

/** Of a contact so many imports stay known, beside the one that created it. */
const knownImports = 20

/**
 * Removes what is past its time, up to `max`; how many of the more. Which import created a contact
 * and which were the last to change it stays for as long as the contact, without what they made of it.
 */
export async function forgetOldChanges(sql: Sql, before: Date, max: number): Promise<number> {
  const [row] = await sql.query<{ gone: number }>(
    `with old as (
       select project_id, id from imports where finished_at < $1 or (started_at is null and created_at < $1)
     ), changes as (
       select c.project_id, c.import_id, c.contact_id, c.outcome, exists (select from contacts p
         where p.project_id = c.project_id and p.id = c.contact_id) as has_contact
       from import_changes c
       join old on old.project_id = c.project_id and old.id = c.import_id
       where c.after is not null limit $2
     ), useless as (
       select project_id, import_id, contact_id from changes
       where outcome = 'unchanged' or not has_contact
       union
       -- Of those that are past their time, too: newer ones have come.
       select e.project_id, e.import_id, e.contact_id
       from (select distinct project_id, contact_id from changes) of
       cross join lateral (
         select c.project_id, c.import_id, c.contact_id, c.after from import_changes c
         where c.project_id = of.project_id and c.contact_id = of.contact_id
           and not c.created and c.outcome is distinct from 'unchanged'
         order by c.at desc nulls last, c.import_id desc offset $3) e
       where e.after is null
         or (e.project_id, e.import_id) in (select project_id, import_id from changes
           where contact_id = e.contact_id)
     ), removed as (
       delete from import_changes where (project_id, import_id, contact_id) in (
         select * from useless)
     ), emptied as (
       update import_changes set before = null, after = null, joined = null
       where (project_id, import_id, contact_id) in (
         select project_id, import_id, contact_id from changes except select * from useless)
     ), tried as (
       delete from import_tried where (project_id, import_id, email_key) in (
         select t.project_id, t.import_id, t.email_key from import_tried t
         join old on old.project_id = t.project_id and old.id = t.import_id limit $2)
       returning 1
     ), chunks as (
       delete from import_chunks where (project_id, import_id, n) in (
         select c.project_id, c.import_id, c.n from import_chunks c
         join old on old.project_id = c.project_id and old.id = c.import_id limit 100)
       returning 1)
     select greatest((select count(*) from changes), (select count(*) from tried),
       (select count(*) from chunks))::integer as gone`,
    [before, max, knownImports],
  )
  return row!.gone
}

/** What imports know of contacts that are gone or erased. */
export async function forgetPersonIn(
  tx: Sql,
  { projectId, address, modes }: ErasureScope,
): Promise<void> {
  const about = [projectId, address.toLowerCase(), modes]
  await tx.query(
    `delete from import_changes c using imports i
     where c.project_id = $1 and i.project_id = $1 and i.id = c.import_id and i.mode = any($3)
       and c.after is not null and (lower(c.before ->> 'email') = $2 or lower(c.after ->> 'email') = $2)`,
    about,
  )
  await tx.query(
    `delete from import_tried t using imports i
     where t.project_id = $1 and i.project_id = $1 and i.id = t.import_id and i.mode = any($3)
       and t.email_key = $2`,
    about,
  )
  await tx.query(
    `update import_errors e set excerpt = '', message = '{"en": "", "pt": ""}' from imports i
     where e.project_id = $1 and i.project_id = $1 and i.id = e.import_id and i.mode = any($3)
       and strpos(lower(e.excerpt), $2) > 0`,
    about,
  )
  await tx.query(
    // The lines that were shown when the file was recognised.
    `update imports set recognised = jsonb_set(recognised, '{sample}',
       coalesce((select jsonb_agg(line order by n)
                 from jsonb_array_elements(recognised -> 'sample') with ordinality as s (line, n)
                 where strpos(lower(line::text), $2) = 0), '[]'))
     where project_id = $1 and mode = any($3) and strpos(lower((recognised -> 'sample')::text), $2) > 0`,
    about,
  )
}

/** They are large. */
const maxChunks = 100

export async function deleteImportsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  await deleteAll(sql, ['imports', 'import_errors'], projectIds)
  const chunks = { table: 'import_chunks', key: 'project_id, import_id, n' }
  const changes = { table: 'import_changes', key: 'project_id, import_id, contact_id' }
  const tried = { table: 'import_tried', key: 'project_id, import_id, email_key' }
  const gone = await deleteSome(sql, chunks, projectIds, maxChunks)
  const changed = await deleteSome(sql, changes, projectIds, max)
  return Math.max(gone, changed, await deleteSome(sql, tried, projectIds, max))
}
