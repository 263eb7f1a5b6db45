/** What conditions can be about: fields of contacts, topics, segments, all by what people call them. */
import { useMemo } from 'react'
import { type NamedRow, nameAmong, useAll, useList } from '../../api/lists.ts'
import type {
  EventCondition,
  FieldCondition,
  Filter,
  LettersCondition,
  PropertyType,
  Segment,
} from '../../api/shapes.ts'
import { type Say, type Text, useSay } from '../../ui/words.tsx'
import { fields as ofContact } from '../contacts/fields.tsx'
import { useLabel, useValueText } from '../properties/property-input.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { daysOf, type Leaf, partOf } from './filter.ts'
import {
  factOfOneTexts,
  factTexts,
  operatorTexts,
  sequenceStateWords,
  stateOfTopicWords,
  segments as words,
} from './texts.ts'

interface Field {
  readonly id: string
  readonly label: string
  readonly type: PropertyType
}

const plainFields: readonly { id: string; label: Text; type: PropertyType }[] = [
  { id: 'email', label: words.email, type: 'string' },
  { id: 'email_domain', label: words.email_domain, type: 'string' },
  ...ofContact.map(({ name, label }) => ({ id: name, label, type: 'string' as const })),
  { id: 'source', label: words.source, type: 'string' },
  { id: 'created_at', label: words.created_at, type: 'date' },
  { id: 'updated_at', label: words.updated_at, type: 'date' },
  { id: 'unsubscribed', label: words.unsubscribed, type: 'boolean' },
]

export interface Vocabulary {
  readonly fields: readonly Field[]
  /** This and the other lists: undefined until they have come. */
  readonly topics: readonly NamedRow[] | undefined
  readonly segments: readonly Segment[] | undefined
  readonly sequences: readonly NamedRow[] | undefined
  /** The latest of them. */
  readonly campaigns: readonly NamedRow[] | undefined
  readonly fieldOf: (id: string) => Field
  /** A value of a field as people read it. */
  readonly textOf: (value: unknown, type?: PropertyType) => string
  /** Letters by the steps that send them, where conditions are part of a sequence. */
  readonly steps?: readonly string[]
  /** Where a link of a campaign leads, where that is known. */
  readonly linkOf?: (n: number) => string | undefined
  /** What the letter of a step is called there. */
  readonly letterOf?: (step: string) => string
}

export function useVocabulary(): Vocabulary {
  const say = useSay()
  const labelOf = useLabel()
  const textOf = useValueText()
  const { named: topics } = useTopics()
  const { data: properties } = useAll('project.contactProperties.list')
  const { data: segments } = useAll('project.segments.list')
  const { data: sequences } = useAll('project.sequences.list')
  const { data: campaigns } = useList('project.campaigns.list')
  return useMemo(() => {
    const own = (properties ?? []).map(property => ({
      id: `properties.${property.key}`,
      label: labelOf(property),
      type: property.type,
    }))
    const fields = [...plainFields.map(one => ({ ...one, label: say(one.label) })), ...own]
    return {
      fields,
      topics,
      segments,
      sequences,
      campaigns,
      fieldOf: id =>
        fields.find(one => one.id === id) ?? {
          id,
          label: properties === undefined ? '…' : id,
          type: 'string' as const,
        },
      textOf,
    }
  }, [say, labelOf, textOf, topics, properties, segments, sequences, campaigns])
}

/** A part of a sentence; a chip is what could be another. */
interface Piece {
  readonly text: string
  readonly isChip: boolean
}

const chip = (text: string): Piece => ({ text, isChip: true })
const plain = (text: string): Piece => ({ text, isChip: false })

/** A condition as a sentence. */
export const sentenceOf = (leaf: Leaf, vocabulary: Vocabulary, say: Say): string =>
  piecesOf(leaf, vocabulary, say).reduce((said, { text, isChip }, n, all) => {
    const mark = isChip && all[n - 1]?.isChip ? ', ' : ' '
    return n === 0 ? text : `${said}${mark}${text}`
  }, '')

export function piecesOf(leaf: Leaf, vocabulary: Vocabulary, say: Say): Piece[] {
  if ('field' in leaf) return fieldPieces(leaf, vocabulary, say)
  if ('topic' in leaf) {
    const states = [leaf.state ?? 'subscribed'].flat().map(state => say(stateOfTopicWords[state]))
    return [
      plain(states.join(say(words.or))),

      chip(nameOf('topics', leaf.topic, vocabulary)),
    ]
  }
  if ('segment' in leaf) {
    return [plain(say(words.isInSegment)), chip(nameOf('segments', leaf.segment, vocabulary))]
  }
  if ('letters' in leaf) return lettersPieces(leaf, vocabulary, say)
  if ('event' in leaf) {
    return [plain(say(words.didWhat)), chip(leaf.event || '…'), ...countPieces(leaf, say)]
  }
  const states = [leaf.state].flat().map(state => say(sequenceStateWords[state]))
  return [
    plain(states.join(say(words.or))),
    plain(say(words.inSequence)),
    chip(nameOf('sequences', leaf.sequence, vocabulary)),
  ]
}

type NamedList = 'topics' | 'segments' | 'sequences' | 'campaigns'

const nameOf = (list: NamedList, id: string, vocabulary: Vocabulary): string =>
  nameAmong(vocabulary[list], id) ?? (id || '…')

function fieldPieces(
  { field, op, value }: FieldCondition,
  vocabulary: Vocabulary,
  say: Say,
): Piece[] {
  const { label, type } = vocabulary.fieldOf(field)
  const text = operatorTexts[type][op]
  const span = typeof value === 'string' && /^P\d+D$/.test(value) ? daysOf(value) : null
  const values = [value ?? []].flat().map(one => vocabulary.textOf(one, type))
  const said = text ? say(text) : op
  if (span !== null) {
    // `in the last (days)` names its unit: here it stands behind the number.
    const [before] = said.split(' (')
    return [chip(label), plain(before!), chip(say(words.nDays, { days: span }))]
  }
  // The words of a comparison with two ends have a place for the first.
  const [first = '', second] = values
  if (op === 'between' && second !== undefined) {
    const [before = '', after = ''] = said.split('…')
    return [chip(label), plain(before.trim()), chip(first), plain(after.trim()), chip(second)]
  }
  return [chip(label), plain(said), ...values.map(chip)]
}

/** Inside a sequence a letter has the name of its step. */
export const letterName = (step: string, { letterOf }: Vocabulary, say: Say): string =>
  letterOf?.(step) ?? say(words.letterOf, { step })

function lettersPieces(leaf: LettersCondition, vocabulary: Vocabulary, say: Say): Piece[] {
  const { of, last, by } = leaf
  const isOfLink = leaf.letters === 'clicked' && of?.link !== undefined
  const facts = of?.step === undefined || last != null ? factTexts : factOfOneTexts
  const pieces = [plain(say(isOfLink ? words.clickedLink : facts[leaf.letters]))]
  if (last != null) pieces.push(chip(say(words.ofLast, { n: last })))
  if (of?.step !== undefined) pieces.push(chip(letterName(of.step, vocabulary, say)))
  if (of?.link !== undefined) {
    pieces.push(chip(vocabulary.linkOf?.(of.link) ?? say(words.ofLink, { n: of.link })))
  }
  for (const name of ['campaign', 'sequence', 'topic'] as const) {
    const id = of?.[name]
    if (id === undefined) continue
    pieces.push(plain(say(words[`of_${name}`])), chip(nameOf(`${name}s`, id, vocabulary)))
  }
  pieces.push(...countPieces(leaf, say))
  if (by === 'anyone') pieces.push(plain(say(words.sayByAnyone)))
  return pieces
}

/** Once is what everybody takes it for: only another number is said. */
function countPieces(leaf: LettersCondition | EventCondition, say: Say): Piece[] {
  const { at_least: atLeast, at_most: atMost, within } = leaf
  const pieces: Piece[] = []
  if (atMost === 0) pieces.push(chip(say(words.notOnce)))
  else if (atLeast != null && atLeast !== 1) pieces.push(chip(say(words.nTimes, { n: atLeast })))
  if (atMost != null && atMost > 0) pieces.push(chip(say(words.mostTimes, { n: atMost })))
  if (within)
    pieces.push(plain(say(words.inLast)), chip(say(words.nDays, { days: daysOf(within) })))
  return pieces
}

/** A whole filter in one line, for lists. */
export function lineOf(filter: Filter, vocabulary: Vocabulary, say: Say): string {
  const part = partOf(filter)
  const plain =
    part.kind === 'leaf'
      ? sentenceOf(part.leaf, vocabulary, say)
      : part.parts
          .map(one => lineOf(one, vocabulary, say))
          .join(part.kind === 'all' ? '; ' : say(words.or))
  return part.isNot ? say(words.sayNot, { what: plain }) : plain
}
