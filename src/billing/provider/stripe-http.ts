/**
 * Stripe's package on our own HTTP: ten seconds a call, a megabyte an answer, no second try of its
 * own. Errors carry no code that the package knows, or it would repeat a call by itself.
 */
import type Stripe from 'stripe'
import type { World } from '#kernel/world/world.ts'

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>

export const callMs = 10_000
const maxAnswerBytes = 1_048_576

export function httpClient({ http, settings }: Pick<World, 'http' | 'settings'>): HttpClient {
  return {
    getClientName: () => 'malote',
    async makeRequest(_host, _port, path, method, headers, body) {
      const answer = await http.request({
        method: method as 'GET' | 'POST' | 'DELETE',
        url: `${settings.MALOTE_STRIPE_API_URL}${path}`,
        headers: textOf(headers as Readonly<Record<string, unknown>>),
        ...(method === 'POST' ? { body: body ?? '' } : {}),
        timeoutMs: callMs,
        maxAnswerBytes,
        trusted: true,
      })
      if (answer.kind === 'failure') throw new Error(`no answer: ${answer.reason}`)
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => answer.headers,
        getRawResponse: () => answer,
        toStream: () => answer.body,
        toJSON: async () => JSON.parse(answer.body.toString('utf8')),
      }
    },
  }
}

const textOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )
