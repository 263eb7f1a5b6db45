/**
 * Holds every answer of `/api` in these tests against what its route says that it answers: the
 * dashboard's types are generated from that, so a field too many, too few or of another kind is a
 * fault of the page that reads it.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { strict } from '#faces/api/schemas.ts'
import type { Dashboard } from '#faces/console/mount.ts'

interface Described {
  readonly method: string
  readonly path: RegExp
  readonly status: number
  readonly name: string
  readonly check: ValidateFunction
}

/** Says what is wrong with an answer; null: nothing, or no route of ours gave it. */
export type Judge = (method: string, url: string, status: number, body: unknown) => string | null

export function judgeOf({ own, ofProjects }: Dashboard): Judge {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const described = [
    ...own.map(route => ({ ...route, path: `/api${route.path}` })),
    ...ofProjects.map(route => ({
      ...route,
      path: `/api/projects/{project_id}/{mode}${route.path.slice('/v1'.length)}`,
    })),
  ].map(
    ({ method, path, name, success }): Described => ({
      method,
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      status: success.status,
      name,
      check: ajv.compile(strict(success.schema)),
    }),
  )
  // `/keys` before `/{id}`: the path with fewer parameters is meant.
  described.sort((a, b) => a.path.source.split('[').length - b.path.source.split('[').length)
  return (method, url, status, body) => {
    const [path = ''] = url.split('?')
    const found = described.find(one => one.method === method && one.path.test(path))
    if (found === undefined || found.status !== status || found.check(body)) return null
    const errors = (found.check.errors ?? []).map(one => {
      const more = JSON.stringify(one.params)
      return `${one.instancePath} ${one.message} ${more}`
    })
    return `${found.name} answers other than it says: ${errors.join('; ')}`
  }
}
