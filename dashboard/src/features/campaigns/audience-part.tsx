/** For whom it is: the people of a topic or everybody, which of them, and who not. */
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { useSay } from '../../ui/words.tsx'
import { Choice } from '../letters/fields.tsx'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { useTopics, wholeText } from '../topics/topic-names.ts'
import { Among } from './among.tsx'
import { stateOf } from './campaign-state.tsx'
import type { CampaignDraft } from './draft.ts'
import type { PartProps } from './part.ts'
import { PickOne } from './pick-one.tsx'
import { campaigns as words } from './texts.ts'
import { everybody, whoOf, withWho } from './who.ts'

interface Drafting {
  readonly draft: PartProps['draft']
  readonly set: PartProps['set']
  readonly errorOf: PartProps['errorOf']
}

export function AudiencePart({ campaign, draft, set, errorOf }: PartProps) {
  const who = whoOf(draft)
  const [isByParts, setByParts] = useState(who === null)
  const props = { draft, set, errorOf }
  return (
    <>
      {who === null || isByParts ? (
        <ByParts {...props} />
      ) : (
        <OneQuestion {...props} who={who} byParts={() => setByParts(true)} />
      )}
      {errorOf('audience') && (
        <p role="alert" className="field-error">
          {errorOf('audience')}
        </p>
      )}
      <Narrowed draft={draft} own={campaign.id}>
        {who !== null && !isByParts && who.who !== '' && <Segments {...props} who={who} />}
        <Among draft={draft} set={set} own={campaign.id} />
      </Narrowed>
      <Exclusion draft={draft} set={set} own={campaign.id} />
    </>
  )
}

type Who = NonNullable<ReturnType<typeof whoOf>>

function OneQuestion({
  draft,
  set,
  errorOf,
  who,
  byParts,
}: Drafting & { readonly who: Who; readonly byParts: () => void }) {
  const say = useSay()
  const { topics } = useTopics()
  return (
    <>
      <PickOne
        label={say(words.forWhom)}
        none={say(words.nobodyYet)}
        value={who.who}
        set={chosen => set(withWho(draft, { ...who, who: chosen }))}
        error={errorOf('topic_id')}
        data={[
          ...topics.map(({ id, name }) => ({ value: id, label: say(wholeText(name)) })),
          { value: everybody, label: say(words.everybodyWhole) },
        ]}
      />
      <Text size="sm" c={who.who === everybody ? 'var(--wait)' : 'dimmed'} mt="xs">
        {say(who.who === everybody ? words.everybodyAbout : words.topicAbout)}
      </Text>
      {topics.length > 1 && (
        <Button variant="default" size="compact-sm" mt="sm" onClick={byParts}>
          {say(words.byParts)}
        </Button>
      )}
    </>
  )
}

/** Only those of some segments. */
function Segments({ draft, set, who }: Drafting & { readonly who: Who }) {
  const say = useSay()
  return (
    <>
      <SegmentChoices
        label={say(words.narrowSegments)}
        chosen={who.segments}
        set={segments => set(withWho(draft, { ...who, segments }))}
      />
      {who.segments.length > 1 && (
        <Match value={who.match} set={match => set(withWho(draft, { ...who, match }))} />
      )}
    </>
  )
}

interface MatchProps {
  readonly value: 'all' | 'any'
  readonly set: (match: 'all' | 'any') => void
}

function Match({ value, set }: MatchProps) {
  const say = useSay()
  return (
    <Group mt="md">
      <Choice
        label={say(words.match)}
        value={value}
        set={set}
        data={[
          { value: 'any', label: say(words.matchAny) },
          { value: 'all', label: say(words.matchAll) },
        ]}
      />
    </Group>
  )
}

/** Topics and segments put together, and whose consent counts apart from them. */
function ByParts({ draft, set, errorOf }: Drafting) {
  const say = useSay()
  const { topics } = useTopics()
  return (
    <>
      <TopicChoices
        field={{
          value: [...draft.topics],
          onChange: (chosen: string[]) => set({ ...draft, topics: chosen }),
        }}
        label={say(words.topics)}
      />
      <SegmentChoices
        label={say(words.segments)}
        chosen={draft.segments}
        set={segments => set({ ...draft, segments })}
      />
      {draft.topics.length + draft.segments.length > 1 && (
        <Match value={draft.match} set={match => set({ ...draft, match })} />
      )}
      <Checkbox
        label={say(words.everybody)}
        checked={draft.everybody}
        onChange={event => set({ ...draft, everybody: event.currentTarget.checked })}
        my="md"
      />
      <NativeSelect
        label={say(words.topic)}
        description={say(words.topicAbout)}
        value={draft.topic}
        onChange={event => set({ ...draft, topic: event.currentTarget.value })}
        error={errorOf('topic_id')}
        data={[
          { value: '', label: say(words.noTopic) },
          ...topics.map(({ id, name }) => ({ value: id, label: say(wholeText(name)) })),
        ]}
        maw={420}
      />
    </>
  )
}

function Narrowed(props: { draft: CampaignDraft; own: string; children: React.ReactNode }) {
  const { draft, children } = props
  const say = useSay()
  const who = whoOf(draft)
  const isAny = draft.deed !== '' || (who !== null && who.segments.length > 0)
  return (
    <details open={isAny} className="part-more">
      <summary className="summary">{say(words.narrow)}</summary>
      {children}
    </details>
  )
}

interface SegmentChoicesProps {
  readonly label: string
  readonly chosen: readonly string[]
  readonly set: (chosen: readonly string[]) => void
}

function SegmentChoices({ label, chosen, set }: SegmentChoicesProps) {
  const { data = [] } = useAll('project.segments.list')
  return <Choices label={label} chosen={chosen} set={set} data={data} />
}

interface ChoicesProps extends SegmentChoicesProps {
  readonly data: readonly { readonly id: string; readonly name: string }[]
}

function Choices({ label, chosen, set, data }: ChoicesProps) {
  if (data.length === 0) return null
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={set} mt="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt="xs">
        {data.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

function Exclusion({ draft, set, own }: Omit<Drafting, 'errorOf'> & { own: string }) {
  const say = useSay()
  const { data } = useApi('project.campaigns.list', { limit: 20 })
  const sent = (data?.data ?? []).filter(one => one.id !== own && stateOf(one).stage !== 'draft')
  const count = draft.exclude.length + draft.excludeCampaigns.length + (draft.receivedDays ? 1 : 0)
  return (
    <details open={count > 0} className="part-more">
      <summary className="summary">{say(words.exclude)}</summary>
      <SegmentChoices
        label={say(words.excludeSegments)}
        chosen={draft.exclude}
        set={exclude => set({ ...draft, exclude })}
      />
      <Choices
        label={say(words.excludeCampaigns)}
        chosen={draft.excludeCampaigns}
        set={excludeCampaigns => set({ ...draft, excludeCampaigns })}
        data={sent}
      />
      <TextInput
        label={say(words.receivedDays)}
        inputMode="numeric"
        value={draft.receivedDays}
        onChange={event =>
          set({
            ...draft,
            receivedDays: event.currentTarget.value.replace(/\D/g, '').slice(0, 3),
          })
        }
        rightSection={<span className="dim">{say(words.dayUnit)}</span>}
        rightSectionWidth={56}
        maw={260}
        mt="md"
      />
    </details>
  )
}
