/** Accounts, projects and keys as the program knows them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import type { Pause, PlanName } from './terms.ts'

/** What the operator may set on an account. */
export interface AccountSettings {
  readonly name: string
  readonly plan: PlanName
  readonly trustLevel: 0 | 1 | 2 | 3
  readonly timeZone: string
  readonly language: Language
  readonly pause: Pause
  /** Calls per second of each key that has no rate of its own; null: the default. */
  readonly rate: number | null
}

export interface Account extends AccountSettings {
  readonly id: Uuid
  readonly email: string
  readonly createdAt: Date
}

export interface Project {
  readonly id: Uuid
  readonly accountId: Uuid
  readonly name: string
  readonly language: Language | null
  readonly createdAt: Date
}

/** A key as it is shown afterwards; the key itself is not kept. */
export interface ShownKey {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly prefix: string
  readonly name: string
  readonly mode: Mode
  readonly scope: Scope
  readonly allowIps: readonly string[]
  readonly rate: number | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The member who made it; null: the operator's command, a first start, or a release of before. */
  readonly createdBy: Uuid | null
  /** Null: never. */
  readonly expiresAt: Date | null
}

/** A key with all that a call is judged by. */
export interface KeyRow {
  readonly keyId: Uuid
  readonly prefix: string
  readonly projectId: Uuid
  readonly accountId: Uuid
  readonly mode: Mode
  readonly scope: Scope
  readonly allowIps: readonly string[]
  readonly keyRate: number | null
  readonly expiresAt: Date | null
  readonly accountRate: number | null
  readonly projectLanguage: Language
  readonly timeZone: string
}

export interface NewMember {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
  readonly role: 'owner' | 'developer' | 'marketing' | 'reader'
  readonly language: Language
  readonly verifiedAt: Date | null
  readonly createdAt: Date
}
