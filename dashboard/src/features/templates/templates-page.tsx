/** The templates of the project. */
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Template } from '../../api/shapes.ts'
import { IconTemplate } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { DeleteOne } from '../../ui/row-actions.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { WholeListPage } from '../../ui/whole-list-page.tsx'
import { useSay } from '../../ui/words.tsx'
import { TemplateTag } from './template-tag.tsx'
import { templates as words } from './texts.ts'

export function TemplatesPage() {
  const query = useAll('project.templates.list')
  const columns = useTemplateColumns()
  return (
    <WholeListPage
      call="project.templates.create"
      filing="project.templates.update"
      words={words}
      to="/templates/new"
      icon={IconTemplate}
      query={query}
      columns={columns}
    />
  )
}

function useTemplateColumns(): readonly Column<Template>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'name',
        head: common.name,
        cell: row => <RowLink to={`/templates/${row.id}`}>{row.name}</RowLink>,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      {
        id: 'status',
        head: common.status,
        cell: row => <TemplateTag template={row} />,
        sortBy: row => row.status,
        isTight: true,
        onPhone: 'corner',
      },
      { id: 'kind', head: words.kind, cell: row => say(words[row.kind]), isTight: true },
      {
        id: 'languages',
        head: words.languages,
        cell: row => Object.keys(row.variants).join(', ') || '–',
        isTight: true,
      },
      {
        id: 'alias',
        head: words.alias,
        cell: row => (row.alias ? <span className="mono">{row.alias}</span> : '–'),
        isDim: true,
      },
      {
        id: 'updated',
        head: words.updated,
        cell: row => <Time at={row.updated_at} />,
        sortBy: row => row.updated_at,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Remove row={row} />,
        isTight: true,
      },
    ],
    [say],
  )
}

function Remove({ row: { id, name } }: { row: Template }) {
  const about = useSay()(words.removeAbout, { name })
  return <DeleteOne call="project.templates.delete" id={id} what={name} about={about} />
}
