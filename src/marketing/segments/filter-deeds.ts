/** Conditions of a filter about what people did, or what became of letters to them. */
import { read } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { activityName } from '../activity/catalogue.ts'
import {
  type FilterInput,
  join,
  missing,
  notAnObject,
  onlyKeys,
  type Reading,
  readDuration,
  readOp,
  refuse,
} from './filter-given.ts'
import {
  type CountTest,
  type EventCondition,
  type EventTest,
  type FilterTree,
  type LettersTest,
  letterFacts,
} from './filter-tree.ts'
import { operatorsOf, readNumberTest, readTextTest } from './operators.ts'

const maxLast = 32
const maxWheres = 20

export function readLettersLeaf(node: FilterInput, path: string, reading: Reading): FilterTree {
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
  const of = given as FilterInput
  onlyKeys(of, ofNames, path)
  const names = Object.keys(of) as (typeof ofNames)[number][]
  // A link is known by its number, which each campaign gives anew.
  const isLinkOfCampaign = names.length === 2 && 'campaign' in of && 'link' in of
  if (names.length !== 1 && !isLinkOfCampaign)
    throw refuse(path, {
      en: '{param} names exactly one thing, or a campaign and a link of it.',
      pt: '{param} nomeia exatamente uma coisa, ou uma campanha e um link dela.',
    })
  return Object.assign({}, ...names.map(name => readName(name, of[name], path, vocabulary)))
}

function readName(
  name: (typeof ofNames)[number],
  value: unknown,
  path: string,
  vocabulary: Reading['vocabulary'],
): NonNullable<LettersTest['of']> {
  const place = join(path, name)
  if (name === 'step' && typeof value === 'string' && value.length <= 100) return { step: value }
  if (name === 'link' && Number.isInteger(value)) return { link: value as number }
  const prefix = { campaign: 'cmp', sequence: 'seq', topic: 'top' } as const
  if (name === 'step' || name === 'link' || typeof value !== 'string') throw refuse(place)
  const id = read(prefix[name], value)
  if (id === null || (name === 'topic' && !vocabulary.topics.has(id))) throw refuse(place)
  return { [name]: id }
}

export function readEventLeaf(node: FilterInput, path: string): FilterTree {
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
  const where = given as FilterInput
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

function readCount(node: FilterInput, path: string): CountTest {
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
