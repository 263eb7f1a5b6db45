/**
 * All SQL on invitations.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Role } from '../accounts/member.ts'

export interface Invitation {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly email: string
  readonly role: Role
  readonly language: Language
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Whoever invites was shown the link: to come by it proves no address. */
  readonly isLinkShown: boolean
}

const invitationColumns = `account_id as "accountId", id, email, role, language,
  created_at as "createdAt", expires_at as "expiresAt", link_shown as "isLinkShown"`

/** One per address: a second one replaces the first, whose link is then dead. */
export async function upsertInvitation(
  sql: Sql,
  invitation: Omit<Invitation, 'isLinkShown'> & { readonly hash: Buffer },
): Promise<Invitation> {
  const [row] = await sql.query<Invitation>(
    `insert into invitations (account_id, id, email, role, language, hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account_id, email) do update set role = excluded.role,
       language = excluded.language, hash = excluded.hash, created_at = excluded.created_at,
       expires_at = excluded.expires_at, link_shown = false
     returning ${invitationColumns}`,
    [
      invitation.accountId,
      invitation.id,
      invitation.email,
      invitation.role,
      invitation.language,
      invitation.hash,
      invitation.createdAt,
      invitation.expiresAt,
    ],
  )
  return row!
}

export async function selectInvitations(sql: Sql, accountId: Uuid): Promise<Invitation[]> {
  return sql.query<Invitation>(
    `select ${invitationColumns} from invitations where account_id = $1 order by id`,
    [accountId],
  )
}

export async function selectInvitationByHash(
  sql: Sql,
  hash: Buffer,
  now: Date,
): Promise<(Invitation & { readonly accountName: string }) | null> {
  const [row] = await sql.query<Invitation & { readonly accountName: string }>(
    `select i.account_id as "accountId", i.id, i.email, i.role, i.language,
       i.created_at as "createdAt", i.expires_at as "expiresAt", i.link_shown as "isLinkShown",
       a.name as "accountName"
     from invitations i join accounts a on a.id = i.account_id
     where i.hash = $1 and i.expires_at > $2`,
    [hash, now],
  )
  return row ?? null
}

/** The newest that some accounts have sent to an address. */
export async function selectInvitationTo(
  sql: Sql,
  to: {
    readonly accounts: readonly Uuid[]
    readonly spellings: readonly string[]
    readonly now: Date
  },
): Promise<Invitation | null> {
  const [row] = await sql.query<Invitation>(
    `select ${invitationColumns} from invitations
     where account_id = any($1::uuid[]) and email = any($2::text[]) and expires_at > $3
     order by created_at desc limit 1`,
    [to.accounts, to.spellings, to.now],
  )
  return row ?? null
}

export async function updateInvitationRole(
  sql: Sql,
  key: { readonly accountId: Uuid; readonly id: Uuid },
  role: Role,
): Promise<Invitation | null> {
  const [row] = await sql.query<Invitation>(
    `update invitations set role = $3 where account_id = $1 and id = $2
     returning ${invitationColumns}`,
    [key.accountId, key.id, role],
  )
  return row ?? null
}

export async function markLinkShown(
  sql: Sql,
  key: { readonly accountId: Uuid; readonly id: Uuid },
): Promise<void> {
  await sql.query('update invitations set link_shown = true where account_id = $1 and id = $2', [
    key.accountId,
    key.id,
  ])
}

export async function deleteInvitationsOf(tx: Sql, accountId: Uuid): Promise<void> {
  await tx.query('delete from invitations where account_id = $1', [accountId])
}

/** Returns whether there was one to delete. */
export async function deleteInvitation(
  tx: Sql,
  key: { readonly accountId: Uuid; readonly id: Uuid },
): Promise<boolean> {
  const rows = await tx.query(
    'delete from invitations where account_id = $1 and id = $2 returning id',
    [key.accountId, key.id],
  )
  return rows.length > 0
}
