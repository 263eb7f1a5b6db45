/** The campaigns of the project. */
import { useMemo } from 'react'
import { useList } from '../../api/lists.ts'
import type { Campaign } from '../../api/shapes.ts'
import { IconSend } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { DeleteOne } from '../../ui/row-actions.tsx'
import { allows } from '../../ui/state.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { CampaignTag, stateOf } from './campaign-state.tsx'
import { campaigns as words } from './texts.ts'

export function CampaignsPage() {
  const query = useList('project.campaigns.list')
  const columns = useCampaignColumns()
  return (
    <ListPage words={words} to="/campaigns/new" icon={IconSend} query={query} columns={columns} />
  )
}

function useCampaignColumns(): readonly Column<Campaign>[] {
  const { whole } = useNumbers()
  return useMemo(
    () => [
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
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
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
    ],
    [whole],
  )
}

function Remove({ row: { id, name } }: { row: Campaign }) {
  const about = useSay()(words.removeAbout, { name })
  return <DeleteOne call="project.campaigns.delete" id={id} what={name} about={about} />
}
