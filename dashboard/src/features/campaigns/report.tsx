/**
 * A campaign under way or over: what became of its letters, links, and people. All figures come in
 * one answer, of one moment, so that none contradicts another; nothing that is shown moves when what
 * comes later is there.
 */
import { useEffect, useRef } from 'react'
import { useApi, useRefresh } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { Loaded } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { stateOf } from './campaign-state.tsx'
import { ForecastSection } from './forecast.tsx'
import { Links } from './links-section.tsx'
import { LiveSection } from './live-section.tsx'
import { OverTime } from './over-time.tsx'
import { PartsSection } from './parts-section.tsx'
import { People } from './people-section.tsx'
import { isYoung } from './points.ts'
import { report as words } from './report-texts.ts'
import { Results, useUsual } from './results-section.tsx'
import { SentSection } from './sent-section.tsx'
import type { CampaignReport, Stats } from './stats.ts'
import { TrialSection } from './trial-section.tsx'
import { WriteAgain } from './write-again.tsx'

/** What is captured is not delivered, and counts as if it were. */
const gotOf = (stats: Stats): number => stats.delivered + stats.captured

interface ReportProps {
  readonly campaign: Campaign
  /** How often what moves is read again. */
  readonly everyMs: number | undefined
}

export function Report({ campaign, everyMs }: ReportProps) {
  const { id, status } = campaign
  const query = useApi('project.campaigns.report', { id }, { everyMs: looks(everyMs) })
  const usual = useUsual(id)
  const shown = query.data && usual && { report: query.data, usual }
  const refresh = useRefresh()
  const seen = useRef(status)
  // What was counted between the last look and the end.
  useEffect(() => {
    if (seen.current === status) return
    seen.current = status
    void refresh('project.campaigns', { id })
  }, [refresh, id, status])
  const isOpen = stateOf(campaign).stage === 'under_way'
  // Until somebody was counted there is nobody who waits.
  const isAhead = campaign.counts.pending > 0 || campaign.counts.audience === 0
  return (
    <>
      {status !== 'sent' && <LiveSection campaign={campaign} stats={query.data?.stats} />}
      {isOpen && isAhead && <ForecastSection campaign={campaign} />}
      <AddressTabs
        tabs={[
          {
            id: 'result',
            label: words.result,
            content: () => (
              <>
                <SentSection campaign={campaign} />
                <Loaded query={{ ...query, data: shown }} lines={8}>
                  {({ report, usual }) => (
                    <>
                      <Results report={report} usual={usual} campaign={campaign} />
                      {!isOpen && <WriteAgain campaign={campaign} stats={report.stats} />}
                      <OverTime report={report} />
                      {campaign.ab !== null && <TrialSection campaign={campaign} />}
                      <PartsSection campaign={campaign} report={report} />
                      <Links campaign={campaign} links={report.links} got={gotOf(report.stats)} />
                    </>
                  )}
                </Loaded>
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

/** Who has just sent watches openings and clicks, after the last letter has left, too. */
const watchedEveryMs = 15_000

const looks = (everyMs: number | undefined) => (report: CampaignReport | undefined) =>
  everyMs ?? (report && isYoung(report) ? watchedEveryMs : undefined)
