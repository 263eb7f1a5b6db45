/**
 * Unsubscribing: the recipient of one email wants no more marketing from its project. The link holds
 * all that is needed, so it works long after the email itself is gone. There is no event for it; the
 * suppression is the record, and mail still waiting is `suppressed` before its next attempt.
 */
import { NotAForm, readFormParts } from '#kernel/base/form-parts.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { suppressIn } from '../suppression/add.ts'
import type { LinkContent } from './link-token.ts'

/** What a person leaves by the link of a letter: what the letter was about, or everything. */
interface Leaving {
  /** Of the letter. */
  readonly mode: Mode
  readonly isEverything: boolean
}

/** What they left; null where the address is nobody's, and the suppression is all there is to do. */
type LeftScope = 'topic' | 'all' | null

/**
 * Who keeps people's subscriptions leaves for them: looked up before the transaction, called in it.
 */
export type LeaveByLetter = (
  world: World,
  link: LinkContent,
  leaving: Leaving,
) => Promise<((tx: Tx) => Promise<LeftScope>) | null>

/** Resolves once it is committed; again is as good as once. */
export async function unsubscribe(
  world: World,
  link: LinkContent,
  leaving: Leaving,
  leave?: LeaveByLetter,
): Promise<Exclude<LeftScope, null>> {
  const leaveIn = (await leave?.(world, link, leaving)) ?? null
  return world.db.transaction(async tx => {
    const left = (await leaveIn?.(tx)) ?? null
    if (left !== null) return left
    // Each mode has a list of its own; that of test mode blocks nobody.
    await suppressIn(tx, world, leaving.mode, [
      {
        projectId: link.projectId,
        email: link.about,
        stream: 'marketing',
        reason: 'unsubscribe',
        emailId: link.emailId,
        at: world.clock.now(),
      },
    ])
    return 'all' as const
  })
}

/**
 * Whether a POST asks to unsubscribe: the field of RFC 8058 §3.1, sent by a mail program or by the
 * button of our page, in either form encoding.
 */
export async function readOneClick(
  contentType: string,
  body: Buffer,
): Promise<Omit<Leaving, 'mode'> | null> {
  const fields = await readFields(contentType, body)
  // Some programs end the body with a line break.
  const field = (name: string): string => (fields.get(name) ?? '').trim()
  if (field('List-Unsubscribe') !== 'One-Click') return null
  return { isEverything: field(everythingField) === '1' }
}

const maxParts = 20

/** Without any where it is no form. */
async function readFields(contentType: string, body: Buffer): Promise<URLSearchParams> {
  if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return new URLSearchParams(body.toString('utf8'))
  }
  try {
    return (await readFormParts(contentType, [body], { maxParts })).texts
  } catch (error) {
    if (error instanceof NotAForm) return new URLSearchParams()
    throw error
  }
}

/** Of the second button, which the page offers whoever has left a topic. */
export const everythingField = 'everything'

/** Enough to be recognised by its owner, and by nobody else. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address].slice(0, 1).join('')}•••${address.slice(at)}`
}
