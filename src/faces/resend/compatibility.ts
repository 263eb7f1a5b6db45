/**
 * A second face of the API at `/resend` and at the root of MALOTE_RESEND_HOST, for programs written
 * against Resend's SDK: they set RESEND_BASE_URL and a key of ours, and go on. Differences are in
 * docs/resend.md. What Resend has and Malote has not is answered 404 with the reason, in the shape
 * that the SDK understands.
 */
import type { Surface } from '../api/surface.ts'
import { automationRoutes } from './automations.ts'
import { broadcastRoutes } from './broadcasts.ts'
import { contactPropertyRoutes } from './contact-properties.ts'
import { contactRoutes } from './contacts.ts'
import { domainRoutes } from './domains.ts'
import { emailRoutes } from './emails.ts'
import { eventRoutes } from './events.ts'
import { importRoutes } from './imports.ts'
import { logRoutes } from './logs.ts'
import { refuseAsResend } from './refuse.ts'
import { whyRefused } from './refused.ts'
import { runRoutes } from './runs.ts'
import { segmentRoutes } from './segments.ts'
import { suppressionRoutes } from './suppressions.ts'
import { templateRoutes } from './templates.ts'
import { topicRoutes } from './topics.ts'
import { webhookRoutes } from './webhooks.ts'

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
    ...runRoutes,
    ...logRoutes,
  ],
  refuse: refuseAsResend,
  under: '/resend',
  elsewhere: {
    en: 'Clients of Resend are served below /resend: end their base address (RESEND_BASE_URL) with it.',
    pt: 'Clientes do Resend são atendidos em /resend: termine com isso o endereço base deles (RESEND_BASE_URL).',
  },
  unknown: path => whyRefused(path.slice('/resend'.length)),
}
