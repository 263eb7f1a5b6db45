import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'

/** A call of a known key, as it was answered. */
export interface LoggedRequest {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly mode: Mode
  /** ms since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string | null
  readonly route: string | null
  readonly status: number
  readonly errorCode: string | null
  readonly param: string | null
  readonly keyId: Uuid
  readonly keyPrefix: string
  readonly ip: string
  readonly userAgent: string | null
  readonly durationMs: number
  readonly idempotencyKey: string | null
  readonly emailId: Uuid | null
  /** null: there was none, or it is not kept. */
  readonly requestBody: string | null
  readonly responseBody: string | null
}
