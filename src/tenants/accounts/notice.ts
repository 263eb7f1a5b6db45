/** A notice to the members of an account. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { NoticeCode } from './notice-kinds.ts'

export type NoticeLevel = 'info' | 'warning' | 'error'

export type NoticeData = Readonly<
  Record<string, string | number | boolean | null | Readonly<Record<string, number>>>
>

export interface NewNotice {
  readonly accountId: Uuid
  readonly level: NoticeLevel
  /** Stable, for programs (notice-kinds.ts). */
  readonly code: NoticeCode
  readonly text: Text
  /** What the sentence is made from, for programs. */
  readonly data?: NoticeData
  /** Absent: of the whole account. */
  readonly projectId?: Uuid
  /** Null: of what both modes share; live unless given. */
  readonly mode?: Mode | null
  /** To whom it happened; members of other roles than owner do not see it. */
  readonly memberId?: Uuid
  /** What lasts: nothing is told again of it until `endNotices` says that it is over. */
  readonly cause?: string
  /** Also a letter, to those who want its type; the catalogue decides unless given. */
  readonly isLetter?: boolean
}
