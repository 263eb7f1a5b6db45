/** Who uses a file: what names its id, or the address that it has. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { FileUsers } from './routes.ts'

/** The names of those of a module that hold one of the texts. */
type Showing = (sql: Sql, projectId: Uuid, texts: readonly string[]) => Promise<readonly string[]>

export const fileUsersOf =
  (modules: readonly Showing[]): FileUsers =>
  async (sql, projectId, { id, name }) => {
    const marks = [name, show('fil', id)]
    const users: string[] = []
    for (const showing of modules) users.push(...(await showing(sql, projectId, marks)))
    return [...new Set(users)]
  }
