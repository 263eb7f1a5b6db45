/**
 * Parts of the API that speak in another shape than ours: where they are, and by which host they are
 * reached at its root (RFC 9110 §7.2).
 */
import type { IncomingMessage } from 'node:http'
import { hostName } from '#kernel/base/host-name.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Route } from '#kernel/routes/route.ts'
import { challengePath } from '#platform/certificates/challenges.ts'
import type { ErrorBody } from './envelope.ts'

/** Routes that share a way of saying no. */
export interface Surface {
  readonly routes: readonly Route[]
  /** Another shape for refusals, for a surface that imitates another API. */
  readonly refuse?: (body: ErrorBody, status: number) => { status: number; body: unknown }
  /** The path above all of it, which is nobody else's: `/resend`. */
  readonly under?: string
  /** Why it does not have what is at a path, which is without its query. */
  readonly unknown?: (path: string) => Text
  /** What to tell somebody who takes the root of everything for the root of this. */
  readonly elsewhere?: Text
  /** A host at whose root it is, and nothing else; '' is none. */
  readonly host?: string
}

/**
 * The path of a request as the router is to see it: below its surface where the host is that one's
 * own. There several slashes are one and a last one is none: some clients end a path so.
 */
export function routedUrl(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  surfaces: readonly Surface[],
): string {
  const host = hostName(headers.host ?? '')
  const ofHost = surfaces.find(one => one.host && hostName(one.host) === host)
  // An authority asks at this place under every name.
  if (url.startsWith(challengePath)) return url
  if (ofHost?.under !== undefined) return single(`${ofHost.under}/${url}`)
  return surfaceAt(url, surfaces) === undefined ? url : single(url)
}

/** The surface that has a path. */
export const surfaceAt = (url: string, surfaces: readonly Surface[]): Surface | undefined =>
  surfaces.find(({ under }) => under !== undefined && `${pathOf(url)}/`.startsWith(`${under}/`))

/**
 * How to refuse somebody who asks at the root for what is below a surface, as a client does that was
 * given our address without the path: so that it can read why, and whoever else asks can as well.
 */
export function surfaceMeantBy(url: string, surfaces: readonly Surface[]): Surface | undefined {
  const [first] = pathOf(url)
    .split('/')
    .filter(part => part !== '')
  const meant = surfaces.find(
    ({ under, elsewhere, routes }) =>
      elsewhere !== undefined &&
      routes.some(({ path }) => `${path}/`.startsWith(`${under}/${first}/`)),
  )
  if (meant === undefined) return undefined
  return {
    routes: [],
    unknown: () => meant.elsewhere!,
    refuse(body, status) {
      const theirs = meant.refuse?.(body, status)
      return { status, body: { ...(theirs?.body as object | undefined), ...body } }
    },
  }
}

export const pathOf = (url: string): string => url.split('?', 1)[0]!

function single(url: string): string {
  const path = pathOf(url)
  return path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') + url.slice(path.length)
}
