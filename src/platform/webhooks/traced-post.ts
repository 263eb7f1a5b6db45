/**
 * What a post says of the trace that its message belongs to: what was kept with the message, or,
 * where spans are wanted, a span of the post itself, so that the receiver's are part of that.
 */
import { show } from '#kernel/base/ids.ts'
import { traceHeaders } from '#kernel/base/trace-context.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import type { LoadedMessage } from './store.ts'

interface TracedPost {
  readonly headers: Readonly<Record<string, string>>
  isAnswered(result: HttpResult, durationMs: number): void
}

const untraced: TracedPost = { headers: {}, isAnswered() {} }

/** Of the `count`th attempt. */
export function tracePost(
  { clock, tracing }: Pick<World, 'clock' | 'tracing'>,
  { trace: parent, ...post }: LoadedMessage,
  count: number,
): TracedPost {
  if (parent === null) return untraced
  if (tracing === undefined) return { ...untraced, headers: traceHeaders(parent) }
  const at = clock.now()
  const span = tracing.begin({ name: 'webhook', kind: 'client', parent, at })
  return {
    headers: traceHeaders(span.trace ?? parent),
    isAnswered(result, durationMs) {
      const status = result.kind === 'answer' ? result.status : undefined
      const isGood = status !== undefined && status >= 200 && status <= 299
      const fault = result.kind === 'answer' ? String(result.status) : result.reason
      span.end({
        at: at + durationMs,
        attributes: {
          'http.request.method': 'POST',
          'http.response.status_code': status,
          // The rest of an address may hold what nobody else is to know.
          'server.address': URL.parse(post.url)?.hostname,
          'malote.event_id': show('evt', post.eventId),
          'malote.webhook_id': show('whk', post.webhookId),
          'malote.attempt': count,
        },
        ...(isGood ? {} : { fault }),
      })
    },
  }
}
