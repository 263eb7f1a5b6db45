/** What the rules of the audit are about: the rows of the database, beside the ground truth. */

import type { Copy } from '../world/mail-store.ts'
import type { Request } from './ledger.ts'
import type { Records } from './records.ts'

export interface Finding {
  /** Which promise is broken. */
  readonly rule: string
  readonly detail: string
}

export interface EventRow {
  readonly id: string
  readonly email_id: string
  readonly type: string
  readonly at: Date
  readonly recipient: string | null
  readonly details: { next_attempt_at?: string; uncertain?: boolean } | null
}

/** What a letter is of. */
interface LetterOf {
  readonly campaign_id?: string
  readonly sequence_id?: string
  readonly step?: string
  readonly variant?: string
  readonly contact_id?: string
}

export interface EmailRow {
  readonly id: string
  readonly project_id: string
  readonly mode: string
  readonly status: string
  /** Of a letter of a campaign, of a sequence or of the installation, its id. */
  readonly marker: string
  readonly letter: LetterOf | null
  /** The installation's. */
  readonly is_own: boolean
  readonly created_at: Date
  readonly recipients: { address: string; state: string }[]
  readonly events: EventRow[]
}

export interface SuppressionRow {
  readonly project_id: string
  readonly address: string
  readonly stream: string
  readonly created_at: Date
}

/** Everything at rest, gathered once and indexed for the rules. */
export interface Case {
  readonly records: Records
  readonly emails: readonly EmailRow[]
  readonly byMarker: ReadonlyMap<string, EmailRow>
  readonly requests: ReadonlyMap<string, Request>
  /** Copies by `marker recipient`. */
  readonly copies: ReadonlyMap<string, readonly Copy[]>
  readonly suppressions: readonly SuppressionRow[]
  report(rule: string, detail: string): void
}

/** Clocks of the nodes differ by less than this in total. */
export const skewMs = 1000
