/** The one error that the client throws: a refusal of the API, or that no answer could be had. */
import type { ErrorCode, ErrorType } from './generated.ts'

/** What happened where the API has said nothing itself. */
type LocalCode = 'connection_failed' | 'timed_out' | 'unexpected_answer'

interface ErrorFacts {
  readonly code: ErrorCode | LocalCode
  readonly message: string
  readonly type?: ErrorType | undefined
  readonly status?: number | undefined
  readonly param?: string | undefined
  readonly docUrl?: string | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

export class MaloteError extends Error {
  override readonly name = 'MaloteError'
  /** The stable reason: decide by this, show `message` to people. */
  readonly code: ErrorCode | LocalCode
  /** Absent where there was no answer of the API. */
  readonly type: ErrorType | undefined
  readonly status: number | undefined
  /** The offending field, for example `to[1]`. */
  readonly param: string | undefined
  readonly docUrl: string | undefined
  /** Names the answer: tell it when you ask for help. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.type = facts.type
    this.status = facts.status
    this.param = facts.param
    this.docUrl = facts.docUrl
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

interface Envelope {
  readonly error?: {
    readonly type?: ErrorType
    readonly code?: ErrorCode
    readonly message?: string
    readonly param?: string
    readonly doc_url?: string
    readonly request_id?: string
  }
}

/** The error in a refusing answer. */
export async function errorOf(answer: Response): Promise<MaloteError> {
  const text = await answer.text().catch(() => '')
  const said = envelopeIn(text)?.error
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new MaloteError({
    code: said?.code ?? 'unexpected_answer',
    message: said?.message ?? `The server answered ${answer.status} without saying why.`,
    type: said?.type,
    status: answer.status,
    param: said?.param,
    docUrl: said?.doc_url,
    requestId: said?.request_id ?? answer.headers.get('request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  })
}

function envelopeIn(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope | null
  } catch {
    return null
  }
}
