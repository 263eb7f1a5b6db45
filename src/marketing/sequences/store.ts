/** All SQL on sequences and on those who are in them. */
import type { Uuid } from '#kernel/base/ids.ts'
import { inSql } from '#kernel/base/states.ts'
import type { Sql } from '#kernel/world/db.ts'
import { usable } from '#kernel/world/set-up-of-test.ts'
import { tableOf } from '#kernel/world/table.ts'
import type { Owner } from '../contacts/people/contact.ts'
import type { Sequence, SequenceDefinition } from './definition/definition.ts'
import { sequencesWhere } from './definition/state-table.ts'

const openStates = inSql(sequencesWhere(({ entry }) => entry === 'open'))
const heldStates = inSql(sequencesWhere(({ entry }) => entry === 'held'))
const statesInUse = inSql(sequencesWhere(({ isInUse }) => isInUse))

const shown = `id, name, status, while_paused, paused_at, paused_test_at, definition,
  published_version, created_at, updated_at, folder`

export const {
  find: findSequence,
  page: listSequences,
  findPosition: findSequencePosition,
  lockAll: lockSequences,
} = tableOf<Sequence>('sequences', shown)

export async function sequenceName(sql: Sql, projectId: Uuid, id: Uuid): Promise<string> {
  const [row] = await sql.query<{ name: string }>(
    'select name from sequences where project_id = $1 and id = $2',
    [projectId, id],
  )
  return row?.name ?? ''
}

/**
 * How sequences stand; locked so that none is paused before the turns of its people are over, and
 * `paced` ones so that their pace can be written. Of those that are gone there is nothing.
 */
export async function lockForTurns(
  tx: Sql,
  projectId: Uuid,
  { all, paced }: { readonly all: readonly Uuid[]; readonly paced: readonly Uuid[] },
): Promise<ReadonlyMap<Uuid, Sequence['status']>> {
  const lock = async (ids: readonly Uuid[], how: 'share' | 'no key update') =>
    ids.length === 0
      ? []
      : tx.query<Pick<Sequence, 'id' | 'status'>>(
          `select id, status from sequences
           where project_id = $1 and id = any($2::uuid[]) order by id for ${how}`,
          [projectId, ids],
        )
  const others = all.filter(id => !paced.includes(id))
  const rows = [...(await lock(paced, 'no key update')), ...(await lock(others, 'share'))]
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Those that somebody may be inside of; as they are until the transaction ends. */
export async function lockStandingStill(tx: Sql, projectId: Uuid): Promise<Sequence[]> {
  return tx.query<Sequence>(
    `select ${shown} from sequences
     where project_id = $1 and published_version is not null order by id for share`,
    [projectId],
  )
}

export async function insertSequence(tx: Sql, projectId: Uuid, row: Sequence): Promise<void> {
  await tx.query(
    `insert into sequences (project_id, id, name, status, definition, created_at, updated_at,
       folder) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      projectId,
      row.id,
      row.name,
      row.status,
      row.definition,
      row.created_at,
      row.updated_at,
      row.folder,
    ],
  )
}

export async function updateSequence(tx: Sql, projectId: Uuid, row: Sequence): Promise<void> {
  await tx.query(
    `update sequences set name = $3, status = $4, while_paused = $5, paused_at = $6,
       definition = $7, published_version = $8, updated_at = $9, paused_test_at = $10,
       folder = $11
     where project_id = $1 and id = $2`,
    [
      projectId,
      row.id,
      row.name,
      row.status,
      row.while_paused,
      row.paused_at,
      row.definition,
      row.published_version,
      row.updated_at,
      row.paused_test_at,
      row.folder,
    ],
  )
}

export async function deleteSequence(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  for (const table of ['sequence_versions', 'sequence_entries', 'sequence_dates']) {
    await tx.query(`delete from ${table} where project_id = $1 and sequence_id = $2`, [
      projectId,
      id,
    ])
  }
  await tx.query('delete from sequences where project_id = $1 and id = $2', [projectId, id])
}

export async function insertSequenceVersion(
  tx: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  version: number,
  { definition, at }: { readonly definition: SequenceDefinition; readonly at: Date },
): Promise<void> {
  await tx.query(
    `insert into sequence_versions (project_id, sequence_id, version, definition, published_at)
     values ($1, $2, $3, $4, $5)`,
    [projectId, id, version, definition, at],
  )
}

export async function findSequenceVersion(
  sql: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  version: number,
): Promise<SequenceDefinition | null> {
  const [row] = await sql.query<{ definition: SequenceDefinition }>(
    `select definition from sequence_versions
     where project_id = $1 and sequence_id = $2 and version = $3`,
    [projectId, id, version],
  )
  return row?.definition ?? null
}

/** What its versions say, the latest of them. */
export async function readSequenceVersions(
  sql: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
): Promise<{ version: number; definition: SequenceDefinition }[]> {
  return sql.query(
    `select version, definition from sequence_versions
     where project_id = $1 and sequence_id = $2 order by version desc limit 100`,
    [projectId, id],
  )
}

export async function listSequenceVersions(
  sql: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  page: { readonly below: number; readonly count: number },
): Promise<{ version: number; published_at: Date }[]> {
  return sql.query(
    `select version, published_at from sequence_versions
     where project_id = $1 and sequence_id = $2 and version < $3 order by version desc limit $4`,
    [projectId, id, page.below, page.count],
  )
}

/** What would let people in: those published whose triggers are of such a kind or event. */
export async function sequencesBegunBy(
  sql: Sql,
  { projectId, mode }: Owner,
  { kinds, names }: { readonly kinds: readonly string[]; readonly names: readonly string[] },
): Promise<Sequence[]> {
  return sql.query<Sequence>(
    `select s.id, s.name, s.folder, s.status, s.while_paused, s.paused_at, s.paused_test_at,
       v.definition, s.published_version, s.created_at, s.updated_at
     from sequences s join sequence_versions v on v.project_id = s.project_id
       and v.sequence_id = s.id and v.version = s.published_version
     where s.project_id = $1 and ${usable('s', '$4')} and (s.status in (${openStates})
         or s.status in (${heldStates}) and s.while_paused = 'hold')
       and exists (select from jsonb_array_elements(v.definition -> 'triggers') t
         where t ->> 'on' = any($2::text[]) or t ->> 'on' = 'event' and t ->> 'name' = any($3::text[]))`,
    [projectId, kinds, names, mode],
  )
}

export async function deleteSequencesOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  for (const table of [
    'sequences',
    'sequence_versions',
    'sequence_entries',
    'sequence_dates',
    'enrollments',
    'enrollment_steps',
  ]) {
    await sql.query(`delete from ${table} where project_id = any($1::uuid[])`, [projectIds])
  }
}

/** Of $1, what is not put away: each draft, and the version that is published. */
const inUse = `
  select id, name, definition from sequences where project_id = $1 and status in (${statesInUse})
  union all
  select s.id, s.name, v.definition from sequences s
    join sequence_versions v on v.project_id = s.project_id and v.sequence_id = s.id
      and v.version = s.published_version
  where s.project_id = $1 and s.status in (${statesInUse})`

/** The names of those that name something; `except`: itself. */
export async function sequencesNaming(
  sql: Sql,
  projectId: Uuid,
  shownId: string,
  except: Uuid | null = null,
): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select name from (${inUse}) s
     where id is distinct from $3 and strpos(definition::text, $2) > 0 group by name order by name`,
    [projectId, `"${shownId}"`, except],
  )
  return rows.map(row => row.name)
}

/** What people go by, and what they will: the drafts that may name a key, and the published versions. */
export async function definitionsWith(
  sql: Sql,
  projectId: Uuid,
  key: string,
): Promise<{ readonly name: string; readonly definition: SequenceDefinition }[]> {
  return sql.query(
    `select name, definition from (${inUse}) s where strpos(definition::text, $2) > 0 order by name`,
    [projectId, key],
  )
}

/** The next place in the pace of a sequence, which is taken with it. */
export async function takeSlot(
  tx: Sql,
  { projectId, mode }: Owner,
  id: Uuid,
  { now, gapMs }: { readonly now: number; readonly gapMs: number },
): Promise<number> {
  const [row] = await tx.query<{ next: number }>(
    `update sequences set pace = pace || jsonb_build_object($3::text,
       greatest(coalesce((pace ->> $3)::float8, 0), $4::float8) + $5::float8)
     where project_id = $1 and id = $2 returning (pace ->> $3)::float8 as next`,
    [projectId, id, mode, now, gapMs],
  )
  return Math.round((row?.next ?? now + gapMs) - gapMs)
}

// Triggers by date -------------------------------------------------------------------------------

/** false: its dates are looked at already. */
export async function beginLooking(
  tx: Sql,
  { projectId, mode }: Owner,
  id: Uuid,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into sequence_dates (project_id, sequence_id, mode, looked_at, next_at)
     values ($1, $2, $3, $4, $4)
     on conflict do nothing returning 1`,
    [projectId, id, mode, at],
  )
  return rows.length > 0
}

interface Looking {
  readonly looked_at: Date
  readonly next_at: Date
}

export async function lockLooking(
  tx: Sql,
  { projectId, mode }: Owner,
  id: Uuid,
): Promise<Looking | null> {
  const [row] = await tx.query<Looking>(
    `select looked_at, next_at from sequence_dates
     where project_id = $1 and sequence_id = $2 and mode = $3 for update`,
    [projectId, id, mode],
  )
  return row ?? null
}

export async function updateLooking(
  tx: Sql,
  { projectId, mode }: Owner,
  id: Uuid,
  looking: Looking,
): Promise<void> {
  await tx.query(
    `update sequence_dates set looked_at = $4, next_at = $5
     where project_id = $1 and sequence_id = $2 and mode = $3`,
    [projectId, id, mode, looking.looked_at, looking.next_at],
  )
}

export async function endLooking(tx: Sql, { projectId, mode }: Owner, id: Uuid): Promise<void> {
  await tx.query(
    'delete from sequence_dates where project_id = $1 and sequence_id = $2 and mode = $3',
    [projectId, id, mode],
  )
}
