/** The tenant behind a public page, which nobody signs in to. */
import type { Uuid } from '#kernel/base/ids.ts'
import { defaultLanguage } from '#kernel/base/languages.ts'
import type { Mode, Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount, getProject } from '#tenants/accounts/accounts.ts'

/** null: the project is gone. */
export async function tenantOf(
  world: Pick<World, 'db'>,
  projectId: Uuid,
  mode: Mode,
): Promise<Tenant | null> {
  const project = await getProject(world, projectId)
  if (project === null) return null
  const account = await getAccount(world, project.accountId)
  return {
    projectId,
    accountId: project.accountId,
    mode,
    projectLanguage: project.language ?? account?.language ?? defaultLanguage,
    timeZone: account?.timeZone ?? 'UTC',
  }
}
