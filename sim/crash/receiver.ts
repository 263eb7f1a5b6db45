/**
 * The webhook receiver of a crash run, in the script's own process, where nobody kills it. It mostly
 * acknowledges, sometimes refuses, and sometimes drops the connection: before it has read the post,
 * or after, so that the sender cannot know. Every post that it has read is written down: its
 * webhook-id, which event it tells, its bytes, and whether it was acknowledged.
 */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pause } from './nodes.ts'

/** One post that was read to its end. */
export interface ReceivedPost {
  readonly webhookId: string
  /** `data.event_id` of the body. */
  readonly eventId: string
  readonly sha256: string
  readonly isAcknowledged: boolean
  readonly isSigned: boolean
}

export interface Receiver {
  readonly url: string
  readonly heard: readonly ReceivedPost[]
  /** What signatures are checked against; known once the webhook is made. */
  knowSecret(secret: string): void
  /** From now on everything is acknowledged. */
  calmDown(): void
  close(): Promise<void>
}

/** Of all posts: connections dropped unread, dropped after reading, and answers of 500. */
const unreadShare = 0.01
const unansweredShare = 0.02
const refusedShare = 0.03
const maxDelayMs = 10

export async function startReceiver(): Promise<Receiver> {
  const heard: ReceivedPost[] = []
  let key = Buffer.alloc(0)
  let isCalm = false

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const luck = isCalm ? 1 : Math.random()
    if (luck < unreadShare) {
      request.destroy()
      return
    }
    const body = await text(request)
    await pause(Math.random() * maxDelayMs)
    const isAnswered = luck >= unreadShare + unansweredShare
    const isAcknowledged = luck >= unreadShare + unansweredShare + refusedShare
    heard.push({ ...read(request, body, key), isAcknowledged })
    if (!isAnswered) request.destroy()
    else response.writeHead(isAcknowledged ? 204 : 500).end()
  }

  const server = createServer((request, response) => {
    // A sender that is killed in the middle of its post has not posted.
    serve(request, response).catch(() => request.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    knowSecret(secret) {
      key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    },
    calmDown() {
      isCalm = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function read(
  request: IncomingMessage,
  body: string,
  key: Buffer,
): Omit<ReceivedPost, 'isAcknowledged'> {
  const webhookId = String(request.headers['webhook-id'])
  const signed = `${webhookId}.${request.headers['webhook-timestamp']}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return {
    webhookId,
    eventId: eventOf(body),
    sha256: createHash('sha256').update(body).digest('hex'),
    isSigned: request.headers['webhook-signature'] === signature,
  }
}

function eventOf(body: string): string {
  try {
    return String(JSON.parse(body).data.event_id)
  } catch {
    return 'unreadable'
  }
}
