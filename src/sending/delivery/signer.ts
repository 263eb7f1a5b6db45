/**
 * With whose keys an email is signed when it is delivered, hours or weeks after it was accepted: its
 * domain may have failed meanwhile, been deleted, or be somebody else's.
 */

import { parseAddress } from '#kernel/mail/address.ts'
import type { World } from '#kernel/world/world.ts'
import { findSystemProject, systemProject } from '#tenants/installation/system-project.ts'
import { findSender } from '../domains/sender.ts'
import type { Sender } from '../domains/sending-domain.ts'
import type { Delivery } from './store.ts'

/**
 * The verified domain it is sent from; `gone` where that was one and is none any more: then it must
 * not go. What the installation itself sends, or lends its sandbox address for, is signed by whoever
 * has verified that domain here, and goes unsigned (null) where nobody has.
 */
export async function findSigner(
  world: Pick<World, 'db' | 'clock' | 'ids' | 'runtime' | 'settings'>,
  delivery: Pick<Delivery, 'projectId' | 'senderDomain' | 'sender'>,
): Promise<Sender | null | 'gone'> {
  const { projectId, senderDomain } = delivery
  const sender = await findSender(world, projectId, senderDomain)
  if (sender !== null) return sender
  const kept = await findSystemProject(world.db)
  if (projectId === kept) return null
  if (!isLent(delivery.sender, world.settings.MALOTE_SANDBOX_SENDER)) return 'gone'
  const letters = kept ?? (await systemProject(world))
  return letters === null ? null : findSender(world, letters, senderDomain)
}

function isLent(sender: string, sandboxSender: string): boolean {
  const parsed = parseAddress(sender)
  return parsed.ok && parsed.address.email.toLowerCase() === sandboxSender.toLowerCase()
}
