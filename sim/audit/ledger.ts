/** What the simulated customers know: what they asked for and what they were told. */
import type { Life } from '../storm/life.ts'
import type { ProgramAnswer } from '../storm/program.ts'
import type { Customer } from './customer.ts'
import type { Market } from './market.ts'

/** One email that a customer wanted to send. */
export interface Request {
  /** In the subject and the text of every copy: how the mail servers' records are matched. */
  readonly marker: string
  readonly project: number
  readonly mode: 'live' | 'test'
  readonly stream: 'transactional' | 'marketing'
  readonly recipients: readonly string[]
  readonly scheduledAt: number | null
  readonly hasKey: boolean
  /** Ids that 202 answers have named. More than one is a fault where there was a key. */
  readonly ids: Set<string>
  /** The code of a definitive refusal. */
  refusal: string | null
  /** Answers that never came. */
  unclear: number
  /** Of a cancellation that was answered 200. */
  cancelledAt: number | null
}

interface SuppressionMade {
  readonly project: number
  readonly address: string
  readonly stream: 'all' | 'marketing'
  /** When the 201 arrived: from then on nothing may be sent. */
  readonly at: number
}

export interface Subscription {
  readonly project: number
  readonly host: string
  readonly id: string
  readonly secret: string
  readonly events: readonly string[]
  readonly since: number
}

export interface Ledger {
  readonly projects: readonly Customer[]
  readonly requests: Request[]
  readonly suppressions: SuppressionMade[]
  readonly subscriptions: Subscription[]
  readonly choices: Choice[]
  /** Accounts that buy, and what they did. */
  readonly buyers: readonly string[]
  readonly deals: Deal[]
  /** Answers of 500 and 503: each must mean that nothing was done. */
  readonly serverErrors: ServerError[]
  readonly market: Market
}

/** What a buyer wanted done. */
export interface Deal {
  readonly account: string
  readonly kind: 'use' | 'order' | 'pay' | 'cap' | 'larger' | 'end' | 'back'
  /** Recipients, or cents of a cap. */
  readonly count: number
  /** Null: nobody knows. */
  isDone: boolean | null
}

/** What was done about one person and the topic of a project. */
export interface Choice {
  readonly project: number
  readonly email: string
  readonly deed: 'join' | 'leave' | 'back' | 'forget'
  readonly from: number
  /** Infinity: nobody knows whether it was done. */
  readonly to: number
  /** Answered as done. */
  readonly isDone: boolean
}

interface ServerError {
  readonly by: Life
  readonly text: string
}

export const isAccepted = (request: Request): boolean => request.ids.size > 0

/** The error code of an answer, or its status. */
export function codeOf(answer: ProgramAnswer): string {
  const body = answer.body as { error?: { code?: string } } | null
  return body?.error?.code ?? String(answer.status)
}
