/**
 * Writing down how posts went: one transaction for whatever has ended meanwhile, once, and only for
 * those whose lease still stands.
 */
import { Counter } from '@prometheus-io/client'
import { floorId, type Uuid } from '#kernel/base/ids.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import { isDatabaseAway, type Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { ClaimState, Entry } from '../queue/entry.ts'
import { deleteEntries, lockClaims, postpone } from '../queue/store.ts'
import {
  type Attempt,
  insertAttempts,
  keptAttempts,
  type PrunedLog,
  pruneAttempts,
} from './attempts-store.ts'
import { deletePosts } from './store.ts'

export type WebhookResult =
  /** Acknowledged. */
  | { readonly kind: 'delivered'; readonly attempt: Attempt }
  /** Tried in vain; due again, or given up where `dueAt` is null. */
  | { readonly kind: 'failed'; readonly attempt: Attempt; readonly dueAt: number | null }
  /** Not tried: too much is under way to this webhook. */
  | { readonly kind: 'later'; readonly dueAt: number }
  /** Not tried and never to be: the webhook is paused or gone. */
  | { readonly kind: 'dropped' }

interface Item {
  readonly entry: Entry
  readonly outcome: WebhookResult
}

/** How posts of this node went since it started, for whoever watches it. */
export const postCounter: Part<Counter<'result'>, unknown> = {
  name: 'counter of posts',
  make: () =>
    new Counter({
      name: 'malote_webhook_posts_total',
      help: 'Posts to webhooks: acknowledged, tried in vain, given up.',
      labelNames: ['result'],
      registers: [],
    }),
}

/** Posts per transaction. */
export const maxSettled = 500

type Outside = Pick<World, 'clock' | 'db' | 'log' | 'runtime'>

/** Returns the function that settles one entry; it resolves once that is committed. */
export function createSettler(
  world: Outside,
): (entry: Entry, outcome: WebhookResult) => Promise<void> {
  const pruning = createPruning()
  const posts = world.runtime.get(postCounter, undefined)
  const batcher = createBatcher<Item, boolean>({
    slots: 1,
    max: maxSettled,
    clock: world.clock,
    run: async items => {
      const held = new Set<Entry>()
      const claims = await withSecondTry(() => world.db.transaction(tx => settle(tx, items, held)))
      // Now, or by a run before of which nobody heard: what has ended by that is gone.
      const isWritten = ({ entry }: Item): boolean =>
        held.has(entry) ? claims.get(entry) !== 'overtaken' : claims.get(entry) === 'settled'
      for (const { outcome } of items.filter(isWritten)) {
        if ('attempt' in outcome) posts.inc({ result: resultOf(outcome) })
      }
      await prune(world, pruning, attemptsOf(items))
      return items.map(isWritten)
    },
  })
  return async (entry, outcome) => {
    if (!(await batcher.add({ entry, outcome })))
      world.log.warn({ post: entry.subject }, 'lease lost; somebody else has the post')
  }
}

/** A commit whose answer was lost is found by its tokens: nothing is written twice, nor posted. */
async function withSecondTry<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return work()
  }
}

/** Writes what may be written, and notes it as `held`; how the claims stood before. */
async function settle(
  tx: Tx,
  items: readonly Item[],
  held: Set<Entry>,
): Promise<Map<Entry, ClaimState>> {
  const claims = await lockClaims(
    tx,
    items.map(item => item.entry),
  )
  const ours = items.filter(item => claims.get(item.entry) === 'held')
  for (const { entry } of ours) held.add(entry)
  const ended = ours.filter(({ outcome }) => isEnd(outcome)).map(item => item.entry)
  const kept = ours.flatMap(({ entry, outcome }) => {
    const dueAt = dueOf(outcome)
    return dueAt === null ? [] : [{ id: entry.id, dueAt, tried: outcome.kind === 'failed' }]
  })
  await tx.last(
    Promise.all([
      deleteEntries(
        tx,
        ended.map(entry => entry.id),
      ),
      deletePosts(
        tx,
        ended.map(entry => ({ projectId: entry.projectId, postId: entry.subject })),
      ),
      postpone(tx, kept),
      insertAttempts(tx, attemptsOf(ours)),
    ]),
  )
  return claims
}

const resultOf = ({ kind, dueAt }: { kind: string; dueAt?: number | null }): string =>
  kind === 'failed' && dueAt === null ? 'given_up' : kind

const isEnd = (outcome: WebhookResult): boolean => dueOf(outcome) === null

function dueOf(outcome: WebhookResult): number | null {
  return outcome.kind === 'failed' || outcome.kind === 'later' ? outcome.dueAt : null
}

/** What is to be logged: of one webhook no more than its log would keep. */
function attemptsOf(items: readonly Item[]): Attempt[] {
  const attempts = items.flatMap(({ outcome }) => ('attempt' in outcome ? [outcome.attempt] : []))
  if (attempts.length <= keptAttempts) return attempts
  const groups = Map.groupBy(attempts, attempt => attempt.webhookId)
  return [...groups.values()].flatMap(group => group.slice(-keptAttempts))
}

/** The log is pruned after commit: no lock on it is held, and a failure is harmless. */
async function prune(
  world: Outside,
  pruning: Pruning,
  attempts: readonly Attempt[],
): Promise<void> {
  const due = pruning.due(attempts)
  if (due.length === 0) return
  try {
    pruning.note(await pruneAttempts(world.db, due))
  } catch (error) {
    world.log.warn({ error: String(error) }, 'attempts not pruned')
  }
}

const maxKnown = 10_000

interface PrunedCount {
  /** Attempts since the log was pruned. */
  count: number
  /** The last attempts removed by the two prunings before. */
  gone: readonly [Uuid, Uuid]
}

type Pruning = ReturnType<typeof createPruning>

/**
 * Says when a log needs pruning (at first sight, then after every hundred) and where to begin: behind
 * what the last but one has removed, since the clock of another node may be a little slow.
 */
function createPruning() {
  const logs = new Map<Uuid, PrunedCount>()
  const unknown = (): PrunedCount => ({ count: keptAttempts, gone: [floorId(0), floorId(0)] })
  return {
    due(attempts: readonly Attempt[]): { projectId: Uuid; webhookId: Uuid; after: Uuid }[] {
      if (logs.size > maxKnown) logs.clear()
      return attempts.flatMap(({ projectId, webhookId }) => {
        const log = logs.get(webhookId) ?? unknown()
        logs.set(webhookId, log)
        log.count++
        if (log.count <= keptAttempts) return []
        log.count = 0
        return [{ projectId, webhookId, after: log.gone[0] }]
      })
    },
    note(pruned: readonly PrunedLog[]): void {
      for (const { webhookId, gone } of pruned) {
        const log = logs.get(webhookId)
        if (log && gone !== null) log.gone = [log.gone[1], gone]
      }
    },
  }
}
