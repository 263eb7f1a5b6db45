/** One condition as a sentence of choices: who, about what, compared how, with what. */
import { NativeSelect, TextInput } from '@mantine/core'
import type {
  EventCondition,
  FieldCondition,
  SequenceCondition,
  TopicCondition,
} from '../../api/shapes.ts'
import { topicStates } from '../../api/shapes.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { Counted, OfLetters } from './counted-condition.tsx'
import { type Leaf, sequenceStates } from './filter.ts'
import { operatorTexts, sequenceStateWords, stateWords, segments as words } from './texts.ts'
import { firstValue, ValueInput } from './value-input.tsx'
import type { Vocabulary } from './vocabulary.ts'

interface ConditionProps<One extends Leaf = Leaf> {
  readonly leaf: One
  readonly vocabulary: Vocabulary
  readonly set: (leaf: Leaf) => void
}

export function Condition({ leaf, vocabulary, set }: ConditionProps) {
  const say = useSay()
  return (
    <>
      <Subject leaf={leaf} vocabulary={vocabulary} set={set} />
      {'field' in leaf && <OfField leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'topic' in leaf && <OfTopic leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'letters' in leaf && <OfLetters leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'event' in leaf && <OfEvent leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'sequence' in leaf && <OfSequence leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'segment' in leaf && (
        <NativeSelect
          aria-label={say(words.segment)}
          value={leaf.segment}
          onChange={event => set({ segment: event.currentTarget.value })}
          data={[
            { value: '', label: say(words.choose) },
            ...(vocabulary.segments ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  )
}

const others = ['topic', 'letters', 'event', 'segment', 'sequence'] as const

/** Choosing what it is about starts the condition anew. */
function Subject({ leaf, vocabulary, set }: ConditionProps) {
  const say = useSay()
  const value = 'field' in leaf ? leaf.field : (others.find(name => name in leaf) ?? '')
  const choose = (next: string) => {
    if (others.some(name => name === next))
      set(freshLeaf(next as (typeof others)[number], vocabulary))
    else set(freshField(next, vocabulary))
  }
  return (
    <NativeSelect
      aria-label={say(words.subject)}
      value={value}
      onChange={event => choose(event.currentTarget.value)}
      data={[
        {
          group: say(words.others),
          items: [
            { value: 'topic', label: say(words.topic) },
            { value: 'letters', label: say(words.letters) },
            { value: 'event', label: say(words.activity) },
            { value: 'segment', label: say(words.segment) },
            { value: 'sequence', label: say(words.sequence) },
          ],
        },
        {
          group: say(words.fields),
          items: vocabulary.fields.map(({ id, label }) => ({ value: id, label })),
        },
      ]}
    />
  )
}

function freshLeaf(kind: (typeof others)[number], { steps }: Vocabulary): Leaf {
  if (kind === 'topic') return { topic: '', state: 'subscribed' }
  // Inside a sequence it is about the letter before.
  if (kind === 'letters' && steps?.[0]) return { letters: 'clicked', of: { step: steps[0] } }
  if (kind === 'letters') return { letters: 'clicked', within: 'P30D', at_least: 1 }
  if (kind === 'event') return { event: '', within: 'P30D', at_least: 1 }
  if (kind === 'sequence') return { sequence: '', state: 'inside' }
  return { segment: '' }
}

export function freshField(field: string, vocabulary: Vocabulary): FieldCondition {
  const { type } = vocabulary.fieldOf(field)
  const op = Object.keys(operatorTexts[type])[0]!
  return { field, op, value: firstValue(type, op) }
}

function OfField({ leaf, vocabulary, set }: ConditionProps<FieldCondition>) {
  const say = useSay()
  const { type } = vocabulary.fieldOf(leaf.field)
  const compare = (op: string) => {
    const value = firstValue(type, op)
    set({ field: leaf.field, op, ...(value === undefined ? {} : { value }) })
  }
  return (
    <>
      <NativeSelect
        aria-label={say(words.comparison)}
        value={leaf.op}
        onChange={event => compare(event.currentTarget.value)}
        data={Object.entries(operatorTexts[type]).map(([value, text]) => ({
          value,
          label: say(text),
        }))}
      />
      <ValueInput
        key={`${leaf.field} ${leaf.op}`}
        field={leaf.field}
        type={type}
        op={leaf.op}
        value={leaf.value}
        set={value => set({ ...leaf, value })}
      />
    </>
  )
}

function OfTopic({ leaf, vocabulary, set }: ConditionProps<TopicCondition>) {
  const say = useSay()
  return (
    <>
      <NativeSelect
        aria-label={say(words.topic)}
        value={leaf.topic}
        onChange={event => set({ ...leaf, topic: event.currentTarget.value })}
        data={[
          { value: '', label: say(words.choose) },
          ...(vocabulary.topics ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <State
        of={leaf.state ?? 'subscribed'}
        set={state => set({ ...leaf, state })}
        states={topicStates.map(value => ({ value, text: stateWords[value] }))}
      />
    </>
  )
}

interface StateProps<One extends string> {
  readonly of: One | readonly One[]
  readonly set: (state: One) => void
  readonly states: readonly { readonly value: One; readonly text: Text }[]
}

/** One state is chosen; several, which the API takes, are shown and stay until one is. */
function State<One extends string>({ of, set, states }: StateProps<One>) {
  const say = useSay()
  const given = [of].flat() as One[]
  const options = states.map(({ value, text }) => ({ value: value as string, label: say(text) }))
  const labels = given.map(one => options.find(({ value }) => value === one)?.label ?? one)
  const several = { value: given.join(' '), label: labels.join(say(words.or)) }
  return (
    <NativeSelect
      aria-label={say(words.state)}
      value={several.value}
      onChange={event => set(event.currentTarget.value as One)}
      data={given.length === 1 ? options : [several, ...options]}
    />
  )
}

function OfSequence({ leaf, vocabulary, set }: ConditionProps<SequenceCondition>) {
  const say = useSay()
  return (
    <>
      <NativeSelect
        aria-label={say(words.sequence)}
        value={leaf.sequence}
        onChange={event => set({ ...leaf, sequence: event.currentTarget.value })}
        data={[
          { value: '', label: say(words.choose) },
          ...(vocabulary.sequences ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <State
        of={leaf.state}
        set={state => set({ ...leaf, state })}
        states={sequenceStates.map(value => ({ value, text: sequenceStateWords[value] }))}
      />
    </>
  )
}

function OfEvent({ leaf, set }: ConditionProps<EventCondition>) {
  const say = useSay()
  return (
    <>
      <TextInput
        aria-label={say(words.eventName)}
        placeholder="order.paid"
        autoCapitalize="none"
        required
        flex="1 1 140px"
        value={leaf.event}
        onChange={event => set({ ...leaf, event: event.currentTarget.value })}
      />
      <Counted leaf={leaf} set={set} />
    </>
  )
}
