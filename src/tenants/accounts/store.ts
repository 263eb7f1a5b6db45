/** All SQL on accounts, members, projects and api_keys. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Account, KeyRow, NewMember, Project, ShownKey } from './account.ts'

export async function insertAccount(tx: Sql, account: Account): Promise<void> {
  await tx.query(
    `insert into accounts (id, name, email, plan, trust_level, time_zone, language, pause, rate,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      account.id,
      account.name,
      account.email,
      account.plan,
      account.trustLevel,
      account.timeZone,
      account.language,
      account.pause,
      account.rate,
      account.createdAt,
    ],
  )
}

const accountColumns = `id, name, email, plan, trust_level as "trustLevel", time_zone as "timeZone",
  language, pause, rate, created_at as "createdAt"`

export async function selectAccount(sql: Sql, id: Uuid): Promise<Account | null> {
  const rows = await sql.query<Account>(`select ${accountColumns} from accounts where id = $1`, [
    id,
  ])
  return rows[0] ?? null
}

/** Keeps the row until the transaction ends, so that two changes of one account wait in line. */
export async function lockAccount(tx: Sql, id: Uuid): Promise<Account | null> {
  const rows = await tx.query<Account>(
    `select ${accountColumns} from accounts where id = $1 for update`,
    [id],
  )
  return rows[0] ?? null
}

export async function updateAccount(tx: Sql, account: Account): Promise<void> {
  await tx.query(
    `update accounts set name = $2, plan = $3, trust_level = $4, time_zone = $5, language = $6,
       pause = $7, rate = $8
     where id = $1`,
    [
      account.id,
      account.name,
      account.plan,
      account.trustLevel,
      account.timeZone,
      account.language,
      account.pause,
      account.rate,
    ],
  )
}

export async function addMember(tx: Sql, member: NewMember): Promise<void> {
  await tx.query(
    `insert into members (account_id, id, email, password_hash, role, language, verified_at,
       created_at, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      member.accountId,
      member.id,
      member.email,
      member.passwordHash,
      member.role,
      member.language,
      member.verifiedAt,
      member.createdAt,
      member.name,
    ],
  )
}

/** The account's own addresses: those of its members that are verified, lower case. */
export async function selectVerifiedEmails(sql: Sql, accountId: Uuid): Promise<string[]> {
  const rows = await sql.query<{ email: string }>(
    `select email from members where account_id = $1 and verified_at is not null order by id`,
    [accountId],
  )
  return rows.map(row => row.email)
}

export async function insertProject(tx: Sql, project: Project): Promise<void> {
  await tx.query(
    `insert into projects (id, account_id, name, language, created_at) values ($1, $2, $3, $4, $5)`,
    [project.id, project.accountId, project.name, project.language, project.createdAt],
  )
}

const projectColumns = `id, account_id as "accountId", name, language, created_at as "createdAt"`

export async function selectProject(sql: Sql, id: Uuid): Promise<Project | null> {
  const rows = await sql.query<Project>(
    `select ${projectColumns} from projects where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

/** Oldest first; deleted ones are left out. */
export async function selectProjects(sql: Sql, accountId: Uuid): Promise<Project[]> {
  return sql.query<Project>(
    `select ${projectColumns} from projects where account_id = $1 and deleted_at is null
     order by id`,
    [accountId],
  )
}

/** Whose projects these are. */
export async function accountsOfProjects(
  sql: Sql,
  projectIds: readonly Uuid[],
): Promise<Map<Uuid, Uuid>> {
  const rows = await sql.query<{ id: Uuid; accountId: Uuid }>(
    `select id, account_id as "accountId" from projects
     where id = any($1::uuid[]) and deleted_at is null`,
    [projectIds],
  )
  return new Map(rows.map(({ id, accountId }) => [id, accountId]))
}

/** What is written to the webhooks of accounts: their projects, each with its language. */
export async function selectProjectsOf(
  sql: Sql,
  accountIds: readonly Uuid[],
): Promise<{ id: Uuid; accountId: Uuid; language: Language }[]> {
  return sql.query(
    `select p.id, p.account_id as "accountId", coalesce(p.language, a.language) as language
     from projects p join accounts a on a.id = p.account_id
     where p.account_id = any($1::uuid[]) and p.deleted_at is null order by p.id`,
    [accountIds],
  )
}

/** Returns the project as it then is; null where the account has none like it. */
export async function updateProject(
  sql: Sql,
  project: Pick<Project, 'id' | 'accountId' | 'name' | 'language'>,
): Promise<Project | null> {
  const rows = await sql.query<Project>(
    `update projects set name = $3, language = $4
     where id = $1 and account_id = $2 and deleted_at is null returning ${projectColumns}`,
    [project.id, project.accountId, project.name, project.language],
  )
  return rows[0] ?? null
}

/** Returns whether there was one to delete. */
export async function markProjectDeleted(tx: Sql, id: Uuid, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update projects set deleted_at = $2 where id = $1 and deleted_at is null returning id`,
    [id, at],
  )
  return rows.length > 0
}

/**
 * Whether the project `p` of a query is deleted: the installation's own (installation/system-project.ts) is
 * marked so for hiding, and lives.
 */
export const isDeleted = `(p.deleted_at is not null and not exists (
  select from installation i
  where i.name = 'letters_project' and i.value = convert_to(p.id::text, 'UTF8')))`

/** All that were ever deleted. */
export async function selectDeletedProjects(sql: Sql): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(`select p.id from projects p where ${isDeleted}`)
  return rows.map(row => row.id)
}

export async function deleteKeysOf(tx: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await tx.query('delete from api_keys where project_id = any($1::uuid[])', [projectIds])
}

export async function insertKey(tx: Sql, key: ShownKey & { readonly hash: Buffer }): Promise<void> {
  await tx.query(
    `insert into api_keys (project_id, id, hash, prefix, name, mode, scope, allow_ips, rate,
       created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      key.projectId,
      key.id,
      key.hash,
      key.prefix,
      key.name,
      key.mode,
      key.scope,
      key.allowIps,
      key.rate,
      key.createdAt,
      key.createdBy,
      key.expiresAt,
    ],
  )
}

/** Newest first. */
export async function selectKeys(sql: Sql, projectId: Uuid): Promise<ShownKey[]> {
  return sql.query<ShownKey>(
    `select id, project_id as "projectId", prefix, name, mode, scope, allow_ips as "allowIps", rate,
       created_at as "createdAt", last_used_at as "lastUsedAt", created_by as "createdBy",
       expires_at as "expiresAt"
     from api_keys where project_id = $1 order by id desc`,
    [projectId],
  )
}

/** Returns whether there was one to delete. */
export async function deleteKeyRow(
  sql: Sql,
  keyId: Uuid,
  projectId: Uuid | null,
): Promise<boolean> {
  const rows = await sql.query(
    `delete from api_keys where id = $1 and ($2::uuid is null or project_id = $2) returning id`,
    [keyId, projectId],
  )
  return rows.length > 0
}

/** The key behind a hash, unless its project is deleted. */
export async function selectKeyByHash(sql: Sql, hash: Buffer): Promise<KeyRow | null> {
  const rows = await sql.query<KeyRow>(
    `select k.id as "keyId", k.prefix, k.project_id as "projectId", p.account_id as "accountId", k.mode,
       k.scope, k.allow_ips as "allowIps", k.rate as "keyRate", k.expires_at as "expiresAt",
       a.rate as "accountRate", coalesce(p.language, a.language) as "projectLanguage", a.time_zone as "timeZone"
     from api_keys k join projects p on p.id = k.project_id join accounts a on a.id = p.account_id
     where k.hash = $1 and p.deleted_at is null`,
    [hash],
  )
  return rows[0] ?? null
}

/** Notes the use of keys; rows that are fresher than a minute are left alone. */
export async function touchKeys(
  sql: Sql,
  uses: readonly { readonly keyId: Uuid; readonly projectId: Uuid; readonly at: Date }[],
): Promise<void> {
  await sql.query(
    `update api_keys k set last_used_at = u.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as u(project_id, id, at)
     where k.project_id = u.project_id and k.id = u.id
       and (k.last_used_at is null or k.last_used_at < u.at - interval '50 seconds')`,
    [uses.map(use => use.projectId), uses.map(use => use.keyId), uses.map(use => use.at)],
  )
}

/** A project of the first account that nobody sees; false where there is no account yet. */
export async function insertHiddenProject(sql: Sql, id: Uuid, at: Date): Promise<boolean> {
  await sql.query(
    `insert into projects (id, account_id, name, created_at, deleted_at)
     select $1, id, 'Malote', $2, $2 from accounts order by id limit 1
     on conflict (id) do nothing`,
    [id, at],
  )
  const rows = await sql.query('select id from projects where id = $1', [id])
  return rows.length > 0
}

/** Lets the members of an account run the installation, or no longer. */
/** Whether play money is good in the account. */
export async function takesTestMoney(sql: Sql, id: Uuid): Promise<boolean> {
  const [row] = await sql.query<{ has: boolean }>(
    'select test_money as has from accounts where id = $1',
    [id],
  )
  return row?.has === true
}

export async function allowTestMoney(sql: Sql, id: Uuid, isGood: boolean): Promise<void> {
  await sql.query('update accounts set test_money = $2 where id = $1', [id, isGood])
}

/** Accounts whose members run the installation. */
export async function operatorsOf(sql: Sql): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    'select id from accounts where is_operator order by id',
  )
  return rows.map(row => row.id)
}

/** Marks an account so, or takes the mark away. */
export async function changeOperator(
  sql: Sql,
  accountId: Uuid,
  isOperator: boolean,
): Promise<void> {
  await sql.query('update accounts set is_operator = $2 where id = $1', [accountId, isOperator])
}
