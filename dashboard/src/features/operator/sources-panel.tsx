/** From which addresses mail leaves, and how far each is warmed up at each provider. */
import { Group, Progress, Text } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconServer2 } from '../../ui/icons.ts'
import { useProviderName } from '../../ui/provider.ts'
import { Empty, Fact, Loaded, Section, Tag, type Tone } from '../../ui/show.tsx'
import { streamTexts } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { everyMs } from './pace.ts'
import type { Source } from './source.ts'
import { SourceActions } from './source-actions.tsx'
import { AddSourceForm } from './source-forms.tsx'
import { sources as words } from './sources-words.ts'

type Provider = Source['per_provider'][number]

interface SourceProps {
  readonly source: Source
}

export function SourcesPanel() {
  const say = useSay()
  const query = useApi('operator.sourceAddresses.list', undefined, { everyMs })
  const add = (
    <AddButton label={say(words.add)}>{close => <AddSourceForm close={close} />}</AddButton>
  )
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Section>
            <Empty icon={IconServer2} title={say(words.none)} about={say(words.noneAbout)}>
              {add}
            </Empty>
          </Section>
        ) : (
          <>
            <Group justify="flex-end" mb="md">
              {add}
            </Group>
            {data.map(source => (
              <SourceCard key={source.id} source={source} />
            ))}
          </>
        )
      }
    </Loaded>
  )
}

function SourceCard({ source }: SourceProps) {
  const say = useSay()
  const times = useTimes()
  return (
    <Section title={source.address} about={source.hostname} aside={<State source={source} />}>
      <dl className="facts">
        <Fact name={say(words.pool)}>
          <Pool source={source} />
        </Fact>
      </dl>
      {source.per_provider.filter(isShown).map(one => (
        <ProviderBar key={one.provider} one={one} />
      ))}
      <Unused source={source} />
      {source.full_on && (
        <Text size="sm" mt="sm">
          {say(words.fullOn, { date: times.date(source.full_on) })}
        </Text>
      )}
      <SourceActions source={source} />
    </Section>
  )
}

function Pool({ source: { pool, projects, streams } }: SourceProps) {
  const say = useSay()
  const parts = [
    pool,
    ...(streams ?? []).map(stream => say(streamTexts[stream])),
    ...(projects ? [say(words.ofProjects, { n: projects.length })] : []),
  ]
  return parts.join(' · ')
}

const tones: Readonly<Record<Source['state'], Tone>> = {
  warming: 'info',
  active: 'good',
  paused: 'wait',
}

function State({ source: { state, stage, local } }: SourceProps) {
  const say = useSay()
  return (
    <Group gap="xs">
      {!local && <Tag tone="bad">{say(words.nowhere)}</Tag>}
      <Tag tone={tones[state]}>{say(words[state], { n: stage ?? 1 })}</Tag>
    </Group>
  )
}

/** A pause is of the whole address, and said above. */
const isShown = ({ today, held_by: by, kept_by: kept }: Provider): boolean =>
  today > 0 || kept !== null || (by !== null && by !== 'pause')

function Unused({ source }: SourceProps) {
  const say = useSay()
  const n = source.per_provider.filter(one => !isShown(one)).length
  if (n === 0) return null
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {say(words.others, { n })}
    </Text>
  )
}

function ProviderBar({ one }: { one: Provider }) {
  const say = useSay()
  const { whole } = useNumbers()
  const nameOf = useProviderName()
  const { today, limit, held_by: by, kept_by: kept } = one
  const provider = nameOf(one.provider)
  const said =
    limit === null
      ? say(words.todayFree, { provider, today: whole(today) })
      : say(words.today, { provider, today: whole(today), limit: whole(limit) })
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
      <Text size="sm" fw={550}>
        {said}
      </Text>
      {limit !== null && (
        <Progress
          value={Math.min(100, (today / limit) * 100)}
          aria-label={said}
          color={by === 'stage' ? 'red.8' : 'pouch'}
          my={4}
        />
      )}
      {by !== null && <Why one={one} />}
      {kept !== null && (
        <Text size="sm" c="dimmed">
          {say(kept === 'results' ? words.keptByResults : words.keptByVolume)}
        </Text>
      )}
    </div>
  )
}

const reasons = {
  pause: words.byPause,
  slowed: words.bySlowed,
  stage: words.byStage,
  rent: words.byRent,
}

function Why({ one: { held_by: by, next_at: at } }: { one: Provider }) {
  const say = useSay()
  const times = useTimes()
  if (by === null) return null
  return <Text size="sm">{say(reasons[by], { at: at === null ? '' : times.short(at) })}</Text>
}
