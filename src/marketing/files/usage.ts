/** Who uses a file: what names its id, or the address that it has. */
import { show } from '#kernel/base/ids.ts'
import { campaignsShowing } from '../campaigns/usage.ts'
import { formsShowing } from '../forms/usage.ts'
import { sequencesShowing } from '../sequences/usage.ts'
import { templatesShowing } from '../templates/usage.ts'
import type { FileUsers } from './routes.ts'

const modules = [templatesShowing, campaignsShowing, sequencesShowing, formsShowing]

export const fileUsers: FileUsers = async (sql, projectId, { id, name }) => {
  const marks = [name, show('fil', id)]
  const users: string[] = []
  for (const showing of modules) users.push(...(await showing(sql, projectId, marks)))
  return [...new Set(users)]
}
