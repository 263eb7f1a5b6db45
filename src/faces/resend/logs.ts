/** Resend's logs: what the request log has of calls by HTTP and by SMTP. */
import type { GetLogResponseSuccess, ListLogsResponseSuccess } from 'resend'
import { type Static, Type } from 'typebox'
import type { Route } from '#kernel/routes/route.ts'
import type { requestShape, wholeRequestShape } from '#tenants/requests/shown-request.ts'
import { type Fields, listed, pageAsked, theirPage, theirRoute, through } from './adapter.ts'

type OurRequest = Static<typeof requestShape>

export const logRoutes: readonly Route[] = [
  theirRoute({
    method: 'GET',
    path: '/logs',
    name: 'logs.list',
    scope: 'admin',
    summary: 'List calls, newest first',
    query: Type.Object(theirPage),
    handle: call =>
      through('requests.list', call, { query: pageAsked(call.query) }, listed(summary)),
  }),
  theirRoute({
    method: 'GET',
    path: '/logs/{request}',
    name: 'logs.get',
    scope: 'admin',
    summary: 'Read one call with the beginning of what was sent and answered',
    handle: call => through('requests.get', call, { params: { id: call.params.request } }, whole),
  }),
]

const summary = (request: OurRequest): ListLogsResponseSuccess['data'][number] => ({
  id: request.id,
  created_at: request.at,
  endpoint: request.path,
  method: request.method,
  response_status: request.status,
  user_agent: request.user_agent,
})

const whole = (request: Static<typeof wholeRequestShape>): GetLogResponseSuccess => ({
  object: 'log',
  ...summary(request),
  request_body: objectIn(request.request_body),
  response_body: objectIn(request.response_body),
})

/** null: it is none, is not kept, or too long to be kept whole. */
function objectIn(text: unknown): Fields | null {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}
