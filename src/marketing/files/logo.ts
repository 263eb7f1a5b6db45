/** Files as others of the program use them: what stands above a page is one. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { takeOver } from '#kernel/world/set-up-of-test.ts'
import type { World } from '#kernel/world/world.ts'
import { bytesOf } from './bytes.ts'
import { filesPath } from './file.ts'
import { findFile, findPublicFile, lockFiles } from './store.ts'

/** Its address without a host: each host that shows a project's pages shows its files, too. */
export async function logoPath(sql: Sql, projectId: Uuid, id: Uuid): Promise<string | null> {
  const file = await findFile(sql, projectId, id)
  return file && `${filesPath}${file.name}`
}

/** What lies at such a path, in the page itself; null where that is none, or its bytes are away. */
export async function logoData(
  world: Pick<World, 'db' | 'runtime' | 'files'>,
  path: string,
): Promise<string | null> {
  const name = path.startsWith(filesPath) ? path.slice(filesPath.length) : null
  const file = name && (await findPublicFile(world.db, name))
  const bytes = file && (await bytesOf(world, file.name).catch(() => null))
  return file && bytes && `data:${file.content_type};base64,${bytes.toString('base64')}`
}

/**
 * Whether there is such a file, which then stays to the end of the transaction; whoever uses it for
 * everybody makes it everybody's.
 */
export async function holdFile(tx: Sql, projectId: Uuid, id: Uuid): Promise<boolean> {
  await lockFiles(tx, projectId)
  if ((await findFile(tx, projectId, id)) === null) return false
  await takeOver(tx, projectId, id)
  return true
}
