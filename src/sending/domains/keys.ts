/**
 * The DKIM keys of a domain and how they follow each other. A new pair is `next`: shown, to be
 * published. Once DNS shows one, it becomes `active` and signs, and the one it follows is `retired`:
 * it signs no more, but mail under way may still be checked against its record, so it goes a week
 * later.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { DkimAlgorithm } from '#kernel/mail/dkim.ts'
import type { World } from '#kernel/world/world.ts'
import type { DkimKey, KeyChange } from './dkim-keys-store.ts'
import { sharedKeyMaker } from './key-maker.ts'
import type { Checks } from './store.ts'

export interface PreparedKey {
  readonly id: Uuid
  readonly algorithm: DkimAlgorithm
  readonly selector: string
  readonly privateKeyPem: string
  readonly dnsValue: string
}

/** A pair of keys under selectors that nobody has used. */
export async function prepareKeys(
  world: Pick<World, 'ids' | 'random' | 'runtime'>,
  projectId: Uuid,
): Promise<PreparedKey[]> {
  const { rsa, ed25519 } = await world.runtime.get(sharedKeyMaker, world).make(projectId)
  const label = world.ids.next().slice(-8)
  return [
    { id: world.ids.next(), algorithm: 'rsa', selector: `m${label}`, ...rsa },
    { id: world.ids.next(), algorithm: 'ed25519', selector: `me${label}`, ...ed25519 },
  ]
}

/** What a look at DNS changes in the keys of a domain. */
export function keyChanges(keys: readonly DkimKey[], checks: Checks): KeyChange[] {
  const isSeen = (key: DkimKey): boolean => checks[`dkim:${key.selector}`]?.status === 'verified'
  return keys.map((key): KeyChange => {
    // Retired keys are not looked up any more.
    if (key.state === 'retired') return { id: key.id, verified: key.verified, state: 'retired' }
    const follows = keys.some(
      one => one.state === 'next' && one.algorithm === key.algorithm && isSeen(one),
    )
    const state = !follows ? key.state : key.state === 'next' ? 'active' : 'retired'
    return { id: key.id, verified: isSeen(key), state }
  })
}
