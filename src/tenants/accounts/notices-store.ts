/** All SQL on the notices table. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import type { Role } from './member.ts'
import type { NewNotice, NoticeData, NoticeLevel } from './notice.ts'
import type { NoticeCode } from './notice-kinds.ts'

export interface NoticeRow {
  readonly id: Uuid
  readonly level: NoticeLevel
  readonly code: NoticeCode
  readonly text: Text
  readonly data: NoticeData
  readonly createdAt: Date
  readonly readAt: Date | null
  /** What it tells of is over; null where it lasts, or is of a moment. */
  readonly endedAt: Date | null
}

const columns = `id, level, code, text, data, created_at as "createdAt", read_at as "readAt",
  ended_at as "endedAt"`

type WrittenNotice = NewNotice & {
  readonly id: Uuid
  readonly createdAt: Date
  readonly isLetter: boolean
}

/** The ids of those written: what is told already of a cause that lasts is not told again. */
export async function insertNotices(tx: Sql, notices: readonly WrittenNotice[]): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(
    `insert into notices (account_id, id, level, code, text, created_at, letter, data, project_id,
       mode, member_id, cause)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[],
                          $6::timestamptz[], $7::boolean[], $8::jsonb[], $9::uuid[], $10::text[],
                          $11::uuid[], $12::text[])
     on conflict (account_id, cause) where cause is not null and ended_at is null do nothing
     returning id`,
    [
      notices.map(one => one.accountId),
      notices.map(one => one.id),
      notices.map(one => one.level),
      notices.map(one => one.code),
      notices.map(one => JSON.stringify(one.text)),
      notices.map(one => one.createdAt),
      notices.map(one => one.isLetter),
      notices.map(one => JSON.stringify(one.data ?? {})),
      notices.map(one => one.projectId ?? null),
      notices.map(one => (one.mode === undefined ? 'live' : one.mode)),
      notices.map(one => one.memberId ?? null),
      notices.map(one => one.cause ?? null),
    ],
  )
  return rows.map(({ id }) => id)
}

/** The causes are over: what was told of them has ended. */
export async function endCauses(
  sql: Sql,
  accountId: Uuid,
  causes: readonly string[],
  at: Date,
): Promise<void> {
  await sql.query(
    `update notices set ended_at = $3
     where account_id = $1 and cause = any($2::text[]) and ended_at is null`,
    [accountId, causes, at],
  )
}

/** What lasts now, of the causes that begin so. */
export function selectOpenCauses(
  sql: Sql,
  beginning: string,
): Promise<{ accountId: Uuid; cause: string }[]> {
  return sql.query(
    `select account_id as "accountId", cause from notices
     where cause is not null and ended_at is null and starts_with(cause, $1)`,
    [beginning],
  )
}

export async function deleteNoticesOf(tx: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await tx.query(
    `delete from notices n using projects p
     where p.id = any($1::uuid[]) and n.account_id = p.account_id and n.project_id = p.id`,
    [projectIds],
  )
}

/** The last `count` notices of an account, newest first. */
export function newestNotices(sql: Sql, accountId: Uuid, count: number): Promise<NoticeRow[]> {
  return sql.query<NoticeRow>(
    `select ${columns} from notices where account_id = $1 order by id desc limit $2`,
    [accountId, count],
  )
}

/** A member who looks. */
export interface Viewer {
  readonly accountId: Uuid
  readonly memberId: Uuid
  readonly role: Role
}

const seenByMember = `account_id = $1 and (member_id is null or member_id = $2 or $3 = 'owner')`

/** Up to `count` notices that a member may see, older than the given one, newest first. */
export function selectNotices(
  sql: Sql,
  { accountId, memberId, role }: Viewer,
  before: Uuid | null,
  count: number,
): Promise<NoticeRow[]> {
  return sql.query<NoticeRow>(
    `select ${columns} from notices
     where ${seenByMember} and ($4::uuid is null or id < $4) order by id desc limit $5`,
    [accountId, memberId, role, before, count],
  )
}

/** Marks one as read, if it is not yet; null where the member sees none like it. */
export async function markRead(
  sql: Sql,
  { accountId, memberId, role }: Viewer,
  id: Uuid,
  at: Date,
): Promise<NoticeRow | null> {
  const [row] = await sql.query<NoticeRow>(
    `update notices set read_at = coalesce(read_at, $5) where ${seenByMember} and id = $4
     returning ${columns}`,
    [accountId, memberId, role, id, at],
  )
  return row ?? null
}

/** A key that looks: at its own project and mode, and at what is of the account. */
export interface KeyView {
  readonly accountId: Uuid
  readonly projectId: Uuid
  readonly mode: Mode
  /** Of members, such as where they sign in from: for scope admin. */
  readonly seesMembers: boolean
}

const seenByKey = `account_id = $1 and (project_id is null or project_id = $2)
  and (mode is null or mode = $3) and ($4 or member_id is null)`

const keyValues = ({ accountId, projectId, mode, seesMembers }: KeyView) => [
  accountId,
  projectId,
  mode,
  seesMembers,
]

export async function findNoticePosition(
  sql: Sql,
  view: KeyView,
  id: Uuid,
): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    `select xid, id from notices where ${seenByKey} and id = $5`,
    [...keyValues(view), id],
  )
  return row ?? null
}

export function selectNoticesOfKey(
  sql: Sql,
  view: KeyView,
  before: Position,
  count: number,
): Promise<(NoticeRow & PlacedRow)[]> {
  return sql.query<NoticeRow & PlacedRow>(
    `select ${columns}, xid, (select settled_below()) as horizon from notices
     where ${seenByKey} and (xid, id) < ($5::xid8, $6::uuid)
     order by xid desc, id desc limit $7`,
    [...keyValues(view), before.xid, before.id, count],
  )
}

/** Somebody who may get letters, with what they chose. */
export interface LetterReader {
  readonly memberId: Uuid
  readonly email: string
  readonly language: Language
  readonly role: Role
  readonly letters: Readonly<Record<string, boolean>>
}

/** A notice that is to go out as a letter, with whom it may go to. */
export interface DueNotice {
  readonly id: Uuid
  readonly accountId: Uuid
  readonly code: NoticeCode
  readonly text: Text
  readonly memberId: Uuid | null
  /** Members who have confirmed their address. */
  readonly readers: readonly LetterReader[]
  /** Where letters about money go. */
  readonly billing: { readonly email: string; readonly language: Language } | null
}

/** Oldest first. */
export function dueLetters(sql: Sql, count: number): Promise<DueNotice[]> {
  return sql.query<DueNotice>(
    `select n.id, n.account_id as "accountId", n.code, n.text, n.member_id as "memberId",
            (select coalesce(jsonb_agg(jsonb_build_object('memberId', m.id, 'email', m.email,
                      'language', m.language, 'role', m.role,
                      'letters', coalesce(c.letters, '{}')) order by m.id), '[]')
             from members m
             left join notice_choices c on c.account_id = m.account_id and c.member_id = m.id
             where m.account_id = n.account_id and m.verified_at is not null) as readers,
            (select jsonb_build_object('email', s.billing_email, 'language', a.language)
             from standings s join accounts a on a.id = s.account_id
             where s.account_id = n.account_id and s.billing_email is not null) as billing
     from notices n
     where n.letter and n.posted_at is null order by n.id limit $1`,
    [count],
  )
}

/** False: another node has posted it. */
export async function isPostedNow(sql: Sql, id: Uuid, at: Date): Promise<boolean> {
  const rows = await sql.query(
    'update notices set posted_at = $2 where id = $1 and posted_at is null returning id',
    [id, at],
  )
  return rows.length > 0
}
