/**
 * The header fields that a caller may add: which names and values are taken, and which are the
 * service's own.
 */
import { fill, type Text } from '../base/languages.ts'
import { isAscii } from './domain-name.ts'
import { maxWordLength, withoutControls } from './headers.ts'

/** Limits of ours on what a sender adds: enough for any List-* or References in use. */
const maxHeaderNameLength = 76

const maxHeaderValueLength = 2000

/** The name of a field: printable ASCII without the colon (RFC 5322 §2.2). */
export function isHeaderName(name: string): boolean {
  return name.length <= maxHeaderNameLength && /^[\x21-\x39\x3b-\x7e]+$/.test(name)
}

/** Fields that the service writes, or that tell of a path the message did not take. */
const ownHeaders = new Set([
  'apparently-to',
  'authentication-results',
  'bcc',
  'cc',
  'date',
  'delivered-to',
  'domainkey-signature',
  'envelope-to',
  'errors-to',
  'feedback-id',
  'from',
  'message-id',
  'mime-version',
  'received',
  'received-spf',
  'reply-to',
  'return-path',
  'sender',
  'subject',
  'to',
  'x-original-to',
])

const ownPrefixes = ['arc-', 'content-', 'dkim-', 'resent-', 'x-malote-']

/** Written by the service on marketing mail (RFC 8058); on other mail the sender may. */
const unsubscribeHeaders = new Set(['list-unsubscribe', 'list-unsubscribe-post'])

/** Fields with a syntax of their own, in which encoded words would be wrong (RFC 2047 §5). */
export function isStructuredHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith('list-') || structured.has(lower)
}

const structured = new Set([
  'auto-submitted',
  'disposition-notification-to',
  'in-reply-to',
  'precedence',
  'references',
])

const reasons = {
  name: {
    en: 'A header name has 1 to {limit} printable ASCII characters, without a colon or spaces.',
    pt: 'O nome de um cabeçalho tem de 1 a {limit} caracteres ASCII visíveis, sem dois-pontos nem espaços.',
  },
  own: {
    en: 'The service sets the header {name} itself.',
    pt: 'O próprio serviço define o cabeçalho {name}.',
  },
  replyTo: {
    en: 'Use the field reply_to instead of the header Reply-To.',
    pt: 'Use o campo reply_to em vez do cabeçalho Reply-To.',
  },
  marketing: {
    en: 'On marketing email the service sets the header {name} itself.',
    pt: 'Em e-mails de marketing, o próprio serviço define o cabeçalho {name}.',
  },
  control: {
    en: 'Control characters, such as line breaks, are not allowed in a header.',
    pt: 'Caracteres de controle, como quebras de linha, não são permitidos em um cabeçalho.',
  },
  encoding: {
    en: 'The header is not valid Unicode text.',
    pt: 'O cabeçalho não é um texto Unicode válido.',
  },
  empty: {
    en: 'The header must not be empty.',
    pt: 'O cabeçalho não pode ficar vazio.',
  },
  long: {
    en: 'A header value has at most {limit} characters.',
    pt: 'O valor de um cabeçalho tem no máximo {limit} caracteres.',
  },
  ascii: {
    en: 'The header {name} takes ASCII characters only.',
    pt: 'O cabeçalho {name} aceita apenas caracteres ASCII.',
  },
  word: {
    en: 'The header {name} has more than {limit} characters without a space.',
    pt: 'O cabeçalho {name} tem mais de {limit} caracteres sem espaço.',
  },
} as const satisfies Record<string, Text>

/** Whether a sender may set this field on mail of this stream: null, or why not. */
export function checkCustomHeader(
  name: string,
  value: string,
  stream: 'transactional' | 'marketing' = 'transactional',
): Text | null {
  if (!isHeaderName(name)) return fill(reasons.name, { limit: maxHeaderNameLength })
  const lower = name.toLowerCase()
  if (lower === 'reply-to') return reasons.replyTo
  if (ownHeaders.has(lower) || ownPrefixes.some(prefix => lower.startsWith(prefix))) {
    return fill(reasons.own, { name })
  }
  if (stream === 'marketing' && unsubscribeHeaders.has(lower)) {
    return fill(reasons.marketing, { name })
  }
  if (value.length > maxHeaderValueLength)
    return fill(reasons.long, { limit: maxHeaderValueLength })
  if (withoutControls(value) !== value) return reasons.control
  if (!value.isWellFormed()) return reasons.encoding
  if (value.trim() === '') return reasons.empty
  if (!isStructuredHeader(name)) return null
  if (!isAscii(value)) return fill(reasons.ascii, { name })
  if (value.split(' ').some(word => word.length > maxWordLength)) {
    return fill(reasons.word, { name, limit: maxWordLength })
  }
  return null
}
