/** What a simulated receiving server keeps: the copies of messages, and who tried. */
import type { Life } from '../storm/life.ts'

/** One copy of a message that a server has stored. */
export interface Copy {
  readonly at: number
  readonly domain: string
  readonly host: string
  readonly life: Life
  readonly mailFrom: string
  readonly recipients: readonly string[]
  readonly message: string
  readonly tls: 'verified' | 'unverified' | 'none'
  /** The program has been handed the 250. */
  answered: boolean
}

/** One recipient's part in a transaction, for "attempts on one recipient never overlap". */
export interface RecipientTry {
  readonly recipient: string
  readonly from: number
  to: number | null
  readonly life: Life
  /** The envelope sender, whose token belongs to one recipient of one email. */
  readonly envelope: string
}

export interface MailStore {
  readonly copies: Copy[]
  readonly tried: RecipientTry[]
  /** First knock of a recipient, for greylisting. */
  readonly knocks: Map<string, number>
}
