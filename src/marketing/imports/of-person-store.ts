/** In which imports a person stood. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'

export interface ImportOfPerson {
  readonly id: Uuid
  readonly name: string | null
  readonly outcome: string
  /** Null: of before lines were kept. */
  readonly line: number | null
  readonly at: Date
}

/** The last first; `from`: that one and those before it, none where the person did not stand in it. */
export const listImportsOf = (
  sql: Sql,
  owner: { readonly projectId: Uuid; readonly mode: Mode },
  contactId: Uuid,
  page: { readonly from: Uuid | null; readonly count: number },
): Promise<ImportOfPerson[]> =>
  sql.query<ImportOfPerson>(
    `with stood as (
       select i.id, i.options ->> 'name' as name, c.line::float8 as line,
              coalesce(c.outcome, case when c.created then 'created' else 'updated' end) as outcome,
              coalesce(c.at, i.finished_at, i.started_at, i.created_at) as at
       from import_changes c join imports i on i.project_id = c.project_id and i.id = c.import_id
       where c.project_id = $1 and i.mode = $2 and c.contact_id = $3)
     select id, name, line, outcome, at from stood
     where $4::uuid is null or (at, id) <= (select at, id from stood where id = $4)
     order by at desc, id desc limit $5`,
    [owner.projectId, owner.mode, contactId, page.from, page.count],
  )

/** Whoever is deleted stood in no import. */
export async function forgetImportsOf(
  tx: Tx,
  { projectId }: { readonly projectId: Uuid },
  contactId: Uuid,
): Promise<void> {
  await tx.query('delete from import_changes where project_id = $1 and contact_id = $2', [
    projectId,
    contactId,
  ])
}
