/** SQL on the transactions of the database. */
import type { Sql } from '#kernel/world/db.ts'

interface OldestWrite {
  readonly since: Date
  /** For the operator: a session by its name and number, a prepared transaction by its own. */
  readonly who: string
}

/** Sessions of other roles show where the own one has `pg_read_all_stats`. */
export async function selectOldestWrite(sql: Sql): Promise<OldestWrite | null> {
  const [row] = await sql.query<OldestWrite>(
    `select xact_start as since,
       concat_ws(' ', nullif(application_name, ''), '(pid ' || pid || ')') as who
     from pg_stat_activity
     where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
     union all
     select prepared, 'prepared transaction ' || gid from pg_prepared_xacts
     where database = current_database()
     order by since limit 1`,
  )
  return row ?? null
}
