/**
 * Taking a body off the wire: at most what its route takes, and not one byte at a time for ever. The minimum pace
 * is checked every five seconds, so that a connection that only pretends to send is freed within
 * fifteen, while an honest slow one may take minutes. Past the first MB there must be room for it.
 */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '#kernel/base/errors.ts'
import type { Reservation } from '#kernel/base/memory-budget.ts'
import type { Clock, Timer } from '#kernel/world/world.ts'
import { freeBytes } from '#sending/intake/reservation.ts'

/** Of callers that are not authenticated: they have little to say. */
export const strangersBytes = 64 * 1024
const paceEveryMs = 5000
const paceBytes = 4096

/** The client went away, or was too slow to be waited for: there is nobody to answer. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted'
}

/**
 * Whether a call failed because its sender went away before the end of what was being read: the
 * stream of a file says so, or a page's own reading of its body.
 */
export function isBrokenOff(thrown: unknown, request: IncomingMessage): boolean {
  if (thrown instanceof BodyAborted) return true
  const { code } = (thrown ?? {}) as { readonly code?: string }
  const isLost = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isLost && request.destroyed && !request.complete
}

interface BodyOptions {
  readonly reservation: Pick<Reservation, 'take'>
  readonly maxBytes: number
  /** What is too large, where it has a name. */
  readonly param?: string
}

/** The whole body. Throws Refusal where it is too large; the rest of it is then thrown away. */
export function readBody(
  clock: Pick<Clock, 'timer'>,
  request: IncomingMessage,
  { reservation, maxBytes, param }: BodyOptions,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytes) {
    request.resume()
    return Promise.reject(tooLarge(maxBytes, param))
  }
  // Most bodies are here as a whole, and need no watch.
  if (request.complete && request.readableLength <= Math.min(maxBytes, freeBytes)) {
    return Promise.resolve((request.read() as Buffer | null) ?? Buffer.alloc(0))
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let sizeBefore = 0
    let pace: Timer | undefined
    let hasSeat = false
    let isSettled = false
    const settle = (end: () => void) => {
      isSettled = true
      pace?.cancel()
      request.off('data', take).off('end', finish).off('error', abort).off('close', abort)
      end()
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > freeBytes) takeSeat()
      if (size <= maxBytes) return chunks.push(chunk)
      settle(() => reject(tooLarge(maxBytes, param)))
      return request.resume()
    }
    const finish = () =>
      settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    const abort = () => settle(() => reject(new BodyAborted('the body did not come to its end')))
    const watch = () => {
      if (size - sizeBefore < paceBytes) {
        abort()
        // After the abort: the socket's own error has no listener of ours any more.
        request.on('error', () => {}).destroy()
        return
      }
      sizeBefore = size
      pace = clock.timer(paceEveryMs, watch)
    }
    // Nothing more is taken off the wire until there is room; the sender's own pace does not count.
    const takeSeat = () => {
      if (hasSeat) return
      hasSeat = true
      request.pause()
      pace?.cancel()
      void reservation.take(announced || maxBytes).then(() => {
        if (isSettled) return
        sizeBefore = size
        pace = clock.timer(paceEveryMs, watch)
        request.resume()
      })
    }
    if (announced > freeBytes) takeSeat()
    request.on('data', take).on('end', finish).on('error', abort).on('close', abort)
    if (request.readableEnded) finish()
    else if (!hasSeat) pace = clock.timer(paceEveryMs, watch)
  })
}

/** `256 KB`, `4 MB`. */
export function shownSize(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`
}

function tooLarge(maxBytes: number, param?: string): Refusal {
  const max = shownSize(maxBytes)
  return new Refusal('invalid_field', {
    ...(param === undefined ? {} : { param }),
    why: {
      en: `The body is larger than ${max}.`,
      pt: `O corpo tem mais de ${max}.`,
    },
  })
}
