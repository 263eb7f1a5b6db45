/** What a report needs to know. Writes nothing: facts go through timeline/record. */
import { dayMs } from '#kernel/base/durations.ts'
import { floorId, followingFrom, timeOfId, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** A recipient that a token names, and where its mail was handed over. */
export interface Addressee {
  readonly projectId: Uuid
  readonly n: number
  readonly address: string
  readonly mx: string | null
  readonly provider: string | null
}

/**
 * The recipients of an email known by its id alone. The project is found through the first event,
 * as that table alone has an index by email: `accepted`, whose id is less than a day after the
 * email's.
 */
export async function findAddressees(sql: Sql, emailId: Uuid): Promise<Addressee[]> {
  return sql.query<Addressee>(
    `select f.project_id as "projectId", r.n, r.address, d.mx, d.provider
     from (select project_id from events
           where email_id = $1 and id >= $1 and id < $2 order by id limit 1) f
     cross join lateral (
       select n, address from recipients
       where project_id = f.project_id and email_id = $1 offset 0) r
     left join lateral (
       select details ->> 'mx' as mx, details ->> 'provider' as provider from events
       where email_id = $1 and id >= $3 and project_id = f.project_id
         and recipient = r.address and type in ('sent', 'delivered')
       order by id desc limit 1) d on true
     order by r.n`,
    [emailId, floorId(timeOfId(emailId) + dayMs), followingFrom(emailId)],
  )
}

/** What an answer to an email may repeat; null for what is not kept any more. */
interface KeptWords {
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
}

/** Of a project's email: the first so many characters of each. */
export async function findWords(
  sql: Sql,
  { projectId, emailId, chars }: { projectId: Uuid; emailId: Uuid; chars: number },
): Promise<KeptWords | null> {
  const [row] = await sql.query<KeptWords>(
    `select e.subject,
       left(coalesce(s.text, c.text), $3) as text, left(coalesce(s.html, c.html), $3) as html
     from emails e
     left join lateral (
       select text, html from email_contents
       where project_id = e.project_id and email_id = e.id offset 0) c on true
     left join lateral (
       select text, html from contents
       where project_id = e.project_id and id = e.content_id offset 0) s on true
     where e.project_id = $1 and e.id = $2`,
    [projectId, emailId, chars],
  )
  return row ?? null
}

/** Whether a registered domain has its return path at this host, or one that has gone to another cell. */
export async function isReturnPath(sql: Sql, host: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from domains where return_path = $1 and status <> 'pending'
     union all select 1 from moved_marks where kind = 'return_path' and mark = $1 limit 1`,
    [host],
  )
  return rows.length > 0
}
