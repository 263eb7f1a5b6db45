/** The thread that makes large bodies and sends them (ticks.ts). */
import { request as httpRequest } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** `head`, as many times `unit` as fit, `tail`; `#` in the unit is the number of the time. */
export interface SentBody {
  readonly head: string
  readonly unit: string
  readonly tail: string
}

export interface TickShot {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: SentBody
  readonly bytes: number
}

function made({ head, unit, tail }: SentBody, bytes: number): Buffer {
  const isNumbered = unit.includes('#')
  const unitBytes = Buffer.byteLength(unit) + (isNumbered ? 5 : 0)
  const count = Math.max(1, Math.floor((bytes - Buffer.byteLength(head + tail)) / unitBytes))
  const middle = isNumbered
    ? Array.from({ length: Math.min(count, 300_000) }, (_, i) => unit.replace('#', `${i}`)).join('')
    : unit.repeat(count)
  return Buffer.from(head + middle + tail)
}

/** `400 invalid_field`, or what broke. */
function send({ port, method, path, headers, body, bytes }: TickShot): Promise<string> {
  const payload = made(body, bytes)
  const all = {
    'content-type': 'application/json',
    'content-length': payload.length,
    'idempotency-key': `tick-${performance.now()}`,
    ...headers,
  }
  return new Promise(resolve => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: all })
    request.on('error', error => resolve(String(error)))
    request.on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', part => (text += part))
      response.on('error', error => resolve(String(error)))
      response.on('end', () =>
        resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`),
      )
    })
    request.end(payload)
  })
}

parentPort!.on('message', async (shot: TickShot) => parentPort!.postMessage(await send(shot)))
