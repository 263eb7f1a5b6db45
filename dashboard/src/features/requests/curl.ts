/**
 * A call of the log as a command for one's own shell: the same method, path and body, with the key
 * that its reader has. Keys are not kept, and what is secret in a body is not kept either.
 */
import type { Answer } from '../../api/calls.ts'
import { quoted } from '../../ui/shell.ts'

type CalledRequest = Pick<
  Answer<'project.requests.get'>,
  'idempotency_key' | 'method' | 'path' | 'query' | 'request_body' | 'route'
>

interface CurlOptions {
  /** Public address of the API. */
  readonly base: string
  /** What is said above where the log does not have all of the call. */
  readonly notWhole: string
}

/** What stands in the log for a secret. */
const removed = '[removed]'

/** null: it was no call by HTTP. */
export function curlOf(request: CalledRequest, { base, notWhole }: CurlOptions): string | null {
  const { method, query, request_body: body, idempotency_key: key } = request
  if (method === 'SMTP') return null
  const url = `${base}${pathOf(request)}${query ? `?${query}` : ''}`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    '  -H "Authorization: Bearer $MALOTE_API_KEY"',
    ...(body ? [`  -H ${quoted(`Content-Type: ${typeOf(body)}`)}`] : []),
    // The answer of before comes again, and nothing is sent twice.
    ...(key ? [`  -H ${quoted(`Idempotency-Key: ${key}`)}`] : []),
    ...(body ? [`  --data-binary ${quoted(body)}`] : []),
  ]
  const command = parts.join(' \\\n')
  return isWhole(url, body) ? command : `# ${notWhole}\n${command}`
}

/** What Resend's clients ask at the root of a host of their own is below its surface everywhere. */
const pathOf = ({ path, route }: CalledRequest): string =>
  route?.startsWith(`${surface}/`) && !path.startsWith(`${surface}/`) ? surface + path : path

const surface = '/resend'

const typeOf = (body: string): string =>
  /^\s*[[{]/.test(body) ? 'application/json' : 'application/octet-stream'

/** What was cut off after so many bytes is no JSON any more. */
function isWhole(url: string, body: string | null): boolean {
  if (`${url}${body ?? ''}`.includes(removed)) return false
  try {
    return body === null || JSON.parse(body) !== undefined
  } catch {
    return false
  }
}
