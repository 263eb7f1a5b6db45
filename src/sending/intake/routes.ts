/** Sending (one, batch), its dry run, and moving or cancelling what still waits. */
import { Type } from 'typebox'
import { bodyBytes, type Route, route } from '#kernel/routes/route.ts'
import { emailSummarySchema } from '../timeline/serialize.ts'
import { checkEmail, checkedSchema } from './check.ts'
import { resend, resendBody, resentSchema } from './resend.ts'
import { cancel, reschedule } from './schedule.ts'
import { acceptedSchema, type EmailBody, emailBody, limits } from './schema.ts'
import {
  checkBatchSize,
  type FillTemplate,
  fillBatch,
  prepareItem,
  sendBatch,
  sendOne,
} from './send.ts'

const sendErrors = [
  'domain_not_verified',
  'recipient_suppressed',
  'sandbox_recipient',
  'daily_limit_reached',
  'monthly_limit_reached',
  'spend_limit_reached',
  'sending_paused',
  'idempotency_conflict',
  'idempotency_in_progress',
]

const idParams = Type.Object({ id: Type.String({ description: 'msg_…' }) })

const sendingRoutes = (fill: FillTemplate): readonly Route[] => [
  route({
    method: 'POST',
    path: '/v1/emails',
    name: 'emails.send',
    maxBodyBytes: bodyBytes.emails,
    scope: 'send',
    summary: 'Send an email',
    description: 'Answered only after the email is committed to the queue.',
    body: emailBody,
    success: { status: 202, schema: acceptedSchema },
    errors: sendErrors,
    handle: async call => sendOne(call, await fill(call, call.body)),
  }),
  route({
    method: 'POST',
    path: '/v1/emails/batch',
    name: 'emails.sendBatch',
    maxBodyBytes: bodyBytes.emails,
    scope: 'send',
    summary: 'Send up to 100 emails, all or nothing',
    body: Type.Object({
      emails: Type.Array(emailBody, {
        description: 'At most 100.',
        maxItems: limits.batch,
        'x-too-many': 'batch_too_large',
      }),
    }),
    success: { status: 202, schema: Type.Object({ data: Type.Array(acceptedSchema) }) },
    errors: ['batch_too_large', ...sendErrors],
    precheckItem: async (body, param, world) => {
      const n = /^emails\[(\d+)\]/.exec(param)?.[1]
      // The shapes of those before it are right.
      const { emails } = body as { readonly emails: readonly EmailBody[] }
      if (n === undefined) return
      for (const [i, email] of emails.slice(0, Number(n)).entries()) {
        // A template is filled later; until then there is nothing to judge.
        if (email.template == null) await prepareItem({ world }, email, i)
      }
    },
    handle: async call => {
      checkBatchSize(call.body.emails.length)
      return sendBatch(call, await fillBatch(call, call.body.emails, fill))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/emails/check',
    name: 'emails.check',
    maxBodyBytes: bodyBytes.emails,
    scope: 'send',
    summary: 'Find out what sending an email would do',
    description:
      'A dry run through the rules of sending: all findings at once, nothing stored or counted. ' +
      'Malformed fields are findings too.',
    body: emailBody,
    validatesItself: true,
    success: { status: 200, schema: checkedSchema },
    errors: [],
    handle: async call => {
      const checked = await checkEmail(call, call.body, fill)
      return call.commit(async () => ({ status: 200, body: checked }))
    },
  }),
]

const waitingRoutes: readonly Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/emails/{id}',
    name: 'emails.update',
    scope: 'send',
    summary: 'Send a waiting email at another time',
    params: idParams,
    body: Type.Object({
      scheduled_at: Type.String({
        description: 'ISO 8601 with offset or Z, at most 30 days ahead.',
      }),
    }),
    success: { status: 200, schema: emailSummarySchema },
    errors: ['resource_not_found', 'not_cancellable'],
    handle: reschedule,
  }),
  route({
    method: 'POST',
    path: '/v1/emails/{id}/cancel',
    name: 'emails.cancel',
    scope: 'send',
    summary: 'Cancel a waiting email',
    params: idParams,
    success: { status: 200, schema: emailSummarySchema },
    errors: ['resource_not_found', 'not_cancellable'],
    handle: cancel,
  }),
]

const again = route({
  method: 'POST',
  path: '/v1/emails/{id}/resend',
  name: 'emails.resend',
  scope: 'send',
  summary: 'Send an email once more, as a new one',
  description:
    'To those it did not reach (bounced, failed, cancelled), to the recipients that `to` names, or ' +
    'to `all`. Who still waits for it, and who is on the suppression list, is in `skipped`.',
  params: idParams,
  body: resendBody,
  success: { status: 202, schema: resentSchema },
  errors: ['resource_not_found', ...sendErrors],
  handle: resend,
})

export const intakeRoutes = (fill: FillTemplate): readonly Route[] => [
  ...sendingRoutes(fill),
  ...waitingRoutes,
  again,
]
