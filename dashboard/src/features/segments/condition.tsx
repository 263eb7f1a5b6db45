/** One condition as a sentence of choices: who, about what, compared how, with what. */
import { NativeSelect, TextInput } from '@mantine/core'
import { topicStates } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import {
  daysOf,
  type EventLeaf,
  type FieldLeaf,
  type Leaf,
  type LettersLeaf,
  letterFacts,
  spanOfDays,
  type TopicLeaf,
} from './filter.ts'
import { factTexts, operatorTexts, stateWords, segments as words } from './texts.ts'
import { firstValue, ValueInput } from './value-input.tsx'
import { sentenceOf, type Vocabulary } from './vocabulary.ts'

interface ConditionProps<One extends Leaf = Leaf> {
  readonly leaf: One
  readonly vocabulary: Vocabulary
  readonly set: (leaf: Leaf) => void
}

export function Condition({ leaf, vocabulary, set }: ConditionProps) {
  const say = useSay()
  // What cannot be edited here is shown, and stays as it is.
  if ('sequence' in leaf) return <span>{sentenceOf(leaf, vocabulary, say)}</span>
  return (
    <>
      <Subject leaf={leaf} vocabulary={vocabulary} set={set} />
      {'field' in leaf && <OfField leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'topic' in leaf && <OfTopic leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'letters' in leaf && <OfLetters leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'event' in leaf && <OfEvent leaf={leaf} vocabulary={vocabulary} set={set} />}
      {'segment' in leaf && (
        <NativeSelect
          aria-label={say(words.segment)}
          value={leaf.segment}
          onChange={event => set({ segment: event.currentTarget.value })}
          data={[
            { value: '', label: say(words.choose) },
            ...vocabulary.segments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  )
}

const others = ['topic', 'letters', 'event', 'segment'] as const

/** Choosing what it is about starts the condition anew. */
function Subject({ leaf, vocabulary, set }: ConditionProps) {
  const say = useSay()
  const value = 'field' in leaf ? leaf.field : (others.find(name => name in leaf) ?? '')
  const choose = (next: string) => {
    if (others.some(name => name === next)) set(freshLeaf(next as (typeof others)[number]))
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

function freshLeaf(kind: (typeof others)[number]): Leaf {
  if (kind === 'topic') return { topic: '', state: 'subscribed' }
  if (kind === 'letters') return { letters: 'clicked', within: 'P30D', at_least: 1 }
  if (kind === 'event') return { event: '', within: 'P30D', at_least: 1 }
  return { segment: '' }
}

export function freshField(field: string, vocabulary: Vocabulary): FieldLeaf {
  const { type } = vocabulary.fieldOf(field)
  const op = Object.keys(operatorTexts[type])[0]!
  return { field, op, value: firstValue(type, op) }
}

function OfField({ leaf, vocabulary, set }: ConditionProps<FieldLeaf>) {
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
        type={type}
        op={leaf.op}
        value={leaf.value}
        set={value => set({ ...leaf, value })}
      />
    </>
  )
}

function OfTopic({ leaf, vocabulary, set }: ConditionProps<TopicLeaf>) {
  const say = useSay()
  const [state] = [leaf.state].flat()
  return (
    <>
      <NativeSelect
        aria-label={say(words.topic)}
        value={leaf.topic}
        onChange={event => set({ ...leaf, topic: event.currentTarget.value })}
        data={[
          { value: '', label: say(words.choose) },
          ...vocabulary.topics.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        aria-label={say(words.state)}
        value={state}
        onChange={event => set({ ...leaf, state: event.currentTarget.value as 'none' })}
        data={topicStates.map(value => ({ value, label: say(stateWords[value]) }))}
      />
    </>
  )
}

function OfLetters({ leaf, vocabulary, set }: ConditionProps<LettersLeaf>) {
  const say = useSay()
  const { steps = [] } = vocabulary
  const { of: _of, ...ofAny } = leaf
  return (
    <>
      <NativeSelect
        aria-label={say(words.letters)}
        value={leaf.letters}
        onChange={event => set({ ...leaf, letters: event.currentTarget.value as 'opened' })}
        data={letterFacts.map(value => ({ value, label: say(factTexts[value]) }))}
      />
      {steps.length > 0 && (
        <NativeSelect
          aria-label={say(words.ofStep)}
          value={leaf.of?.step ?? ''}
          onChange={({ currentTarget: { value: step } }) =>
            set(step === '' ? ofAny : { ...ofAny, of: { step } })
          }
          data={[
            { value: '', label: say(words.anyLetter) },
            ...steps.map(step => ({ value: step, label: say(words.letterOf, { step }) })),
          ]}
        />
      )}
      <Counted leaf={leaf} set={set} />
    </>
  )
}

function OfEvent({ leaf, set }: ConditionProps<EventLeaf>) {
  const say = useSay()
  return (
    <>
      <TextInput
        aria-label={say(words.eventName)}
        placeholder="order.paid"
        autoCapitalize="none"
        flex="1 1 140px"
        value={leaf.event}
        onChange={event => set({ ...leaf, event: event.currentTarget.value })}
      />
      <Counted leaf={leaf} set={set} />
    </>
  )
}

/** How often, and since when. */
function Counted({
  leaf,
  set,
}: {
  leaf: LettersLeaf | EventLeaf
  set: (leaf: LettersLeaf | EventLeaf) => void
}) {
  const say = useSay()
  const { at_least: atLeast, at_most: atMost, within, ...rest } = leaf
  const put = (n: number | undefined, span: string | undefined) =>
    set({
      ...rest,
      ...(n === undefined ? {} : { at_least: n }),
      ...(atMost === undefined ? {} : { at_most: atMost }),
      ...(span === undefined ? {} : { within: span }),
    })
  const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined)
  return (
    <>
      <TextInput
        aria-label={say(words.times)}
        leftSection={<span aria-hidden>≥</span>}
        inputMode="numeric"
        w={84}
        value={atLeast ?? ''}
        onChange={event => put(numberOf(event.currentTarget.value), within)}
      />
      <TextInput
        aria-label={say(words.inDays)}
        placeholder={say(words.ever)}
        rightSection={<span className="dim">{say(words.days)}</span>}
        rightSectionWidth={48}
        inputMode="numeric"
        w={130}
        value={daysOf(within)}
        onChange={event => put(atLeast, spanOfDays(event.currentTarget.value))}
      />
    </>
  )
}
