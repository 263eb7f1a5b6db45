/**
 * The parts that every explanation shares: who the server is, by the name people know it by; how
 * the connection was secured; times; and a stranger's words made harmless for a sentence.
 */

import type { Language, Text } from '#kernel/base/languages.ts'
import { localTime } from '#kernel/base/moments.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { EventDetails, EventType } from '../events/event.ts'
import { text } from './explanations-address.ts'

/** An event as far as its explanation needs it; times are ISO 8601 UTC. */
export interface ExplainedEvent extends EventDetails {
  readonly type: EventType
  readonly recipient?: string
  /** A bounce that a report told of after the server had accepted the email. */
  readonly late?: boolean
  /** The mode of its email; nothing of test mode suppresses anybody. */
  readonly mode?: Mode
  /** Of whoever reads, in which times are told; UTC if absent. */
  readonly timeZone?: string
  /** How long deliveries to the group are slowed down (cause `slowed`). */
  readonly slowed_until?: string
}

export type SentencePart = Text | null

/** Puts in {for}, {who}, {server} and {tls}, each in its language. */
export function about(event: ExplainedEvent, en: string, pt: string): Text {
  const server = serverName(event)
  const secured = event.tls ? encryption[event.tls] : text('', '')
  const to = inOwnLetters(event.recipient ?? '')
  const put = (sentence: string, language: Language): string =>
    sentence
      .replaceAll('{for}', () => to && (language === 'en' ? ` to ${to}` : ` para ${to}`))
      .replaceAll('{who}', () => to && ` (${to})`)
      .replaceAll('{server}', () => server[language])
      .replaceAll('{tls}', () => secured[language])
  return text(put(en, 'en'), put(pt, 'pt'))
}

/** The seven groups by the names people know them by. */
export const providerNames: Readonly<Record<string, Text>> = {
  provider_1: text('Google (Gmail)', 'o Google (Gmail)'),
  provider_2: text('Microsoft (Outlook)', 'a Microsoft (Outlook)'),
  provider_3: text('Yahoo', 'o Yahoo'),
  provider_4: text('Apple (iCloud)', 'a Apple (iCloud)'),
  provider_5: text('UOL', 'o UOL'),
  provider_6: text('Terra', 'o Terra'),
  provider_7: text('Locaweb', 'a Locaweb'),
}

function serverName(event: ExplainedEvent): Text {
  const known = providerNames[event.provider ?? '']
  if (known) return known
  return event.mx
    ? text(`the server ${event.mx}`, `o servidor ${event.mx}`)
    : text('the receiving server', 'o servidor de destino')
}

const encryption: Readonly<Record<NonNullable<EventDetails['tls']>, Text>> = {
  dane: text(
    ' over an encrypted connection verified by DANE',
    ' por conexão criptografada e verificada por DANE',
  ),
  'mta-sts': text(
    ' over an encrypted connection verified as the MTA-STS policy of the domain demands',
    ' por conexão criptografada e verificada como exige a política MTA-STS do domínio',
  ),
  verified: text(
    ' over an encrypted connection with a valid certificate',
    ' por conexão criptografada com certificado válido',
  ),
  unverified: text(
    ' over an encrypted connection whose certificate could not be verified',
    ' por conexão criptografada cujo certificado não pôde ser verificado',
  ),
  none: text(' over a connection without encryption', ' por conexão sem criptografia'),
}

/** One of an event's times as its reader is told it; null where it has none. */
export const toldTime = (iso: string | undefined, { timeZone = 'UTC' }: ExplainedEvent) =>
  iso === undefined ? null : localTime(Date.parse(iso), timeZone)

/** A stranger's words, made harmless for a sentence: one line, no controls, cut. */
export function quotable(words: string, maxChars = 160): string {
  const plain = words
    .slice(0, 1_000)
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, ' ')
    .replace(/[“”]/g, '"')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .split(' ')
    .filter(word => word !== '')
    .join(' ')
  return plain.length > maxChars ? `${plain.slice(0, maxChars - 1).toWellFormed()}…` : plain
}
