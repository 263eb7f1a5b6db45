/**
 * The memory budget for reading large emails, over all callers: an answer is in memory until the
 * caller has taken it, and one that is slow, or many at once, must not use it up.
 */
import type { ServerResponse } from 'node:http'
import {
  createMemoryBudget,
  half,
  type MemoryBudget,
  type Release,
} from '#kernel/base/memory-budget.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { BodyAborted } from './body.ts'

/** An email of 25 MB and its words twice; of one account at most half. */
const maxBytes = 52 * 1024 * 1024
/** What no caller waits for. */
const freeBytes = 64 * 1024
/** What a page of a list may take until it is known what it does: few take more. */
const pageBytes = 4 * 1024 * 1024
/** To take the answer in, as long as there is to send a request. */
const maxMs = 300_000

export type Response = Pick<ServerResponse, 'once' | 'destroy' | 'destroyed' | 'closed'>

const outgoingAnswers: Part<MemoryBudget, unknown> = {
  name: 'memory for answers',
  make: () => createMemoryBudget(maxBytes),
}

type Where = Pick<World, 'clock' | 'runtime'>

/** What `Call.room` is for a call that is answered by `response`. */
export function readingRoom(
  world: Where,
  tenant: string,
  response: Response,
): (bytes: number) => Promise<void> {
  return async bytes => {
    if (bytes > freeBytes) await enter(world, { tenant, bytes, response })
  }
}

/**
 * Room for a page of a list, before it is read. Call what it gives with the length of the answer:
 * until then few pages are in memory at a time, then as many as fit, until each is taken.
 */
export async function roomForPage(
  world: Where,
  tenant: string,
  response: Response,
): Promise<(length: number) => void> {
  const leave = await enter(world, { tenant, bytes: pageBytes, response })
  return length => leave(length > freeBytes ? length : 0)
}

interface Reader {
  readonly tenant: string
  readonly bytes: number
  readonly response: Response
}

/** Reserved until the caller has the answer, is gone or takes too long. */
async function enter(world: Where, { tenant, bytes, response }: Reader): Promise<Release> {
  let isGone = response.closed || response.destroyed
  let leave: Release | undefined
  if (!isGone) {
    response.once('close', () => {
      isGone = true
      leave?.()
    })
    leave = await world.runtime.get(outgoingAnswers, world).reserve(half(tenant), bytes)
  }
  // Also for a caller that left while waiting: what it asked for is not read.
  if (isGone) {
    leave?.()
    throw new BodyAborted('nobody waits for the answer')
  }
  const timer = world.clock.timer(maxMs, () => response.destroy())
  response.once('close', () => timer.cancel())
  return leave!
}
