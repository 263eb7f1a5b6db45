/**
 * The filter language (docs/contract.md#filters): what callers write, checked and turned into a tree
 * that both engines take. Texts are folded here, times are turned into what they span, so that the
 * engines have nothing left to interpret.
 */
import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type TopicState, topicStates } from '../contacts/contact.ts'
import type { PropertyTypes } from '../contacts/property.ts'
import {
  type DateTest,
  type ListTest,
  type NumberTest,
  operatorsOf,
  readBooleanTest,
  readDateTest,
  readListTest,
  readNumberTest,
  readTextTest,
  type TextTest,
} from './operators.ts'

/** Fields of the contact itself whose texts are compared. */
const textFields = [
  'email',
  'email_domain',
  'external_id',
  'first_name',
  'last_name',
  'language',
  'time_zone',
  'source',
] as const
type TextField = (typeof textFields)[number]
const dateFields = ['created_at', 'updated_at'] as const
type DateField = (typeof dateFields)[number]

/** Where a leaf stands, as answers name it: `all[2]`. */
interface Placed {
  readonly path: string
}

export type Leaf = Placed &
  (
    | {
        readonly kind: 'text'
        readonly field: TextField | `properties.${string}`
        readonly test: TextTest
      }
    | { readonly kind: 'number'; readonly key: string; readonly test: NumberTest }
    | {
        readonly kind: 'boolean'
        readonly key: string
        readonly test: boolean | 'exists' | 'absent'
      }
    | { readonly kind: 'unsubscribed'; readonly test: boolean }
    | {
        readonly kind: 'date'
        readonly field: DateField | `properties.${string}`
        readonly test: DateTest
      }
    | { readonly kind: 'list'; readonly key: string; readonly test: ListTest }
    | {
        readonly kind: 'topic'
        readonly topicId: Uuid
        readonly states: readonly TopicState[]
        readonly sinceWithinMs: number | null
      }
    | { readonly kind: 'member'; readonly segmentId: Uuid }
    | { readonly kind: 'letters'; readonly test: LettersTest; readonly count: CountTest }
    | { readonly kind: 'event'; readonly test: EventTest; readonly count: CountTest }
    | {
        readonly kind: 'sequence'
        readonly sequenceId: Uuid
        readonly states: readonly SequenceState[]
      }
  )

export type FilterTree =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly FilterTree[] }
  | { readonly kind: 'not'; readonly node: FilterTree }
  /** Of another segment, whose tree stands here. */
  | (Placed & { readonly kind: 'segment'; readonly segmentId: Uuid; readonly node: FilterTree })
  | Leaf

export interface CountTest {
  readonly atLeast: number | null
  readonly atMost: number | null
}

/** How somebody stands to a sequence: several may hold at once for who has come in again. */
const sequenceStates = ['inside', 'finished', 'exited', 'never'] as const
export type SequenceState = (typeof sequenceStates)[number]

const letterFacts = ['received', 'opened', 'clicked', 'bounced'] as const

export interface LettersTest {
  readonly fact: (typeof letterFacts)[number]
  readonly by: 'people' | 'anyone'
  readonly withinMs: number | null
  readonly last: number | null
  readonly of: {
    readonly campaign?: Uuid
    readonly sequence?: Uuid
    readonly step?: string
    readonly topic?: Uuid
    readonly link?: number
  } | null
}

export interface EventTest {
  readonly name: string
  readonly withinMs: number | null
  readonly where: readonly EventCondition[]
}

export type EventCondition = { readonly field: string } & (
  | { readonly kind: 'text'; readonly test: TextTest }
  | { readonly kind: 'number'; readonly test: NumberTest }
  | { readonly kind: 'boolean'; readonly test: boolean }
  | { readonly kind: 'presence'; readonly test: 'exists' | 'absent' }
)

/** What filters may refer to. */
export interface Vocabulary {
  readonly properties: PropertyTypes
  readonly topics: ReadonlySet<Uuid>
  readonly sequences: ReadonlySet<Uuid>
  readonly segments: ReadonlyMap<
    Uuid,
    { readonly kind: 'dynamic' | 'static'; readonly filter: unknown }
  >
}

const maxLevels = 5
const maxLeaves = 100
const maxSegmentDepth = 3
const maxLast = 32
const maxWheres = 20

type Given = Readonly<Record<string, unknown>>

interface Reading {
  readonly vocabulary: Vocabulary
  /** Leaves read so far. */
  readonly count: { leaves: number }
  /** The segments in which this stands, from the outside. */
  readonly within: readonly Uuid[]
  readonly depth: number
}

/** Throws Refusal whose `param` is the place: `filter.all[2].op`. `self`: the segment it belongs to. */
export function readFilter(
  given: unknown,
  vocabulary: Vocabulary,
  self: Uuid | null = null,
): FilterTree {
  const reading = {
    vocabulary,
    count: { leaves: 0 },
    within: self === null ? [] : [self],
    depth: 0,
  }
  return readNode(given, '', 1, reading)
}

const refuse = (path: string, why?: Text): Refusal =>
  new Refusal('invalid_field', {
    param: path === '' ? 'filter' : `filter.${path}`,
    ...(why === undefined ? {} : { why }),
  })
const missing = (path: string): Refusal =>
  new Refusal('missing_field', { param: path === '' ? 'filter' : `filter.${path}` })
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const groups = ['all', 'any'] as const

function readNode(given: unknown, path: string, level: number, reading: Reading): FilterTree {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse(path, notAnObject)
  const node = given as Given
  const group = groups.find(name => name in node)
  if (group !== undefined) return readGroup(node, group, path, level, reading)
  if ('not' in node) {
    onlyKeys(node, ['not'], path)
    if (level > maxLevels) throw refuse(path, tooDeep)
    return { kind: 'not', node: readNode(node.not, join(path, 'not'), level + 1, reading) }
  }
  if (++reading.count.leaves > maxLeaves) throw refuse('', tooMany)
  return readLeaf(node, path, reading)
}

function readGroup(
  node: Given,
  group: (typeof groups)[number],
  path: string,
  level: number,
  reading: Reading,
): FilterTree {
  onlyKeys(node, [group], path)
  const place = join(path, group)
  const nodes = node[group]
  if (!Array.isArray(nodes))
    throw refuse(place, { en: '{param} must be a list.', pt: '{param} deve ser uma lista.' })
  if (level > maxLevels) throw refuse(path, tooDeep)
  return {
    kind: group,
    nodes: nodes.map((one, i) => readNode(one, `${place}[${i}]`, level + 1, reading)),
  }
}

const notAnObject: Text = {
  en: '{param} must be a condition or a group: an object.',
  pt: '{param} deve ser uma condição ou um grupo: um objeto.',
}
const tooDeep: Text = {
  en: `Groups stand in each other at most ${maxLevels} deep.`,
  pt: `Grupos ficam uns dentro dos outros em no máximo ${maxLevels} níveis.`,
}
const tooMany: Text = {
  en: `A filter has at most ${maxLeaves} conditions.`,
  pt: `Um filtro tem no máximo ${maxLeaves} condições.`,
}

function onlyKeys(node: Given, allowed: readonly string[], path: string): void {
  const unknown = Object.keys(node).find(name => !allowed.includes(name))
  if (unknown === undefined) return
  throw refuse(join(path, unknown), {
    en: 'There is no field {param}.',
    pt: 'Não existe o campo {param}.',
  })
}

const leafReaders: Readonly<
  Record<string, (node: Given, path: string, reading: Reading) => FilterTree>
> = {
  field: readFieldLeaf,
  topic: readTopicLeaf,
  segment: readSegmentLeaf,
  letters: readLettersLeaf,
  event: readEventLeaf,
  sequence: readSequenceLeaf,
}

function readLeaf(node: Given, path: string, reading: Reading): FilterTree {
  const kind = Object.keys(leafReaders).find(name => name in node)
  if (kind === undefined)
    throw Object.keys(node).length === 0 ? missing(join(path, 'field')) : refuse(path, notAnObject)
  return leafReaders[kind]!(node, path, reading)
}

// Fields -----------------------------------------------------------------------------------------

function readFieldLeaf(node: Given, path: string, { vocabulary }: Reading): FilterTree {
  onlyKeys(node, ['field', 'op', 'value'], path)
  const { field } = node
  const type = typeof field === 'string' ? typeOf(field, vocabulary.properties) : null
  if (type === null) {
    throw refuse(join(path, 'field'), {
      en: 'There is no such field.',
      pt: 'Não existe este campo.',
    })
  }
  const op = readOp(node, path, operatorsOf(type))
  const value = {
    given: node.value,
    wrong: (why: Text) => refuse(join(path, 'value'), why),
    missing: () => missing(join(path, 'value')),
  }
  const name = field as `properties.${string}`
  const key = name.slice('properties.'.length)
  switch (type) {
    case 'string':
    case 'url':
      return { kind: 'text', path, field: name, test: readTextTest(op, value) }
    case 'number':
      return { kind: 'number', path, key, test: readNumberTest(op, value) }
    case 'date':
      return { kind: 'date', path, field: name, test: readDateTest(op, value) }
    case 'list':
      return { kind: 'list', path, key, test: readListTest(op, value) }
    case 'boolean': {
      const test = readBooleanTest(op, value)
      if (name !== ('unsubscribed' as string)) return { kind: 'boolean', path, key, test }
      return {
        kind: 'unsubscribed',
        path,
        test: test === 'exists' ? true : test === 'absent' ? false : test,
      }
    }
  }
}

function typeOf(field: string, properties: PropertyTypes) {
  if ((textFields as readonly string[]).includes(field)) return 'string'
  if ((dateFields as readonly string[]).includes(field)) return 'date'
  if (field === 'unsubscribed') return 'boolean'
  return field.startsWith('properties.') ? (properties.get(field.slice(11)) ?? null) : null
}

function readOp(node: Given, path: string, allowed: readonly string[]): string {
  const { op } = node
  if (op === undefined || op === null) throw missing(join(path, 'op'))
  if (typeof op === 'string' && allowed.includes(op)) return op
  const list = allowed.join(', ')
  throw refuse(join(path, 'op'), {
    en: `Here {param} is one of ${list}.`,
    pt: `Aqui {param} é um destes: ${list}.`,
  })
}

// Topics and segments ----------------------------------------------------------------------------

function readTopicLeaf(node: Given, path: string, { vocabulary }: Reading): FilterTree {
  onlyKeys(node, ['topic', 'state', 'since_within'], path)
  const topicId = typeof node.topic === 'string' ? read('top', node.topic) : null
  if (topicId === null || !vocabulary.topics.has(topicId)) {
    throw refuse(join(path, 'topic'), {
      en: 'There is no such topic.',
      pt: 'Não existe este tópico.',
    })
  }
  const states = readStates(node.state ?? 'subscribed', topicStates, join(path, 'state'))
  return {
    kind: 'topic',
    path,
    topicId,
    states,
    sinceWithinMs: readDuration(node, 'since_within', path),
  }
}

function readSegmentLeaf(node: Given, path: string, reading: Reading): FilterTree {
  onlyKeys(node, ['segment'], path)
  const id = typeof node.segment === 'string' ? read('seg', node.segment) : null
  const segment = id === null ? undefined : reading.vocabulary.segments.get(id)
  const place = join(path, 'segment')
  if (id === null || segment === undefined) {
    throw refuse(place, { en: 'There is no such segment.', pt: 'Não existe este segmento.' })
  }
  if (reading.within.includes(id)) {
    throw refuse(place, {
      en: 'The segments refer to each other in a circle.',
      pt: 'Os segmentos se referem uns aos outros em círculo.',
    })
  }
  if (segment.kind === 'static') return { kind: 'member', path, segmentId: id }
  if (reading.depth >= maxSegmentDepth) {
    throw refuse(place, {
      en: `Segments stand in each other at most ${maxSegmentDepth} deep.`,
      pt: `Segmentos ficam uns dentro dos outros em no máximo ${maxSegmentDepth} níveis.`,
    })
  }
  const inner = { ...reading, within: [...reading.within, id], depth: reading.depth + 1 }
  // What is wrong inside is wrong at the place that names it.
  try {
    return { kind: 'segment', path, segmentId: id, node: readNode(segment.filter, '', 1, inner) }
  } catch (error) {
    throw error instanceof Refusal ? refuse(place, error.text) : error
  }
}

function readSequenceLeaf(node: Given, path: string, { vocabulary }: Reading): FilterTree {
  onlyKeys(node, ['sequence', 'state'], path)
  const sequenceId = typeof node.sequence === 'string' ? read('seq', node.sequence) : null
  if (sequenceId === null || !vocabulary.sequences.has(sequenceId)) {
    throw refuse(join(path, 'sequence'), {
      en: 'There is no such sequence.',
      pt: 'Não existe esta sequência.',
    })
  }
  const states = readStates(node.state ?? [], sequenceStates, join(path, 'state'))
  return { kind: 'sequence', path, sequenceId, states }
}

/** One or a list of them. */
function readStates<State extends string>(
  given: unknown,
  known: readonly State[],
  path: string,
): readonly State[] {
  const states = Array.isArray(given) ? given : [given]
  if (states.length === 0) throw missing(path)
  if (states.every(one => known.includes(one))) return states
  const list = known.join(', ')
  throw refuse(path, {
    en: `{param} is one of ${list}, or a list of them.`,
    pt: `{param} é um destes: ${list}, ou uma lista deles.`,
  })
}

// What people did --------------------------------------------------------------------------------

function readLettersLeaf(node: Given, path: string, reading: Reading): FilterTree {
  onlyKeys(node, ['letters', 'within', 'last', 'of', 'at_least', 'at_most', 'by'], path)
  const fact = letterFacts.find(name => name === node.letters)
  if (fact === undefined) throw refuse(join(path, 'letters'))
  const { by = 'people', last } = node
  if (by !== 'people' && by !== 'anyone') throw refuse(join(path, 'by'))
  const isLast = Number.isInteger(last) && (last as number) >= 1 && (last as number) <= maxLast
  if (last !== undefined && last !== null && !isLast) {
    throw refuse(join(path, 'last'), {
      en: `{param} is a whole number from 1 to ${maxLast}.`,
      pt: `{param} é um número inteiro de 1 a ${maxLast}.`,
    })
  }
  const test: LettersTest = {
    fact,
    by,
    withinMs: readDuration(node, 'within', path),
    last: (last as number | null | undefined) ?? null,
    of: readOf(node.of, join(path, 'of'), reading),
  }
  return { kind: 'letters', path, test, count: readCount(node, path) }
}

const ofNames = ['campaign', 'sequence', 'step', 'topic', 'link'] as const

function readOf(given: unknown, path: string, { vocabulary }: Reading): LettersTest['of'] {
  if (given === undefined || given === null) return null
  if (typeof given !== 'object' || Array.isArray(given)) throw refuse(path)
  const of = given as Given
  onlyKeys(of, ofNames, path)
  const names = Object.keys(of)
  if (names.length !== 1)
    throw refuse(path, {
      en: '{param} names exactly one thing.',
      pt: '{param} nomeia exatamente uma coisa.',
    })
  const name = names[0] as (typeof ofNames)[number]
  const value = of[name]
  const place = join(path, name)
  if (name === 'step' && typeof value === 'string' && value.length <= 100) return { step: value }
  if (name === 'link' && Number.isInteger(value)) return { link: value as number }
  const prefix = { campaign: 'cmp', sequence: 'seq', topic: 'top' } as const
  if (name === 'step' || name === 'link' || typeof value !== 'string') throw refuse(place)
  const id = read(prefix[name], value)
  if (id === null || (name === 'topic' && !vocabulary.topics.has(id))) throw refuse(place)
  return { [name]: id }
}

const activityName = /^[a-z][a-z0-9_.-]{0,63}$/

function readEventLeaf(node: Given, path: string): FilterTree {
  onlyKeys(node, ['event', 'within', 'at_least', 'at_most', 'where'], path)
  if (typeof node.event !== 'string' || !activityName.test(node.event))
    throw refuse(join(path, 'event'))
  const wheres = node.where ?? []
  const place = join(path, 'where')
  if (!Array.isArray(wheres) || wheres.length > maxWheres) throw refuse(place)
  const test: EventTest = {
    name: node.event,
    withinMs: readDuration(node, 'within', path),
    where: wheres.map((one, i) => readWhere(one, `${place}[${i}]`)),
  }
  return { kind: 'event', path, test, count: readCount(node, path) }
}

/** Nobody has said of which type the data are: the value says it, or the operator. */
export function readWhere(given: unknown, path: string): EventCondition {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse(path, notAnObject)
  const where = given as Given
  onlyKeys(where, ['field', 'op', 'value'], path)
  const { field } = where
  if (field === undefined || field === null) throw missing(join(path, 'field'))
  if (typeof field !== 'string' || field.length > 100) throw refuse(join(path, 'field'))
  const value = {
    given: where.value,
    wrong: (why: Text) => refuse(join(path, 'value'), why),
    missing: () => missing(join(path, 'value')),
  }
  const sample = Array.isArray(where.value) ? where.value[0] : where.value
  if (typeof sample === 'boolean') {
    readOp(where, path, ['eq'])
    return { field, kind: 'boolean', test: sample }
  }
  const type = typeof sample === 'number' ? 'number' : 'string'
  const op = readOp(where, path, operatorsOf(type))
  if (op === 'exists' || op === 'absent') return { field, kind: 'presence', test: op }
  return type === 'number'
    ? { field, kind: 'number', test: readNumberTest(op, value) }
    : { field, kind: 'text', test: readTextTest(op, value) }
}

function readCount(node: Given, path: string): CountTest {
  const of = (name: string): number | null => {
    const value = node[name]
    if (value === undefined || value === null) return null
    if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000)
      return value as number
    throw refuse(join(path, name), {
      en: '{param} is a whole number.',
      pt: '{param} é um número inteiro.',
    })
  }
  const [atLeast, atMost] = [of('at_least'), of('at_most')]
  return { atLeast: atLeast === null && atMost === null ? 1 : atLeast, atMost }
}

function readDuration(node: Given, name: string, path: string): number | null {
  const value = node[name]
  if (value === undefined || value === null) return null
  const ms = typeof value === 'string' ? durationMs(value) : null
  if (ms === null) throw refuse(join(path, name), durationForm)
  return ms
}

const durationForm: Text = {
  en: '{param} must be a duration such as P30D or PT12H.',
  pt: '{param} deve ser uma duração, como P30D ou PT12H.',
}

/** A condition, or another segment as one. */
export type Condition = Leaf | Extract<FilterTree, { readonly kind: 'segment' }>

/** All conditions of a tree; those inside of other segments are not among them. */
export function conditionsIn(tree: FilterTree): Condition[] {
  if ('nodes' in tree) return tree.nodes.flatMap(conditionsIn)
  return tree.kind === 'not' ? conditionsIn(tree.node) : [tree]
}
