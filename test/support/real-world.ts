/** The real World for a service that a test runs in its own process, but for keys, which cost. */
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { fewKeyPairs } from '../../sim/world/key-pairs.ts'

export function testWorld(parts: Parameters<typeof realWorld>[0]): World {
  const world = realWorld(parts)
  return { ...world, random: { ...world.random, keyPair: fewKeyPairs } }
}
