/**
 * Every endpoint of the program, from the tables that are served: the public API, its face for
 * Resend's SDK, and the dashboard's `/api` with the public API under its projects. An endpoint that
 * somebody adds is attacked from that moment on, without a line here.
 */
import type { TSchema } from 'typebox'
import { strangersBytes } from '#faces/api/body.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import type { Access } from '#faces/console/dashboard-call.ts'
import { dashboardRoutes } from '#faces/console/mount.ts'
import { resendSurface } from '#faces/resend/compatibility.ts'
import { bodyBytes, type Route, type Scope } from '#kernel/routes/route.ts'
import { cases } from '../battery/cases.ts'
import type { Things } from '../battery/stage.ts'
import { sampleOf } from './sample.ts'

export interface Endpoint {
  /** `key`: a key of the API opens it; `session`: a cookie of the dashboard. */
  readonly door: 'key' | 'session'
  readonly method: Route['method']
  /** With parameters in braces, as it is asked for. */
  readonly path: string
  readonly name: string
  /** What a key, or a role standing for one, must be allowed. */
  readonly scope?: Scope
  /** Of the dashboard's own routes. */
  readonly access?: Access
  readonly body?: TSchema
  readonly maxBodyBytes: number
  readonly contentType?: string
  /** The handler reports what is wrong with the fields instead of refusing them. */
  readonly validatesItself: boolean
  /** A body that its schema takes; the sender's domain is that of the things. */
  readonly sample: (things: Things) => unknown
}

// Described, not served: nothing of these is called.
const lanes = () => []
const nothing = { lanes } as never
const { own, ofProjects } = dashboardRoutes(
  { routes: apiRoutes, metrics: nothing, lanes, sentTo: () => new Set<string>() },
  nothing,
)

export const endpoints: readonly Endpoint[] = [
  ...[...apiRoutes, ...resendSurface.routes].map(one => ofKeys(one)),
  ...own.map(
    ({ body, success, ...one }): Endpoint => ({
      ...{ door: 'session', method: one.method, name: one.name, access: one.access },
      ...{ path: `/api${one.path}`, validatesItself: false },
      maxBodyBytes: one.access === 'open' ? strangersBytes : bodyBytes.usual,
      ...(body === undefined ? {} : { body }),
      ...(success.contentType === undefined ? {} : { contentType: success.contentType }),
      sample: () => (body === undefined ? undefined : sampleOf(body)),
    }),
  ),
  ...ofProjects.map(
    (one): Endpoint => ({
      ...ofKeys(one),
      door: 'session',
      path: `/api/projects/{project_id}/{mode}${one.path.slice('/v1'.length)}`,
    }),
  ),
]

function ofKeys(route: Route): Endpoint {
  const { method, path, name, scope, body, success, validatesItself } = route
  return {
    maxBodyBytes: route.maxBodyBytes ?? bodyBytes.usual,
    ...{ door: 'key', method, name, scope, validatesItself: validatesItself ?? false },
    path: path.replace('*', 'anything'),
    ...(body === undefined ? {} : { body }),
    ...(success.contentType === undefined ? {} : { contentType: success.contentType }),
    sample: things => cases[name]?.body?.(things) ?? (body ? sampleOf(body) : undefined),
  }
}

export const titleOf = ({ method, path }: Endpoint): string => `${method} ${path}`
