/** What the doctor asks of files. */
import { show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { sampleFiles } from './store.ts'

/** The ids of those, of some, whose bytes are missing. Throws FilesUnavailable. */
export async function missingFiles(
  { db, files }: Pick<World, 'db' | 'files'>,
  looked: number,
): Promise<string[]> {
  const missing: string[] = []
  for (const { id, name } of await sampleFiles(db, looked)) {
    if (!(await files.has(name))) missing.push(show('fil', id))
  }
  return missing
}
