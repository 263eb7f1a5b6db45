/**
 * Posting notifications: claimed work in, signed HTTP out, the outcome settled in batches.
 *
 * A post is acknowledged by any 2xx within 15 seconds and is then forgotten, but for its line in
 * the log. Anything else is a failure, tried again by the schedule (queue/backoff.ts), counted
 * from the end of the failed attempt, twelve times in all. A post whose webhook is paused or gone
 * when its turn comes is dropped without an attempt. Nothing is written once the lease is lost:
 * somebody else then has the post in hand, and the receiver may see the same webhook-id twice.
 */
import { show, type Uuid } from '#kernel/base/ids.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import { webhookDelayMs } from '../queue/backoff.ts'
import { wake } from '../queue/enqueue.ts'
import type { Entry } from '../queue/entry.ts'
import { createLoop, joinLoops, type Loop } from '../queue/work.ts'
import type { Attempt } from './attempts-store.ts'
import { createEndpointLimiter } from './endpoint-limiter.ts'
import { bulkWebhookKind, webhookKind } from './enqueue.ts'
import { createSettler, type WebhookResult } from './settle.ts'
import { signedHeaders } from './sign.ts'
import { type LoadedMessage, loadPosts } from './store.ts'
import { tracePost } from './traced-post.ts'

type Outside = Pick<
  World,
  | 'clock'
  | 'db'
  | 'http'
  | 'ids'
  | 'log'
  | 'random'
  | 'runtime'
  | 'settings'
  | 'signals'
  | 'handoff'
  | 'tracing'
>

/** Posts in hand on one node: sockets are cheap, and hung receivers hold theirs for 15 seconds. */
const defaultCapacity = 2_000
const answerTimeoutMs = 15_000
const maxAnswerBytes = 64 * 1024
/** How much of an answer the log keeps. */
const loggedAnswerBytes = 1024
/**
 * What was read of a webhook may be acted on for this long; then it is read again. Who pauses or
 * deletes one answers only after it (routes.ts), so nothing is posted after that answer.
 */
export const webhookCacheTtlMs = 100

/** The loop that posts. Start it on nodes with the role `webhooks`. */
export function createWebhookLoop(world: Outside, { capacity = defaultCapacity } = {}): Loop {
  const places = createEndpointLimiter(world, capacity, () => {
    for (const kind of [webhookKind, bulkWebhookKind]) wake(world, kind)
  })
  const settle = createSettler(world)
  const reload = createBatcher<Entry, LoadedMessage | undefined>({
    slots: 1,
    max: 200,
    clock: world.clock,
    run: async entries => {
      const posts = await load(world, entries)
      return entries.map(entry => posts.get(entry.subject))
    },
  })

  /** One entry: a place, a fresh look, an attempt, and back. */
  async function carry(
    entry: Entry,
    loaded: LoadedMessage | undefined,
    loadedAt: number,
  ): Promise<WebhookResult> {
    if (!loaded) return { kind: 'dropped' }
    const turn = await places.enter(entry, loaded)
    if (turn.kind === 'later') return { kind: 'later', dueAt: world.clock.now() + turn.afterMs }
    const startedAt = world.clock.monotonic()
    let ok = false
    try {
      const isFresh = startedAt - loadedAt < webhookCacheTtlMs
      const post = isFresh ? loaded : await reload.add(entry)
      if (!post) return { kind: 'dropped' }
      const outcome = await attempt(world, post, entry.tries + 1)
      ok = outcome.kind === 'delivered'
      return outcome
    } finally {
      const durationMs = world.clock.monotonic() - startedAt
      places.leave(loaded.webhookId, { ok, durationMs })
    }
  }

  async function handle(entries: readonly Entry[], done: (entry: Entry) => void): Promise<void> {
    const loadedAt = world.clock.monotonic()
    const posts = await load(world, entries)
    const one = async (entry: Entry): Promise<void> => {
      try {
        await settle(entry, await carry(entry, posts.get(entry.subject), loadedAt))
      } catch (error) {
        world.log.error(
          { post: entry.subject, error: String(error), stack: (error as Error).stack },
          'a post was not settled; the lease brings it back',
        )
      } finally {
        done(entry)
      }
    }
    await Promise.all(entries.map(one))
  }

  const loopOf = (kind: string, share: number): Loop =>
    createLoop(world, {
      kind,
      capacity: Math.max(1, Math.floor(capacity * share)),
      crowding: places.crowding(share),
      handle,
    })
  const { MALOTE_BULK_SHARE: bulkShare, MALOTE_STREAMS: streams } = world.settings
  return joinLoops([
    ...(streams.includes('transactional') ? [loopOf(webhookKind, 1)] : []),
    ...(streams.includes('marketing') ? [loopOf(bulkWebhookKind, bulkShare)] : []),
  ])
}

function load(world: Outside, entries: readonly Entry[]): Promise<Map<Uuid, LoadedMessage>> {
  const wanted = entries.map(entry => ({ projectId: entry.projectId, postId: entry.subject }))
  return loadPosts(world.db, wanted, world.clock.now())
}

/** Makes one attempt, the `count`th of the post (1 is the first). */
async function attempt(world: Outside, post: LoadedMessage, count: number): Promise<WebhookResult> {
  const at = world.clock.now()
  const startedAt = world.clock.monotonic()
  const id = show('evt', post.eventId)
  const traced = tracePost(world, post, count)
  const signed = { id, timestamp: Math.floor(at / 1000), body: post.body }
  const result = await world.http.request({
    method: 'POST',
    url: post.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Malote-Webhooks/1.0',
      ...signedHeaders(signed, post.secrets, post.form),
      ...traced.headers,
    },
    body: post.body,
    timeoutMs: answerTimeoutMs,
    maxAnswerBytes,
    lenientOnOwnNetworks: true,
  })
  const durationMs = Math.round(world.clock.monotonic() - startedAt)
  traced.isAnswered(result, durationMs)
  const acknowledged = result.kind === 'answer' && result.status >= 200 && result.status <= 299
  const delayMs = acknowledged ? null : webhookDelayMs(count)
  const dueAt = delayMs === null ? null : world.clock.now() + delayMs
  const logged: Attempt = {
    projectId: post.projectId,
    webhookId: post.webhookId,
    id: world.ids.next(),
    eventId: post.eventId,
    at,
    durationMs,
    ...whatCame(result),
    nextAttemptAt: dueAt,
    requestBody: post.body,
  }
  return acknowledged
    ? { kind: 'delivered', attempt: logged }
    : { kind: 'failed', attempt: logged, dueAt }
}

function whatCame(result: HttpResult): Pick<Attempt, 'statusCode' | 'error' | 'responseBody'> {
  if (result.kind === 'failure') {
    return { statusCode: null, error: reasonOf(result), responseBody: null }
  }
  const text = readable(result.body.subarray(0, loggedAnswerBytes))
  return { statusCode: result.status, error: null, responseBody: text }
}

/** Never says to which internal address a name leads: that is nobody's business outside. */
function reasonOf(failure: HttpResult & { kind: 'failure' }): string {
  if (failure.reason === 'internal_address') return 'internal_address: not a public address'
  return `${failure.reason}: ${failure.message}`.replaceAll('\0', '').slice(0, 500)
}

/** Bytes as text; a character cut off at the end is left out, and PostgreSQL takes no NUL. */
function readable(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '')
}
