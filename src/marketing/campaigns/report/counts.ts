/** How many people of campaigns are in which state, and the figures of their letters. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { type CampaignOf, countPeople, figuresOf } from '../../contacts/letters/letter-counts.ts'
import { type CountRow, sumCounts } from '../../contacts/letters/letter-counts-store.ts'
import { type CampaignFigures, noCounts, noFigures } from '../definition/campaign.ts'
import type { GuardFigures, RecipientCounts } from '../definition/shapes.ts'
import type { CampaignKey } from '../store.ts'

const states = ['pending', 'released', 'skipped', 'cancelled'] as const

export async function countRecipients(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, RecipientCounts>> {
  const counts = new Map<Uuid, RecipientCounts>(ids.map(id => [id, noCounts]))
  for (const { campaignId, key, counts: row } of await sumCounts(sql, projectId, ids, ['state'])) {
    const state = states.find(one => one === key)
    const before = counts.get(campaignId)
    if (state === undefined || before === undefined) continue
    const people = row.letters ?? 0
    counts.set(campaignId, { ...before, audience: before.audience + people, [state]: people })
  }
  return counts
}

const ofKey = ({ projectId, id }: CampaignKey): CampaignOf => ({ projectId, campaignId: id })

/** How far campaigns are, and what came of their letters. */
export async function figuresOfAll(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, CampaignFigures>> {
  const [counts, letters] = await Promise.all([
    countRecipients(sql, projectId, ids),
    sumCounts(sql, projectId, ids, ['all']),
  ])
  const results = new Map(letters.map(one => [one.campaignId, resultsOf(one.counts)]))
  return new Map(
    ids.map(id => [
      id,
      { counts: counts.get(id) ?? noCounts, results: results.get(id) ?? noFigures.results },
    ]),
  )
}

const resultsOf = (counts: CountRow['counts']): CampaignFigures['results'] => ({
  delivered: counts.delivered ?? 0,
  bounced: (counts.hard ?? 0) + (counts.soft ?? 0) + (counts.policy ?? 0),
  complained: counts.complained ?? 0,
  unsubscribed: (counts.left_topic ?? 0) + (counts.left_all ?? 0),
  opened: counts.opened ?? 0,
  clicked: counts.clicked ?? 0,
})

export async function countPending(sql: Sql, key: CampaignKey): Promise<number> {
  return (await figuresOf(sql, ofKey(key), 'state')).get('pending')?.letters ?? 0
}

export async function skippedByReason(sql: Sql, key: CampaignKey): Promise<Record<string, number>> {
  const reasons = await figuresOf(sql, ofKey(key), 'reason')
  return Object.fromEntries(
    [...reasons].flatMap(([reason, { letters }]) => (letters > 0 ? [[reason, letters]] : [])),
  )
}

export const partsOfCampaign = (sql: Sql, key: CampaignKey, part: string) =>
  figuresOf(sql, ofKey(key), part)

/** Of letters with a first result: how many of them went badly, and how. */
export async function badResultsOf(sql: Sql, key: CampaignKey): Promise<GuardFigures> {
  const found = (await figuresOf(sql, ofKey(key), 'all')).get('')
  const { delivered = 0, hard = 0, soft = 0, policy = 0, complained = 0 } = found ?? {}
  return { results: delivered + hard + soft + policy, hard, policy, complained }
}

interface Person {
  readonly state: string
  readonly reason: string | null
}

/** People whose rows are new. */
export const notePeople = (
  tx: Sql,
  key: CampaignKey,
  people: readonly (Person & { readonly count: number })[],
): Promise<void> => countPeople(tx, ofKey(key), people)

/** People who were pending and are no more. */
export async function noteDecided(
  tx: Sql,
  key: CampaignKey,
  decided: readonly (Person & { readonly count?: number })[],
): Promise<void> {
  if (decided.length === 0) return
  const all = decided.map(({ state, reason, count = 1 }) => ({ state, reason, count }))
  const pending = all.reduce((sum, one) => sum - one.count, 0)
  await countPeople(tx, ofKey(key), [...all, { state: 'pending', reason: null, count: pending }])
}
