/** POST /v1/emails and /v1/emails/batch. */
import { Type } from 'typebox'
import { route, type Route } from '../base/route.ts'
import { acceptedSchema, emailBody } from './schema.ts'
import { checkBatchSize, sendBatch, sendOne } from './send.ts'

const sendErrors = [
  'domain_not_verified', 'recipient_suppressed', 'sandbox_recipient', 'daily_limit_reached',
  'monthly_limit_reached', 'spend_limit_reached', 'sending_paused', 'idempotency_conflict',
  'idempotency_in_progress',
]

export const intakeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/emails',
    name: 'emails.send',
    scope: 'send',
    summary: 'Send an email',
    description: 'Answered only after the email is committed to the queue.',
    body: emailBody,
    success: { status: 202, schema: acceptedSchema },
    errors: sendErrors,
    handle: call => sendOne(call, call.body),
  }),
  route({
    method: 'POST',
    path: '/v1/emails/batch',
    name: 'emails.sendBatch',
    scope: 'send',
    summary: 'Send up to 100 emails, all or nothing',
    body: Type.Object({ emails: Type.Array(emailBody, { description: 'At most 100.' }) }),
    success: { status: 202, schema: Type.Object({ data: Type.Array(acceptedSchema) }) },
    errors: ['batch_too_large', ...sendErrors],
    handle: async call => {
      checkBatchSize(call.body.emails.length)
      return sendBatch(call, call.body.emails)
    },
  }),
]
