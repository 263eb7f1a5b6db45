/** What the versions of sequences say: they never change, so those that were used lately are kept. */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { findSequenceVersion } from '../store.ts'
import type { SequenceDefinition } from './definition.ts'

const versions: Part<Map<string, SequenceDefinition>, unknown> = {
  name: 'versions of sequences',
  make: () => new Map(),
}
const maxVersions = 500

/** One that people go by: it was published. */
export async function versionOf(
  sql: Sql,
  { runtime }: Pick<World, 'runtime'>,
  of: { readonly projectId: Uuid; readonly id: Uuid },
  version: number,
): Promise<SequenceDefinition> {
  const kept = runtime.get(versions, undefined)
  const key = `${of.projectId} ${of.id} ${version}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = await findSequenceVersion(sql, of, version)
  assert(found, 'an enrollment goes by a version that was published')
  if (kept.size >= maxVersions) kept.delete(kept.keys().next().value!)
  kept.set(key, found)
  return found
}
