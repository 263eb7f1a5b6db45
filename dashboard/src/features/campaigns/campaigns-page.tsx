/** The campaigns of the project, as a list that can be searched, narrowed and put in order, or by days. */
import { SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { useList } from '../../api/lists.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconSend } from '../../ui/icons.ts'
import { AddLink, RowLink } from '../../ui/links.tsx'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, None, PageTitle } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, listTexts } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { CampaignCalendar } from './calendar.tsx'
import { RowActions } from './campaign-actions.tsx'
import { CampaignTag, stateOf } from './campaign-state.tsx'
import { useRevenue } from './revenue.ts'
import { tagsOf } from './tags.ts'
import { campaigns as words } from './texts.ts'

const statuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
const sorts = ['opened', 'clicked'] as const
const archives = ['only', 'any'] as const
const names = ['q', 'status', 'tag', 'archived', 'sort'] as const

const fields: readonly FilterField<(typeof names)[number]>[] = [
  { name: 'q', kind: 'search', label: listTexts.byName },
  {
    name: 'status',
    kind: 'choice',
    label: common.status,
    any: words.anyStatus,
    choices: statuses.map(value => ({ value, label: stateOf({ status: value }).label })),
  },
  {
    name: 'sort',
    kind: 'choice',
    label: words.order,
    any: words.newestFirst,
    choices: [
      { value: 'opened', label: words.mostOpened },
      { value: 'clicked', label: words.mostClicked },
    ],
  },
]
const more: readonly FilterField<(typeof names)[number]>[] = [
  { name: 'tag', kind: 'text', label: words.byTag },
  {
    name: 'archived',
    kind: 'choice',
    label: words.whichOnes,
    any: words.notArchived,
    choices: [
      { value: 'only', label: words.onlyArchived },
      { value: 'any', label: words.anyArchived },
    ],
  },
]

export function CampaignsPage() {
  const say = useSay()
  const view = useFilters(['view'])
  const isCalendar = view.values.view === 'calendar'
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <SegmentedControl
          aria-label={say(words.view)}
          value={isCalendar ? 'calendar' : 'list'}
          onChange={next => view.set('view', next === 'calendar' ? next : '')}
          data={[
            { value: 'list', label: say(words.asList) },
            { value: 'calendar', label: say(words.asCalendar) },
          ]}
        />
        <AddLink call="project.campaigns.create" to="/campaigns/new" text={words.add} />
      </PageTitle>
      {isCalendar ? <CampaignCalendar /> : <CampaignList />}
    </>
  )
}

function CampaignList() {
  const say = useSay()
  const filters = useFilters(names)
  const { q, status, tag, archived, sort } = filters.values
  const query = useList('project.campaigns.list', {
    q,
    status: oneOf(statuses, status),
    tag,
    archived: oneOf(archives, archived),
    sort: oneOf(sorts, sort),
  })
  const columns = useCampaignColumns(query.data ?? [])
  return (
    <>
      <FilterBar filters={filters} fields={fields} more={more} />
      <ListSection
        query={query}
        columns={columns}
        label={say(words.title)}
        empty={
          filters.isAny ? (
            <None>{say(words.noCampaignFits)}</None>
          ) : (
            <Empty icon={IconSend} title={say(words.none)} about={say(words.noneAbout)} />
          )
        }
      />
    </>
  )
}

function useCampaignColumns(rows: readonly Campaign[]): readonly Column<Campaign>[] {
  const { whole, share } = useNumbers()
  const isTest = useWhere().mode === 'test'
  // Nobody has spent anything where nobody clicked.
  const revenue = useRevenue(rows.filter(row => row.results.clicked > 0).map(row => row.id))
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
        cell: row => <Name row={row} />,
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
      ...(['opened', 'clicked'] as const).map(what => ({
        id: what,
        head: words[what],
        cell: (row: Campaign) => rate(row, what),
        isTight: true,
        isNumber: true,
      })),
      ...(revenue.isKnown
        ? [
            {
              id: 'revenue',
              head: words.revenue,
              cell: (row: Campaign) => revenue.of(row.id) || '–',
              isTight: true,
              isNumber: true,
            },
          ]
        : []),
      {
        id: 'when',
        head: words.whenIt,
        cell: row => <Time at={row.begins_at ?? row.created_at} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <RowActions row={row} />,
        isTight: true,
      },
    ]
  }, [whole, share, isTest, revenue.isKnown, revenue.of])
}

function Name({ row }: { readonly row: Campaign }) {
  return (
    <>
      <RowLink to={`/campaigns/${row.id}`}>{row.name}</RowLink>
      {tagsOf(row.tags).map(tag => (
        <span key={tag} className="camp-tag">
          {tag}
        </span>
      ))}
    </>
  )
}
