/** To whom: the topic whose consent counts, who of them, and who not. */
import { Checkbox, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useApi, useLook } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { NameInput } from '../../ui/inputs.tsx'
import { Link, Section } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Choice } from '../letters/fields.tsx'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { useTopics, wholeText } from '../topics/topic-names.ts'
import { Among } from './among.tsx'
import { stateOf } from './campaign-state.tsx'
import type { CampaignDraft } from './draft.ts'
import { Skipped } from './skipped.tsx'
import type { StepProps } from './step.ts'
import { campaigns as words } from './texts.ts'

export function WhoStep({ campaign, draft, set, errorOf, kept, turn }: StepProps) {
  const say = useSay()
  const { topics } = useTopics()
  return (
    <>
      <Section title={say(words.audience)}>
        <NameInput
          value={draft.name}
          set={name => set({ ...draft, name })}
          error={errorOf('name')}
          maw={420}
          mb="md"
        />
        <NativeSelect
          label={say(words.topic)}
          description={say(words.topicAbout)}
          value={draft.topic}
          onChange={event => set(withTopic(draft, event.currentTarget.value))}
          error={errorOf('topic_id')}
          data={[
            { value: '', label: say(words.noTopic) },
            ...topics.map(({ id, name }) => ({ value: id, label: say(wholeText(name)) })),
          ]}
          maw={420}
          mb="md"
        />
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
          <Group mt="md">
            <Choice
              label={say(words.match)}
              value={draft.match}
              set={match => set({ ...draft, match })}
              data={[
                { value: 'any', label: say(words.matchAny) },
                { value: 'all', label: say(words.matchAll) },
              ]}
            />
          </Group>
        )}
        <Checkbox
          label={say(words.everybody)}
          checked={draft.everybody}
          onChange={event => set({ ...draft, everybody: event.currentTarget.checked })}
          mt="md"
        />
        <Among draft={draft} set={set} own={campaign.id} />
        {errorOf('audience') && (
          <p role="alert" className="field-error">
            {errorOf('audience')}
          </p>
        )}
      </Section>
      <Exclusion draft={draft} set={set} own={campaign.id} />
      <Counted id={campaign.id} turn={turn} isSaved={kept === draft} />
    </>
  )
}

/** Who has chosen nobody yet means the people of the topic. */
function withTopic(draft: CampaignDraft, topic: string): CampaignDraft {
  const isNobody = !draft.everybody && draft.topics.length + draft.segments.length === 0
  return { ...draft, topic, topics: isNobody && topic !== '' ? [topic] : draft.topics }
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

function Exclusion({ draft, set, own }: Pick<StepProps, 'draft' | 'set'> & { own: string }) {
  const say = useSay()
  const { data } = useApi('project.campaigns.list', { limit: 20 })
  const sent = (data?.data ?? []).filter(one => one.id !== own && stateOf(one).stage !== 'draft')
  const count = draft.exclude.length + draft.excludeCampaigns.length + (draft.receivedDays ? 1 : 0)
  return (
    <Section>
      <details open={count > 0}>
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
    </Section>
  )
}

/** How many that is at present, and why others of them get nothing. */
function Counted({ id, turn, isSaved }: { id: string; turn: number; isSaved: boolean }) {
  const say = useSay()
  const where = useWhere()
  const { whole } = useNumbers()
  const { data: flight, isFetching } = useLook('project.campaigns.preflight', { id }, turn)
  if (!flight) return null
  const isOld = isFetching || !isSaved
  const { total, sendable, skipped } = flight.audience
  return (
    <Section>
      <Text fw={600} role="status">
        {total === 0
          ? say(isOld ? words.counting : words.nobody)
          : say(words.sendable, { n: whole(sendable), total: whole(total) })}
      </Text>
      <Skipped reasons={skipped} />
      {total === 0 && !isOld && (
        <Text size="sm" mt={4}>
          <Link to={where.to('/imports')}>{say(words.importPeople)}</Link>
        </Text>
      )}
    </Section>
  )
}
