/** Secrets of webhooks that were replaced: each signs beside the new ones until its time is over. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import { currentHead, seal, unseal } from '#kernel/world/sealed.ts'

/** As it is kept. */
interface OldSecret {
  /** Base64 of what seal makes of it. */
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
  const { secret, old } = openSecrets(kept)
  return [secret, ...stillGood(old, now).map(one => one.secret)]
}

interface OpenSecret {
  readonly secret: Buffer
  readonly until: number
}

interface OpenSecrets {
  readonly secret: Buffer
  readonly old: readonly OpenSecret[]
}

function openSecrets({ secret, old, previous, previousUntil }: KeptSecrets): OpenSecrets {
  const list = (old ?? []).map(
    (one): OpenSecret => ({
      secret: unseal('webhook', Buffer.from(one.secret, 'base64')),
      until: one.until,
    }),
  )
  if (previous && previousUntil) {
    const bytes = unseal('webhook', previous)
    // Replaced by a node of the version before.
    if (!list.some(one => one.secret.equals(bytes))) {
      list.unshift({ secret: bytes, until: previousUntil.getTime() })
    }
  }
  return { secret: unseal('webhook', secret), old: list }
}

const stillGood = (old: readonly OpenSecret[], now: number): OpenSecret[] =>
  old.filter(({ until }) => until > now)

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
  const open = openSecrets(kept)
  const old = [{ secret: open.secret, until }, ...stillGood(open.old, now)].slice(0, maxOldSecrets)
  await writeSecrets(tx, key.id, { secret, old })
  return true
}

/** Seals secrets of webhooks under the first key that are not; returns of how many webhooks. */
export async function sealWebhooks(tx: Tx, limit: number): Promise<number> {
  const head = currentHead()
  if (head === null) return 0
  const rows = await tx.query<KeptSecrets & { id: Uuid }>(
    `select w.id, ${secretColumns} from webhooks w
     where substring(secret from 1 for $1) <> $2
        or substring(previous_secret from 1 for $1) <> $2
     limit $3 for update`,
    [head.length, Buffer.from(head), limit],
  )
  for (const { id, ...kept } of rows) await writeSecrets(tx, id, openSecrets(kept))
  return rows.length
}

async function writeSecrets(tx: Tx, id: Uuid, { secret, old }: OpenSecrets): Promise<void> {
  const [newest] = old
  const kept = old.map(
    (one): OldSecret => ({
      secret: seal('webhook', one.secret).toString('base64'),
      until: one.until,
    }),
  )
  await tx.query(
    `update webhooks
     set secret = $2, old_secrets = $3::text::jsonb, previous_secret = $4, previous_until = $5
     where id = $1`,
    [
      id,
      seal('webhook', secret),
      kept.length > 0 ? JSON.stringify(kept) : null,
      newest ? seal('webhook', newest.secret) : null,
      newest ? new Date(newest.until) : null,
    ],
  )
}
