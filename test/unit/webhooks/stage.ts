/** What the webhook tests share: a project with webhooks, receivers made of functions, a loop. */

import { Webhook } from 'standardwebhooks'
import type { Answer } from '#kernel/routes/route.ts'
import type { Db } from '#kernel/world/db.ts'
import type { HttpRequest, HttpResult } from '#kernel/world/http.ts'
import type { Loop } from '#platform/queue/work.ts'
import { createWebhookLoop } from '#platform/webhooks/dispatch.ts'
import { enqueueWebhooks } from '#platform/webhooks/enqueue.ts'
import { webhookRoutes } from '#platform/webhooks/routes.ts'
import { type Asking, callerOf, makeProject } from '../../support/call.ts'
import {
  type FakeParts,
  type FakeWorld,
  fakeDns,
  fakeWorld,
  until,
} from '../../support/fake-world.ts'

export interface Received {
  readonly at: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Receiver = (request: Received) => Promise<HttpResult> | HttpResult

export const answer = (status: number, body = ''): HttpResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: Buffer.from(body),
  truncated: false,
})

export interface Stage {
  readonly world: FakeWorld
  readonly loop: Loop
  /** Everything that was posted, in order. */
  readonly received: Received[]
  readonly project: { accountId: string; projectId: string }
  /** Calls a route of the module. */
  call(name: string, asking?: Asking): Promise<Answer>
  /** Creates a webhook and returns its id and secret. */
  hook(url: string, events?: string[]): Promise<{ id: string; secret: string }>
  /** Something happens; returns the event's id. */
  happen(type?: string, data?: object): Promise<string>
  /** Claims and works until nothing is due. */
  work(): Promise<void>
  /** Calls while the clock moves on by itself: for endpoints that wait. */
  callOn(name: string, asking?: Asking): Promise<Answer>
}

export const publicDns = fakeDns({ 'hooks.example.com': ['192.0.1.7'] })

/** Stages of one file share a database, so each has chances, and so ids, of its own. */
let stages = 0

export async function setStage(
  db: Db,
  receiver: Receiver,
  parts: Partial<FakeParts> & { capacity?: number } = {},
): Promise<Stage> {
  // What an earlier stage still owes is not this one's to post.
  if (stages > 0) await db.query('delete from queue')
  const received: Received[] = []
  const request = async (asked: HttpRequest): Promise<HttpResult> => {
    const one = {
      at: world.clock.now(),
      url: asked.url,
      headers: asked.headers,
      body: String(asked.body),
    }
    received.push(one)
    return receiver(one)
  }
  const world: FakeWorld = fakeWorld({
    db,
    dns: publicDns,
    http: { request },
    seed: ++stages,
    ...parts,
  })
  const project = await makeProject(world)
  const routes = webhookRoutes({
    types: ['accepted', 'sent', 'delivered', 'bounced'],
    typeOf: type => type,
    sample: type => ({ explanation: `An example of ${type}.` }),
  })
  const call = callerOf(world, routes, project)
  const loop = createWebhookLoop(world, { capacity: parts.capacity ?? 2000 })
  return {
    world,
    loop,
    received,
    project,
    call,
    async hook(url, events = ['delivered']) {
      const { body } = await call('webhooks.create', { body: { url, events } })
      return body as { id: string; secret: string }
    },
    async happen(type = 'delivered', data = {}) {
      const eventId = world.ids.next()
      const { projectId } = project
      const at = world.clock.now()
      const notice = { projectId, mode: 'live', eventId, type, at, data } as const
      await db.transaction(tx => enqueueWebhooks(tx, world, [notice]))
      return eventId
    },
    async work() {
      while ((await loop.step()) > 0) await until(() => loop.inHand === 0, 'the work is done')
    },
    async callOn(name, asking) {
      let settled = false
      const answered = call(name, asking).finally(() => {
        settled = true
      })
      answered.catch(() => undefined)
      while (!settled) await world.clock.advance(1)
      return answered
    },
  }
}

/** Whether the library of the scheme takes a post as signed with the secret, when it came. */
export function verifies(secret: string, one: Received): boolean {
  const body = one.body
  const real = Date.now
  Date.now = () => one.at
  try {
    new Webhook(secret).verify(body, { ...one.headers })
    return true
  } catch {
    return false
  } finally {
    Date.now = real
  }
}
