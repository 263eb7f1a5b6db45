/**
 * A word that the installation keeps sealed. Whoever cannot open it has not the keys of this
 * database, and would find out with the first email, or seal anew what nobody else can read.
 */

import type { Sql } from '#kernel/world/db.ts'
import { currentHead, keyring, seal, UnopenedSeal, unseal } from '#kernel/world/sealed.ts'
import { findKept, keep, keepOrGet } from './store.ts'

const name = 'seal_check'
const word = Buffer.from('malote')

export const sealCheckExists = async (sql: Sql): Promise<boolean> =>
  (await findKept(sql, name)) !== null

/** Makes the word where there is none yet and there is a key. */
export async function isSealCheckReadable(sql: Sql): Promise<boolean> {
  const kept =
    keyring().keys.length === 0
      ? await findKept(sql, name)
      : await keepOrGet(sql, name, seal('check', word))
  if (kept === null) return true
  try {
    return unseal('check', kept).equals(word)
  } catch (error) {
    if (error instanceof UnopenedSeal) return false
    throw error
  }
}

/** Seals it under the first key. */
export async function sealCheckAnew(sql: Sql): Promise<void> {
  if (currentHead() !== null) await keep(sql, name, seal('check', word))
}
