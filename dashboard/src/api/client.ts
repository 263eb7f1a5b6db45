/**
 * The one way to the server: `/api` with the session's cookie, JSON both ways, errors in the public
 * envelope and in the language of the page.
 */
import { spokenLanguage } from '../ui/words.tsx'
import {
  type Answer,
  type CallName,
  type CallRequest,
  type Input,
  locate,
  type Values,
} from './calls.ts'
import { reached, unreachable } from './connection.ts'
import { noteCall } from './quiet.ts'

/** A refusal; `message` is already in the reader's language. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | null
  readonly requestId: string | null

  constructor(status: number, body: ErrorBody | null) {
    super(body?.error?.message ?? fallback[spokenLanguage()])
    this.status = status
    this.code = body?.error?.code ?? 'unreachable'
    this.param = body?.error?.param ?? null
    this.requestId = body?.error?.request_id ?? null
  }
}

export interface ErrorBody {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly param?: string | null
    readonly request_id?: string
  }
}

const fallback = {
  en: 'The server did not answer. Check the connection and try again.',
  pt: 'O servidor não respondeu. Verifique a conexão e tente de novo.',
}

/** Somebody who wants to know when a call is refused for want of a session. */
let onLoggedOut: () => void = () => {}
export const whenLoggedOut = (tell: () => void): void => {
  onLoggedOut = tell
}

/** Calls the server. Throws ApiError. */
export const call = <N extends CallName>(name: N, input: Input<N>): Promise<Answer<N>> =>
  callAnswer(locate(name, input as Values)) as Promise<Answer<N>>

/** The same for what has been located already. */
export async function callAnswer(located: CallRequest): Promise<unknown> {
  const answer = await ask(located)
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return isJson && text !== '' ? JSON.parse(text) : text
}

/** Systems name one kind of file differently; what it is, the server finds out by its contents. */
const anyFile = 'application/octet-stream'

/** The answer before it is read, for those that are read as they come (CSV). Throws ApiError. */
export async function ask({ method, url, body }: CallRequest): Promise<Response> {
  const isFile = body instanceof Blob
  const isOver = noteCall()
  const answer = await fetch(url, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, text/csv, text/plain',
      'accept-language': spokenLanguage(),
      ...(body === undefined ? {} : { 'content-type': isFile ? anyFile : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
  })
    .catch(() => {
      unreachable()
      throw new ApiError(0, null)
    })
    .finally(isOver)
  reached()
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => null)
  throw refusalOf(url, answer.status, refusal as ErrorBody | null)
}

/** Tells, too, when it is for want of a session. */
export function refusalOf(url: string, status: number, body: ErrorBody | null): ApiError {
  const error = new ApiError(status, body)
  if (error.code === 'not_authenticated' && url !== '/api/session') onLoggedOut()
  return error
}
