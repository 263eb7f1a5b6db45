/**
 * Writing down how posts went: one transaction for whatever has ended meanwhile, and only for those
 * whose lease still stands.
 */
import type { Uuid } from '../base/ids.ts'
import { deleteEntries, type Entry, lockOwned, postpone } from '../queue/store.ts'
import { createBatcher } from '../world/batch.ts'
import type { Tx } from '../world/db.ts'
import type { World } from '../world/world.ts'
import { type Attempt, insertAttempts, keptAttempts, pruneAttempts } from './attempts-store.ts'
import { deletePosts } from './store.ts'

export type Outcome =
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
  readonly outcome: Outcome
}

type Outside = Pick<World, 'db' | 'log'>

/** Returns the function that settles one entry; it resolves once that is committed. */
export function createSettler(world: Outside): (entry: Entry, outcome: Outcome) => Promise<void> {
  const pruning = createPruning()
  const batcher = createBatcher<Item, boolean>({
    slots: 1,
    most: 500,
    run: async items => {
      const owned = await world.db.transaction(tx => settle(tx, items))
      await prune(world, pruning.due(attemptsOf(items)))
      return items.map(item => owned.has(item.entry))
    },
  })
  return async (entry, outcome) => {
    const isWritten = await batcher.add({ entry, outcome })
    if (!isWritten)
      world.log.warn({ post: entry.subject }, 'lease lost; somebody else has the post')
  }
}

async function settle(tx: Tx, items: readonly Item[]): Promise<Set<Entry>> {
  const owned = await lockOwned(
    tx,
    items.map(item => item.entry),
  )
  const ours = items.filter(item => owned.has(item.entry))
  const ended = ours.filter(({ outcome }) => isEnd(outcome)).map(item => item.entry)
  const kept = ours.flatMap(({ entry, outcome }) => {
    const dueAt = dueOf(outcome)
    return dueAt === null ? [] : [{ id: entry.id, dueAt, tried: outcome.kind === 'failed' }]
  })
  const attempts = attemptsOf(ours)
  const work: Promise<void>[] = []
  if (ended.length > 0) {
    work.push(
      deleteEntries(
        tx,
        ended.map(entry => entry.id),
      ),
    )
    const posts = ended.map(entry => ({ projectId: entry.projectId, postId: entry.subject }))
    work.push(deletePosts(tx, posts))
  }
  if (kept.length > 0) work.push(postpone(tx, kept))
  if (attempts.length > 0) work.push(insertAttempts(tx, attempts))
  await Promise.all(work)
  return owned
}

const isEnd = (outcome: Outcome): boolean => dueOf(outcome) === null

function dueOf(outcome: Outcome): number | null {
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
async function prune(world: Outside, webhooks: readonly Attempt[]): Promise<void> {
  if (webhooks.length === 0) return
  await pruneAttempts(world.db, webhooks).catch(error =>
    world.log.warn({ error: String(error) }, 'attempts not pruned'),
  )
}

const mostCounted = 10_000

/** Says when a log needs pruning: at first sight, then after every hundred. */
function createPruning() {
  const counts = new Map<Uuid, number>()
  return {
    /** One attempt of each webhook whose turn it is. */
    due(attempts: readonly Attempt[]): Attempt[] {
      if (counts.size > mostCounted) counts.clear()
      const due = new Map<Uuid, Attempt>()
      for (const attempt of attempts) {
        const count = (counts.get(attempt.webhookId) ?? keptAttempts) + 1
        if (count > keptAttempts) due.set(attempt.webhookId, attempt)
        counts.set(attempt.webhookId, count > keptAttempts ? 0 : count)
      }
      return [...due.values()]
    },
  }
}
