/** The figures of a campaign as tiles: each is a door to its people, with its share and what is usual. */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ExportButton, FileButton } from '../../ui/export.tsx'
import { Link, LinkButton, Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { useDoor } from './doors.ts'
import { bounceTexts, report as words } from './report-texts.ts'
import { useRevenue } from './revenue.ts'
import { Skipped } from './skipped.tsx'
import { type CampaignReport, type Stats, sumOf } from './stats.ts'
import { campaigns } from './texts.ts'

interface ResultsProps {
  readonly campaign: Campaign
  readonly report: CampaignReport
  readonly usual: Usual
}

export function Results({ report, usual, campaign }: ResultsProps) {
  const say = useSay()
  const times = useTimes()
  const where = useWhere()
  return (
    <Section
      title={say(words.figures)}
      about={say(words.figuresAbout, { at: times.clock(report.at) })}
      aside={
        <Group gap="xs">
          <FileButton
            call="project.campaigns.stats"
            input={{ id: campaign.id, format: 'csv' }}
            file={`${campaign.name}.csv`}
            label={say(words.exportFigures)}
          />
          <ExportButton
            call="project.campaigns.recipients"
            input={{ id: campaign.id, format: 'csv' }}
            file="recipients.csv"
            label={say(words.exportPeople)}
          />
          <Button variant="default" onClick={() => window.print()}>
            {say(words.print)}
          </Button>
          <LinkButton to={where.to(`/emails?campaign=${campaign.id}`)}>
            {say(campaigns.seeEmails)}
          </LinkButton>
        </Group>
      }
    >
      <Tiles stats={report.stats} usual={usual} campaign={campaign} />
    </Section>
  )
}

interface TilesProps {
  readonly stats: Stats
  readonly usual: Usual
  readonly campaign: Campaign
}

function Tiles({ stats, usual, campaign }: TilesProps) {
  const say = useSay()
  const { whole } = useNumbers()
  const { id } = campaign
  const { opened, clicked, bounced, captured, skipped } = stats
  const got = stats.delivered + captured
  const isTest = captured > 0
  const bounces = (['hard', 'soft', 'policy'] as const)
    .filter(kind => bounced[kind] > 0)
    .map(kind => `${say(bounceTexts[kind])}: ${whole(bounced[kind])}`)
  return (
    <>
      <ul className="results">
        <Tile id={id} name={words.sent} n={stats.released} state="released" />
        <Tile
          id={id}
          name={isTest ? campaigns.captured : campaigns.delivered}
          n={got}
          of={stats.released}
          state={isTest ? 'released' : 'delivered'}
        />
        <Tile id={id} name={words.opened} n={opened.people} of={got} state="opened">
          {usual('opened')}
        </Tile>
        <Tile id={id} name={words.clicked} n={clicked.people} of={got} state="clicked">
          {usual('clicked')}
        </Tile>
        <Tile
          id={id}
          name={words.left}
          n={sumOf(stats.unsubscribed)}
          of={got}
          state="unsubscribed"
        />
        <Tile id={id} name={words.complained} n={stats.complained} of={got} state="complained" />
        <Tile
          id={id}
          name={campaigns.bounced}
          n={sumOf(bounced)}
          of={stats.released}
          state="bounced"
        >
          {bounces.join(' · ')}
        </Tile>
        <Tile id={id} name={campaigns.deferred} n={stats.deferred_now} state="deferred" />
        <Tile id={id} name={words.notSent} n={sumOf(skipped)} state="skipped" />
        <RevenueTile id={id} />
      </ul>
      <Skipped reasons={skipped} of={id} />
      <Text size="sm" c="dimmed">
        {say(words.machines, {
          opened: whole(opened.machines_only),
          clicked: whole(clicked.machines_only),
        })}
      </Text>
    </>
  )
}

/** Where the project says what revenue is; last, since it comes after the others. */
function RevenueTile({ id }: { readonly id: string }) {
  const say = useSay()
  const revenue = useRevenue([id])
  if (!revenue.isKnown) return null
  const days = /^P(\d+)D$/.exec(revenue.within)?.[1]
  const after = days ? say(words.daysAfter, { n: Number(days) }) : revenue.within
  return (
    <li>
      <div className="result">
        <span className="result-name">{say(words.revenue)}</span>
        <span className="figure">{revenue.of(id) || '–'}</span>
        <span className="result-more">
          {say(words.revenueAbout, { event: revenue.event, after })}
        </span>
      </div>
    </li>
  )
}

interface TileProps {
  readonly id: string
  readonly name: Words
  readonly n: number
  /** What the number is a share of. */
  readonly of?: number
  /** Of the people whom it counts. */
  readonly state: string
  readonly children?: ReactNode
}

function Tile({ id, name, n, of = 0, state, children }: TileProps) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const door = useDoor(id)
  const inner = (
    <>
      <span className="result-name">{say(name)}</span>
      <span className="figure">{whole(n)}</span>
      {of > 0 && (
        <>
          <span className="result-share">{share(n / of)}</span>
          <span className="result-bar" aria-hidden>
            <span className="result-fill" style={{ width: `${Math.min(100, (n / of) * 100)}%` }} />
          </span>
        </>
      )}
      {children && <span className="result-more">{children}</span>}
    </>
  )
  return (
    <li>
      {n > 0 ? (
        <Link to={door({ state })} className="result">
          {inner}
        </Link>
      ) : (
        <div className="result">{inner}</div>
      )}
    </li>
  )
}

const maxCompared = 10

type Usual = (what: 'opened' | 'clicked') => string | null

/** What the campaigns sent before came to, of those that somebody got; undefined: it is coming. */
export function useUsual(id: string): Usual | undefined {
  const say = useSay()
  const { share } = useNumbers()
  const asked = { status: 'sent', limit: maxCompared + 1 } as const
  const { data, isPending } = useApi('project.campaigns.list', asked)
  if (isPending) return undefined
  const others = (data?.data ?? [])
    .filter(one => one.id !== id && one.results.delivered > 0)
    .slice(0, maxCompared)
  return what => {
    if (others.length === 0) return null
    const sum = others.reduce((all, { results }) => all + results[what] / results.delivered, 0)
    return say(words.usual, { n: others.length, share: share(sum / others.length) })
  }
}
