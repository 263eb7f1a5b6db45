/** Why a request came to nothing: the failures that callers see, and the error that carries one. */
import type { HttpResult } from '../http.ts'

type Failure = Extract<HttpResult, { kind: 'failure' }>

/** Errors of our own making, carrying their verdict through the runtime's error events. */
export class RefusedRequest extends Error {
  override readonly name = 'Refused'
  readonly reason: Failure['reason']
  constructor(reason: Failure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export const failure = (reason: Failure['reason'], message: string): Failure => ({
  kind: 'failure',
  reason,
  message,
})

export const internal = (host: string): Failure =>
  failure('internal_address', `${host} is an internal address`)

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

export function failed(error: Error, host: string): Failure {
  if (error instanceof RefusedRequest) return failure(error.reason, error.message)
  const code = codeOf(error)
  const tls = /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO$|^UNABLE_TO_/.test(code)
  return failure(tls ? 'tls' : 'network', `${host}: ${code || error.message}`)
}
