/** A notice to the members of an account. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'

export type NoticeLevel = 'info' | 'warning' | 'error'

export interface NewNotice {
  readonly accountId: Uuid
  readonly level: NoticeLevel
  /** Stable, for programs: `sending_paused`, `trust_raised`, `domain_broken` … */
  readonly code: string
  readonly text: Text
  /** Also a letter to the owners. */
  readonly isLetter?: boolean
}
