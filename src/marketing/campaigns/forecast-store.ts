/** How many people of a campaign have which moment, and who of an audience is tried. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../contacts/contact.ts'
import type { CampaignKey } from './store.ts'

/** Conditions on the row `c` of contacts, and their values from $3 on. */
interface Who {
  readonly condition: string
  readonly values: readonly unknown[]
}

export async function countByZone(
  sql: Sql,
  { projectId, mode }: Owner,
  { condition, values }: Who,
): Promise<{ readonly zone: string | null; readonly count: number }[]> {
  return sql.query(
    `select c.time_zone as zone, count(*)::integer as count from contacts c
     where c.project_id = $1 and c.mode = $2 and ${condition} group by 1 order by 1`,
    [projectId, mode, ...values],
  )
}

/** Of those who have been read and wait. */
export async function countByMoment(
  sql: Sql,
  { projectId, id }: CampaignKey,
): Promise<{ readonly at: Date | null; readonly count: number }[]> {
  return sql.query(
    `select send_at as at, count(*)::integer as count from campaign_recipients
     where project_id = $1 and campaign_id = $2 and state = 'pending' group by 1 order by 1`,
    [projectId, id],
  )
}

/** So many of an audience, in the order in which letters are released. */
export async function firstOf(
  sql: Sql,
  { projectId, mode }: Owner,
  { condition, values }: Who,
  { campaignId, most }: { readonly campaignId: Uuid; readonly most: number },
): Promise<{ readonly id: Uuid; readonly rank: string }[]> {
  const n = values.length + 3
  return sql.query(
    `select id, rank::text from (
       select c.id, ('x' || substr(md5(c.id::text || $${n}::uuid::text), 1, 15))::bit(60)::bigint
         as rank
       from contacts c where c.project_id = $1 and c.mode = $2 and ${condition}) people
     order by people.rank limit $${n + 1}`,
    [projectId, mode, ...values, campaignId, most],
  )
}
