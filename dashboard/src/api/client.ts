/**
 * The one way to the server: `/api` with the session's cookie, JSON both ways, errors in the public
 * envelope and in the language of the page.
 */
import { spokenLanguage } from '../ui/words.tsx'

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

interface ErrorBody {
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

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Somebody who wants to know when a call is refused for want of a session. */
let onLoggedOut: () => void = () => {}
export const whenLoggedOut = (tell: () => void): void => {
  onLoggedOut = tell
}

/** Calls the server. Throws ApiError. */
export async function call<Body>(method: Method, path: string, body?: unknown): Promise<Body> {
  const answer = await ask(method, path, body)
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return (isJson && text !== '' ? JSON.parse(text) : text) as Body
}

/** The same for answers that are read as they come (CSV). */
export async function ask(method: Method, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, text/csv, text/plain',
      'accept-language': spokenLanguage(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, null)
  })
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => null)
  const error = new ApiError(answer.status, refusal as ErrorBody | null)
  if (error.code === 'not_authenticated' && path !== '/api/session') onLoggedOut()
  throw error
}

/** A query string of what is there: empty values are left out. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
