/** Where the links of a campaign's letters lead, and under which host its list is named. */
import type { Uuid } from '#kernel/base/ids.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { World } from '#kernel/world/world.ts'
import { returnPathOf } from '#sending/domains/sender.ts'
import { linkBaseOf } from '#sending/tracking/links.ts'
import type { Definition } from '../definition/campaign.ts'

/** Without a path, by the domains that letters come from. */
export const linkBases = (
  world: World,
  projectId: Uuid,
  definition: Definition,
): Promise<ReadonlyMap<string, string>> =>
  byDomain(definition, domain => linkBaseOf(world, projectId, domain))

/** As their envelopes have it, by the domains that letters come from. */
export const listHosts = (
  world: World,
  projectId: Uuid,
  definition: Definition,
): Promise<ReadonlyMap<string, string>> =>
  byDomain(definition, domain => returnPathOf(world, projectId, domain))

async function byDomain(
  { from, ab }: Definition,
  find: (domain: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const all = [from, ...(ab?.variants.map(one => one.from) ?? [])]
  const domains = all.flatMap(text => {
    const parsed = text == null ? null : parseAddress(text)
    return parsed?.ok ? [parsed.address.domain] : []
  })
  const found = domains.map(async domain => [domain, await find(domain)] as const)
  return new Map(await Promise.all(found))
}
