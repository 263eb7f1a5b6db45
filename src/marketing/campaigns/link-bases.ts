/** Where the links of a campaign's letters lead. */
import type { Uuid } from '#kernel/base/ids.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { World } from '#kernel/world/world.ts'
import { linkBaseOf } from '#sending/tracking/links.ts'
import type { Definition } from './campaign.ts'

/** Without a path, by the domains that letters come from. */
export async function linkBases(
  world: World,
  projectId: Uuid,
  { from, ab }: Definition,
): Promise<ReadonlyMap<string, string>> {
  const all = [from, ...(ab?.variants.map(one => one.from) ?? [])]
  const domains = all.flatMap(text => {
    const parsed = text == null ? null : parseAddress(text)
    return parsed?.ok ? [parsed.address.domain] : []
  })
  const bases = domains.map(
    async domain => [domain, await linkBaseOf(world, projectId, domain)] as const,
  )
  return new Map(await Promise.all(bases))
}
