/**
 * An email that was sent, for who sends or shows it once more: all that it says, attachments too, and
 * whom it was for.
 */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { readContent } from '../content/read-content.ts'
import type { EmailContent } from '../events/email.ts'
import type { RecipientState } from '../events/event.ts'
import { isErased } from '../timeline/erase.ts'
import { loadContent, recipientsOf } from './store.ts'

interface KnownContent {
  readonly id: Uuid
  readonly content_id: Uuid | null
}

/**
 * As it was before it was watched, a letter with the values of its person; null: it is forgotten. With
 * its size, large attachments are left as they are kept.
 */
export async function keptWhole(
  world: Pick<World, 'db' | 'clock' | 'runtime'>,
  projectId: Uuid,
  email: KnownContent,
  sizeBytes = 0,
): Promise<EmailContent | null> {
  const one = { projectId, emailId: email.id, contentId: email.content_id, sizeBytes }
  const content = await loadContent(world.db, one)
  if (content === undefined) return null
  if (content.merging === undefined) return isForgotten(content) ? null : content
  const read = await readContent(world, projectId, email.id)
  // Without the values of the person there is no letter.
  if (read === null || (read.merging !== null && read.own_values === null)) return null
  const { merging: _, html: _html, text: _text, ...rest } = content
  const { html, text } = read
  return { ...rest, ...(html === null ? {} : { html }), ...(text === null ? {} : { text }) }
}

/** What is kept when a person is erased says nothing. */
export const isForgotten = ({ html, text, message }: EmailContent): boolean =>
  html === undefined && text === undefined && message === undefined

export interface KnownRecipient {
  readonly n: number
  readonly address: string
  readonly state: RecipientState
}

/** In the order in which they were listed; whoever is erased is nobody. */
export async function knownRecipients(
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<KnownRecipient[]> {
  const all = await recipientsOf(sql, projectId, emailId)
  return all.filter(({ address }) => !isErased(address))
}
