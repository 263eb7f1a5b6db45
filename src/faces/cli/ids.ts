/** Ids as an operator types them. */
import { Refusal } from '#kernel/base/errors.ts'
import { type Prefix, read, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { getProject } from '#tenants/accounts/accounts.ts'

/** The uuid behind a typed id; refuses what is not one. */
export function typedId(prefix: Prefix, text: string): Uuid {
  const id = read(prefix, text)
  if (id !== null) return id
  throw new Refusal('resource_not_found', {
    why: {
      en: `"${text}" is not an id of the form ${prefix}_….`,
      pt: `"${text}" não é um id da forma ${prefix}_….`,
    },
  })
}

/** The id of a project that is there. */
export async function knownProject(world: Pick<World, 'db'>, text: string): Promise<Uuid> {
  const id = typedId('prj', text)
  if ((await getProject(world, id)) === null) throw new Refusal('resource_not_found')
  return id
}
