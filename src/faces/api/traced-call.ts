/**
 * Whose trace a call belongs to: what it makes keeps it. Where spans are wanted, the call is one, and
 * what it makes is part of that. Only calls that make something: nothing comes of the others later.
 */
import type { FastifyRequest } from 'fastify'
import { type KeptTrace, keptTrace, readTrace } from '#kernel/base/trace-context.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'

interface TracedCall {
  readonly trace: KeptTrace | null
  /** Once it is answered. */
  end?(status: number, durationMs: number): void
}

export function traceCall(
  { clock, tracing }: World,
  { method, path }: Route,
  { id, raw }: FastifyRequest,
): TracedCall | null {
  if (method !== 'POST') return null
  const read = readTrace(raw.headers)
  const said = read === null ? null : keptTrace(read)
  if (tracing === undefined) return said === null ? null : { trace: said }
  const at = clock.now()
  const span = tracing.begin({ name: `${method} ${path}`, kind: 'server', parent: said, at })
  return {
    trace: span.trace,
    end(status, durationMs) {
      span.end({
        at: at + durationMs,
        attributes: {
          'http.request.method': method,
          'http.route': path,
          'http.response.status_code': status,
          'malote.request_id': id,
        },
        ...(status < 500 ? {} : { fault: String(status) }),
      })
    },
  }
}
