/**
 * A second face of the API at `/resend`, for programs written against Resend's SDK: they set
 * RESEND_BASE_URL and a key of ours, and go on. Differences are in docs/resend.md. What Resend has
 * and Malote has not is answered 404 in the shape that the SDK understands.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { Surface } from '../api/server.ts'
import { theirRoute } from './adapter.ts'
import { automationRoutes } from './automations.ts'
import { broadcastRoutes } from './broadcasts.ts'
import { contactPropertyRoutes } from './contact-properties.ts'
import { contactRoutes } from './contacts.ts'
import { domainRoutes } from './domains.ts'
import { emailRoutes } from './emails.ts'
import { eventRoutes } from './events.ts'
import { importRoutes } from './imports.ts'
import { refuseAsResend } from './refuse.ts'
import { segmentRoutes } from './segments.ts'
import { suppressionRoutes } from './suppressions.ts'
import { templateRoutes } from './templates.ts'
import { topicRoutes } from './topics.ts'
import { webhookRoutes } from './webhooks.ts'

const anything = Type.Object({
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
})

const elsewhere: readonly Route[] = (['GET', 'POST', 'PATCH', 'DELETE'] as const).map(method =>
  theirRoute({
    method,
    path: '/*',
    name: `none.${method.toLowerCase()}`,
    scope: 'read',
    summary: 'What Malote does not have',
    takesBody: method === 'POST' || method === 'PATCH',
    query: anything,
    handle: async () => {
      throw new Refusal('route_not_found', {
        why: {
          en: 'Malote has no such call of Resend. The page docs/resend lists those that it has.',
          pt: 'O Malote não tem esta chamada do Resend. A página docs/resend lista as que existem.',
        },
      })
    },
  }),
)

export const resendSurface: Surface = {
  routes: [
    ...emailRoutes,
    ...domainRoutes,
    ...webhookRoutes,
    ...suppressionRoutes,
    ...importRoutes,
    ...contactRoutes,
    ...contactPropertyRoutes,
    ...segmentRoutes,
    ...topicRoutes,
    ...templateRoutes,
    ...broadcastRoutes,
    ...eventRoutes,
    ...automationRoutes,
    ...elsewhere,
  ],
  refuse: refuseAsResend,
}
