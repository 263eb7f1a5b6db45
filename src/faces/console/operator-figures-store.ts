/** What accounts send and what comes of it, as their operator sees it. Reads only. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Counts of recipients, over some days (UTC). */
export interface SentCounts {
  readonly accepted: number
  readonly delivered: number
  readonly deferred: number
  /** Those with a final result: what the two shares divide by. */
  readonly finals: number
  /** Hard bounces. */
  readonly hard: number
  readonly complained: number
}

const sums = ['accepted', 'delivered', 'deferred', 'finals', 'hard', 'complained']
  .map(name => `coalesce(sum(u.${name}), 0)::integer as ${name}`)
  .join(', ')

export interface SentSince extends SentCounts {
  readonly accountId: Uuid
}

/** Of these accounts since a day; who sent nothing is left out. */
export const sentSince = (
  sql: Sql,
  day: string,
  accountIds: readonly Uuid[],
): Promise<SentSince[]> =>
  sql.query<SentSince>(
    `select p.account_id as "accountId", ${sums}
     from projects p join usage u on u.project_id = p.id
     where p.account_id = any($2::uuid[]) and u.day >= $1::date group by p.account_id`,
    [day, accountIds],
  )

/** Until so many results a single bounce would be a large share. */
const minFinals = 20

/**
 * The accounts that sent since a day, or are paused: those first whose bounces and complaints stand
 * highest against the shares from which sending is paused.
 */
export async function selectHarmful(
  sql: Sql,
  day: string,
  shares: { readonly bounces: number; readonly complaints: number },
  count: number,
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `with seen as (
       select p.account_id as id, sum(u.accepted) as accepted,
         greatest(sum(u.hard) / $3::float8, sum(u.complained) / $4::float8)
           / greatest(sum(u.finals), $2) as harm
       from usage u join projects p on p.id = u.project_id
       where u.day >= $1::date group by p.account_id
     )
     select a.id from accounts a left join seen s on s.id = a.id
     where s.id is not null or a.pause <> 'none'
     order by coalesce(s.harm, 0) desc, coalesce(s.accepted, 0) desc, a.id limit $5`,
    [day, minFinals, shares.bounces, shares.complaints, count],
  )
  return rows.map(({ id }) => id)
}

interface SentOnDay extends SentCounts {
  readonly day: string
}

/** Day by day, newest first; idle days are left out. */
export const sentByDay = (sql: Sql, accountId: Uuid, since: string): Promise<SentOnDay[]> =>
  sql.query<SentOnDay>(
    `select u.day::text, ${sums}
     from projects p join usage u on u.project_id = p.id
     where p.account_id = $1 and u.day >= $2::date group by u.day order by u.day desc`,
    [accountId, since],
  )

interface ProjectSent extends SentCounts {
  readonly id: Uuid
  readonly name: string
  readonly createdAt: Date
  readonly domains: readonly { readonly name: string; readonly status: string }[]
}

/** The projects of an account with their domains, the busiest since a day first. */
export const projectsSent = (
  sql: Sql,
  accountId: Uuid,
  since: string,
  count: number,
): Promise<ProjectSent[]> =>
  sql.query<ProjectSent>(
    `select p.id, p.name, p.created_at as "createdAt", ${sums},
       coalesce((select json_agg(json_build_object('name', d.name, 'status', d.status) order by d.name)
         from domains d where d.project_id = p.id), '[]') as domains
     from projects p left join usage u on u.project_id = p.id and u.day >= $2::date
     where p.account_id = $1 and p.deleted_at is null
     group by p.id order by coalesce(sum(u.accepted), 0) desc, p.id limit $3`,
    [accountId, since, count],
  )

interface DestinationSent {
  readonly domain: string
  readonly delivered: number
  readonly bounced: number
  readonly deferred: number
}

/** Where an account sends to since a day, the busiest first. */
export const destinationsOf = (
  sql: Sql,
  accountId: Uuid,
  since: string,
  count: number,
): Promise<DestinationSent[]> =>
  sql.query<DestinationSent>(
    `select t.a as domain,
       coalesce(sum(t.count) filter (where t.b = 'delivered'), 0)::integer as delivered,
       coalesce(sum(t.count) filter (where t.b = 'bounced'), 0)::integer as bounced,
       coalesce(sum(t.count) filter (where t.b = 'deferred'), 0)::integer as deferred
     from projects p join traffic t on t.project_id = p.id and t.mode = 'live'
       and t.facet = 'domain' and t.day >= $2::date
     where p.account_id = $1 and t.a <> '' and t.b in ('delivered', 'bounced', 'deferred')
     group by t.a order by sum(t.count) desc, t.a limit $3`,
    [accountId, since, count],
  )

interface CauseOf {
  readonly type: 'bounced' | 'deferred'
  readonly provider: string
  readonly cause: string
  readonly count: number
  readonly parts: readonly {
    /** A day of UTC. */
    readonly date: string
    readonly project: string
    readonly count: number
  }[]
}

/** Why mail of an account bounced or waited since a day, the commonest first; of which days and projects. */
export const causesOf = (
  sql: Sql,
  accountId: Uuid,
  since: string,
  count: number,
): Promise<CauseOf[]> =>
  sql.query<CauseOf>(
    `select split_part(d.b, ' ', 1) as type, d.a as provider, split_part(d.b, ' ', 2) as cause,
       sum(d.count)::integer as count,
       json_agg(json_build_object('date', d.day, 'project', d.name, 'count', d.count)
         order by d.day desc, d.count desc, d.name) as parts
     from (select t.a, t.b, t.day, p.name, sum(t.count)::integer as count
       from projects p join traffic t on t.project_id = p.id and t.mode = 'live'
         and t.facet = 'cause' and t.day >= $2::date
       where p.account_id = $1 group by t.a, t.b, t.day, p.id, p.name) d
     group by d.a, d.b order by sum(d.count) desc, d.a, d.b limit $3`,
    [accountId, since, count],
  )
