/** Files as others of the program use them: what stands above a page is one. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { takeOver } from '#kernel/world/set-up-of-test.ts'
import { filesPath } from './file.ts'
import { findFile, lockFiles } from './store.ts'

/** Its address without a host: each host that shows a project's pages shows its files, too. */
export async function logoPath(sql: Sql, projectId: Uuid, id: Uuid): Promise<string | null> {
  const file = await findFile(sql, projectId, id)
  return file && `${filesPath}${file.name}`
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
