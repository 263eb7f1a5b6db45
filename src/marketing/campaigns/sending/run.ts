/**
 * The clock of a campaign: an entry of the queue, which begins it at its time, reads who gets it in
 * pages, releases letters in tranches and ends it (turn.ts). While the database writes one tranche,
 * the letters of the next are drafted.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import type { Task, TaskSubject } from '#platform/queue/tasks.ts'
import { exactIfCrossed } from '#tenants/limits/reserve.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { type DraftRange, type Drafts, draftLetters } from './drafts.ts'
import { type CampaignParts, commonOf, type PreparedCampaign, versionOf } from './prepared.ts'
import { lockWithoutLetters } from './progress-store.ts'
import { Turn } from './turn.ts'
import { campaignKind } from './wake.ts'

/** What a campaign that goes on keeps from one slice to the next. */
interface Run {
  readonly prepared: PreparedCampaign
  readonly world: World
  readonly slices: number
  /** By the monotonic clock. */
  readonly keptAt: number
  drafts: Promise<Drafts> | null
  /** Letters of a tranche, so that it takes as long as it may. */
  maxLetters: number
}

/** Settings of the project and names of topics may change beside the campaign: read again after so many. */
const maxSlices = 8
const keptMs = 5 * 60_000
/** Fewer cost the database as much as these: half of a tranche is asking about the people as a whole. */
const letters = { min: 100, max: 300 } as const
/** Longer than that nobody waits for a tranche: neither who pauses it nor who sends beside it. */
const wantedMs = { min: 20, max: 35 } as const

/** Of one service: a run holds its World, which is no other's. */
const runsInHand: Part<Map<Uuid, Run>, unknown> = {
  name: 'runs of campaigns',
  make: () => new Map(),
}

export const campaignTask = (parts: CampaignParts): Task => ({
  kind: campaignKind,
  capacity: 4,
  restMs: 0,
  async runSlice(real, { projectId, subject }: TaskSubject) {
    const runs = real.runtime.get(runsInHand, real)
    const key = { projectId, id: subject }
    const known = runs.get(subject)
    runs.delete(subject)
    const run = await begin(real, key, { parts, known })
    if (run === null) return false
    const more = await slice(run, key)
    const now = real.clock.monotonic()
    if (more === 'on') runs.set(subject, { ...run, slices: run.slices + 1, keptAt: now })
    // Another node may have gone on with one: its letters are not kept for ever.
    for (const [id, { keptAt }] of runs) if (now - keptAt > keptMs) runs.delete(id)
    return more !== 'over'
  },
})

async function begin(
  real: World,
  key: { readonly projectId: Uuid; readonly id: Uuid },
  { parts, known }: { readonly parts: CampaignParts; readonly known: Run | undefined },
): Promise<Run | null> {
  if (known !== undefined && known.slices < maxSlices) return known
  const prepared = await commonOf(real, key, parts)
  if (prepared === null) return null
  const world = await onTestClock(real, prepared.tenant)
  const isSame = known?.prepared.version === prepared.version
  const { drafts, maxLetters } = isSame ? known! : { drafts: null, maxLetters: letters.min }
  return { prepared, world, slices: 0, keptAt: 0, drafts, maxLetters }
}

/** `anew`: what was read is of another moment. */
async function slice(
  run: Run,
  key: { readonly projectId: Uuid; readonly id: Uuid },
): Promise<'on' | 'anew' | 'over'> {
  const { world, prepared } = run
  const drafts = await run.drafts
  run.drafts = null
  // The database, too, is left to mail that somebody waits for.
  await world.runtime.get(bulkStretches, world).calm()
  const turn = (isExact: boolean) =>
    world.db.transaction(async tx => {
      const locked = await lockWithoutLetters(tx, key)
      if (locked === null) return { more: 'over' as const, wanted: null }
      if (versionOf(locked) !== prepared.version) return { more: 'anew' as const, wanted: null }
      const one = new Turn(tx, world, {
        campaign: { ...locked, letters: prepared.sources },
        common: prepared,
        drafts,
        maxLetters: run.maxLetters,
        isExact,
        expect: next => draftNext(run, next),
      })
      const more = (await one.take()) ? ('on' as const) : ('over' as const)
      return { more, wanted: one.wanted }
    })
  const begun = world.clock.monotonic()
  const { more, wanted } = await exactIfCrossed(turn)
  if (wanted !== null) draftNext(run, wanted)
  else if (drafts !== null) fit(run, world.clock.monotonic() - begun)
  return more
}

/** Outside of the transaction in which it is asked for, and not waited for there. */
function draftNext(run: Run, wanted: DraftRange): void {
  const { world, prepared } = run
  run.drafts ??= draftLetters(world, prepared.tenant, prepared.letters!, wanted)
  // Whoever waits for them hears of it.
  run.drafts.catch(() => {})
}

function fit(run: Run, tookMs: number): void {
  if (tookMs > wantedMs.max) run.maxLetters = Math.max(letters.min, run.maxLetters >> 1)
  if (tookMs < wantedMs.min) {
    run.maxLetters = Math.min(letters.max, Math.ceil(run.maxLetters * 1.25))
  }
}
