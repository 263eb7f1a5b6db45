/** The list of emails: filters in the address, news as they happen, older ones as one scrolls. */
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { refreshNews, useList } from '../../api/lists.ts'
import { useLive } from '../../api/live.ts'
import { useWhere } from '../../api/where.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { IconDownload, IconInbox, IconMail } from '../../ui/icons.ts'
import { Later } from '../../ui/later.tsx'
import { laterPart } from '../../ui/later-part.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, Link, LinkButton, LiveMark, PageTitle } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { CountedFact } from './counted-fact.tsx'
import { firstFields, moreFields, useEmailFilters } from './email-filters.ts'
import { useEmailColumns } from './email-table.tsx'
import { emails } from './texts.ts'

const exportPart = laterPart(() => import('./export-form.tsx'), 'ExportForm')

/** Whoever has scrolled this far reads: nothing is moved from under them. */
const readingPx = 300

export function EmailsPage() {
  const say = useSay()
  const client = useQueryClient()
  const { filters, input, isScheduled } = useEmailFilters()
  const list = useList('project.emails.list', input)
  const columns = useEmailColumns(isScheduled)
  const [hasNews, setNews] = useState(false)
  const isLive = useLive(news => {
    const known = new Set(list.data?.map(one => one.id))
    const isKnown = news?.every(one => known.has(one.id)) ?? false
    if (window.scrollY > readingPx && !isKnown) setNews(true)
    else void refreshNews(client, 'project.emails', news)
  })
  const showNews = () => {
    setNews(false)
    window.scrollTo({ top: 0 })
    void refreshNews(client, 'project.emails', null)
  }
  return (
    <>
      <PageTitle title={say(emails.title)}>
        <LiveMark isLive={isLive} />
        <DialogButton label={say(common.export)} icon={<IconDownload size={16} />}>
          {close => <Later of={exportPart} props={{ input, close }} />}
        </DialogButton>
      </PageTitle>
      <FilterBar
        filters={filters}
        fields={firstFields}
        more={moreFields}
        // Whoever comes from a figure reads below what it counts.
        isSaid={filters.values.since !== undefined}
      />
      <CountedFact values={filters.values} />
      {filters.values.campaign && <OfCampaign id={filters.values.campaign} />}
      {hasNews && (
        <Button fullWidth variant="default" mb="sm" onClick={showNews} className="news">
          {say(emails.news)}
        </Button>
      )}
      <ListSection
        label={say(emails.title)}
        query={list}
        columns={columns}
        empty={<NoEmails hasFilters={filters.isAny} clear={filters.clear} />}
      />
    </>
  )
}

/** Whose emails these are, where somebody comes from a campaign. */
function OfCampaign({ id }: { id: string }) {
  const say = useSay()
  const where = useWhere()
  const { data } = useApi('project.campaigns.get', { id })
  return (
    <Text size="sm" mb="sm">
      {say(emails.ofCampaign)} <Link to={where.to(`/campaigns/${id}`)}>{data?.name ?? id}</Link>
    </Text>
  )
}

function NoEmails({ hasFilters, clear }: { hasFilters: boolean; clear: () => void }) {
  const say = useSay()
  const where = useWhere()
  if (hasFilters) {
    return (
      <Empty icon={IconMail} title={say(emails.noneFit)} about={say(emails.noneFitAbout)}>
        <Button variant="default" onClick={clear}>
          {say(emails.clear)}
        </Button>
      </Empty>
    )
  }
  return (
    <Empty icon={IconInbox} title={say(emails.noneTitle)} about={say(emails.noneAbout)}>
      <LinkButton to={where.to('/start')} variant="filled">
        {say(emails.firstSteps)}
      </LinkButton>
    </Empty>
  )
}
