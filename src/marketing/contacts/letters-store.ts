/** All SQL that writes what marketing remembers of its letters. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Whose letters they are, and what they are about. */
export interface LetterSource {
  readonly kind: 'campaign' | 'sequence'
  readonly id: Uuid
  readonly step: string | null
  readonly topicId: Uuid | null
}

export async function insertLetters(
  tx: Sql,
  projectId: Uuid,
  source: LetterSource,
  letters: readonly { readonly contactId: Uuid; readonly emailId: Uuid }[],
  at: Date,
): Promise<void> {
  if (letters.length === 0) return
  await tx.query(
    `insert into letters (project_id, contact_id, email_id, topic_id, source_kind, source_id, step,
       sent_at)
     select $1, t.contact_id, t.email_id, $2, $3, $4, $5, $6
     from unnest($7::uuid[], $8::uuid[]) as t (contact_id, email_id)`,
    [
      projectId,
      source.topicId,
      source.kind,
      source.id,
      source.step,
      at,
      letters.map(one => one.contactId),
      letters.map(one => one.emailId),
    ],
  )
}
