/** The campaigns of the project. */
import { useMemo } from 'react'
import { useList } from '../../api/lists.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { FilterBar, type FilterField, oneOf, useFilters } from '../../ui/filters.tsx'
import { IconSend } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { DeleteOne } from '../../ui/row-actions.tsx'
import { None } from '../../ui/show.tsx'
import { allows } from '../../ui/state.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, listTexts } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { CampaignTag, stateOf } from './campaign-state.tsx'
import { campaigns as words } from './texts.ts'

const statuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
const fields: readonly FilterField<'q' | 'status'>[] = [
  { name: 'q', kind: 'search', label: listTexts.byName },
  {
    name: 'status',
    kind: 'choice',
    label: common.status,
    any: words.anyStatus,
    choices: statuses.map(value => ({ value, label: stateOf({ status: value }).label })),
  },
]

export function CampaignsPage() {
  const say = useSay()
  const filters = useFilters(['q', 'status'])
  const { q, status } = filters.values
  const query = useList('project.campaigns.list', { q, status: oneOf(statuses, status) })
  const columns = useCampaignColumns()
  return (
    <ListPage
      words={words}
      to="/campaigns/new"
      icon={IconSend}
      query={query}
      columns={columns}
      above={<FilterBar filters={filters} fields={fields} />}
      {...(filters.isAny ? { none: <None>{say(words.noCampaignFits)}</None> } : {})}
    />
  )
}

function useCampaignColumns(): readonly Column<Campaign>[] {
  const { whole, share } = useNumbers()
  const isTest = useWhere().mode === 'test'
  return useMemo(() => {
    const rate = (row: Campaign, what: 'opened' | 'clicked') => {
      // What is captured is not delivered, and counts as if it were.
      const got = isTest ? row.counts.released : row.results.delivered
      return got === 0 ? '–' : share(row.results[what] / got)
    }
    return [
      {
        id: 'name',
        head: common.name,
        cell: row => <RowLink to={`/campaigns/${row.id}`}>{row.name}</RowLink>,
        onPhone: 'title',
      },
      {
        id: 'status',
        head: common.status,
        cell: row => <CampaignTag campaign={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'released',
        head: words.released,
        cell: row => whole(row.counts.released),
        isTight: true,
        isNumber: true,
      },
      {
        id: 'opened',
        head: words.opened,
        cell: row => rate(row, 'opened'),
        isTight: true,
        isNumber: true,
      },
      {
        id: 'clicked',
        head: words.clicked,
        cell: row => rate(row, 'clicked'),
        isTight: true,
        isNumber: true,
      },
      {
        id: 'when',
        head: words.whenIt,
        cell: row => <Time at={row.started_at ?? row.created_at} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => allows(stateOf(row), 'delete') && <Remove row={row} />,
        isTight: true,
      },
    ]
  }, [whole, share, isTest])
}

function Remove({ row: { id, name } }: { row: Campaign }) {
  const about = useSay()(words.removeAbout, { name })
  return <DeleteOne call="project.campaigns.delete" id={id} what={name} about={about} />
}
