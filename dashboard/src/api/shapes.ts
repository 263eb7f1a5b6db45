/** What the server answers. */
import type { Language } from '../words.tsx'

export type Mode = 'live' | 'test'
export type Stream = 'transactional' | 'marketing'
export type Role = 'owner' | 'developer' | 'marketing' | 'reader'

export type Pause = 'none' | 'regular' | 'full'

export interface Page<Item> {
  readonly data: Item[]
  readonly has_more: boolean
}

export interface Session {
  readonly user: {
    readonly id: string
    readonly email: string
    readonly name: string | null
    readonly role: Role
    readonly language: Language | null
    readonly totp_enabled: boolean
    readonly verified: boolean
  }
  readonly account: {
    readonly id: string
    readonly name: string
    readonly plan: string
    readonly trust_level: number
    readonly time_zone: string
    readonly language: Language
    readonly pause: Pause
  }
  readonly projects: readonly Project[]
  readonly operator: boolean
}

export interface Project {
  readonly id: string
  readonly name: string
  readonly language: Language | null
}

export const emailStatuses = [
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'captured',
  'cancelled',
] as const
export type EmailStatus = (typeof emailStatuses)[number]

export const eventTypes = [
  'accepted',
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'suppressed',
  'failed',
  'cancelled',
] as const
export type EventType = (typeof eventTypes)[number]

export interface Email {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly reply_to?: readonly string[]
  readonly subject: string
  readonly stream: Stream
  readonly status: EmailStatus
  readonly tags: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, string>>
  readonly scheduled_at?: string
  readonly created_at: string
}

export interface EmailWithEvents extends Email {
  readonly events: readonly TimelineEvent[]
}

export interface TimelineEvent {
  readonly id: string
  readonly type: EventType
  readonly at: string
  readonly email_id?: string
  readonly recipient?: string
  readonly mx?: string
  readonly provider?: string
  readonly smtp_code?: string
  readonly smtp_response?: string
  readonly explanation?: string
  readonly tls?: string
  readonly attempt?: number
  readonly next_attempt_at?: string
  readonly gives_up_at?: string
  readonly uncertain?: boolean
  readonly machine?: boolean
  readonly url?: string
  readonly scheduled_at?: string
}

export interface EmailContent {
  readonly html?: string
  readonly text?: string
  /** Made from the html, where none was given. */
  readonly text_made?: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly {
    readonly filename: string
    readonly content_type?: string
    readonly size_bytes: number
  }[]
}

export interface DomainRecord {
  readonly purpose: 'dkim' | 'return_path' | 'spf' | 'dmarc' | 'tracking' | 'claim'
  readonly type: string
  readonly name: string
  readonly value: string
  readonly priority?: number
  readonly ttl: number
  readonly status: 'pending' | 'mismatch' | 'verified'
  readonly required?: boolean
  readonly found?: readonly string[] | string
  readonly hint?: string
}

export interface Domain {
  readonly id: string
  readonly name: string
  readonly status: 'pending' | 'verified' | 'failed'
  readonly records: readonly DomainRecord[]
  readonly created_at: string
  readonly verified_at?: string
}

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly enabled: boolean
  readonly created_at: string
  readonly secret?: string
}

export interface Attempt {
  readonly id: string
  readonly event_id: string
  readonly at: string
  readonly duration_ms: number
  readonly status_code: number | null
  readonly error: string | null
  readonly request_body?: string | null
  readonly response_body: string | null
  readonly next_attempt_at: string | null
}

export const suppressionReasons = [
  'hard_bounce',
  'complaint',
  'unsubscribe',
  'manual',
  'repeated_soft_bounce',
] as const

export interface Suppression {
  readonly id: string
  readonly email: string
  readonly stream: 'all' | 'marketing'
  readonly reason: (typeof suppressionReasons)[number]
  readonly email_id?: string
  readonly created_at: string
}

export interface Key {
  readonly id: string
  readonly prefix: string
  readonly name: string | null
  readonly mode: Mode
  readonly scope: Scope
  readonly allow_ips: readonly string[] | null
  readonly rate: number | null
  readonly created_at: string
  readonly last_used_at: string | null
  /** In the answer to its creation alone. */
  readonly key?: string
}
export type Scope = 'send' | 'read' | 'admin'

export interface Member {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly role: Role
  readonly status: 'active' | 'invited'
  readonly verified?: boolean
  readonly totp_enabled?: boolean
  readonly created_at: string
  readonly expires_at?: string | null
}

export interface BrowserSession {
  readonly id: string
  readonly current: boolean
  readonly address: string | null
  readonly agent: string | null
  readonly created_at: string
  readonly seen_at: string
}

export type Level = 'info' | 'warning' | 'error'

export interface Notice {
  readonly id: string
  readonly level: Level
  readonly code: string
  readonly text: string
  readonly created_at: string
  readonly read_at: string | null
}

export interface Quota {
  readonly used: number
  readonly limit: number | null
  readonly resets_at: string
}

export interface Limits {
  readonly plan: string
  readonly trust_level: number
  readonly today: Quota
  readonly month: Quota
  readonly raises: readonly { readonly done: boolean; readonly text: string }[]
  readonly evidence: { readonly tax_id: string | null; readonly payment: boolean }
  readonly spending: {
    readonly limit: string | number | null
    readonly spent: string | number
    readonly currency: string
  }
  readonly pause: {
    readonly kind: Pause
    readonly reason: string | null
    readonly fix: string | null
  }
  readonly domains: { readonly used: number; readonly limit: number | null }
}

/** Recipients, counted. */
export interface Counts {
  readonly accepted?: number
  readonly delivered: number
  readonly bounced: number
  readonly complained: number
  readonly deferred: number
  readonly opened: number
  readonly clicked: number
}

export interface Overview {
  readonly days: number
  readonly from: string
  readonly to: string
  readonly behind_seconds: number
  readonly volume: readonly (Counts & { readonly date: string })[]
  readonly totals: Counts
  readonly rates: Readonly<
    Record<'delivery' | 'bounce' | 'complaint' | 'open' | 'click', number | null>
  >
  readonly by_stream: readonly (Counts & { readonly stream: Stream })[]
  readonly by_provider: readonly (Counts & { readonly provider: string })[]
  readonly by_domain: readonly (Counts & { readonly domain: string })[]
  readonly latency: { readonly p50_ms: number; readonly p95_ms: number } | null
  readonly queue: {
    readonly waiting: number
    readonly due: number
    readonly oldest_due_at: string | null
  }
  readonly attention: readonly {
    readonly level: Level
    readonly code: string
    readonly text: string
  }[]
}

export interface Lane {
  readonly destination: string
  readonly provider: string
  readonly state: string
  /** Share of the full pace. */
  readonly pace: number
  readonly in_hand: number
  readonly paused_until: string | null
  readonly text: string | null
}

export const tlsRungs = ['dane', 'mta-sts', 'verified', 'unverified', 'none'] as const
export type TlsRung = (typeof tlsRungs)[number]

interface Cause {
  readonly provider: string
  readonly cause: string
  readonly text: string
  readonly count: number
}

export interface Deliverability {
  readonly days: number
  readonly bounces: readonly Cause[]
  readonly deferrals: readonly Cause[]
  readonly tls: readonly ({ readonly provider: string } & Readonly<Record<TlsRung, number>>)[]
  readonly lanes: readonly Lane[]
}

export interface OperatedAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly plan: string
  readonly trust_level: number
  readonly pause: Pause
  readonly rate: number | null
  readonly operator: boolean
  readonly projects: number
  readonly members: number
  readonly created_at: string
}

export interface OperatedQueue {
  readonly kinds: readonly {
    readonly kind: string
    readonly waiting: number
    readonly due: number
    readonly oldest_due_at: string | null
  }[]
  readonly destinations: readonly {
    readonly domain: string
    readonly waiting: number
    readonly due: number
    readonly next_due_at: string | null
  }[]
  readonly sampled: boolean
  readonly lanes: readonly Lane[]
}

export interface OperatedNode {
  readonly id: string
  readonly hostname: string
  readonly roles: readonly string[] | string
  readonly started_at: string
  readonly seen_at: string
  readonly alive: boolean
}

export interface Doctor {
  readonly ok: boolean
  readonly checked_at: string
  readonly checks: readonly {
    readonly check: string
    readonly level: string
    readonly text: string
  }[]
}

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly {
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
  }[]
}
