/**
 * What can happen to an email, and what each fact carries. The type names are the public ones; this
 * table is their one place (docs/events.md, OpenAPI and the webhook schema are made from it).
 */

import type { Text } from '#kernel/base/languages.ts'
import type { BounceClass } from '#protocol/replies/causes.ts'
import type { TlsLevel } from '#protocol/smtp/tls-policy.ts'

const about = (en: string, pt: string): Text => ({ en, pt })

export const eventTypes = {
  accepted: about('Request received and validated.', 'Requisição recebida e validada.'),
  queued: about(
    'In the queue, or waiting for scheduled_at.',
    'Na fila, ou aguardando scheduled_at.',
  ),
  sent: about(
    'Left Malote toward the receiving server.',
    'Saiu do Malote em direção ao servidor de destino.',
  ),
  delivered: about(
    'The receiving server accepted the message (inbox or spam is its own decision).',
    'O servidor de destino aceitou a mensagem (caixa de entrada ou spam é decisão dele).',
  ),
  deferred: about(
    'The receiver asked to try later; Malote retries on its own.',
    'O destino pediu para tentar mais tarde; o Malote tenta de novo sozinho.',
  ),
  bounced: about('The receiver refused permanently.', 'O destino recusou definitivamente.'),
  complained: about('The recipient marked it as spam.', 'O destinatário marcou como spam.'),
  opened: about('Opened (marketing only; imprecise).', 'Aberto (apenas marketing; impreciso).'),
  clicked: about('A link was clicked (marketing only).', 'Um link foi clicado (apenas marketing).'),
  suppressed: about(
    'Not sent: the address is on the suppression list.',
    'Não enviado: o endereço está na lista de supressão.',
  ),
  failed: about(
    'Not sent: stopped at intake or the send failed; the reason is in the event.',
    'Não enviado: barrado na entrada ou o envio falhou; o motivo está no evento.',
  ),
  cancelled: about('Cancelled before it was sent.', 'Cancelado antes do envio.'),
} as const satisfies Record<string, Text>

export type EventType = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as EventType[]

/** They give the email a status that is unusual, and that it then mostly keeps. */
export const statusEvents = [
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'cancelled',
] as const satisfies readonly EventType[]
export type StatusEvent = (typeof statusEvents)[number]

export const isStatusEvent = (name: string | undefined): name is StatusEvent =>
  statusEvents.some(one => one === name)

/** What an event carries beside id, type, time and recipient; stored as JSON, absent where empty. */
export interface EventDetails {
  readonly mx?: string
  readonly provider?: string
  readonly smtp_code?: string
  readonly smtp_response?: string
  /** The finer reason behind a verdict; what the explanation is made from. */
  readonly cause?: string
  /** Why an email `failed`, or why the address of a `suppressed` one is on the list. */
  readonly reason?: string
  /** False where a bounce does not say that the address is no good; the rates leave it out. */
  readonly counts?: boolean
  /** What a bounce that does not count is; absent in those of older releases, and where it does. */
  readonly bounced_as?: BounceClass
  readonly tls?: TlsLevel
  readonly attempt?: number
  readonly next_attempt_at?: string
  readonly gives_up_at?: string
  /** The connection was lost between the final dot and its reply: it may have arrived. */
  readonly uncertain?: boolean
  /** The destination asked for less: nothing is sent to it before. */
  readonly slowed_until?: string
  /** Of `sent`: what the message was made with that may be another thing later; not shown. */
  readonly made?: MadeWith
  /** Of `sent`: in which form a carried message went (delivery/message.ts); not shown. */
  readonly form?: 'ascii_addresses' | 'seven_bit'
  /** Reported after the server had accepted it. */
  readonly late?: boolean
  /** Opened and clicked: by a program rather than a person, and why we think so. */
  readonly machine?: boolean
  readonly machine_reason?: string
  readonly url?: string
  /** What the operator says of mail that is held back or returned; told by the explanation alone. */
  readonly note?: Text
  /** Of `queued`: the time that was asked for when the email was accepted. */
  readonly scheduled_at?: string
}

interface MadeWith {
  /** The selectors of the keys that signed it. */
  readonly keys: readonly string[]
  /** The node's name in Received. */
  readonly host: string
  /** Of the marketing stream: the host of its links; null: the base URL's. */
  readonly tracking?: string | null
}

/** The states of one recipient: where its latest fact leaves it. */
export type RecipientState =
  | 'queued'
  | 'sent'
  | 'deferred'
  | 'delivered'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'suppressed'
  | 'cancelled'
  | 'captured'

export type EmailStatus = RecipientState

/** What is kept of a bounce's class: nothing of one that says that the address is no good. */
export const classDetails = (bounce: BounceClass): Pick<EventDetails, 'counts' | 'bounced_as'> =>
  bounce === 'hard' ? {} : { counts: false, bounced_as: bounce }

/** The class of a bounce that is kept. Older releases told retries that ran out by their code alone. */
export function bounceClassIn(details: EventDetails | null): BounceClass {
  if (details?.bounced_as) return details.bounced_as
  if (details?.counts !== false) return 'hard'
  return details.smtp_code?.startsWith('5') ? 'policy' : 'soft'
}
