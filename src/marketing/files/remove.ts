/** Removing bytes that nothing needs; what cannot be removed now is tried again by the minute. */
import { FilesUnavailable } from '#kernel/world/files.ts'
import type { World } from '#kernel/world/world.ts'
import { forgetRemoved } from './store.ts'

/** False where the folder or the bucket is away. */
export async function removeBytes(
  { files, db, log }: Pick<World, 'files' | 'db' | 'log'>,
  name: string,
): Promise<boolean> {
  try {
    await files.remove(name)
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    log.warn({ error: error.message, place: files.place }, 'a file could not be removed')
    return false
  }
  await forgetRemoved(db, name)
  return true
}
