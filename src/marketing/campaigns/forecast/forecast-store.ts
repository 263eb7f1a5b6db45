/** How many people of a campaign have which moment, and who of an audience is tried. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../../contacts/people/contact.ts'
import { type CampaignKey, maxRank, rankOf } from '../store.ts'

/** Conditions on the row `c` of contacts, and their values from $3 on. */
interface Who {
  readonly condition: string
  readonly values: readonly unknown[]
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

/** As many more are looked at as make sure that a sample is whole, whatever chance does. */
const spare = 1.2

/** So many of `count` people, in the order in which letters are released. */
export async function firstOf(
  sql: Sql,
  { projectId, mode }: Owner,
  { condition, values }: Who,
  asked: { readonly campaignId: Uuid; readonly max: number; readonly count: number },
): Promise<{ readonly id: Uuid; readonly rank: string }[]> {
  const { campaignId, max, count } = asked
  const n = values.length + 3
  const share = Math.min(1, (spare * max) / Math.max(count, 1))
  const below = (maxRank / 1_000_000n) * BigInt(Math.ceil(share * 1_000_000))
  // The rank comes first: it is cheap, and of a million people it leaves twelve thousand to be asked.
  return sql.query(
    `select id, rank::text from (
       select c.id, ${rankOf('c.id', `$${n}`)} as rank from contacts c
       where c.project_id = $1 and c.mode = $2
         and ${rankOf('c.id', `$${n}`)} <= $${n + 2}::bigint and ${condition}) people
     order by people.rank limit $${n + 1}`,
    [projectId, mode, ...values, campaignId, max, String(below)],
  )
}
