/**
 * OpenAPI 3.1 of `/api`, from the same lists that are served: the dashboard's own routes, and those
 * of the public API as they stand under a project. Its schemas and refusals are those of the public
 * document; what differs is who may call and how.
 */

import type { ErrorCode } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import { openApi } from '../api/openapi.ts'
import type { Access, DashboardRoute } from './dashboard-call.ts'

interface DashboardApi {
  readonly own: readonly DashboardRoute[]
  readonly ofProjects: readonly Route[]
  readonly url: string
  readonly docsUrl: string
  readonly version: string
  readonly cookieName: string
}

const whoMay: Readonly<Record<Access, string>> = {
  open: 'Needs no session.',
  member: 'For every member.',
  developer: 'For owners and developers.',
  owner: 'For owners.',
  operator: 'For owners and developers of an operator account.',
  operator_owner: 'For owners of an operator account.',
}

/** Refusals that only keys can meet. */
const ofKeys = new Set(['missing_api_key', 'invalid_api_key', 'ip_not_allowed'])

export function dashboardOpenApi(api: DashboardApi): object {
  const document = openApi([...api.own.map(asRoute), ...api.ofProjects.map(underProject)], {
    baseUrl: api.url,
    docsUrl: api.docsUrl,
    version: api.version,
  }) as Document
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) forSession(operation)
  }
  const { apiKey: _apiKey, ...schemes } = document.components.securitySchemes
  return {
    ...document,
    info: { ...document.info, title: 'Malote dashboard', description: introduction },
    security: [{ session: [] }],
    components: {
      ...document.components,
      securitySchemes: {
        ...schemes,
        session: { type: 'apiKey', in: 'cookie', name: api.cookieName },
      },
    },
  }
}

interface Operation {
  operationId: string
  description: string
  parameters: { $ref?: string }[]
  responses: Record<string, AnswerHeaders>
  'x-scope'?: string
  'x-access'?: string
  security?: object[]
}

interface AnswerHeaders {
  readonly headers?: Readonly<Record<string, object>>
}

interface Document {
  readonly info: object
  readonly paths: Readonly<Record<string, Record<string, Operation>>>
  readonly components: { readonly securitySchemes: Readonly<Record<string, object>> }
}

const mark = 'access:'
const always: readonly ErrorCode[] = ['not_authenticated']
const onWrites: readonly ErrorCode[] = ['forbidden_origin']

/** A route of the dashboard in the form that the document is made from. */
function asRoute(route: DashboardRoute): Route {
  const { access, handle: _handle, path, ...rest } = route
  return {
    ...rest,
    path: `/api${path}`,
    scope: 'admin',
    description: `${mark}${access}`,
    errors: withOwn(route),
    handle: () => Promise.reject(new Error('only described')),
  }
}

function underProject(route: Route): Route {
  return {
    ...route,
    name: `project.${route.name}`,
    path: `/api/projects/{project_id}/{mode}${route.path.slice('/v1'.length)}`,
    errors: withOwn(route),
  }
}

const withOwn = (route: Pick<Route, 'method' | 'errors'>): readonly string[] => [
  ...route.errors,
  ...always,
  ...(route.method === 'GET' ? [] : onWrites),
]

/** Takes out of an operation what is about keys, in place. */
function forSession(operation: Operation): void {
  const access = operation.description.startsWith(mark)
    ? (operation.description.slice(mark.length).split('\n')[0] as Access)
    : null
  if (access !== null) {
    operation.description = whoMay[access]
    operation['x-access'] = access
    delete operation['x-scope']
    operation.parameters = operation.parameters.filter(
      one => !one.$ref?.endsWith('/IdempotencyKey'),
    )
    if (access === 'open') operation.security = []
  } else {
    operation.description = operation.description.replace(
      /Needs a key with the scope (.*)\.$/,
      'Needs a role with the scope $1.',
    )
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    operation.responses[status] = {
      ...withoutKeys(response),
      ...(response.headers && { headers: { 'Request-Id': response.headers['Request-Id']! } }),
    }
  }
}

/** What is said of refusals, without those that only keys can meet. */
const withoutKeys = (response: AnswerHeaders): AnswerHeaders =>
  JSON.parse(JSON.stringify(response), (key, value) => {
    if (key === 'enum' && Array.isArray(value)) return value.filter(code => !ofKeys.has(code))
    if (key === 'description' && typeof value === 'string') return withoutKeyCodes(value)
    return value
  })

const withoutKeyCodes = (text: string): string =>
  text
    .split('\n\n')
    .filter(line => ![...ofKeys].some(code => line.startsWith(`\`${code}\``)))
    .join('\n\n')

const introduction = `What the dashboard talks to. It needs a browser session, writes must come from the
dashboard's own pages, and it may change with the dashboard; programs use the public API.`
