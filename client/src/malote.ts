/**
 * The client: every call of the API as a method, named as in the API's description.
 *
 *     const malote = new Malote('svc_live_…')
 *     const { id } = await malote.emails.send({ from, to, subject, text })
 *     for await (const event of malote.events.list({ email_id: id })) console.log(event.type)
 */

import type { List, Page, RequestOptions } from './calls.ts'
import { MaloteError } from './errors.ts'
import { type Calls, calls } from './generated.ts'
import { type ClientOptions, environment, type Send, sender } from './request.ts'

export type { ByteStream, List, Page, RequestOptions } from './calls.ts'
export { MaloteError } from './errors.ts'
export type * from './generated.ts'
export type { ClientOptions } from './request.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks.ts'

interface CallRow {
  readonly method: string
  readonly path: string
  readonly body: boolean
  readonly query: boolean
  readonly kind: 'json' | 'list' | 'stream'
  /** `format: 'csv'` answers its bytes instead. */
  readonly isFileToo?: true
}

// The class has the methods of `Calls`; they are put on it by name when it is made.
export interface Malote extends Calls {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes what is declared
export class Malote {
  /** Without a key, the variable MALOTE_API_KEY is taken. */
  constructor(apiKey?: string, options: ClientOptions = {}) {
    const key = apiKey ?? environment('MALOTE_API_KEY')
    if (!key) throw new TypeError('An API key is needed: new Malote("svc_…"), or MALOTE_API_KEY.')
    const send = sender(key, options)
    const groups = this as unknown as Record<string, Record<string, unknown>>
    for (const [name, row] of Object.entries(calls)) {
      const [group, method] = name.split('.') as [string, string]
      groups[group] ??= {}
      groups[group][method] = methodOf(send, row)
    }
  }
}

/** Arguments as `Calls` declares them: path parameters, body, query, options. */
function methodOf(send: Send, row: CallRow) {
  const params = [...row.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  return (...given: unknown[]): unknown => {
    const rest = [...given]
    const path = params.reduce(
      (path, param) => path.replace(`{${param}}`, segment(param, rest.shift())),
      row.path,
    )
    const body = row.body ? rest.shift() : undefined
    const query = (row.query ? rest.shift() : undefined) as Query | undefined
    const options = rest.shift() as RequestOptions | undefined
    const call = (query?: Query) =>
      send({ method: row.method, path: path + queryString(query), body }, options)
    if (row.kind === 'stream' || (row.isFileToo && query?.format === 'csv')) {
      return call(query).then(stream)
    }
    if (row.kind === 'list') {
      return listOf(more => call({ ...query, ...more }).then(json<Page<{ id: string }>>))
    }
    return call(query).then(json)
  }
}

function segment(param: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !/^\.{1,2}$/.test(value)) {
    return encodeURIComponent(value)
  }
  throw new TypeError(`The ${param} must be a text that is not empty.`)
}

type Query = Readonly<Record<string, unknown>>

/** `{ tag: { order: '7' }, limit: 10 }` as `?tag[order]=7&limit=10`. */
function queryString(query: Query = {}): string {
  const out = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (typeof value !== 'object') out.append(name, String(value))
    else for (const [key, one] of Object.entries(value)) out.append(`${name}[${key}]`, String(one))
  }
  const text = out.toString()
  return text === '' ? '' : `?${text}`
}

async function json<Body>(answer: Response): Promise<Body> {
  try {
    return (await answer.json()) as Body
  } catch (cause) {
    throw new MaloteError({
      code: 'unexpected_answer',
      message: 'The answer broke off or is no JSON.',
      status: answer.status,
      cause,
    })
  }
}

const stream = (answer: Response): ReadableStream<Uint8Array> =>
  answer.body ?? new ReadableStream({ start: controller => controller.close() })

/** Nothing is asked before somebody waits for it. */
function listOf<Item extends { id: string }>(
  fetchPage: (more: Query) => Promise<Page<Item>>,
): List<Item> {
  let first: Promise<Page<Item>> | undefined
  const firstPage = () => (first ??= fetchPage({}))
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited for one page of it
    then: (fulfilled, rejected) => firstPage().then(fulfilled, rejected),
    async *[Symbol.asyncIterator]() {
      let page = await firstPage()
      for (;;) {
        yield* page.data
        const last = page.data.at(-1)
        if (!page.has_more || last === undefined) return
        page = await fetchPage({ starting_after: last.id })
      }
    },
  }
}
