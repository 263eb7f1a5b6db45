/** What is kept of an email's words. */
import type { EmailContent, Merging, OwnValues, TextMap, WatchedAct } from '../events/email.ts'

/** What was sent, with attachments by name and size: their content may weigh megabytes. */
export interface ShownContent {
  readonly html: string | null
  readonly text: string | null
  readonly headers: TextMap | null
  readonly attachments: readonly ShownAttachment[] | null
}

/** The same as it is kept: html and text may be Liquid, of which letters are made. */
export interface KeptContent extends ShownContent {
  readonly untracked: readonly WatchedAct[] | null
  readonly merging: Merging | null
  readonly own_values: OwnValues | null
  /** As it was handed over; then all of `ShownContent` is null, for it is read out of this. */
  readonly message: Buffer | null
  /** The first, to whom the links of a merged letter belong. */
  readonly address: string | null
}

interface ShownAttachment {
  readonly filename: string
  readonly content_type: string | null
  readonly content_id: string | null
  readonly size_bytes: number
}

export const contentOfRow = ({ html, text, untracked }: KeptContent): EmailContent => ({
  ...(html === null ? {} : { html }),
  ...(text === null ? {} : { text }),
  ...(untracked === null ? {} : { untracked }),
})
