/** What marketing remembers of its letters, person by person: filters and pages look there. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import { insertLetters, type LetterSource } from './letters-store.ts'

/** In the transaction that makes the emails. */
export const noteLetters = (
  tx: Tx,
  projectId: Uuid,
  source: LetterSource,
  letters: readonly { readonly contactId: Uuid; readonly emailId: Uuid }[],
  at: Date,
): Promise<void> => insertLetters(tx, projectId, source, letters, at)
