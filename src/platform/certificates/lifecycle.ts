/** What happens to private keys here when the key changes under which secrets are sealed. */
import type { Tx } from '#kernel/world/db.ts'
import { sealKeysAnew } from './store.ts'

/** Seals those under the first key that are not, some at a time; returns how many. */
export const sealCertificateKeys = (tx: Tx, limit: number): Promise<number> =>
  sealKeysAnew(tx, limit)
