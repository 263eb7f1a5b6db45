/** An email whose fields are right: what the checks of content look at, and what is accepted. */
import type { Address } from '#kernel/mail/address.ts'
import type { Addressees, EmailContent, LetterMark, Stream, TextMap } from '../events/email.ts'

/** An email whose fields are right; whether it may be sent is judged later. */
export interface PreparedEmail {
  readonly from: Address
  readonly sender: string
  readonly addressees: Addressees
  /** Each address once, with the field that named it first, for example `cc[0]`. */
  readonly recipients: readonly { address: string; param: string }[]
  readonly subject: string
  readonly stream: Stream
  readonly tags: TextMap | null
  readonly metadata: TextMap | null
  /** Of a campaign or sequence. */
  readonly letter?: LetterMark
  /** It has its place in a day of the warm-up. */
  readonly isWarm?: boolean
  readonly content: EmailContent
  /** Of a message that is carried as it came: what it says, for the checks. */
  readonly reading?: Pick<EmailContent, 'html' | 'text'>
  /** See `NewEmail`. */
  readonly messageId?: string
  readonly sizeBytes: number
  /** Null: at once. */
  readonly scheduledAt: number | null
}
