/**
 * Room for what is read of large emails, of all callers together: an answer is in memory until the
 * caller has taken it, and one who takes his time, or many at once, must not fill it.
 */
import type { ServerResponse } from 'node:http'
import { roomsOf, seatIn } from '../base/room.ts'
import type { World } from '../world/world.ts'
import { BodyAborted } from './body.ts'

/** An email of 25 MB twice; of one project at most half. */
const mostBytes = 50 * 1024 * 1024
/** What no caller waits for. */
const freeBytes = 64 * 1024
/** To take the answer in, as long as there is to send a request. */
const mostMs = 300_000

export type Response = Pick<ServerResponse, 'once' | 'destroy' | 'destroyed' | 'closed'>

const roomOf = roomsOf(mostBytes)

/** What `Call.room` is for a call that is answered by `response`. */
export function readingRoom(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  party: string,
  response: Response,
): (bytes: number) => Promise<void> {
  return async bytes => {
    if (bytes <= freeBytes) return
    const seat = seatIn(roomOf(db), party)
    let isGone = response.closed || response.destroyed
    if (!isGone) {
      response.once('close', () => {
        isGone = true
        seat.leave()
      })
      await seat.take(bytes)
    }
    // Also of one who left while he waited: what he asked for is not read.
    if (isGone) throw new BodyAborted('nobody waits for the answer')
    const timer = clock.timer(mostMs, () => response.destroy())
    response.once('close', () => timer.cancel())
  }
}
