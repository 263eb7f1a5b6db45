/** All SQL on sessions, tokens that were mailed, and throttles. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Role } from '../accounts/member.ts'
import type { Pause, PlanName } from '../accounts/terms.ts'

interface NewSession {
  readonly id: Uuid
  readonly hash: Buffer
  readonly accountId: Uuid
  readonly memberId: Uuid
  readonly address: string
  readonly agent: string
  readonly at: Date
}

export async function insertSession(tx: Sql, session: NewSession): Promise<void> {
  await tx.query(
    `insert into sessions (id, hash, account_id, member_id, address, agent, created_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      session.id,
      session.hash,
      session.accountId,
      session.memberId,
      session.address,
      session.agent,
      session.at,
    ],
  )
}

/** A session with whose it is: all that a call is judged by. */
export interface SessionRow {
  readonly id: Uuid
  readonly createdAt: Date
  readonly seenAt: Date
  readonly accountId: Uuid
  readonly memberId: Uuid
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly language: Language
  readonly isVerified: boolean
  readonly hasTotp: boolean
  /** Who came by an identity provider may have none. */
  readonly hasPassword: boolean
  readonly accountName: string
  readonly plan: PlanName
  readonly trustLevel: number
  readonly timeZone: string
  readonly accountLanguage: Language
  readonly pause: Pause
  readonly isOperator: boolean
}

export async function selectSession(sql: Sql, hash: Buffer): Promise<SessionRow | null> {
  const [row] = await sql.query<SessionRow>(
    `select s.id, s.created_at as "createdAt", s.seen_at as "seenAt", m.account_id as "accountId",
       m.id as "memberId", m.email, m.name, m.role, m.language,
       m.verified_at is not null as "isVerified", m.totp_enabled_at is not null as "hasTotp",
       m.password_hash is not null as "hasPassword",
       a.name as "accountName", a.plan, a.trust_level as "trustLevel", a.time_zone as "timeZone",
       a.language as "accountLanguage", a.pause,
       a.is_operator as "isOperator"
     from sessions s join members m on m.account_id = s.account_id and m.id = s.member_id
       join accounts a on a.id = s.account_id
     where s.hash = $1`,
    [hash],
  )
  return row ?? null
}

/** Notes that a session is in use. */
export async function touchSession(sql: Sql, id: Uuid, at: Date): Promise<void> {
  await sql.query('update sessions set seen_at = $2 where id = $1 and seen_at < $2', [id, at])
}

/** Gives a session another cookie: the old one is dead with it. */
export async function rehashSession(tx: Sql, id: Uuid, hash: Buffer): Promise<void> {
  await tx.query('update sessions set hash = $2 where id = $1', [id, hash])
}

/** Holds a member and a session of theirs until the transaction ends; false where it has ended. */
export async function holdSession(
  tx: Sql,
  session: Owner & { readonly id: Uuid },
): Promise<boolean> {
  const { accountId, memberId, id } = session
  // The member first, as whoever ends all sessions of one has them.
  await tx.query('select from members where account_id = $1 and id = $2 for no key update', [
    accountId,
    memberId,
  ])
  const rows = await tx.query(
    'select from sessions where id = $1 and account_id = $2 and member_id = $3 for share',
    [id, accountId, memberId],
  )
  return rows.length > 0
}

export async function deleteSessionByHash(tx: Sql, hash: Buffer): Promise<void> {
  await tx.query('delete from sessions where hash = $1', [hash])
}

export interface ListedSession {
  readonly id: Uuid
  readonly address: string
  readonly agent: string
  readonly createdAt: Date
  readonly seenAt: Date
}

interface Owner {
  readonly accountId: Uuid
  readonly memberId: Uuid
}

/** The last used first; those that have run out are left out. */
export async function selectSessions(
  sql: Sql,
  owner: Owner,
  after: { readonly seen: Date; readonly created: Date },
): Promise<ListedSession[]> {
  return sql.query<ListedSession>(
    `select id, address, agent, created_at as "createdAt", seen_at as "seenAt" from sessions
     where account_id = $1 and member_id = $2 and seen_at > $3 and created_at > $4
     order by seen_at desc limit 100`,
    [owner.accountId, owner.memberId, after.seen, after.created],
  )
}

/** Ends one session of a member; returns whether there was one. */
export async function deleteSession(sql: Sql, owner: Owner, id: Uuid): Promise<boolean> {
  const rows = await sql.query(
    'delete from sessions where account_id = $1 and member_id = $2 and id = $3 returning id',
    [owner.accountId, owner.memberId, id],
  )
  return rows.length > 0
}

/** Ends the sessions of a member, all but one where one is named; returns how many there were. */
export async function deleteSessionsOf(tx: Sql, owner: Owner, but: Uuid | null): Promise<number> {
  const rows = await tx.query(
    `delete from sessions
     where account_id = $1 and member_id = $2 and ($3::uuid is null or id <> $3) returning id`,
    [owner.accountId, owner.memberId, but],
  )
  return rows.length
}

export type TokenKind = 'verify' | 'reset'

export async function insertToken(
  tx: Sql,
  token: Owner & {
    readonly hash: Buffer
    readonly kind: TokenKind
    readonly at: Date
    readonly until: Date
  },
): Promise<void> {
  await tx.query(
    `insert into member_tokens (hash, kind, account_id, member_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [token.hash, token.kind, token.accountId, token.memberId, token.at, token.until],
  )
}

/** Takes a token out, so that it works once; null where it is unknown or has run out. */
export async function takeToken(
  tx: Sql,
  kind: TokenKind,
  hash: Buffer,
  now: Date,
): Promise<Owner | null> {
  const [row] = await tx.query<Owner>(
    `delete from member_tokens where hash = $1 and kind = $2 and expires_at > $3
     returning account_id as "accountId", member_id as "memberId"`,
    [hash, kind, now],
  )
  return row ?? null
}

/** Whether a token would work; it stays as it is. */
export async function isTokenGood(
  sql: Sql,
  kind: TokenKind,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await sql.query(
    'select from member_tokens where hash = $1 and kind = $2 and expires_at > $3',
    [hash, kind, now],
  )
  return rows.length > 0
}

/** Makes the tokens of a kind worthless: a newer one, or what they were for, has come. */
export async function deleteTokensOf(tx: Sql, owner: Owner, kind: TokenKind): Promise<void> {
  await tx.query(
    'delete from member_tokens where account_id = $1 and member_id = $2 and kind = $3',
    [owner.accountId, owner.memberId, kind],
  )
}

/** Removes what has run out: sessions, tokens, invitations' tries. */
export async function deleteExpired(
  sql: Sql,
  before: { readonly now: Date; readonly seen: Date; readonly created: Date; readonly tried: Date },
): Promise<void> {
  await sql.query('delete from sessions where seen_at <= $1 or created_at <= $2', [
    before.seen,
    before.created,
  ])
  await sql.query('delete from member_tokens where expires_at <= $1', [before.now])
  await sql.query('delete from throttles where at < $1 and blocked_to < $1', [before.tried])
}

export interface Throttle {
  readonly key: string
  /** Tries that cost nothing. */
  readonly free: number
  /** The wait after the first try that is not free; it doubles from there. */
  readonly firstMs: number
  readonly maxMs: number
  /** Without a try for so long, all is forgotten. */
  readonly forgetMs: number
}

/** Counts a try, unless the key is blocked. The row is the lock: tries at once are counted one by one. */
export async function countTry(sql: Sql, throttle: Throttle, now: Date): Promise<boolean> {
  const { key, free, firstMs, maxMs, forgetMs } = throttle
  const rows = await sql.query(
    `insert into throttles as t (key, count, at, blocked_to) values ($1, 1, $2, 'epoch')
     on conflict (key) do update set
       count = case when t.at < $3 then 1 else t.count + 1 end,
       at = $2,
       blocked_to = case when t.at < $3 or t.count + 1 < $4 then 'epoch' else
         $2 + interval '1 millisecond'
           * least($6::float8, $5::float8 * power(2::float8, least(t.count + 1 - $4, 30))) end
     where t.blocked_to <= $2
     returning count`,
    [key, now, new Date(now.getTime() - forgetMs), free, firstMs, maxMs],
  )
  return rows.length > 0
}

/** So many tries in any window of this length. */
export interface Window {
  readonly key: string
  readonly tries: number
  readonly windowMs: number
}

/**
 * The same of a window that slides: of its tries as many are kept as it holds, oldest first, and a
 * full one is blocked until the first of them is out of it.
 */
export async function countInWindow(sql: Sql, window: Window, now: Date): Promise<boolean> {
  const { key, tries, windowMs } = window
  const rows = await sql.query(
    `insert into throttles as t (key, count, at, blocked_to, times)
     values ($1, 1, $2::timestamptz,
       case when $3::integer > 1 then 'epoch' else
         $2::timestamptz + interval '1 millisecond' * $4::float8 end, array[$2::timestamptz])
     on conflict (key) do update set (count, at, blocked_to, times) = (
       select cardinality(kept.times), $2::timestamptz,
              case when cardinality(kept.times) < $3::integer then 'epoch' else
                kept.times[1] + interval '1 millisecond' * $4::float8 end, kept.times
       from (select (t.times || $2::timestamptz)
                      [greatest(1, cardinality(t.times) + 2 - $3::integer):] as times) kept)
     where t.blocked_to <= $2::timestamptz
     returning count`,
    [key, now, tries, windowMs],
  )
  return rows.length > 0
}

/** Until when a key is blocked; null where it is unknown. */
export async function blockedTo(sql: Sql, key: string): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date }>(
    'select blocked_to as at from throttles where key = $1',
    [key],
  )
  return row?.at ?? null
}

/** Forgets the tries of a key. */
export async function forgetTries(sql: Sql, key: string): Promise<void> {
  await sql.query('delete from throttles where key = $1', [key])
}

/** Takes one try back: it has turned out to be a good one. */
export async function uncountTry(sql: Sql, key: string): Promise<void> {
  await sql.query(
    `update throttles set count = greatest(0, count - 1), blocked_to = 'epoch' where key = $1`,
    [key],
  )
}
