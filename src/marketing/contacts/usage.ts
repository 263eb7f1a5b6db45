/** What is in use is not deleted: segments, forms, campaigns and sequences say what they use. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** What somebody may use. */
export type UsedThing =
  | { readonly topic: Uuid }
  | { readonly property: string }
  | { readonly segment: Uuid }
  | { readonly sequence: Uuid }

/** The names of those that use it, of one module. */
export type Users = (sql: Sql, projectId: Uuid, used: UsedThing) => Promise<readonly string[]>

/** All modules together. */
export const usersOf =
  (modules: readonly Users[]): Users =>
  async (sql, projectId, used) => {
    const names: string[] = []
    for (const users of modules) names.push(...(await users(sql, projectId, used)))
    return names
  }

const maxNamed = 5

/** Throws Refusal that names the users. */
export async function mustBeUnused(
  users: Users,
  sql: Sql,
  projectId: Uuid,
  used: UsedThing,
): Promise<void> {
  refuseUsed(await users(sql, projectId, used))
}

/** Throws Refusal that names some of the users, if there are any. */
export function refuseUsed(names: readonly string[], param = 'id'): void {
  if (names.length === 0) return
  const named = names
    .slice(0, maxNamed)
    .map(name => `"${name}"`)
    .join(', ')
  const more = names.length > maxNamed ? ', …' : ''
  throw new Refusal('invalid_field', {
    param,
    why: {
      en: `It is in use by ${named}${more}.`,
      pt: `Está em uso por ${named}${more}.`,
    },
  })
}
