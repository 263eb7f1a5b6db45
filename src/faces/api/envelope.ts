/**
 * The one shape in which a refusal leaves the service (docs/contract.md#error-object), and how
 * everything that can be thrown becomes a refusal: what is not one is our fault, `internal_error`.
 */
import { errors, Refusal } from '#kernel/base/errors.ts'
import type { Language } from '#kernel/base/languages.ts'
import { isAnswerLost, isOutage } from '#kernel/world/db.ts'

export interface ErrorBody {
  readonly error: {
    readonly type: string
    readonly code: string
    readonly message: string
    readonly param?: string
    readonly doc_url: string
    readonly request_id: string
  }
}

interface EnvelopeContext {
  readonly language: Language
  readonly requestId: string
  readonly docsUrl: string
}

/** The body of a refusal, in the language of the request. */
export function envelope(refusal: Refusal, context: EnvelopeContext): ErrorBody {
  return {
    error: {
      type: errors[refusal.code].type,
      code: refusal.code,
      message: refusal.text[context.language],
      ...(refusal.param === undefined ? {} : { param: refusal.param }),
      doc_url: `${context.docsUrl}/errors#${refusal.code}`,
      request_id: context.requestId,
    },
  }
}

export const statusOf = (refusal: Refusal): number => errors[refusal.code].status

/** The refusal that a thrown value stands for; null where the fault is ours and must be logged. */
export function refusalOf(thrown: unknown): Refusal | null {
  return thrown instanceof Refusal ? thrown : null
}

/** Seconds after which those who could not be served come again: not all at the same moment. */
const retryAfterSeconds = { from: 1, to: 5 }

/**
 * The database was away for as long as a call waits, and nothing was done; null where something may
 * have been. `chance` is from 0 to 1.
 */
export function unavailableOf(thrown: unknown, method: string, chance: number): Refusal | null {
  const isReading = method === 'GET' || method === 'HEAD'
  if (!isOutage(thrown) || (isAnswerLost(thrown) && !isReading)) return null
  const { from, to } = retryAfterSeconds
  const seconds = Math.min(to, from + Math.floor(chance * (to - from + 1)))
  return new Refusal('service_unavailable', { headers: { 'Retry-After': String(seconds) } })
}

/**
 * Our fault; where the database went away in the middle of it, what was asked may have been done,
 * unless it was only to be read.
 */
export function faultOf(thrown: unknown, method: string): Refusal {
  const isReading = method === 'GET' || method === 'HEAD'
  if (isReading || !isAnswerLost(thrown)) return new Refusal('internal_error')
  return new Refusal('internal_error', {
    why: {
      en: 'The database did not answer: it is not known whether the request was processed. Repeat it with the same Idempotency-Key.',
      pt: 'O banco de dados não respondeu: não se sabe se a requisição foi processada. Repita com a mesma Idempotency-Key.',
    },
  })
}
