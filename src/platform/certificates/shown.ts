/**
 * The certificate that a port shows: one by ACME for the host that is named in the handshake, else
 * that of the files in the settings, else the one by ACME for this node's own name. Each is looked at
 * when somebody connects, so a renewed one is in use without a restart.
 */
import type { World } from '#kernel/world/world.ts'
import type { Certificate, ShownCertificate } from '#protocol/smtp/shown-certificate.ts'
import { certificateKeeper } from './keeper.ts'
import { openFiles } from './kept-files.ts'

type Outside = Pick<World, 'clock' | 'db' | 'log' | 'runtime' | 'settings' | 'signals'>

/** Null where no setting says how to have one. Throws BadSetting. */
export async function openCertificate(world: Outside): Promise<ShownCertificate | null> {
  const files = await openFiles(world)
  const isByAcme = world.settings.MALOTE_ACME === 'on'
  if (files === null) return isByAcme ? openIssued(world) : null
  const contextFor = isByAcme ? byName(world) : async () => null
  return { ...files, isThere: true, contextFor }
}

const byName = (world: Outside): ShownCertificate['contextFor'] => {
  const keeper = world.runtime.get(certificateKeeper, world)
  return name => keeper.contextFor(name)
}

async function openIssued(world: Outside): Promise<ShownCertificate> {
  const keeper = world.runtime.get(certificateKeeper, world)
  let stamp = ''
  async function renewed(): Promise<Certificate | null> {
    const shown = await keeper.usual()
    if (shown === null || shown.stamp === stamp) return null
    stamp = shown.stamp
    return { cert: Buffer.from(shown.chain), key: Buffer.from(shown.privateKey) }
  }
  return {
    first: await renewed(),
    renewed,
    contextFor: byName(world),
    get isThere() {
      return stamp !== ''
    },
  }
}
