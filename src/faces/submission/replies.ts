/** The API's refusals as SMTP replies (RFC 5321 §4.2, RFC 3463): what may pass in time is 4xx. */
import { type ErrorCode, errors, Refusal } from '#kernel/base/errors.ts'
import { ServerReply } from '#protocol/smtp/server.ts'

const maxChars = 400

/** Codes that say more than their status does. */
const exact: { readonly [C in ErrorCode]?: readonly [code: number, enhanced: string] } = {
  missing_api_key: [530, '5.7.0'],
  invalid_api_key: [535, '5.7.8'],
  idempotency_in_progress: [451, '4.5.0'],
  rate_limited: [450, '4.7.0'],
  recipient_suppressed: [550, '5.7.1'],
  domain_not_verified: [550, '5.7.1'],
}

export function replyFor(refusal: Refusal): ServerReply {
  const { code, param } = refusal
  const [reply, enhanced] = exact[code] ?? byStatus(errors[code].status)
  const about = param === undefined ? code : `${code} (${param})`
  return new ServerReply(
    reply,
    `${enhanced} ${about}: ${ascii(refusal.text.en)}`.slice(0, maxChars),
  )
}

/** To mail before AUTH; the API's words speak of a header, which SMTP has not. */
export function loginFirst(): ServerReply {
  const why = {
    en: 'Log in with AUTH first: any user name, and an API key as the password.',
    pt: 'Entre com AUTH primeiro: qualquer usuário, e uma chave de API como senha.',
  }
  return replyFor(new Refusal('missing_api_key', { why }))
}

function byStatus(status: number): readonly [number, string] {
  if (status === 429) return [452, '4.7.0']
  if (status >= 500) return [451, '4.3.0']
  if (status === 401) return [535, '5.7.8']
  if (status === 403) return [550, '5.7.1']
  return [554, '5.6.0']
}

/** RFC 5321 §4.2: the text of a reply is printable ASCII. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')
