/** The one look-up of a sending domain that every email needs. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { DkimAlgorithm, SigningKey } from '#kernel/mail/dkim.ts'
import type { Sql } from '#kernel/world/db.ts'
import { unsealText } from '#kernel/world/sealed.ts'
import type { Sender } from './sending-domain.ts'

interface Row {
  id: Uuid
  name: string
  return_path: string
  tracking: string
  return_path_ok: boolean
  tracking_ok: boolean
  keys: { selector: string; algorithm: DkimAlgorithm; private_key: string }[] | null
}

/**
 * A verified domain with its signing keys; null if there is none in this project. The installation's
 * own mail (installation/system-project.ts) comes from where the operator says, whoever verified it.
 */
export async function findVerifiedDomain(
  sql: Sql,
  projectId: Uuid,
  name: string,
): Promise<Sender | null> {
  const [row] = await sql.query<Row>(
    `select d.id, d.name, d.return_path, d.tracking,
            coalesce((d.checks -> 'return_path' ->> 'status') = 'verified', false) as return_path_ok,
            coalesce((d.checks -> 'tracking' ->> 'status') = 'verified', false) as tracking_ok,
            (select json_agg(json_build_object('selector', k.selector, 'algorithm', k.algorithm,
                                               'private_key', k.private_key)
                             order by k.algorithm desc, k.created_at desc)
             from dkim_keys k
             where k.project_id = d.project_id and k.domain_id = d.id and k.state = 'active'
               and (k.algorithm = 'rsa' or k.verified or d.vouched)) as keys
     from domains d
     where d.name = $2 and d.status = 'verified'
       and (d.project_id = $1::uuid or exists (
         select from installation i
         where i.name = 'letters_project' and i.value = convert_to(($1::uuid)::text, 'UTF8')))`,
    [projectId, name],
  )
  if (!row) return null
  return {
    domainId: row.id,
    name: row.name,
    // A vouched domain may have no DNS of its own: bounces come back to the installation's host.
    returnPath: row.return_path_ok ? row.return_path : null,
    tracking: row.tracking_ok ? row.tracking : null,
    keys: (row.keys ?? []).map(key => ({
      domain: row.name,
      selector: key.selector,
      algorithm: key.algorithm,
      privateKeyPem: unsealText('dkim', key.private_key),
    })),
  }
}

/** The project in which a domain is verified. */
export async function projectOfDomain(sql: Sql, name: string): Promise<Uuid | null> {
  const [row] = await sql.query<{ project_id: Uuid }>(
    `select project_id from domains where name = $1 and status = 'verified' limit 1`,
    [name],
  )
  return row?.project_id ?? null
}

/** Keys of a domain that the project, or the installation, has or had verified; in no order. */
export async function keysOf(
  sql: Sql,
  { projectId, name }: { readonly projectId: Uuid; readonly name: string },
  selectors: readonly string[],
): Promise<readonly SigningKey[]> {
  const rows = await sql.query<{
    selector: string
    algorithm: DkimAlgorithm
    private_key: string
  }>(
    `select k.selector, k.algorithm, k.private_key
     from domains d join dkim_keys k on k.project_id = d.project_id and k.domain_id = d.id
     where d.name = $2 and k.selector = any($3)
       and (d.project_id = $1::uuid or exists (
         select from installation i
         where i.name = 'letters_project' and i.value = convert_to((d.project_id)::text, 'UTF8')))`,
    [projectId, name, selectors],
  )
  return rows.map(({ selector, algorithm, private_key }) => ({
    domain: name,
    selector,
    algorithm,
    privateKeyPem: unsealText('dkim', private_key),
  }))
}

/**
 * Whose links stand under a host: of the project that has proved the domain above it, if only once,
 * for a look at DNS may fail while readers follow links. null: nobody's.
 */
export async function findTrackingProject(sql: Sql, host: string): Promise<Uuid | null> {
  const [row] = await sql.query<{ project_id: Uuid }>(
    `select project_id from domains
     where tracking = $1 and (verified_at is not null or status = 'verified' or vouched)`,
    [host],
  )
  return row?.project_id ?? null
}

/** Of all domains whose tracking record is there. */
export async function selectTrackingHosts(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ tracking: string }>(
    `select tracking from domains where (status = 'verified' or vouched)
       and checks -> 'tracking' ->> 'status' = 'verified'
     order by tracking`,
  )
  return rows.map(row => row.tracking)
}

/** Of the domains whose tracking record is there, that of the first; null where there is none. */
export async function firstTrackingHost(sql: Sql, projectId: Uuid): Promise<string | null> {
  const [row] = await sql.query<{ tracking: string }>(
    `select tracking from domains where project_id = $1 and (status = 'verified' or vouched)
       and checks -> 'tracking' ->> 'status' = 'verified'
     order by created_at, id limit 1`,
    [projectId],
  )
  return row?.tracking ?? null
}

/** The name that a project has verified first; null where it has none. */
export async function ownDomain(sql: Sql, projectId: Uuid): Promise<string | null> {
  const [row] = await sql.query<{ name: string }>(
    `select name from domains where project_id = $1 and (status = 'verified' or vouched)
     order by created_at limit 1`,
    [projectId],
  )
  return row?.name ?? null
}
