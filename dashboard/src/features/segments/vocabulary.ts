/** What conditions can be about: fields of contacts, topics, segments, all by what people call them. */
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
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
  factTexts,
  operatorTexts,
  sequenceStateWords,
  stateWords,
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
  readonly topics: readonly { readonly id: string; readonly name: string }[]
  readonly segments: readonly Segment[]
  readonly sequences: readonly { readonly id: string; readonly name: string }[]
  readonly fieldOf: (id: string) => Field
  /** A value of a field as people read it. */
  readonly textOf: (value: unknown, type?: PropertyType) => string
  /** Letters by the steps that send them, where conditions are part of a sequence. */
  readonly steps?: readonly string[]
}

export function useVocabulary(): Vocabulary {
  const say = useSay()
  const labelOf = useLabel()
  const textOf = useValueText()
  const { topics, nameOf } = useTopics()
  const { data: properties } = useAll('project.contactProperties.list')
  const { data: segments } = useAll('project.segments.list')
  const { data: sequences } = useAll('project.sequences.list')
  return useMemo(() => {
    const own = (properties ?? []).map(property => ({
      id: `properties.${property.key}`,
      label: labelOf(property),
      type: property.type,
    }))
    const fields = [...plainFields.map(one => ({ ...one, label: say(one.label) })), ...own]
    return {
      fields,
      topics: topics.map(({ id }) => ({ id, name: nameOf(id) })),
      segments: segments ?? [],
      sequences: sequences ?? [],
      fieldOf: id =>
        fields.find(one => one.id === id) ?? { id, label: id, type: 'string' as const },
      textOf,
    }
  }, [say, labelOf, textOf, topics, nameOf, properties, segments, sequences])
}

/** A condition as a sentence. */
export function sentenceOf(leaf: Leaf, vocabulary: Vocabulary, say: Say): string {
  if ('field' in leaf) return fieldSentence(leaf, vocabulary, say)
  if ('topic' in leaf) {
    const states = [leaf.state ?? 'subscribed'].flat().map(state => say(stateWords[state]))
    const topic = vocabulary.topics.find(one => one.id === leaf.topic)?.name ?? leaf.topic
    return say(words.sayTopic, { topic, state: states.join(say(words.or)) })
  }
  if ('segment' in leaf) {
    const segment = vocabulary.segments.find(one => one.id === leaf.segment)?.name ?? leaf.segment
    return say(words.saySegment, { segment })
  }
  if ('letters' in leaf) {
    const fact = say(factTexts[leaf.letters])
    const { step } = leaf.of ?? {}
    return countSentence(step ? say(words.sayOfStep, { what: fact, step }) : fact, leaf, say)
  }
  if ('event' in leaf) return countSentence(leaf.event, leaf, say)
  const states = [leaf.state].flat().map(state => say(sequenceStateWords[state]))
  const sequence = vocabulary.sequences.find(one => one.id === leaf.sequence)?.name ?? leaf.sequence
  return say(words.saySequence, { sequence, state: states.join(say(words.or)) })
}

function fieldSentence(
  { field, op, value }: FieldCondition,
  vocabulary: Vocabulary,
  say: Say,
): string {
  const { label, type } = vocabulary.fieldOf(field)
  const text = operatorTexts[type][op]
  const span = typeof value === 'string' && /^P\d+D$/.test(value) ? daysOf(value) : null
  const values = [value ?? []].flat().map(one => vocabulary.textOf(one, type))
  // The words of a comparison with two ends have a place for the first.
  const said = text ? say(text) : op
  const [first = '', second] = values
  if (op === 'between' && second !== undefined) {
    return [label, said.replace('…', first), second].join(' ')
  }
  return [label, said, span ?? values.join(', ')].filter(Boolean).join(' ')
}

function countSentence(what: string, leaf: LettersCondition | EventCondition, say: Say): string {
  const { at_least: atLeast, at_most: atMost, within } = leaf
  const counted =
    atMost == null
      ? say(words.sayCount, { what, n: atLeast ?? 1 })
      : say(words.sayAtMost, { what, n: atMost })
  return within ? say(words.sayWithin, { what: counted, days: daysOf(within) }) : counted
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
