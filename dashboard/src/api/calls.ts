/**
 * Every call to `/api` by its name: what it must be given, where it goes, what it answers. The table
 * and its types are generated from the server's routes, so that a wrong name, parameter or field of
 * a body does not compile.
 */
import type { Calls, laterRoutes } from './generated.ts'
import { firstRoutes } from './generated-first.ts'

type Routes = typeof firstRoutes & typeof laterRoutes
interface Route {
  readonly method: CallRequest['method']
  readonly path: string
  /** Who may do it, if not everybody. */
  readonly needs?: string
}

let routes: Readonly<Record<string, Route>> = firstRoutes

/** What pages call that are fetched later comes with them (`later.ts`). */
export const knowRoutes = (more: Readonly<Record<string, Route>>): void => {
  routes = { ...routes, ...more }
}

export function routeOf(name: CallName): Route {
  const route = routes[name]
  if (route === undefined) throw new Error(`${name} is called before its page is fetched`)
  return route
}

export type CallName = keyof Calls
export type Answer<N extends CallName> = Calls[N]['answer']
export type Body<N extends CallName> = Calls[N] extends { body: infer Given } ? Given : undefined
type Params<N extends CallName> = { [Name in NamesIn<Routes[N]['path']>]: ValueOf<Name> }
type Query<N extends CallName> = Calls[N] extends { query: infer Given } ? Given : unknown

/** `project_id` and `mode` of `/api/projects/{project_id}/{mode}/emails`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type ValueOf<Name> = Name extends 'mode' ? 'test' | 'live' : string

type BodyPart<N extends CallName> = [Body<N>] extends [undefined] ? unknown : { body: Body<N> }

/** All that a call must be told: parameters of path and query side by side, and the body. */
export type Input<N extends CallName> = Params<N> & Query<N> & BodyPart<N>

/** What need not be said on a page of a project, since its address says it. */
type ImpliedField<N extends CallName> =
  Routes[N]['path'] extends `/api/projects/{project_id}/${string}` ? 'project_id' | 'mode' : never

/** What a page must tell a call, and what it may. */
export type PageInput<N extends CallName> = Omit<Input<N>, ImpliedField<N>> &
  Partial<Pick<Input<N>, ImpliedField<N> & keyof Input<N>>>

export type IsOptional<N extends CallName> =
  Record<never, never> extends PageInput<N> ? true : false

/** The same as an argument: nothing at all where a call takes nothing. */
export type InputOf<N extends CallName> = [keyof PageInput<N>] extends [never]
  ? undefined
  : PageInput<N>

type NamesOf<Method extends string> = {
  [N in CallName]: Routes[N]['method'] extends Method ? N : never
}[CallName]
export type QueryName = NamesOf<'GET'>
export type ChangeName = NamesOf<'POST' | 'PATCH' | 'DELETE'>

/** Lists that come page by page. */
export type ListName = {
  [N in QueryName]: Query<N> extends { starting_after?: string | undefined }
    ? Answer<N> extends { data: { id: string }[] }
      ? N
      : never
    : never
}[QueryName]
export type Item<N extends ListName> =
  Answer<N> extends { data: (infer One extends { id: string })[] } ? One : never

/** Lists short enough to be read whole, for choices: set-up rather than what has happened. */
export type WholeName = {
  [N in QueryName]: Query<N> extends { starting_after?: string | undefined }
    ? Answer<N> extends { data: object[]; has_more: boolean }
      ? N
      : never
    : never
}[QueryName]
export type Row<N extends WholeName> =
  Answer<N> extends { data: (infer One extends object)[] } ? One : never

/** What answers as text of its own kind, for links, frames and downloads. */
export type TextName = {
  [N in QueryName]: [Answer<N>] extends [string] ? N : never
}[QueryName]

/** `project.emails` for `project.emails.list`: what is stale together. */
export type Group = GroupOf<CallName>
type GroupOf<N extends string> = N extends `${infer A}.${infer B}.${string}`
  ? `${A}.${B}`
  : N extends `${infer A}.${string}`
    ? A
    : never

export const groupOf = (name: CallName): Group => name.slice(0, name.lastIndexOf('.')) as Group

export type Values = Readonly<Record<string, unknown>>

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body: unknown
}

/** Where a call goes with what it is given; empty values are left out of the query. */
export function locate(name: CallName, input: Values = {}): CallRequest {
  const { method, path } = routeOf(name)
  const rest = new Map(Object.entries(input))
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, param: string) => {
    const value = rest.get(param)
    if (value === undefined) throw new Error(`${name} needs ${param}`)
    rest.delete(param)
    return encodeURIComponent(String(value))
  })
  const body = rest.get('body')
  rest.delete('body')
  // Not a parameter of every path below a project, though known on every page of one.
  rest.delete('project_id')
  rest.delete('mode')
  const hasBody = method === 'POST' || method === 'PATCH' || body !== undefined
  return { method, url: place + queryOf(rest), body: hasBody ? (body ?? {}) : undefined }
}

function queryOf(values: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) {
    if (value === undefined || value === '') continue
    if (typeof value !== 'object' || value === null) query.set(name, String(value))
    else for (const [key, inner] of Object.entries(value)) query.set(`${name}[${key}]`, inner)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
