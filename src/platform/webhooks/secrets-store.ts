/** Secrets of webhooks that were replaced: each signs beside the new ones until its time is over. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'

/** As it is kept. */
interface OldSecret {
  /** Base64. */
  readonly secret: string
  /** ms since 1970. */
  readonly until: number
}

export interface KeptSecrets {
  readonly secret: Buffer
  /** The newest of the list once more: a node of the version before knows no list. */
  readonly previous: Buffer | null
  readonly previousUntil: Date | null
  readonly old: readonly OldSecret[] | null
}

export const secretColumns = `w.secret, w.previous_secret as previous,
  w.previous_until as "previousUntil", w.old_secrets as old`

/** Each makes a signature longer; beyond, the oldest goes first. */
const maxOldSecrets = 9

/** Those that sign now, the newest first. */
export function signingSecrets(kept: KeptSecrets, now: number): Buffer[] {
  const old = stillGood(kept, now).map(({ secret }) => Buffer.from(secret, 'base64'))
  return [kept.secret, ...old]
}

function stillGood({ old, previous, previousUntil }: KeptSecrets, now: number): OldSecret[] {
  const list = [...(old ?? [])]
  if (previous && previousUntil) {
    const secret = previous.toString('base64')
    // Replaced by a node of the version before.
    if (!list.some(one => one.secret === secret)) {
      list.unshift({ secret, until: previousUntil.getTime() })
    }
  }
  return list.filter(({ until }) => until > now)
}

/** Sets a new secret; the one before signs on until the given time. False: no such webhook. */
export async function replaceSecret(
  tx: Tx,
  key: { readonly projectId: Uuid; readonly id: Uuid },
  secret: Buffer,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const [kept] = await tx.query<KeptSecrets>(
    `select ${secretColumns} from webhooks w where project_id = $1 and id = $2 for update`,
    [key.projectId, key.id],
  )
  if (!kept) return false
  const replaced = { secret: kept.secret.toString('base64'), until }
  const old = [replaced, ...stillGood(kept, now)].slice(0, maxOldSecrets)
  await tx.query(
    `update webhooks
     set secret = $3, old_secrets = $4::text::jsonb, previous_secret = secret, previous_until = $5
     where project_id = $1 and id = $2`,
    [key.projectId, key.id, secret, JSON.stringify(old), new Date(until)],
  )
  return true
}
