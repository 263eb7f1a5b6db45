/** Whether each source address is on a machine that delivers. */
import type { World } from '#kernel/world/world.ts'
import { listSources, type ShownSource } from '#sending/delivery/shown-sources.ts'
import { type CheckResult, ok, warn } from './finding.ts'

type Outside = Pick<World, 'clock' | 'db' | 'net' | 'settings'>

const check = 'source_addresses'

/** Nothing to say where none is configured. */
export async function localSources(world: Outside): Promise<CheckResult[]> {
  const all = await listSources(world)
  if (all.length === 0) return []
  const isHere = async ({ local, address }: ShownSource): Promise<boolean> =>
    local || (await world.net.isLocal?.(address)) !== false
  const here = await Promise.all(all.map(isHere))
  const missing = all.filter((_, i) => !here[i])
  if (missing.length === 0) {
    const addresses = all.map(one => one.address).join(', ')
    return [
      ok(
        check,
        `Each source address is on a server: ${addresses}.`,
        `Cada endereço de saída está em um servidor: ${addresses}.`,
      ),
    ]
  }
  return missing.map(({ address, hostname }) =>
    warn(
      check,
      `No server has the address ${address} (${hostname}), so nothing leaves from it. Add it to a network interface of a server that delivers, or remove it: malote source remove.`,
      `Nenhum servidor tem o endereço ${address} (${hostname}), então nada sai dele. Acrescente-o a uma interface de rede de um servidor que faz entregas ou remova-o: malote source remove.`,
    ),
  )
}
