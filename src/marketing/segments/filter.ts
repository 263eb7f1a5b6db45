/**
 * The filter language (docs/contract.md#filters): what callers write, checked and turned into a tree
 * that both engines take. Texts are folded here, times are turned into what they span, so that the
 * engines have nothing left to interpret.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { partOfAddress } from '#kernel/mail/address.ts'
import type { PropertyTypes } from '../contacts/fields/property.ts'
import { topicStates } from '../contacts/people/contact.ts'
import { readEventLeaf, readLettersLeaf } from './filter-deeds.ts'
import {
  type FilterInput,
  join,
  missing,
  notAnObject,
  onlyKeys,
  type Reading,
  readDuration,
  readOp,
  readStates,
  refuse,
} from './filter-given.ts'
import {
  conditionsIn,
  dateFields,
  type FilterTree,
  sequenceStates,
  textFields,
  type Vocabulary,
} from './filter-tree.ts'
import {
  operatorsOf,
  readBooleanTest,
  readDateTest,
  readListTest,
  readNumberTest,
  readTextTest,
  type TextTest,
} from './operators.ts'

const maxLevels = 5
const maxLeaves = 100
const maxSegmentDepth = 3

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
  const tree = readNode(given, '', 1, reading)
  if (vocabulary.isGivenNow === true) mustSaySomething(tree)
  return tree
}

/** Every text contains an empty one, or one of marks alone: nobody means all of their people by it. */
const partOperators: readonly string[] = ['contains', 'not_contains', 'starts_with', 'ends_with']

function mustSaySomething(tree: FilterTree): void {
  for (const one of conditionsIn(tree)) {
    if (one.kind === 'text' && isEmpty(one.test)) throw saysNothing(join(one.path, 'value'))
    if (one.kind !== 'event') continue
    const n = one.test.where.findIndex(where => where.kind === 'text' && isEmpty(where.test))
    if (n >= 0) throw saysNothing(join(one.path, `where[${n}].value`))
  }
}

const isEmpty = (test: TextTest): boolean =>
  'texts' in test && partOperators.includes(test.op) && test.texts.includes('')

const saysNothing = (path: string): Refusal =>
  refuse(path, {
    en: '{param} must hold a letter, a number or a sign: without one, everybody fits.',
    pt: '{param} deve ter uma letra, um número ou um sinal: sem isso, todos se encaixam.',
  })

const groups = ['all', 'any'] as const

function readNode(given: unknown, path: string, level: number, reading: Reading): FilterTree {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse(path, notAnObject)
  const node = given as FilterInput
  const group = groups.find(name => name in node)
  if (group !== undefined) return readGroup(node, group, { path, level }, reading)
  if ('not' in node) {
    onlyKeys(node, ['not'], path)
    if (level > maxLevels) throw refuse(path, tooDeep)
    return { kind: 'not', node: readNode(node.not, join(path, 'not'), level + 1, reading) }
  }
  if (++reading.count.leaves > maxLeaves) throw refuse('', tooMany)
  return readLeaf(node, path, reading)
}

function readGroup(
  node: FilterInput,
  group: (typeof groups)[number],
  { path, level }: { readonly path: string; readonly level: number },
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

const tooDeep: Text = {
  en: `Groups stand in each other at most ${maxLevels} deep.`,
  pt: `Grupos ficam uns dentro dos outros em no máximo ${maxLevels} níveis.`,
}
const tooMany: Text = {
  en: `A filter has at most ${maxLeaves} conditions.`,
  pt: `Um filtro tem no máximo ${maxLeaves} condições.`,
}

const leafReaders: Readonly<
  Record<string, (node: FilterInput, path: string, reading: Reading) => FilterTree>
> = {
  field: readFieldLeaf,
  topic: readTopicLeaf,
  segment: readSegmentLeaf,
  letters: readLettersLeaf,
  event: readEventLeaf,
  sequence: readSequenceLeaf,
}

function readLeaf(node: FilterInput, path: string, reading: Reading): FilterTree {
  const kind = Object.keys(leafReaders).find(name => name in node)
  if (kind === undefined)
    throw Object.keys(node).length === 0 ? missing(join(path, 'field')) : refuse(path, notAnObject)
  return leafReaders[kind]!(node, path, reading)
}

// Fields -----------------------------------------------------------------------------------------

function readFieldLeaf(node: FilterInput, path: string, { vocabulary }: Reading): FilterTree {
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
      return {
        kind: 'text',
        path,
        field: name,
        test: readTextTest(op, value, spellingOf(name, op)),
      }
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

/** Addresses are kept with the domain in A-labels, in whatever letters a filter has it. */
function spellingOf(field: string, op: string): ((text: string) => string) | undefined {
  if (field === 'email_domain') return text => partOfAddress(text, true)
  return field === 'email' ? text => partOfAddress(text, op === 'ends_with') : undefined
}

function typeOf(field: string, properties: PropertyTypes) {
  if ((textFields as readonly string[]).includes(field)) return 'string'
  if ((dateFields as readonly string[]).includes(field)) return 'date'
  if (field === 'unsubscribed') return 'boolean'
  return field.startsWith('properties.') ? (properties.get(field.slice(11)) ?? null) : null
}

// Topics and segments ----------------------------------------------------------------------------

function readTopicLeaf(node: FilterInput, path: string, { vocabulary }: Reading): FilterTree {
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

function readSegmentLeaf(node: FilterInput, path: string, reading: Reading): FilterTree {
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

function readSequenceLeaf(node: FilterInput, path: string, { vocabulary }: Reading): FilterTree {
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
