/**
 * Taking a body off the wire: at most 40 MB, and not one byte at a time for ever. The minimum pace
 * is checked every five seconds, so that a connection that only pretends to send is freed within
 * fifteen, while an honest slow one may take minutes.
 */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../base/errors.ts'
import type { Clock, Timer } from '../world/world.ts'

export const mostBodyBytes = 40 * 1024 * 1024
const paceEveryMs = 5000
const paceBytes = 4096

/** The client went away, or was too slow to be waited for: there is nobody to answer. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted'
}

/** The whole body. Throws Refusal where it is too large; the rest of it is then thrown away. */
export function readBody(clock: Pick<Clock, 'timer'>, request: IncomingMessage): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > mostBodyBytes) {
    request.resume()
    return Promise.reject(tooLarge())
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let sizeBefore = 0
    let pace: Timer | undefined
    const settle = (end: () => void) => {
      pace?.cancel()
      request.off('data', take).off('end', finish).off('error', abort).off('close', abort)
      end()
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= mostBodyBytes) return chunks.push(chunk)
      settle(() => reject(tooLarge()))
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
    request.on('data', take).on('end', finish).on('error', abort).on('close', abort)
    // Most bodies are here at once and need no watch.
    if (request.readableEnded) finish()
    else pace = clock.timer(paceEveryMs, watch)
  })
}

const tooLarge = () =>
  new Refusal('invalid_field', {
    why: {
      en: 'The body is larger than 40 MB.',
      pt: 'O corpo tem mais de 40 MB.',
    },
  })
