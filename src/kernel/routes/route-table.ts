/**
 * Which route a call is for, by its method and path: the router that Fastify itself goes by
 * (find-my-way), made once for all services of a process. Fastify makes a plugin, a context and
 * compiled functions for each route of a server, with each start.
 *
 * A part of a path that is named goes before one that may be anything. Parts are compared and given
 * decoded (RFC 3986 §2.1); one that may be anything may be empty, which is for the caller to refuse.
 */
import findMyWay from 'find-my-way'
import { assert } from '../base/assert.ts'

interface TableEntry<T> {
  readonly method: findMyWay.HTTPMethod
  /** With parameters in braces: `/v1/emails/{id}`. */
  readonly path: string
  readonly value: T
}

export interface FoundRoute<T> {
  readonly path: string
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

export interface RouteTable<T> {
  /** Each once. */
  readonly methods: readonly string[]
  /** Paths as Fastify knows them, below or at which all routes are: `/v1/*`. */
  readonly places: readonly string[]
  /** The route of a call; HEAD is answered as GET is (RFC 9110 §9.3.2). */
  find(method: string, url: string): FoundRoute<T> | null
}

/** The server bounds the whole of a URL. */
const anyLength = Number.MAX_SAFE_INTEGER

/** Throws where two routes are at one place. */
export function routeTable<T>(entries: readonly TableEntry<T>[]): RouteTable<T> {
  const router = findMyWay({ maxParamLength: anyLength })
  for (const { method, path, value } of entries) {
    router.on(method, routerPath(path), () => {}, { path, value })
  }
  return {
    methods: [...new Set(entries.map(one => one.method))],
    places: [...new Set(entries.map(one => placeOf(one.path)))],
    find(method, url) {
      const asked = (method === 'HEAD' ? 'GET' : method) as findMyWay.HTTPMethod
      const found = router.find(asked, url)
      if (found === null) return null
      const { path, value } = found.store as { path: string; value: T }
      return { path, value, params: found.params as Record<string, string> }
    },
  }
}

const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function placeOf(path: string): string {
  const [first = '', ...rest] = path.split('/').slice(1)
  assert(!first.startsWith('{'), `${path} has a name before its parameters`)
  return rest.length === 0 ? `/${first}` : `/${first}/*`
}
