/**
 * Refusals in Resend's shape: `{ statusCode, name, message }`, with the names that its SDK knows.
 * Our own code, the field, the page that explains it and the request's id come along.
 */

import type { ErrorCode } from '#kernel/base/errors.ts'
import type { ErrorBody } from '../api/envelope.ts'

type Theirs = readonly [statusCode: number, name: string]

const names: Readonly<Record<ErrorCode, Theirs>> = {
  missing_field: [422, 'missing_required_field'],
  invalid_field: [422, 'validation_error'],
  invalid_json: [400, 'validation_error'],
  batch_too_large: [422, 'validation_error'],
  invalid_dns_token: [422, 'invalid_parameter'],
  dns_zone_not_found: [422, 'invalid_parameter'],
  domain_not_verified: [403, 'validation_error'],
  recipient_suppressed: [422, 'validation_error'],
  missing_api_key: [401, 'missing_api_key'],
  invalid_api_key: [403, 'invalid_api_key'],
  not_authenticated: [401, 'missing_api_key'],
  insufficient_scope: [401, 'restricted_api_key'],
  ip_not_allowed: [403, 'invalid_access'],
  sandbox_recipient: [403, 'validation_error'],
  signup_closed: [403, 'invalid_access'],
  sign_in_failed: [403, 'invalid_access'],
  address_not_confirmed: [403, 'invalid_access'],
  live_key_required: [403, 'invalid_access'],
  domain_limit_reached: [403, 'validation_error'],
  forbidden_origin: [403, 'invalid_access'],
  resource_not_found: [404, 'not_found'],
  route_not_found: [404, 'not_found'],
  idempotency_conflict: [409, 'invalid_idempotent_request'],
  idempotency_in_progress: [409, 'concurrent_idempotent_requests'],
  domain_exists: [403, 'validation_error'],
  already_suppressed: [409, 'validation_error'],
  last_project: [409, 'validation_error'],
  not_cancellable: [422, 'validation_error'],
  rate_limited: [429, 'rate_limit_exceeded'],
  daily_limit_reached: [429, 'daily_quota_exceeded'],
  monthly_limit_reached: [429, 'monthly_quota_exceeded'],
  spend_limit_reached: [429, 'monthly_quota_exceeded'],
  sending_paused: [403, 'invalid_access'],
  internal_error: [500, 'internal_server_error'],
  service_unavailable: [503, 'application_error'],
  subscription_exists: [409, 'validation_error'],
  payment_due: [409, 'validation_error'],
  billing_unavailable: [500, 'application_error'],
  identity_provider_unavailable: [503, 'application_error'],
}

export function refuseAsResend({ error }: ErrorBody): { status: number; body: unknown } {
  const [statusCode, name] = namesFor(error)
  const { code, message, param, doc_url, request_id } = error
  return {
    status: statusCode,
    body: { statusCode, name, message, code, param, doc_url, request_id },
  }
}

/** Their names for some wrong fields are finer than ours. */
function namesFor({ code, param = '' }: ErrorBody['error']): Theirs {
  const field = param.replace(/^emails\[\d+\]\./, '')
  if (code === 'invalid_field') {
    if (param === 'Idempotency-Key') return [400, 'invalid_idempotency_key']
    if (field === 'from') return [422, 'invalid_from_address']
    if (field.startsWith('attachments')) return [422, 'invalid_attachment']
  }
  return names[code as ErrorCode]
}
