/** Why a person is in a segment, or why not: each condition with whether it is true of them. */
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Contact, Filter, FilterResult, Segment } from '../../api/shapes.ts'
import { Section } from '../../ui/show.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { useSay } from '../../ui/words.tsx'
import { person } from '../contacts/texts.ts'
import { partOf } from './filter.ts'
import { segments as words } from './texts.ts'
import { sentenceOf, useVocabulary, type Vocabulary } from './vocabulary.ts'

export function WhySection({ contact }: { contact: Contact }) {
  const say = useSay()
  const vocabulary = useVocabulary()
  const { segments = [] } = vocabulary
  const [id, setId] = useState('')
  const segment = segments.find(one => one.id === id)
  if (segments.length === 0) return null
  return (
    <Section title={say(person.why)} about={say(person.whyAbout)}>
      <NativeSelect
        aria-label={say(words.title)}
        value={id}
        onChange={event => setId(event.currentTarget.value)}
        data={[
          { value: '', label: say(words.choose) },
          ...segments.map(one => ({ value: one.id, label: one.name })),
        ]}
        maw={420}
      />
      {segment && <Reasons segment={segment} contact={contact} vocabulary={vocabulary} />}
    </Section>
  )
}

interface ReasonsProps {
  readonly segment: Segment
  readonly contact: Contact
  readonly vocabulary: Vocabulary
}

function Reasons({ segment, contact, vocabulary }: ReasonsProps) {
  const say = useSay()
  const values = { id: segment.id, contact: contact.id }
  const { data } = useApi('project.segments.because', values)
  if (!data) return null
  const text = data.member ? words.isIn : words.isOut
  return (
    <div role="status" style={{ marginTop: 12 }}>
      <Text fw={600} mb="xs">
        {say(text, { email: contact.email, name: segment.name })}
      </Text>
      {segment.kind === 'static' ? (
        <Text size="sm">{say(words.listWhy)}</Text>
      ) : (
        <Reason filter={segment.filter!} because={data.because} vocabulary={vocabulary} />
      )}
    </div>
  )
}

interface ReasonProps {
  readonly filter: Filter
  readonly because: FilterResult
  readonly vocabulary: Vocabulary
}

function Reason({ filter, because, vocabulary }: ReasonProps) {
  const say = useSay()
  if ('not' in filter && because.not) {
    return (
      <Verdict isTrue={because.result} text={say(words.whoNot)}>
        <Reason filter={filter.not} because={because.not} vocabulary={vocabulary} />
      </Verdict>
    )
  }
  const part = partOf(filter)
  if (part.kind === 'leaf') {
    return <Verdict isTrue={because.result} text={sentenceOf(part.leaf, vocabulary, say)} />
  }
  const parts = (part.kind === 'all' ? because.all : because.any) ?? []
  const text = say(part.kind === 'all' ? words.ofAll : words.ofAny)
  return (
    <Verdict isTrue={because.result} text={text}>
      {part.parts.map((one, n) => {
        const inner = parts[n]
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have only their place
        return inner && <Reason key={n} filter={one} because={inner} vocabulary={vocabulary} />
      })}
    </Verdict>
  )
}
