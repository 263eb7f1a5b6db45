/** An email as the program knows it: what is accepted, what is stored of it, whom it is for. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { Attachment } from '#kernel/mail/attachments.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import type { EmailStatus, EventDetails, RecipientState } from './event.ts'

export const streams = ['transactional', 'marketing'] as const
export type Stream = (typeof streams)[number]

export type TextMap = Readonly<Record<string, string>>

/** Addresses as the caller wrote them, and what the envelope demanded of the way to them. */
export interface Addressees {
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly reply_to?: readonly string[]
  /** MAIL's REQUIRETLS (RFC 8689). Stands here, not among the headers, which are the caller's. */
  readonly require_tls?: true
  /** It was handed over as a message: `to` and `cc` are those of its header. */
  readonly submitted?: true
}

type Lists = Omit<Addressees, 'require_tls' | 'submitted'>

/** The addresses alone. */
export function listsOf({ require_tls, submitted, ...lists }: Addressees): Lists {
  return lists
}

export interface StoredAttachment {
  readonly filename: string
  readonly content: string
  readonly content_type?: string
  readonly content_id?: string
}

/** As it is sent. */
export const fileOf = (stored: StoredAttachment): Attachment => ({
  filename: stored.filename,
  content: Buffer.from(stored.content, 'base64'),
  ...(stored.content_type === undefined ? {} : { contentType: stored.content_type }),
  ...(stored.content_id === undefined ? {} : { contentId: stored.content_id }),
})

export interface EmailContent {
  readonly html?: string
  readonly text?: string
  readonly headers?: TextMap
  readonly attachments?: readonly StoredAttachment[]
  /**
   * Large attachments, in place of them: as JSON, of an email about to be written in UTF-8. To read
   * or write so much of it takes a while, and is done by threads.
   */
  readonly packed?: Uint8Array | string
  /** What a letter of the marketing stream is not watched for; both are, where this is absent. */
  readonly untracked?: readonly WatchedAct[]
  readonly merging?: Merging
  /** Handed over as a message, every line ended by CRLF: then nothing else is kept of it. */
  readonly message?: Buffer
}

/** How a content becomes the letter of a person: its html and text are Liquid. */
export interface Merging {
  readonly language: string
  /** What all letters have in common. */
  readonly values: Readonly<Record<string, unknown>>
  /** Where the links of a letter lead, without a path. */
  readonly base: string
  /** Where there is no text, one is made. */
  readonly makesText: boolean
}

/** What stands in one person's letter alone, as it was when it was accepted. */
export interface OwnValues {
  readonly values: Readonly<Record<string, unknown>>
  /** IANA name. */
  readonly zone: string
}

/** What an email is a letter of, by public ids. */
export interface LetterMark {
  readonly campaign_id?: string
  readonly sequence_id?: string
  readonly step?: string
  readonly variant?: string
  readonly contact_id: string
}

/** What a letter of the marketing stream is watched for. */
export type WatchedAct = 'opens' | 'clicks'

/** A content that many emails share, by its id. */
export interface SharedContent {
  readonly sharedId: Uuid
  /** Of a content that is merged. */
  readonly own?: OwnValues
}

export const isShared = (content: EmailContent | SharedContent): content is SharedContent =>
  'sharedId' in content

export interface NewEmail {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly mode: Mode
  readonly stream: Stream
  /** Whose loops deliver it; those of its stream where this is absent. */
  readonly queuedAs?: Stream
  readonly status: EmailStatus
  readonly sender: string
  readonly senderDomain: string
  readonly addressees: Addressees
  readonly subject: string
  readonly tags: TextMap | null
  readonly metadata: TextMap | null
  readonly letter?: LetterMark
  /** The Message-ID that its message came with, in angle brackets; absent where we give it ours. */
  readonly messageId?: string
  /** Of the call that sent it, where its caller traces. */
  readonly trace?: KeptTrace
  /** Its links let somebody in: its body is kept sealed. */
  readonly isSecret?: true
  /** It has its place in a day of the warm-up: delivery takes no second one. */
  readonly isWarm?: boolean
  readonly sizeBytes: number
  readonly scheduledAt: number | null
  readonly createdAt: number
  /** Its own, or one that other emails have as well (`insertContent`). */
  readonly content: EmailContent | SharedContent
  /** What the intake check found, where it stopped the email. */
  readonly failure?: EventDetails
  readonly recipients: readonly NewRecipient[]
}

/** One address of an email; where nothing will be sent to it, why the list blocks it. */
export type NewRecipient = { readonly n: number; readonly address: string } & (
  | { readonly state: Exclude<RecipientState, 'suppressed'> }
  | { readonly state: 'suppressed'; readonly reason: SuppressionReason }
)
