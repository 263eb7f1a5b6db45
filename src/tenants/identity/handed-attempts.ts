/**
 * A sign-in under way whose person is at home in another cell. It begins wherever they come, since by
 * a passkey or at an identity provider nobody says who they are before. What has come of it goes to
 * their cell by the directory, sealed under the key that all cells have, good once and for minutes;
 * the browser says the same again there (307), with the same cookie.
 */
import { minuteMs } from '#kernel/base/durations.ts'
import { currentHead, seal, UnopenedSeal, unseal } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import { insertHandedOver, takeHandedOver } from '../accounts/directory/attempts-store.ts'
import { askDirectory } from '../accounts/directory/directory.ts'
import { LedToCell } from '../accounts/directory/lead.ts'
import type { AttemptToken } from './attempts.ts'
import type { AttemptKind } from './attempts-store.ts'
import type { Claims } from './provider.ts'
import { hashOf, tokenShape } from './sessions.ts'

type HandingWorld = Pick<World, 'clock' | 'settings' | 'directory' | 'log'>

/** The browser comes with it at once. */
const handedGoodMs = 2 * minuteMs

interface HandedAttempt {
  readonly kind: AttemptKind
  /** What an identity provider has said: its code is used up. */
  readonly claims: Claims | null
}

/** Of one that has ended here: always throws, LedToCell or `service_unavailable`. */
export async function handOverAttempt(
  world: HandingWorld,
  token: AttemptToken,
  { cell, ...handed }: HandedAttempt & { readonly cell: string },
): Promise<never> {
  const hash = hashOf(token)
  const until = new Date(world.clock.now() + handedGoodMs)
  const said = { ...handed, hash: hash.toString('base64'), cell }
  const sealed = seal('attempt', Buffer.from(JSON.stringify(said)))
  await askDirectory(world, world.directory!, sql =>
    insertHandedOver(sql, { hash, cell, sealed, until }),
  )
  throw new LedToCell(cell)
}

/** What another cell has handed over to this one; null: nothing, or it is good no more. */
export async function takeHandedAttempt(
  world: HandingWorld,
  kind: AttemptKind,
  token: AttemptToken | null,
): Promise<HandedAttempt | null> {
  const { directory, settings, clock, log } = world
  if (directory === undefined || token === null || !tokenShape.test(token)) return null
  const cell = settings.MALOTE_CELL
  if (token.startsWith(cell)) return null
  const hash = hashOf(token)
  const now = new Date(clock.now())
  const sealed = await askDirectory(world, directory, sql =>
    takeHandedOver(sql, { hash, cell, now }),
  )
  if (sealed === null) return null
  const said = opened(sealed)
  if (said === null) log.warn({ cell }, 'a sign-in of another cell is sealed under another secret')
  const isThis = said?.kind === kind && said.cell === cell && said.hash === hash.toString('base64')
  return isThis ? said : null
}

/** Only what is sealed: plain text may be anybody's who can write there. */
function opened(sealed: Buffer): (HandedAttempt & { hash: string; cell: string }) | null {
  const head = currentHead()
  if (head === null || sealed.toString('latin1', 0, head.length) !== head) return null
  try {
    return JSON.parse(unseal('attempt', sealed).toString())
  } catch (error) {
    if (error instanceof UnopenedSeal) return null
    throw error
  }
}
