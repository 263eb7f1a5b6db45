/**
 * Accounts beside the first of a service, and what an operator decides. The API has no call for any
 * of it: accounts begin at a sign-up or by `malote account create`, and plans, trust and domains that
 * somebody vouches for are an operator's, in the dashboard or by a command. A sign-in or a process
 * for each would cost more than what most tests are about; `test/suites/commands` has the commands.
 */
import { removeProject } from '#boot/lifecycle.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount, createProject, deleteProject } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { systemProject } from '#tenants/installation/system-project.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { changeSettings } from '#tenants/trust/settings.ts'

/** Whose account it is, and what an operator has decided on it from its beginning. */
type Owner = Parameters<typeof createAccount>[1] & {
  /** A domain that it may send from at once. */
  readonly domain?: string
}

export interface OpenProject {
  readonly projectId: Uuid
  /** Its id as the API and the dashboard show it. */
  readonly shownId: string
  /** A new key of it; none has a rate unless it is said. */
  key(mode: Mode, scope: Scope, more?: { readonly rate?: number | null }): Promise<string>
}

/** Somebody else's account, with a project. */
export async function openAccount(
  world: World,
  { domain, ...owner }: Owner,
): Promise<OpenProject & { readonly accountId: Uuid }> {
  const { accountId, projectId } = await createAccount(world, owner)
  if (domain !== undefined) await hasTrust(world, projectId, domain)
  return { accountId, ...keysOf(world, projectId) }
}

/** One more project of an account, as its owner makes one in the dashboard. */
export async function openProject(
  world: World,
  { accountId }: { readonly accountId: Uuid },
  name: string,
): Promise<OpenProject> {
  return keysOf(world, (await createProject(world, { accountId, name })).id)
}

/** Its owner deletes it, with all that it has, as the dashboard does. */
export const closeProject = (
  world: World,
  project: { readonly accountId: Uuid; readonly projectId: Uuid },
): Promise<void> => removeProject(world, project)

/** The same where the node dies behind the first step of it. */
export const beginToClose = (
  world: World,
  project: { readonly accountId: Uuid; readonly projectId: Uuid },
): Promise<void> => deleteProject(world, project)

/** Whose the letters of the installation are: a project that no dashboard shows. */
export async function projectOfLetters(world: World): Promise<Uuid> {
  return (await systemProject(world))!
}

const keysOf = (world: World, projectId: Uuid): OpenProject => ({
  projectId,
  shownId: show('prj', projectId),
  key: async (mode, scope, { rate = 0 } = {}) =>
    (await createKey(world, { projectId, mode, scope, ...(rate === null ? {} : { rate }) })).key,
})

/** What an operator may change of an account. */
export type Decision = Parameters<typeof changeSettings>[2]

/** An operator changes an account, which is told as it is by the dashboard and the command. */
export async function operatorSets(
  { world, accountId }: { readonly world: World; readonly accountId: Uuid },
  decision: Decision,
): Promise<void> {
  await changeSettings(world, accountId, decision)
}

/** A domain that an operator vouches for before DNS says anything (`malote domain verify --trust`). */
export async function hasTrust(world: World, projectId: Uuid, name: string): Promise<void> {
  await trustDomain(world, (await createDomain(world, { projectId, name })).id)
}

/** The same of a domain that there is, by its id as the API shows it. */
export async function vouchFor(world: World, domain: string): Promise<void> {
  await trustDomain(world, read('dom', domain)!)
}

/** An operator says that receivers know a domain, whose first days have no limits then. */
export async function isWarm(
  { world, projectId }: { readonly world: World; readonly projectId: Uuid },
  domain: string,
): Promise<void> {
  await declareWarm(world, { projectId, domain })
}
