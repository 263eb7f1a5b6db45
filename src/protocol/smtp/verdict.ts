/**
 * What an SMTP conversation is asked and what it answers: a transaction in, one verdict per
 * recipient and a transcript out. The remote's faults are values here, never exceptions; which
 * fault becomes which verdict is the table of hostile servers in `test/unit/smtp/hostile.test.ts`.
 */
import type { Text } from '#kernel/base/languages.ts'
import type { TlsSession } from '#kernel/world/net.ts'
import type { SmtpReply } from './reply.ts'

/** Where in the conversation something was decided. */
export type Stage =
  | 'connect'
  | 'banner'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'body'
  | 'dot'

/** Why a recipient waits although no 4xx was given (or beside it). */
export type Why =
  | 'connection_refused'
  | 'unreachable'
  | 'timeout'
  | 'closed'
  | 'reset'
  /** The server's answer is not SMTP, or not an answer to what was asked. */
  | 'malformed'
  /** The answer passes the caps of reply.ts. */
  | 'too_long'
  | 'tls'
  | 'auth'
  /** More recipients than the server takes at once (RFC 9422). */
  | 'limit'
  /** No connection was free in time; nothing was said to anybody. */
  | 'busy'
  /** Nobody could tell the addresses of another server of the domain; the others have refused. */
  | 'unresolved'
  | 'other'

export type RecipientVerdict =
  | AcceptedRecipient
  | RefusedRecipient
  | DeferredRecipient
  | AbandonedRecipient

/** The server has taken responsibility (RFC 5321 §6.1). */
interface AcceptedRecipient {
  readonly kind: 'accepted'
  readonly reply: SmtpReply
}

/** A 5xx, or our own refusal on the server's behalf (`reply.local`): do not try again. */
export interface RefusedRecipient {
  readonly kind: 'refused'
  readonly reply: SmtpReply
  readonly stage: Stage
}

/** Try again later. */
export interface DeferredRecipient {
  readonly kind: 'deferred'
  readonly stage: Stage
  /** The 4xx, when there was one. */
  readonly reply?: SmtpReply
  /** Why, when it was not a 4xx. */
  readonly why?: Why
  /** A few words for the operator, such as the system's error message. */
  readonly detail?: string
  /** The dot or the last chunk was written, its reply never understood: the server may have it. */
  readonly uncertain?: true
}

/** `beforeContent` said no: the email was not handed over and nothing about it was decided. */
interface AbandonedRecipient {
  readonly kind: 'abandoned'
}

/** One MAIL, its recipients and the content. */
export interface Transaction {
  /** Envelope sender; '' is the null path. */
  readonly sender: string
  readonly recipients: readonly string[]
  /** The message as it is to be stored: CRLF line ends, not dot-stuffed; parts are sent in order. */
  readonly body: readonly Buffer[]
  /** The content has bytes above 127 (BODY=8BITMIME, RFC 6152). */
  readonly eightBit: boolean
  /** Headers need SMTPUTF8 (RFC 6531); non-ASCII addresses ask for it by themselves. */
  readonly utf8: boolean
  /** It came to us with NUL in its text, and none where a line or the content could end by it. */
  readonly holdsNul?: boolean
  /** RFC 8689: hand over only with REQUIRETLS. */
  readonly requireTls?: boolean
  /**
   * Awaited when the content may go (354, or recipients for BDAT): commits `sent`. False (the lease
   * was lost) drops the connection before the content ends. An exception is our own fault and reaches
   * whoever sent.
   */
  beforeContent(peer: Peer): Promise<boolean>
}

/** A transaction with the ends of its promise, for those who pull (client.ts, pool.ts). */
export interface QueuedTransaction {
  readonly transaction: Transaction
  settle(outcome: TransactionResult): void
  /** Only for our own faults: `beforeContent` threw. */
  fail(error: unknown): void
}

export interface TransactionResult {
  readonly kind: 'done'
  /** One per recipient of the transaction, in its order. */
  readonly verdicts: readonly RecipientVerdict[]
  readonly transcript: readonly Line[]
  /**
   * The connection served others before and broke before a word about this transaction was said:
   * it may be tried on another connection at once, without counting an attempt against the server.
   */
  readonly untried: boolean
  /** Null when no session was reached at all. */
  readonly peer: Peer | null
}

/** One line of the conversation; `C` is us. Secrets and content are left out. */
export interface Line {
  readonly by: 'C' | 'S'
  readonly text: string
  /** Wall clock. */
  readonly atMs: number
}

/** Who a session talks to, and how. */
export interface Peer {
  /** Name of the MX host. */
  readonly host: string
  readonly address: string
  /** Null in plain text. */
  readonly tls: TlsSession | null
  /** Why plain text, when encryption was tried and failed. */
  readonly tlsFailure?: string
  /** The conversation up to the first MAIL. */
  readonly greeting: readonly Line[]
}

/** Whether to encrypt, and who judges the certificate. */
export type TlsRule =
  | { readonly level: 'never' }
  | { readonly level: 'opportunistic' }
  | {
      readonly level: 'required'
      /** Null when the session is good enough, else why not (DANE, MTA-STS). */
      judge(session: TlsSession): Text | null
    }

export type TlsFault =
  | { readonly kind: 'not_offered' }
  /** STARTTLS was refused, or the handshake failed. */
  | { readonly kind: 'broken' }
  /** Encrypted, but not good enough. */
  | { readonly kind: 'judged'; readonly session: TlsSession }

/** Why mail with REQUIRETLS may not go to a server (RFC 8689 §4.2.1). */
export type Ineligibility =
  /** Neither DNSSEC nor MTA-STS vouches for its name. */
  | { readonly kind: 'name' }
  /** Whether MTA-STS vouches for its name could not be found out: the one that waits. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'encryption' }
  | { readonly kind: 'certificate' }
  /** Secured as demanded, but it does not offer REQUIRETLS. */
  | { readonly kind: 'offer'; readonly session: TlsSession | null }

/** A connection that never came to MAIL. */
export interface NoSession {
  readonly kind: 'failed'
  readonly stage: Stage
  /** For every recipient, unless another MX does better. */
  readonly verdict: RefusedRecipient | DeferredRecipient
  /** Whether another MX of the domain may do better. */
  readonly nextMx: boolean
  /** Whether a new connection to this MX may do better: with HELO, or without TLS. */
  readonly again: 'helo' | 'plain' | null
  /** What `judge` said. */
  readonly judged?: Text
  /** What was wrong with TLS, where it was demanded (for reports, RFC 8460). */
  readonly tlsFault?: TlsFault
  /** What was missing for mail with REQUIRETLS; other mail may do without. */
  readonly ineligibility?: Ineligibility
  readonly host: string
  readonly address: string
  readonly transcript: readonly Line[]
}
