/** Members of an account as the program knows them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'

export const roles = ['owner', 'developer', 'marketing', 'reader'] as const

export type Role = (typeof roles)[number]

export interface Member {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly language: Language
  readonly verifiedAt: Date | null
  readonly totpEnabledAt: Date | null
  readonly createdAt: Date
  /** When one of their sessions was used last, within minutes. */
  readonly seenAt: Date | null
}

/** What log-in looks at; never leaves the module. */
export interface Credentials extends Member {
  readonly passwordHash: string | null
  readonly totpSecret: Buffer | null
}

/** Which member. */
export interface Key {
  readonly accountId: Uuid
  readonly memberId: Uuid
}
