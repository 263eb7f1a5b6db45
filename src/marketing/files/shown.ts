/** A file as its own project sees it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { bytesOf } from './bytes.ts'
import { findFile } from './store.ts'

/** null where there is none, or its bytes are missing or away. */
export async function bytesOfFile(
  world: Pick<World, 'db' | 'runtime' | 'files'>,
  projectId: Uuid,
  id: Uuid,
): Promise<{ readonly bytes: Buffer; readonly type: string } | null> {
  const file = await findFile(world.db, projectId, id)
  const bytes = file && (await bytesOf(world, file.name).catch(() => null))
  return file && bytes && { bytes, type: file.content_type }
}
