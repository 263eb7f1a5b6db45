/** A campaign under way or over: what became of its letters, links, and people. */
import { Text } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useRefresh } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Fact, LinkButton, Loaded, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { ForecastSection } from './forecast.tsx'
import { Links } from './links-section.tsx'
import { LiveSection } from './live-section.tsx'
import { PartsSection } from './parts-section.tsx'
import { People } from './people-section.tsx'
import { Skipped } from './skipped.tsx'
import { type Stats, sumOf } from './stats.ts'
import { campaigns as words } from './texts.ts'
import { TrialSection } from './trial-section.tsx'

interface CampaignProps {
  readonly campaign: Campaign
}

interface ReportProps extends CampaignProps {
  /** How often what moves is read again. */
  readonly everyMs: number | undefined
}

export function Report({ campaign, everyMs }: ReportProps) {
  const query = useApi(
    'project.campaigns.stats',
    { id: campaign.id },
    everyMs === undefined ? {} : { everyMs },
  )
  const refresh = useRefresh()
  const { id, status } = campaign
  // What was counted between the last look and the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the state that makes figures old
  useEffect(() => {
    void refresh('project.campaigns', { id })
  }, [refresh, id, status])
  const stats = query.data as Stats | undefined
  const isOpen = campaign.status === 'sending' || campaign.status === 'paused'
  // Until somebody was counted there is nobody who waits.
  const isAhead = campaign.counts.pending > 0 || campaign.counts.audience === 0
  return (
    <>
      <LiveSection campaign={campaign} stats={stats} />
      {isOpen && isAhead && <ForecastSection campaign={campaign} />}
      <Figures query={query} id={id} />
      {campaign.ab !== null && <TrialSection campaign={campaign} />}
      <PartsSection campaign={campaign} everyMs={everyMs} />
      <Links campaign={campaign} everyMs={everyMs} />
      <People campaign={campaign} everyMs={everyMs} />
    </>
  )
}

type StatsQuery = Parameters<typeof Loaded<Answer<'project.campaigns.stats'>>>[0]['query']

function Figures({ query, id }: { query: StatsQuery; id: string }) {
  const say = useSay()
  const where = useWhere()
  return (
    <Section
      title={say(words.figures)}
      aside={
        <LinkButton to={where.to(`/emails?campaign=${id}`)}>{say(words.seeEmails)}</LinkButton>
      }
    >
      <Loaded query={query} lines={3}>
        {stats => (
          <>
            <Tiles stats={stats as Stats} />
            <ByWhom stats={stats as Stats} />
            <Skipped reasons={(stats as Stats).skipped} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Tiles({ stats }: { stats: Stats }) {
  const say = useSay()
  const { whole } = useNumbers()
  const { released, delivered, captured, bounced, skipped } = stats
  return (
    <dl className="facts campaign-facts">
      <Fact name={say(words.released)}>{whole(released)}</Fact>
      {captured > 0 ? (
        <Fact name={say(words.captured)}>{whole(captured)}</Fact>
      ) : (
        <Fact name={say(words.delivered)}>{whole(delivered)}</Fact>
      )}
      <Fact name={say(words.bounced)}>{whole(sumOf(bounced))}</Fact>
      <Fact name={say(words.deferred)}>{whole(stats.deferred_now)}</Fact>
      <Fact name={say(words.complained)}>{whole(stats.complained)}</Fact>
      <Fact name={say(words.left)}>{whole(sumOf(stats.unsubscribed))}</Fact>
      <Fact name={say(words.skipped)}>{whole(sumOf(skipped))}</Fact>
    </dl>
  )
}

interface WhoDid {
  readonly what: Words
  readonly people: number
  readonly machines: number
}

/** People and programs are never added up. */
function ByWhom({ stats }: { stats: Stats }) {
  const say = useSay()
  const { opened, clicked, delivered, captured } = stats
  const rows: readonly WhoDid[] = [
    { what: words.openings, people: opened.people, machines: opened.machines_only },
    { what: words.clicks, people: clicked.people, machines: clicked.machines_only },
  ]
  return (
    <>
      <div className="by-whom">
        <DataTable
          label={say(words.byWhom)}
          columns={useByWhomColumns(delivered + captured)}
          rows={rows}
          idOf={row => row.what.en}
        />
      </div>
      <Text size="sm" c="dimmed" mt="xs" mb="sm">
        {say(words.openedAbout)}
      </Text>
    </>
  )
}

/** `of`: how many letters somebody could have opened. */
function useByWhomColumns(of: number): readonly Column<WhoDid>[] {
  const say = useSay()
  const { whole, share } = useNumbers()
  return useMemo(
    () => [
      {
        id: 'what',
        head: words.happened,
        cell: ({ what }) => say(what),
        isHeadHidden: true,
        onPhone: 'title',
      },
      {
        id: 'people',
        head: words.people,
        cell: ({ people }) => whole(people) + (of > 0 ? ` (${share(people / of)})` : ''),
        isNumber: true,
      },
      {
        id: 'machines',
        head: words.machines,
        cell: ({ machines }) => whole(machines),
        isNumber: true,
        isDim: true,
      },
    ],
    [say, whole, share, of],
  )
}
