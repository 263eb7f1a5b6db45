/**
 * Figures of campaigns as counters: each change of a letter adds what it adds to every part that it
 * is counted in, in the statement that writes it (letters-store.ts). What they are counted from is
 * the letters themselves (campaign_recount in the database), so that anybody can count again.
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Owner } from '../people/contact.ts'
import {
  addCounts,
  type CampaignFigure,
  type CountRow,
  correctCounts,
  correctLinks,
  deleteQuartersBefore,
  figures,
  firstKey,
  mayHaveMissedLinks,
  noteMissedLinks,
  recentCampaigns,
  shardOf,
  sumCounts,
  sumCountsSince,
} from './letter-counts-store.ts'
import type { SentLetters } from './letters-store.ts'

export interface CampaignOf {
  readonly projectId: Uuid
  readonly campaignId: Uuid
}

/** New letters: as `letter_figures` in the database counts one of which nothing is known yet. */
export async function countNew(
  tx: Sql,
  { projectId, mode }: Owner,
  { source, letters, at }: SentLetters,
): Promise<void> {
  if (letters.length === 0) return
  const of = { projectId, campaignId: source.id }
  if (source.kind === 'sequence') {
    const counts = { letters: letters.length }
    const part = `${mode} hour`
    return addCounts(tx, [{ ...of, part, key: quarterOf(at), counts }], 'own')
  }
  const hour = hourOf(at)
  const rows = letters.flatMap(({ variant, language }): CountRow[] =>
    [
      ['all', ''],
      ['variant', variant ?? ''],
      ['language', language ?? ''],
      ['provider', 'other'],
      ['hour', hour],
    ].map(([part, key]) => ({ ...of, part: part!, key: key!, counts: { letters: 1 } })),
  )
  await addCounts(tx, [...summedUp(rows).values()], shardOf(letters[0]!.emailId))
}

const hourOf = (at: Date): string => `${at.toISOString().slice(0, 13)}:00:00Z`

const quarterMs = hourMs / 4

/** What days are made of: in every zone they begin at a quarter of an hour. */
function quarterOf(at: Date): string {
  const begun = new Date(Math.floor(at.getTime() / quarterMs) * quarterMs)
  return begun.toISOString().replace('.000', '')
}

const sequenceMoves = ['entered', 'goal', 'left'] as const
type SequenceMove = (typeof sequenceMoves)[number]

/** People of sequences by what they did at a moment. */
export async function countMoves(
  tx: Sql,
  { projectId, mode }: Owner,
  moves: readonly { readonly sequenceId: Uuid; readonly move: SequenceMove; readonly at: Date }[],
): Promise<void> {
  const sums = Map.groupBy(moves, one => `${one.sequenceId} ${one.move} ${quarterOf(one.at)}`)
  const rows = [...sums.values()].map((some): CountRow => {
    const { sequenceId, move, at } = some[0]!
    const counts = { letters: some.length }
    const part = `${mode} ${move}`
    return { projectId, campaignId: sequenceId, part, key: quarterOf(at), counts }
  })
  await addCounts(tx, rows, 'own')
}

interface SequenceQuarter {
  readonly at: Date
  readonly entered: number
  readonly goal: number
  readonly left: number
  readonly sent: number
  readonly opened: number
  readonly clicked: number
}

const partsOf = (mode: string) => ['hour', ...sequenceMoves].map(one => `${mode} ${one}`)

/** When a sequence was first counted, of what is kept. */
export async function firstQuarterOf(
  sql: Sql,
  { projectId, mode }: Owner,
  sequenceId: Uuid,
): Promise<Date | null> {
  const first = await firstKey(sql, { projectId, sourceIds: [sequenceId], parts: partsOf(mode) })
  return first === null ? null : new Date(first)
}

/** As many days as can be asked for, and two for what zones are apart. */
const keptMs = 94 * dayMs
const batchSize = 1_000

/** Forgets what nobody can ask for any longer. */
export async function forgetOldHours(world: World, budgetMs: number): Promise<void> {
  const deadline = world.clock.monotonic() + budgetMs
  const before = hourOf(new Date(world.clock.now() - keptMs))
  while ((await deleteQuartersBefore(world.db, before, batchSize)) === batchSize) {
    if (world.clock.monotonic() >= deadline) return
  }
}

/** By quarters of an hour in which something happened; one may be there more than once. */
export async function quartersOf(
  sql: Sql,
  { projectId, mode }: Owner,
  { sequenceId, since }: { readonly sequenceId: Uuid; readonly since: Date },
): Promise<SequenceQuarter[]> {
  const rows = await sumCountsSince(sql, {
    projectId,
    sourceIds: [sequenceId],
    parts: partsOf(mode),
    since: hourOf(since),
  })
  return rows.map(({ part, key, counts: { letters = 0, opened = 0, clicked = 0 } }) => {
    const of = (one: string): number => (part === `${mode} ${one}` ? letters : 0)
    const people = { entered: of('entered'), goal: of('goal'), left: of('left') }
    return { at: new Date(key), ...people, sent: of('hour'), opened, clicked }
  })
}

/** People of a campaign by their state, and why they were skipped; the campaign is locked. */
export async function countPeople(
  tx: Sql,
  of: CampaignOf,
  changes: readonly { readonly state: string; readonly reason: string | null; count: number }[],
): Promise<void> {
  const rows = changes.flatMap(({ state, reason, count }): CountRow[] => {
    const counts = { letters: count }
    const isSkipped = state === 'skipped' && reason !== null
    return [
      { ...of, part: 'state', key: state, counts },
      ...(isSkipped ? [{ ...of, part: 'reason', key: reason, counts }] : []),
    ]
  })
  await addCounts(tx, [...summedUp(rows).values()], 0)
}

function summedUp(rows: readonly CountRow[]): Map<string, CountRow> {
  const sums = new Map<string, CountRow>()
  for (const row of rows) {
    const name = `${row.part} ${row.key}`
    const letters = (sums.get(name)?.counts.letters ?? 0) + (row.counts.letters ?? 0)
    sums.set(name, { ...row, counts: { letters } })
  }
  return sums
}

const lookBackMs = 60 * dayMs
/** An update has gone round all nodes by then, and a recount has come after it. */
const updateMs = 7 * dayMs

/** Of a campaign of before, when nothing was counted by link. */
export async function countLinks(tx: Sql, of: CampaignOf): Promise<void> {
  await noteMissedLinks(tx, of)
  await correctLinks(tx, of)
}

/** Counts again what has been sent lately, and says where the counters were wrong. */
export async function recountLetters(world: World): Promise<void> {
  const now = world.clock.now()
  const mayMiss = await mayHaveMissedLinks(world.db, new Date(now - updateMs))
  for (const of of await recentCampaigns(world.db, new Date(now - lookBackMs))) {
    const parts = await world.db.transaction(async tx => {
      // It reads each click's events and keeps its letter locked: not a thing for every day.
      if (mayMiss) await noteMissedLinks(tx, of)
      return correctCounts(tx, of)
    })
    if (parts === 0) continue
    const fields = { campaign: of.campaignId, project: of.projectId, parts }
    world.log.error(fields, 'figures of a campaign were not what its letters say; mended')
  }
}

/** The figures of one part of a campaign, by key. */
export async function figuresOf(
  sql: Sql,
  of: CampaignOf,
  part: string,
): Promise<ReadonlyMap<string, Readonly<Record<CampaignFigure, number>>>> {
  const rows = await sumCounts(sql, of.projectId, [of.campaignId], [part])
  return new Map(rows.map(({ key, counts }) => [key, { ...noFigures, ...counts }]))
}

export const noFigures: Readonly<Record<CampaignFigure, number>> = Object.fromEntries(
  figures.map(one => [one, 0]),
) as Record<CampaignFigure, number>
