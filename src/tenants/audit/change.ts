import type { Uuid } from '#kernel/base/ids.ts'

export type AuditFields = Readonly<Record<string, unknown>>

export interface Actor {
  readonly type: 'member' | 'key' | 'operator' | 'system'
  readonly id: Uuid | null
  /** Looked up where it is null. */
  readonly name: string | null
}

export interface AuditedChange {
  readonly accountId: Uuid | null
  /** Of an operator, who acts on whose account it is. */
  readonly isByOperator: boolean
  readonly actor: Actor
  readonly ip: string | null
  /** `domain.created`. */
  readonly action: string
  /** As it is shown, such as dom_…. */
  readonly targetId: string | null
  readonly targetName: string | null
  readonly before: AuditFields | null
  readonly after: AuditFields | null
}
