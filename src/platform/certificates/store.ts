/** All SQL on the certificates that nodes share, and on the questions of the authority about them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { currentHead, sealText, unsealText } from '#kernel/world/sealed.ts'
import type { Problem } from './problems.ts'

export type ChallengeKind = 'http-01' | 'tls-alpn-01'

export interface KeyPair {
  /** PEM, the name's own first, then its issuers'. */
  readonly chain: string
  readonly privateKey: string
}

export interface IssuedCertificate extends KeyPair {
  readonly startsAt: Date
  readonly endsAt: Date
}

export interface CertificateState {
  readonly name: string
  readonly endsAt: Date | null
  readonly nextTryAt: Date
  readonly failures: number
  readonly problem: Problem | null
  readonly detail: string
}

/** Notes that a node is served under these names. */
export async function wantNames(sql: Sql, names: readonly string[], now: number): Promise<void> {
  if (names.length === 0) return
  await sql.query(
    `insert into certificates as c (name, wanted_at, next_try_at)
     select name, $2, $2 from unnest($1::text[]) as name
     on conflict (name) do update set wanted_at = greatest(c.wanted_at, excluded.wanted_at)`,
    [names, new Date(now)],
  )
}

/** Removes what nobody has wanted since a moment, with its key. */
export async function forgetNames(sql: Sql, before: number): Promise<void> {
  await sql.query('delete from certificates where wanted_at < $1', [new Date(before)])
  await sql.query('delete from certificate_challenges where created_at < $1', [new Date(before)])
}

interface Due {
  readonly now: number
  readonly wantedAfter: number
  readonly directory: string
  readonly limit: number
}

/**
 * The names whose certificate is to be ordered, the longest due first. One of another authority's is
 * replaced as soon as this one has not failed.
 */
export async function selectDue(sql: Sql, due: Due): Promise<{ name: string; failures: number }[]> {
  return sql.query(
    `select name, failures from certificates
     where wanted_at >= $2
       and (next_try_at <= $1 or (failures = 0 and directory_url <> $3))
     order by next_try_at, name limit $4`,
    [new Date(due.now), new Date(due.wantedAfter), due.directory, due.limit],
  )
}

/** A node's turn to order: nobody else has it until a moment. */
export interface OrderTurn {
  readonly directory: string
  readonly by: Uuid
}

interface KeptAccount {
  readonly privateKey: string
  readonly url: string | null
  readonly email: string
  readonly failures: number
}

/** Keeps a key for the account where there is none yet. */
export async function keepAccountKey(
  sql: Sql,
  { directory, privateKey, now }: { directory: string; privateKey: string; now: number },
): Promise<void> {
  await sql.query(
    `insert into certificate_accounts (directory_url, private_key, next_try_at)
     values ($1, $2, $3) on conflict do nothing`,
    [directory, sealText('certificate', privateKey), new Date(now)],
  )
}

export async function hasAccountKey(sql: Sql, directory: string): Promise<boolean> {
  const rows = await sql.query('select 1 from certificate_accounts where directory_url = $1', [
    directory,
  ])
  return rows.length > 0
}

/** The account, if it is nobody else's turn and the authority is not to be left in peace. */
export async function takeTurn(
  sql: Sql,
  { directory, by }: OrderTurn,
  { now, until }: { now: number; until: number },
): Promise<KeptAccount | null> {
  const [row] = await sql.query<KeptAccount>(
    `update certificate_accounts set leased_by = $2, lease_until = $4
     where directory_url = $1 and next_try_at <= $3
       and (lease_until is null or lease_until <= $3 or leased_by = $2)
     returning private_key as "privateKey", account_url as url, email, failures`,
    [directory, by, new Date(now), new Date(until)],
  )
  return row ? { ...row, privateKey: unsealText('certificate', row.privateKey) } : null
}

/** Gives the turn back, with how the authority was found. */
export async function endTurn(
  sql: Sql,
  { directory, by }: OrderTurn,
  found: { failures: number; problem: Problem | null; detail: string; nextTryAt: number },
): Promise<void> {
  await sql.query(
    `update certificate_accounts
     set leased_by = null, lease_until = null, failures = $3, problem = $4, detail = $5,
       next_try_at = $6
     where directory_url = $1 and leased_by = $2`,
    [directory, by, found.failures, found.problem, found.detail, new Date(found.nextTryAt)],
  )
}

/** The authority knows it no longer; the key stays. */
export async function forgetAccount(sql: Sql, directory: string): Promise<void> {
  await sql.query('update certificate_accounts set account_url = null where directory_url = $1', [
    directory,
  ])
}

/** What the authority calls the account, and whom it writes to. */
export async function keepAccount(
  sql: Sql,
  directory: string,
  { url, email }: { url: string; email: string },
): Promise<void> {
  await sql.query(
    'update certificate_accounts set account_url = $2, email = $3 where directory_url = $1',
    [directory, url, email],
  )
}

const ofTurn = `exists (select 1 from certificate_accounts
  where directory_url = $2 and leased_by = $3)`

/** Keeps what was issued, unless the turn has gone to another node. */
export async function keepCertificate(
  sql: Sql,
  { directory, by }: OrderTurn,
  name: string,
  { issued, now, nextTryAt }: { issued: IssuedCertificate; now: number; nextTryAt: number },
): Promise<void> {
  await sql.query(
    `update certificates
     set directory_url = $2, chain = $4, private_key = $5, starts_at = $6, ends_at = $7,
       issued_at = $8, next_try_at = $9, failures = 0, problem = null, detail = '', failed_at = null
     where name = $1 and ${ofTurn}`,
    [
      name,
      directory,
      by,
      issued.chain,
      sealText('certificate', issued.privateKey),
      issued.startsAt,
      issued.endsAt,
      new Date(now),
      new Date(nextTryAt),
    ],
  )
}

interface FailedOrder {
  readonly problem: Problem
  readonly detail: string
  readonly failures: number
  readonly now: number
  readonly nextTryAt: number
}

export async function keepFailure(
  sql: Sql,
  { directory, by }: OrderTurn,
  name: string,
  { problem, detail, failures, now, nextTryAt }: FailedOrder,
): Promise<void> {
  await sql.query(
    `update certificates
     set failures = $4, problem = $5, detail = $6, failed_at = $7, next_try_at = $8
     where name = $1 and ${ofTurn}`,
    [name, directory, by, failures, problem, detail, new Date(now), new Date(nextTryAt)],
  )
}

interface Challenge {
  readonly token: string
  readonly name: string
  readonly kind: ChallengeKind
  readonly keyAuthorization: string
}

export async function keepChallenge(sql: Sql, challenge: Challenge, now: number): Promise<void> {
  const { token, name, kind, keyAuthorization } = challenge
  await sql.query(
    `insert into certificate_challenges (token, name, kind, key_authorization, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (token) do update
     set name = excluded.name, kind = excluded.kind,
       key_authorization = excluded.key_authorization, created_at = excluded.created_at`,
    [token, name, kind, keyAuthorization, new Date(now)],
  )
}

export async function dropChallenge(sql: Sql, token: string): Promise<void> {
  await sql.query('delete from certificate_challenges where token = $1', [token])
}

/** What is to be answered to whoever asks for a token over http (RFC 8555 §8.3). */
export async function findHttpChallenge(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql.query<{ answer: string }>(
    `select key_authorization as answer from certificate_challenges
     where token = $1 and kind = 'http-01'`,
    [token],
  )
  return row?.answer ?? null
}

/** What a handshake for a name is to prove (RFC 8737 §3). */
export async function findTlsChallenge(sql: Sql, name: string): Promise<string | null> {
  const [row] = await sql.query<{ answer: string }>(
    `select key_authorization as answer from certificate_challenges
     where name = $1 and kind = 'tls-alpn-01' order by created_at desc limit 1`,
    [name],
  )
  return row?.answer ?? null
}

/** Another value when a certificate has come, been renewed or gone. */
export async function certificatesStamp(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ stamp: string }>(
    `select count(*) || ' ' || coalesce(sum(extract(epoch from issued_at)), 0) as stamp
     from certificates where chain is not null`,
  )
  return row!.stamp
}

export const selectIssued = (sql: Sql): Promise<{ name: string; issuedAt: Date }[]> =>
  sql.query(
    'select name, issued_at as "issuedAt" from certificates where chain is not null order by name',
  )

export async function findKeyPair(sql: Sql, name: string): Promise<KeyPair | null> {
  const [row] = await sql.query<KeyPair>(
    `select chain, private_key as "privateKey" from certificates
     where name = $1 and chain is not null`,
    [name],
  )
  return row ? { ...row, privateKey: unsealText('certificate', row.privateKey) } : null
}

/** Of names that are wanted; the one that ends first in front. */
export const selectStates = (sql: Sql, wantedAfter: number): Promise<CertificateState[]> =>
  sql.query(
    `select name, ends_at as "endsAt", next_try_at as "nextTryAt", failures, problem, detail
     from certificates where wanted_at >= $1 order by ends_at nulls first, name`,
    [new Date(wantedAfter)],
  )

interface AccountState {
  readonly problem: Problem | null
  readonly detail: string
  readonly failures: number
  readonly nextTryAt: Date
}

export async function findAccountState(sql: Sql, directory: string): Promise<AccountState | null> {
  const [row] = await sql.query<AccountState>(
    `select problem, detail, failures, next_try_at as "nextTryAt"
     from certificate_accounts where directory_url = $1`,
    [directory],
  )
  return row ?? null
}

/** Seals private keys under the first key that are not, some at a time; returns how many. */
export async function sealCertificateKeys(tx: Tx, limit: number): Promise<number> {
  const head = currentHead()
  if (head === null) return 0
  let count = 0
  for (const [table, key] of [
    ['certificates', 'name'],
    ['certificate_accounts', 'directory_url'],
  ] as const) {
    const rows = await tx.query<{ id: string; kept: string }>(
      `select ${key} as id, private_key as kept from ${table}
       where not starts_with(private_key, $1) limit $2 for update`,
      [head, limit - count],
    )
    count += rows.length
    await tx.query(
      `update ${table} c set private_key = t.kept
       from unnest($1::text[], $2::text[]) as t (id, kept) where c.${key} = t.id`,
      [
        rows.map(row => row.id),
        rows.map(row => sealText('certificate', unsealText('certificate', row.kept))),
      ],
    )
  }
  return count
}
