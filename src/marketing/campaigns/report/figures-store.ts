/** All SQL on how the variants of an A/B test did, and on what simulators said of captured letters. */
import type { Sql } from '#kernel/world/db.ts'
import type { CampaignKey } from '../store.ts'

/** How the letters of each variant did: `opened`, `clicked`, or the name of an activity since. */
export async function hitsOf(
  sql: Sql,
  { projectId, id }: CampaignKey,
  metric: string,
): Promise<{ readonly key: string; readonly letters: number; readonly hits: number }[]> {
  const hit = {
    opened: 'l.opened_at is not null',
    clicked: 'l.clicked_at is not null',
  }[metric]
  return sql.query(
    `select r.variant as key, count(*)::integer as letters,
       count(*) filter (where ${hit ?? acted})::integer as hits
     from campaign_recipients r
     left join letters l on l.project_id = r.project_id and l.contact_id = r.contact_id
       and l.email_id = r.email_id
     where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'
       and r.variant is not null
     group by r.variant`,
    [projectId, id, ...(hit === undefined ? [metric.replace('event:', '')] : [])],
  )
}

const acted = `exists (select from activity a where a.project_id = r.project_id
  and a.contact_id = r.contact_id and a.name = $3 and a.at >= r.decided_at)`

/** Captured letters whose simulator was not ready for them: nothing is tried again. */
export async function countDeferredCaptured(
  sql: Sql,
  { projectId, id }: CampaignKey,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    // From the few that were deferred: a live page asks for it again and again.
    `select count(distinct e.email_id)::integer as count from events e
     join campaign_recipients r on r.project_id = e.project_id and r.email_id = e.email_id
     where e.project_id = $1 and e.mode = 'test' and e.type = 'deferred' and r.campaign_id = $2`,
    [projectId, id],
  )
  return row!.count
}
