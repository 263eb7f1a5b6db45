/** A call in the log as programs read it. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import type { LoggedRequest } from './logged-request.ts'

const orNull = (description: string) => Type.Union([Type.String({ description }), Type.Null()])

const fields = {
  id: Type.String({ description: 'req_…, as in the header Request-Id of the answer.' }),
  at: Type.String({ format: 'date-time' }),
  method: Type.String({ description: 'SMTP for a message handed over by SMTP.' }),
  path: Type.String({ description: 'Without the query.' }),
  query: orNull('What stands behind the question mark.'),
  route: orNull('As in OpenAPI, such as /v1/emails/{id}; null where there is none.'),
  status: Type.Integer({ description: "For SMTP, the reply's code." }),
  error_code: orNull('Of what was refused.'),
  param: orNull('The field that was wrong.'),
  key_id: Type.String({ description: 'key_…' }),
  key_prefix: Type.String({ description: 'How the key begins.' }),
  ip: Type.String(),
  user_agent: orNull('As the caller names itself.'),
  duration_ms: Type.Integer(),
  idempotency_key: orNull('As it was sent.'),
  email_id: orNull('msg_…, which the call made or is about.'),
}

export const requestShape = Type.Object(fields, { $id: 'LoggedRequest' })

export const wholeRequestShape = Type.Object(
  {
    ...fields,
    request_body: orNull('The first 8 KB as text, without secrets and attachments.'),
    response_body: orNull('The first 8 KB as text, without secrets and attachments.'),
  },
  { $id: 'LoggedRequestWithBodies' },
)

type ListedRequest = Omit<
  LoggedRequest,
  'projectId' | 'mode' | 'at' | 'requestBody' | 'responseBody'
> & {
  readonly at: Date
}

export const showRequest = (one: ListedRequest) => ({
  id: show('req', one.id),
  at: one.at.toISOString(),
  method: one.method,
  path: one.path,
  query: one.query,
  route: one.route,
  status: one.status,
  error_code: one.errorCode,
  param: one.param,
  key_id: show('key', one.keyId),
  key_prefix: one.keyPrefix,
  ip: one.ip,
  user_agent: one.userAgent,
  duration_ms: one.durationMs,
  idempotency_key: one.idempotencyKey,
  email_id: one.emailId && show('msg', one.emailId),
})

export const showWholeRequest = (
  one: ListedRequest & Pick<LoggedRequest, 'requestBody' | 'responseBody'>,
) => ({ ...showRequest(one), request_body: one.requestBody, response_body: one.responseBody })
