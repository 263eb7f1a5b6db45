/**
 * All SQL of a campaign's own turns, of which there may be a hundred a second: its letters, which are
 * long, are neither read nor written.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Campaign } from '../definition/campaign.ts'
import { type CampaignKey, maxRank, progressValues } from '../store.ts'

const shown = `id, mode, name, status, phase, waiting, paused_by, definition, null::jsonb as letters,
  progress, due_at, created_at, started_at, finished_at`

/** For whoever has its letters, which are long, and knows them to be these by its version. */
export async function lockWithoutLetters(tx: Sql, key: CampaignKey): Promise<Campaign | null> {
  const [row] = await tx.query<Campaign>(
    `select ${shown} from campaigns where project_id = $1 and id = $2 for update`,
    [key.projectId, key.id],
  )
  return row ?? null
}

/** Writes how far it has come, and nothing of what it sends; the row is locked. */
export async function updateProgress(tx: Sql, projectId: Uuid, row: Campaign): Promise<void> {
  await tx.query(
    `update campaigns set status = $3, phase = $4, waiting = $5, paused_by = $6, progress = $7,
       due_at = $8, started_at = $9, finished_at = $10
     where project_id = $1 and id = $2`,
    [projectId, row.id, ...progressValues(row)],
  )
}

export interface PendingRow {
  /** Where its row is: it stays there as long as the campaign is locked. */
  readonly place: string
  readonly contact_id: Uuid
  readonly rank: string
  readonly capped_since: Date | null
}

/** Who is next, past a rank, whose moment has come. */
export async function nextPending(
  tx: Sql,
  { projectId, id }: CampaignKey,
  {
    after,
    below,
    now,
    max,
  }: {
    readonly after: string | null
    readonly below: string | null
    readonly now: Date
    readonly max: number
  },
): Promise<PendingRow[]> {
  return tx.query<PendingRow>(
    // By the column, not by its text: in the order of its index, which is read from the last one on.
    `select r.ctid as place, r.contact_id, r.rank::text, r.capped_since
     from campaign_recipients r
     where r.project_id = $1 and r.campaign_id = $2 and r.state = 'pending' and r.rank > $3::bigint
       and coalesce(r.rank, 0) < $6::bigint and (r.send_at is null or r.send_at <= $4)
     order by r.rank limit $5`,
    [projectId, id, after ?? '-1', now, max, below ?? String(maxRank)],
  )
}

interface RecipientDecision {
  readonly place: string
  readonly contactId: Uuid
  readonly state: 'released' | 'skipped'
  readonly reason: string | null
  readonly emailId: Uuid | null
  readonly variant: string | null
  readonly language: string | null
}

/**
 * What became of rows that were pending, where `nextPending` has found them in the same transaction:
 * looked up by key, a plan that was made before the campaign had its people reads all of them.
 */
export async function decide(
  tx: Tx,
  { projectId, id }: CampaignKey,
  rows: readonly RecipientDecision[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  const [decided] = await tx.query<{ count: number }>(
    `with decided as (
       update campaign_recipients r
       set state = t.state, reason = t.reason, email_id = t.email_id, decided_at = $7,
         variant = t.variant, language = t.language
       from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[],
           $8::tid[]) as t (contact_id, state, reason, email_id, variant, language, place)
       where r.ctid = t.place and r.contact_id = t.contact_id
       returning r.project_id, r.campaign_id)
     select count(*)::integer as count from decided where project_id = $9 and campaign_id = $10`,
    [
      rows.map(one => one.contactId),
      rows.map(one => one.state),
      rows.map(one => one.reason),
      rows.map(one => one.emailId),
      rows.map(one => one.variant),
      rows.map(one => one.language),
      at,
      rows.map(one => one.place),
      projectId,
      id,
    ],
  )
  assert(decided!.count === rows.length, 'rows of a locked campaign are where they were found')
}

/** Their moment is another one now. */
export async function postpone(
  tx: Sql,
  { projectId, id }: CampaignKey,
  until: ReadonlyMap<Uuid, number>,
  cappedAt: Date | null,
): Promise<void> {
  if (until.size === 0) return
  await tx.query(
    `update campaign_recipients r set send_at = t.send_at,
       capped_since = coalesce(r.capped_since, $5)
     from unnest($3::uuid[], $4::timestamptz[]) as t (contact_id, send_at)
     where r.project_id = $1 and r.campaign_id = $2 and r.contact_id = t.contact_id`,
    [projectId, id, [...until.keys()], [...until.values()].map(ms => new Date(ms)), cappedAt],
  )
}
