/**
 * Browsers in which somebody has signed in before (the device cookies of OWASP's "Slow down online
 * guessing attacks"). Such a browser says so by a cookie that names the address and a number of its
 * own under a MAC, and its tries are counted by that number alone: whoever guesses from many places
 * keeps strangers waiting, not the owner. It opens nothing: the password is asked for as ever.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { behindCell } from '#kernel/base/cell.ts'
import { dayMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'
import { memberKey } from '../accounts/member-address.ts'
import { installationSecret } from '../installation/installation.ts'

type DeviceToken = string

const numberBytes = 16
const timeBytes = 6
const macBytes = 32
const headBytes = numberBytes + timeBytes
const tokenShape = /^[A-Za-z0-9_-]{72}$/
export const deviceGoodMs = 365 * dayMs

/** For the browser in which somebody has just signed in with this address. */
export async function issueDevice(
  world: Pick<World, 'db' | 'random' | 'settings' | 'clock'>,
  email: string,
): Promise<DeviceToken> {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(world.clock.now(), 0, timeBytes)
  const head = Buffer.concat([world.random.bytes(numberBytes), time])
  const secret = await installationSecret(world)
  const token = Buffer.concat([head, macOf(secret, head, email)]).toString('base64url')
  return world.settings.MALOTE_CELL + token
}

/** The number of the browser, if it has signed in with this address before; null: a stranger. */
export async function deviceOf(
  world: Pick<World, 'db' | 'random' | 'settings' | 'clock'>,
  given: DeviceToken | null,
  email: string,
): Promise<string | null> {
  const token = behindCell(given ?? '', one => (tokenShape.test(one) ? one : null))
  if (token === null) return null
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, headBytes)
  const secret = await installationSecret(world)
  if (!timingSafeEqual(macOf(secret, head, email), bytes.subarray(headBytes))) return null
  const madeAt = head.readUIntBE(numberBytes, timeBytes)
  if (world.clock.now() - madeAt >= deviceGoodMs) return null
  return head.toString('base64url', 0, numberBytes)
}

function macOf(secret: Buffer, head: Buffer, email: string): Buffer {
  const mac = createHmac('sha256', secret).update('device\0').update(head)
  return mac.update(memberKey(email)).digest().subarray(0, macBytes)
}
