/**
 * A filter as SQL over the row `c` of contacts, for many. No condition is ever null: an absent value
 * makes a positive operator false and a negative one true, so that `not` is plain negation. Texts
 * come folded on both sides and are compared by their bytes.
 */
import type { Mode } from '#kernel/routes/route.ts'
import { contactFieldNames, foldedFields } from '../contacts/fields/contact-fields.ts'
import type { AddValue } from '../contacts/people/contact.ts'
import { at, dateColumn, dateTest } from './dates-store.ts'
import type {
  CountTest,
  EventCondition,
  EventTest,
  FilterTree,
  Leaf,
  LettersTest,
} from './filter-tree.ts'
import type { Moment } from './moment.ts'
import type { ListTest, NumberTest, TextTest } from './operators.ts'

interface Compiling extends Moment {
  readonly add: AddValue
  /**
   * For all contacts at once: what people did is read whole, and joined. What stands after
   * `from contacts c` is added here. Else row by row, which is sooner done where a page is soon full.
   */
  readonly joins?: string[]
  /**
   * Numbers are taken for what their property says, which is a third cheaper: should one not be, which
   * nothing writes, the statement ends with SQLSTATE 22023 and is asked again without this. They are
   * compared as they are written: the shortest text of a number in JavaScript is of no other.
   */
  readonly trustsNumbers?: boolean
}

export function compile(tree: FilterTree, compiling: Compiling): string {
  switch (tree.kind) {
    case 'all':
      return group(tree.nodes, ' and ', 'true', compiling)
    case 'any':
      return group(tree.nodes, ' or ', 'false', compiling)
    case 'not':
      return `(not ${compile(tree.node, compiling)})`
    case 'segment':
      return compile(tree.node, compiling)
    default:
      return compileLeaf(tree, compiling)
  }
}

const group = (
  nodes: readonly FilterTree[],
  word: string,
  empty: string,
  compiling: Compiling,
): string =>
  nodes.length === 0 ? empty : `(${nodes.map(one => compile(one, compiling)).join(word)})`

function compileLeaf(leaf: Leaf, compiling: Compiling): string {
  const { add } = compiling
  switch (leaf.kind) {
    case 'text':
      return textTest(textColumn(leaf, add), leaf.test, add)
    case 'number':
      return numberTest(numberOf(leaf, compiling), leaf.test, add)
    case 'boolean':
      return booleanTest(`(c.properties -> ${add(leaf.key)})`, leaf.test)
    case 'unsubscribed':
      return `(${leaf.test ? '' : 'not '}${isSuppressed(compiling)})`
    case 'date':
      return dateTest(dateColumn(leaf.field, compiling), leaf.test, compiling)
    case 'list':
      return listTest(`(c.folded -> ${add(`properties.${leaf.key}`)})`, leaf.test, add)
    case 'topic':
      return topicTest(leaf, compiling)
    case 'member':
      return isIn(
        `segment_members m where m.segment_id = ${add(leaf.segmentId)}`,
        'm',
        compiling,
        true,
      )
    case 'letters':
      return countTest(() => letters(leaf.test, compiling), leaf.count, compiling)
    case 'event':
      return countTest(() => events(leaf.test, compiling), leaf.count, compiling)
    case 'sequence':
      return sequenceTest(leaf, compiling)
  }
}

/** The statements that filters stand in have the project and the mode as their first values. */
function isSuppressed({ joins }: Compiling): string {
  return joins === undefined
    ? `exists (select from suppressions s where s.project_id = c.project_id
        and s.mode = c.mode and s.address = c.email_key)`
    : joined(
        joins,
        'select distinct address from suppressions where project_id = $1 and mode = $2',
        {
          key: 'address',
          to: 'email_key',
        },
      )
}

/**
 * Whether a contact is in a set. Outer joins may be shared by parallel workers, where a set behind
 * `in` is made by each anew, or by one alone.
 */
function joined(joins: string[], set: string, on = { key: 'contact_id', to: 'id' }): string {
  const name = `s${joins.length}`
  joins.push(` left join (${set}) ${name} on ${name}.${on.key} = c.${on.to}`)
  return `(${name}.${on.key} is not null)`
}

/** Whether rows of a table with the alias `of` are about the contact. */
function isIn(from: string, of: string, { joins }: Compiling, isOnce = false): string {
  return joins === undefined
    ? `exists (select from ${from} and ${of}.project_id = c.project_id and ${of}.contact_id = c.id)`
    : joined(
        joins,
        `select ${isOnce ? '' : 'distinct '}${of}.contact_id from ${from} and ${of}.project_id = $1`,
      )
}

// Texts ------------------------------------------------------------------------------------------

/** Ours are ASCII: lower case is the same everywhere. */
const asciiColumns: readonly string[] = [
  ...contactFieldNames.filter(name => !foldedFields.includes(name)),
  'source',
]

function textColumn({ field, test }: Extract<Leaf, { kind: 'text' }>, add: AddValue): string {
  if (asciiColumns.includes(field)) return `lower(c.${field} collate "C")`
  if (field === 'email_domain') return `split_part(c.folded ->> 'email', '@', -1)`
  // A list under the key of a property is of another type: the property was made anew. Written as a
  // text it equals none but those that look like one.
  const isSafe =
    !field.startsWith('properties.') ||
    ('texts' in test && isEquality(test.op) && !test.texts.some(startsLikeList))
  return isSafe ? `(c.folded ->> ${add(field)})` : textIn('c.folded', add(field))
}

const isEquality = (op: string): boolean => ['eq', 'ne', 'in', 'not_in'].includes(op)
const startsLikeList = (text: string): boolean => text.startsWith('[')

const textIn = (object: string, key: string): string =>
  `(case when jsonb_typeof(${object} -> ${key}) = 'string' then ${object} ->> ${key} end)`

function textTest(column: string, test: TextTest, add: AddValue): string {
  if (test.op === 'exists') return `(${column} is not null)`
  if (test.op === 'absent') return `(${column} is null)`
  const positive = (condition: string): string => `coalesce(${condition}, false)`
  const negative = (condition: string): string => `coalesce(not (${condition}), true)`
  const [first] = test.texts
  switch (test.op) {
    case 'eq':
      return positive(`${column} = ${add(first)}`)
    case 'ne':
      return negative(`${column} = ${add(first)}`)
    case 'in':
      return positive(`${column} = any(${add(test.texts)}::text[])`)
    case 'not_in':
      return negative(`${column} = any(${add(test.texts)}::text[])`)
    case 'contains':
      return positive(`strpos(${column}, ${add(first)}) > 0`)
    case 'not_contains':
      return negative(`strpos(${column}, ${add(first)}) > 0`)
    case 'starts_with':
      return positive(`starts_with(${column}, ${add(first)})`)
    case 'ends_with':
      return positive(`right(${column}, ${[...first!].length}) = ${add(first)}`)
  }
}

// Numbers, booleans, lists -----------------------------------------------------------------------

interface NumberColumn {
  readonly column: string
  readonly type: 'float8' | 'numeric'
}

const numberIn = (object: string, key: string): NumberColumn => ({
  column: `(case when jsonb_typeof(${object} -> ${key}) = 'number'
    then (${object} ->> ${key})::float8 end)`,
  type: 'float8',
})

function numberOf(
  { key, test }: Extract<Leaf, { kind: 'number' }>,
  { add, trustsNumbers = false }: Compiling,
): NumberColumn {
  const isComparison = test.op !== 'exists' && test.op !== 'absent'
  return trustsNumbers && isComparison
    ? { column: `(c.properties -> ${add(key)})::numeric`, type: 'numeric' }
    : numberIn('c.properties', add(key))
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function numberTest({ column, type }: NumberColumn, test: NumberTest, add: AddValue): string {
  if (test.op === 'exists') return `(${column} is not null)`
  if (test.op === 'absent') return `(${column} is null)`
  // As text: the driver would send a whole number as an integer.
  const place = (value: number | undefined): string => `${add(String(value))}::text::${type}`
  const [first, second] = test.numbers
  switch (test.op) {
    case 'eq':
      return `coalesce(${column} = ${place(first)}, false)`
    case 'ne':
      return `coalesce(${column} <> ${place(first)}, true)`
    case 'in':
      return `coalesce(${column} in (${test.numbers.map(place).join(', ')}), false)`
    case 'between':
      return `coalesce(${column} between ${place(first)} and ${place(second)}, false)`
    default:
      return `coalesce(${column} ${comparisons[test.op]} ${place(first)}, false)`
  }
}

function booleanTest(column: string, test: boolean | 'exists' | 'absent'): string {
  const isBoolean = `coalesce(jsonb_typeof(${column}) = 'boolean', false)`
  if (test === 'exists') return isBoolean
  if (test === 'absent') return `(not ${isBoolean})`
  return `coalesce(${column} = '${test}'::jsonb, false)`
}

function listTest(column: string, test: ListTest, add: AddValue): string {
  const isList = `coalesce(jsonb_typeof(${column}) = 'array', false)`
  if (test.op === 'exists') return isList
  if (test.op === 'absent') return `(not ${isList})`
  const word = test.op === 'has_all' ? '?&' : '?|'
  const has = `(${isList} and ${column} ${word} ${add(test.texts)}::text[])`
  return test.op === 'has_none' ? `(not ${has})` : has
}

// Topics, letters, activity ----------------------------------------------------------------------

type TopicLeaf = Extract<Leaf, { kind: 'topic' }>

function topicTest(leaf: TopicLeaf, compiling: Compiling): string {
  const { add } = compiling
  const known = (): string => `contact_topics t where t.topic_id = ${add(leaf.topicId)}`
  const isStored = leaf.states.some(state => state !== 'none')
  const parts: string[] = []
  if (isStored) parts.push(isIn(topicRows(leaf, compiling), 't', compiling, true))
  // Who is in no state is in none since a time.
  if (leaf.states.includes('none')) {
    parts.push(leaf.sinceWithinMs === null ? `not ${isIn(known(), 't', compiling, true)}` : 'false')
  }
  return `(${parts.join(' or ')})`
}

function topicRows({ topicId, states, sinceWithinMs }: TopicLeaf, compiling: Compiling): string {
  const { add } = compiling
  const since = sinceWithinMs === null ? '' : ` and t.since >= ${at(compiling, -sinceWithinMs)}`
  const stored = states.filter(state => state !== 'none')
  return `contact_topics t where t.topic_id = ${add(topicId)} and t.state = any(${add(stored)}::text[])${since}`
}

/**
 * Counts without looking at contacts, where what is counted belongs to contacts that there are; null
 * where it may not. Topics are of both modes.
 */
export function compileCount(leaf: FilterTree, mode: Mode, compiling: Compiling): string | null {
  if (leaf.kind === 'member') {
    return `select count(*) from segment_members m
      where m.project_id = $1 and m.mode = $2 and m.segment_id = ${compiling.add(leaf.segmentId)}`
  }
  if (leaf.kind !== 'topic' || leaf.states.includes('none') || mode === 'test') return null
  return `select (select count(*) from ${topicRows(leaf, compiling)} and t.project_id = $1) - (
    select count(*) from contacts c where c.project_id = $1 and c.mode = 'test'
      and ${topicTest(leaf, compiling)})`
}

/** An end by our own hand is an exit, too. */
function sequenceTest(
  { sequenceId, states }: Extract<Leaf, { kind: 'sequence' }>,
  compiling: Compiling,
): string {
  const { add } = compiling
  const known = (): string => `enrollments e where e.sequence_id = ${add(sequenceId)}`
  const stored = states.filter(state => state !== 'never')
  const parts: string[] = []
  if (stored.length > 0) {
    const all = stored.includes('exited') ? [...stored, 'cancelled'] : stored
    parts.push(isIn(`${known()} and e.state = any(${add(all)}::text[])`, 'e', compiling))
  }
  if (stored.length < states.length) parts.push(`not ${isIn(known(), 'e', compiling)}`)
  return `(${parts.join(' or ')})`
}

/** Rows about people: from which table, how it is named, under which conditions. */
interface Rows {
  readonly from: string
  readonly of: string
  readonly conditions: readonly string[]
}

function countTest(rows: () => Rows, count: CountTest, compiling: Compiling): string {
  const { atLeast, atMost } = count
  if (atLeast === 0 && atMost === null) return 'true'
  const { from, of, conditions } = rows()
  const where = `${from} where ${conditions.join(' and ')}`
  if (atLeast === 1 && atMost === null) return isIn(where, of, compiling)
  if (atLeast === null && atMost === 0) return `(not ${isIn(where, of, compiling)})`
  return compiling.joins === undefined
    ? countOfOne(where, of, count, compiling.add)
    : countOfAll(where, of, count, { ...compiling, joins: compiling.joins })
}

function countOfAll(
  where: string,
  of: string,
  { atLeast, atMost }: CountTest,
  { joins, add }: { readonly joins: string[]; readonly add: AddValue },
): string {
  const having = (bound: number): string =>
    joined(
      joins,
      `select ${of}.contact_id from ${where} and ${of}.project_id = $1
        group by ${of}.contact_id having count(*) >= ${add(bound)}::integer`,
    )
  const parts = [
    ...(atLeast === null || atLeast === 0 ? [] : [having(atLeast)]),
    ...(atMost === null ? [] : [`not ${having(atMost + 1)}`]),
  ]
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`
}

function countOfOne(
  where: string,
  of: string,
  { atLeast, atMost }: CountTest,
  add: AddValue,
): string {
  const enough = Math.max(atLeast ?? 0, atMost === null ? 0 : atMost + 1)
  const count = `(select count(*) from (select from ${where} and ${of}.project_id = c.project_id
    and ${of}.contact_id = c.id limit ${add(enough)}::integer) found)`
  const parts = [
    ...(atLeast === null ? [] : [`${count} >= ${add(atLeast)}::integer`]),
    ...(atMost === null ? [] : [`${count} <= ${add(atMost)}::integer`]),
  ]
  return `(${parts.join(' and ')})`
}

const letterColumns: Readonly<Record<LettersTest['fact'], string>> = {
  received: 'l.sent_at',
  opened: 'l.opened_at',
  clicked: 'l.clicked_at',
  bounced: 'l.bounced_at',
}

function letters({ fact, by, withinMs, last, of }: LettersTest, compiling: Compiling): Rows {
  const { add } = compiling
  const isAnyone = by === 'anyone' && (fact === 'opened' || fact === 'clicked')
  const column = isAnyone ? `coalesce(${letterColumns[fact]}, l.machine_at)` : letterColumns[fact]
  // Not both: a plan would expect as few again.
  const conditions = [
    withinMs === null ? `${column} is not null` : `${column} >= ${at(compiling, -withinMs)}`,
  ]
  if (of?.campaign !== undefined) conditions.push(`l.source_id = ${add(of.campaign)}`)
  if (of?.sequence !== undefined) conditions.push(`l.source_id = ${add(of.sequence)}`)
  if (of?.step !== undefined) conditions.push(`l.step = ${add(of.step)}`)
  if (of?.topic !== undefined) conditions.push(`l.topic_id = ${add(of.topic)}`)
  if (of?.link !== undefined) conditions.push(`${add(of.link)}::integer = any(l.links)`)
  return { from: last === null ? 'letters l' : lastLetters(last, compiling), of: 'l', conditions }
}

function lastLetters(last: number, { add, joins }: Compiling): string {
  if (joins === undefined) {
    return `(select * from letters where project_id = c.project_id and contact_id = c.id
      order by email_id desc limit ${add(last)}::integer) l`
  }
  return `(select * from (select *, row_number() over
      (partition by contact_id order by email_id desc) as place from letters where project_id = $1) all_of
    where place <= ${add(last)}::integer) l`
}

function events({ name, withinMs, where }: EventTest, compiling: Compiling): Rows {
  const { add } = compiling
  const conditions = [
    'a.contact_id is not null',
    `a.name = ${add(name)}`,
    ...(withinMs === null ? [] : [`a.at >= ${at(compiling, -withinMs)}`]),
    ...where.map(one => eventCondition(one, add)),
  ]
  return { from: 'activity a', of: 'a', conditions }
}

function eventCondition(one: EventCondition, add: AddValue): string {
  const key = add(one.field)
  switch (one.kind) {
    case 'presence':
      return `${one.test === 'exists' ? '' : 'not '}coalesce(
        a.data ? ${key} and jsonb_typeof(a.data -> ${key}) <> 'null', false)`
    case 'boolean':
      return booleanTest(`(a.data -> ${key})`, one.test)
    case 'number':
      return numberTest(numberIn('a.data', key), one.test, add)
    case 'text':
      return textTest(textIn('a.folded', key), one.test, add)
  }
}
