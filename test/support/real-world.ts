/**
 * The real World for a service that a test runs in its own process, but for keys, which cost, and for
 * files, which lie in memory unless the test says where.
 */
import { readSettings } from '#kernel/base/config.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { memoryFiles } from '../../sim/world/files.ts'
import { fewKeyPairs } from '../../sim/world/key-pairs.ts'

const unset = readSettings({}).MALOTE_FILES

export function testWorld(parts: Parameters<typeof realWorld>[0]): World {
  const world = realWorld(parts)
  const files = parts.settings.MALOTE_FILES === unset ? memoryFiles() : world.files
  return { ...world, files, random: { ...world.random, keyPair: fewKeyPairs } }
}
