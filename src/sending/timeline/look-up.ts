/** One email and what is kept of it, for the modules that make letters of it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { KeptContent } from './kept-content.ts'
import { type EmailRow, findContent, findEmail, type MailOwner } from './read-store.ts'

export const emailOf = (sql: Sql, owner: MailOwner, id: Uuid): Promise<EmailRow | null> =>
  findEmail(sql, owner, id)

export const keptContent = (
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<KeptContent | null> => findContent(sql, projectId, emailId)
