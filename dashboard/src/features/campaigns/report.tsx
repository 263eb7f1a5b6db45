/** A campaign under way or over: what became of its letters, links, and people. */
import { useEffect } from 'react'
import { useApi, useRefresh } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { AddressTabs } from '../../ui/tabs.tsx'
import { stateOf } from './campaign-state.tsx'
import { ForecastSection } from './forecast.tsx'
import { Links } from './links-section.tsx'
import { LiveSection } from './live-section.tsx'
import { OverTime } from './over-time.tsx'
import { PartsSection } from './parts-section.tsx'
import { People } from './people-section.tsx'
import { report as words } from './report-texts.ts'
import { Results } from './results-section.tsx'
import { SentSection } from './sent-section.tsx'
import type { Stats } from './stats.ts'
import { TrialSection } from './trial-section.tsx'
import { WriteAgain } from './write-again.tsx'

/** What is captured is not delivered, and counts as if it were. */
const gotOf = (stats: Stats | undefined): number =>
  stats === undefined ? 0 : stats.delivered + stats.captured

interface ReportProps {
  readonly campaign: Campaign
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
  const isOpen = stateOf(campaign).stage === 'under_way'
  // Until somebody was counted there is nobody who waits.
  const isAhead = campaign.counts.pending > 0 || campaign.counts.audience === 0
  return (
    <>
      {status !== 'sent' && <LiveSection campaign={campaign} stats={stats} />}
      {isOpen && isAhead && <ForecastSection campaign={campaign} />}
      <AddressTabs
        tabs={[
          {
            id: 'result',
            label: words.result,
            content: () => (
              <>
                <SentSection campaign={campaign} />
                <Results query={query} campaign={campaign} />
                {!isOpen && stats && <WriteAgain campaign={campaign} stats={stats} />}
                <OverTime campaign={campaign} everyMs={everyMs} />
                {campaign.ab !== null && <TrialSection campaign={campaign} />}
                <PartsSection campaign={campaign} everyMs={everyMs} />
                <Links campaign={campaign} everyMs={everyMs} got={gotOf(stats)} />
              </>
            ),
          },
          {
            id: 'people',
            label: words.people,
            content: () => <People campaign={campaign} everyMs={everyMs} />,
          },
        ]}
      />
    </>
  )
}
