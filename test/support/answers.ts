/**
 * Holds answers against what their routes say that they answer: OpenAPI, the client's types and the
 * dashboard's are made from that, so a field too many, too few or of another kind is a fault of
 * whoever reads it.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { strict } from '#faces/api/schemas.ts'
import type { Route } from '#kernel/routes/route.ts'

/** Says what is wrong with an answer; null: nothing, or no route of ours gave it. */
export type Judge = (method: string, url: string, status: number, body: unknown) => string | null

export function judgeOf(routes: readonly Pick<Route, 'method' | 'path' | 'name' | 'success'>[]) {
  // A file sees few answers of each route: to make a check better takes longer than it saves.
  const code = { optimize: false }
  const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: true, code })
  const checks = new Map<string, ValidateFunction>()
  // `/keys` before `/{id}`: the path with fewer parameters is meant.
  const described = routes
    .map(route => ({ ...route, pattern: patternOf(route.path) }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  // Some of four hundred: those with as many parts.
  const alike = Map.groupBy(described, ({ method, path }) => shapeOf(method, path))
  const judge: Judge = (method, url, status, body) => {
    const [path = ''] = url.split('?')
    const found = alike.get(shapeOf(method, path))?.find(one => one.pattern.test(path))
    if (found === undefined || found.success.status !== status) return null
    const { name, success } = found
    const check = checks.get(name) ?? ajv.compile(strict(success.schema))
    checks.set(name, check)
    if (check(body)) return null
    const errors = (check.errors ?? []).map(one => {
      const more = JSON.stringify(one.params)
      return `${one.instancePath} ${one.message} ${more}`
    })
    return `${name} answers other than it says: ${errors.join('; ')}`
  }
  return judge
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const shapeOf = (method: string, path: string) => `${method} ${path.split('/').length}`
