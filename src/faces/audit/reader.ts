/** What a changing call is about, and who shows that. */
import type { Route } from '#kernel/routes/route.ts'
import type { AuditFields } from '#tenants/audit/change.ts'
import { audited } from './actions.ts'

export const actionOf = ({ method, name }: Pick<Route, 'method' | 'name'>): string | undefined =>
  method === 'GET' ? undefined : audited[name]

/** The route that shows what a path is about: itself, or the list that it is in. */
interface Reader<R> {
  readonly route: R
  /** Of the list, by this parameter. */
  readonly param: string | null
}

type Shape = Pick<Route, 'method' | 'path'>

export function readerOf<R extends Shape>(routes: readonly R[], path: string): Reader<R> | null {
  const [target = path] = /^.*?\{\w+\}(?!.*\{)|^.*\{\w+\}/.exec(path) ?? []
  const get = (wanted: string) => routes.find(one => one.method === 'GET' && one.path === wanted)
  const own = get(target)
  if (own !== undefined) return { route: own, param: null }
  const [, list = '', param = ''] = /^(.*)\/\{(\w+)\}$/.exec(target) ?? []
  const around = get(list)
  return around === undefined ? null : { route: around, param }
}

export function thingIn(body: unknown, id: string | null): AuditFields | null {
  const { data = [] } = (body ?? {}) as { readonly data?: readonly AuditFields[] }
  return id === null
    ? ((body ?? null) as AuditFields | null)
    : (data.find(one => one.id === id) ?? null)
}

export interface AuditedRoute<R> {
  readonly route: R
  readonly action: string
  readonly reader: Reader<R> | null
}

export type Params = Readonly<Record<string, string>>

/** The last id of the path, unless it names a part of the thing. */
export function targetIn({ path }: Shape, params: Params): string | null {
  const [last] = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).slice(-1)
  const first = /\{(\w+)\}/.exec(path)?.[1]
  const isPart = last === 'n' || last === 'version'
  const name = isPart ? first : last
  // What is made below a project is not the project.
  if (name === undefined || (name === 'project_id' && !path.endsWith('{project_id}'))) return null
  return params[name] ?? null
}
