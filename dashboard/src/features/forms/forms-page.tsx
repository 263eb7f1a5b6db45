/** The forms of the project. */
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { SignUpForm } from '../../api/shapes.ts'
import { IconForms } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { DeleteOne } from '../../ui/row-actions.tsx'
import { Tag } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { WholeListPage } from '../../ui/whole-list-page.tsx'
import { useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { forms as words } from './texts.ts'

export function FormsPage() {
  const query = useAll('project.forms.list')
  const columns = useFormColumns()
  return (
    <WholeListPage
      call="project.forms.create"
      words={words}
      to="/forms/new"
      icon={IconForms}
      query={query}
      columns={columns}
    />
  )
}

function useFormColumns(): readonly Column<SignUpForm>[] {
  const { nameOf } = useTopics()
  return useMemo(
    () => [
      {
        id: 'name',
        head: common.name,
        cell: row => <Name row={row} />,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      {
        id: 'status',
        head: common.status,
        cell: row => <OpenTag form={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      { id: 'topics', head: words.topics, cell: row => row.topics.map(nameOf).join(', ') || '–' },
      {
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
        sortBy: row => row.created_at,
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
    [nameOf],
  )
}

export function OpenTag({ form }: { form: SignUpForm }) {
  const say = useSay()
  return <Tag tone={form.enabled ? 'good' : 'calm'}>{say(form.enabled ? words.on : words.off)}</Tag>
}

function Name({ row }: { row: SignUpForm }) {
  return <RowLink to={`/forms/${row.id}`}>{row.name}</RowLink>
}

function Remove({ row: { id, name } }: { row: SignUpForm }) {
  const about = useSay()(words.removeAbout, { name })
  return <DeleteOne call="project.forms.delete" id={id} what={name} about={about} />
}
