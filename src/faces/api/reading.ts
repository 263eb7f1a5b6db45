/**
 * Room for what is read of large emails, of all callers together: an answer is in memory until the
 * caller has taken it, and one who takes his time, or many at once, must not fill it.
 */
import type { ServerResponse } from 'node:http'
import { type Leave, roomsOf } from '#kernel/base/room.ts'
import type { World } from '#kernel/world/world.ts'
import { BodyAborted } from './body.ts'

/** An email of 25 MB twice; of one project at most half. */
const mostBytes = 50 * 1024 * 1024
/** What no caller waits for. */
const freeBytes = 64 * 1024
/** What a page of a list may take until it is known what it does: few take more. */
const pageBytes = 4 * 1024 * 1024
/** To take the answer in, as long as there is to send a request. */
const mostMs = 300_000

export type Response = Pick<ServerResponse, 'once' | 'destroy' | 'destroyed' | 'closed'>

const roomOf = roomsOf(mostBytes)

type Where = Pick<World, 'db' | 'clock'>

/** What `Call.room` is for a call that is answered by `response`. */
export function readingRoom(
  world: Where,
  party: string,
  response: Response,
): (bytes: number) => Promise<void> {
  return async bytes => {
    if (bytes > freeBytes) await enter(world, { party, bytes, response })
  }
}

/**
 * Room for a page of a list, before it is read. Call what it gives with the length of the answer:
 * until then few pages are in memory at a time, then as many as fit, until each is taken.
 */
export async function roomForPage(
  world: Where,
  party: string,
  response: Response,
): Promise<(length: number) => void> {
  const leave = await enter(world, { party, bytes: pageBytes, response })
  return length => leave(length > freeBytes ? length : 0)
}

interface Guest {
  readonly party: string
  readonly bytes: number
  readonly response: Response
}

/** Inside until the caller has his answer, is gone or takes too long. */
async function enter({ db, clock }: Where, { party, bytes, response }: Guest): Promise<Leave> {
  let isGone = response.closed || response.destroyed
  let leave: Leave | undefined
  if (!isGone) {
    response.once('close', () => {
      isGone = true
      leave?.()
    })
    leave = await roomOf(db).enter(party, bytes)
  }
  // Also of one who left while he waited: what he asked for is not read.
  if (isGone) {
    leave?.()
    throw new BodyAborted('nobody waits for the answer')
  }
  const timer = clock.timer(mostMs, () => response.destroy())
  response.once('close', () => timer.cancel())
  return leave!
}
