/**
 * Unsubscribing: the recipient of one email wants no more marketing from its project. The link holds
 * all that is needed, so it works long after the email itself is gone. There is no event for it; the
 * suppression is the record, and mail still waiting is `suppressed` before its next attempt.
 */

import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { suppress } from '../suppression/suppress.ts'
import type { LinkContent } from './link-token.ts'

/**
 * Who keeps people's subscriptions leaves for them: looked up before the transaction, called in it.
 * False where the address is nobody's there, and the suppression is all there is to do.
 */
export type LeaveByLetter = (
  world: World,
  link: LinkContent,
) => Promise<((tx: Tx) => Promise<boolean>) | null>

/** Resolves once it is committed; again is as good as once. */
export async function unsubscribe(
  world: World,
  link: LinkContent,
  leave?: LeaveByLetter,
): Promise<void> {
  const leaveIn = (await leave?.(world, link)) ?? null
  await world.db.transaction(async tx => {
    if ((await leaveIn?.(tx)) === true) return
    await suppress(tx, world, [
      {
        projectId: link.projectId,
        email: link.about,
        stream: 'marketing',
        reason: 'unsubscribe',
        emailId: link.emailId,
        at: world.clock.now(),
      },
    ])
  })
}

/**
 * Whether a POST asks to unsubscribe: the field of RFC 8058 §3.1, sent by a mail program or by the
 * button of our page, in either form encoding.
 */
export async function isOneClick(contentType: string, body: Buffer): Promise<boolean> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData()
    return form.get('List-Unsubscribe') === 'One-Click'
  } catch {
    return false
  }
}

/** Enough to be recognised by its owner, and by nobody else. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address].slice(0, 1).join('')}•••${address.slice(at)}`
}
