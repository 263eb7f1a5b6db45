/** Segments as the API shows them, and their filters read against what the project has. */

import { Type } from 'typebox'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { folderShape } from '#kernel/routes/folder.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { ContactCondition, Owner } from '../contacts/people/contact.ts'
import { readNames } from '../contacts/people/reading.ts'
import type { UsedThing } from '../contacts/usage.ts'
import { compile } from './compile-store.ts'
import { readFilter } from './filter.ts'
import { filterShape } from './filter-shape.ts'
import type { FilterTree, Vocabulary } from './filter-tree.ts'
import type { Moment } from './moment.ts'
import {
  type CountedSegment,
  findSegment,
  readSegments,
  type Segment,
  sequenceIdsOf,
  usableSegments,
} from './store.ts'

export const filterSchema = Type.Unknown({
  description: 'A condition or a group of them, as the contract describes under filters.',
})

export const segmentShape = Type.Object(
  {
    id: Type.String({ description: 'seg_…' }),
    name: Type.String(),
    folder: folderShape,
    kind: Type.Enum(['dynamic', 'static']),
    filter: Type.Optional(filterShape),
    tracked: Type.Boolean({ description: 'Entering and leaving are facts that webhooks hear of.' }),
    count: Type.Union([Type.Integer(), Type.Null()], { description: 'Contacts of the mode.' }),
    exact: Type.Boolean({ description: 'false: counted from a sample.' }),
    counted_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Segment' },
)

export const showSegment = (row: CountedSegment) => ({
  id: show('seg', row.id),
  name: row.name,
  folder: row.folder,
  kind: row.kind,
  ...(row.kind === 'dynamic' ? { filter: row.filter } : {}),
  tracked: row.tracked,
  count: row.count ?? (row.kind === 'static' ? 0 : null),
  exact: row.exact ?? true,
  counted_at: row.counted_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** Of what is there already: what it names has been judged. */
export const readVocabulary = async (sql: Sql, projectId: Uuid): Promise<Vocabulary> => ({
  ...(await usableVocabulary(sql, { projectId, mode: 'test' })),
  isGivenNow: false,
})

/** What a filter may name that is given now: in live mode nothing that a test key alone has made. */
export async function usableVocabulary(sql: Sql, owner: Owner): Promise<Vocabulary> {
  const [names, segments, sequences] = await Promise.all([
    readNames(sql, owner),
    usableSegments(sql, owner),
    sequenceIdsOf(sql, owner),
  ])
  return {
    ...names,
    segments: new Map(segments.map(one => [one.id, one])),
    sequences: new Set(sequences),
    isGivenNow: true,
  }
}

/** The tree of a segment; of a static one, that somebody is a member. */
export function treeOf(segment: Segment, vocabulary: Vocabulary): FilterTree {
  if (segment.kind === 'static') return { kind: 'member', path: '', segmentId: segment.id }
  return readFilter(segment.filter, vocabulary, segment.id)
}

/** Throws Refusal where there is none. */
export async function mustFindSegment(
  sql: Sql,
  tenant: Tenant,
  text: string,
): Promise<CountedSegment> {
  return findNamed('seg', text, id => findSegment(sql, tenant, id))
}

export const conditionOf =
  (tree: FilterTree, moment: Moment): ContactCondition =>
  add =>
    compile(tree, { ...moment, add })

/** The names of the segments whose filters use something. */
export async function segmentsUsing(
  sql: Sql,
  projectId: Uuid,
  used: UsedThing,
): Promise<readonly string[]> {
  const segments = await readSegments(sql, projectId)
  const isUsed = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null) return false
    if (Array.isArray(node)) return node.some(isUsed)
    const { topic, segment, sequence, field, of } = node as Record<string, unknown>
    if ('topic' in used && topic === show('top', used.topic)) return true
    if ('topic' in used && isUsed(of)) return true
    if ('segment' in used && segment === show('seg', used.segment)) return true
    if ('sequence' in used && sequence === show('seq', used.sequence)) return true
    if ('property' in used && field === `properties.${used.property}`) return true
    return Object.values(node).some(isUsed)
  }
  return segments.filter(one => isUsed(one.filter)).map(one => one.name)
}
