/** The projects of the account. */
import { useApi } from '../../api/hooks.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconFolder } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { CreateForm } from './project-forms.tsx'
import { useProjectColumns } from './project-table.tsx'
import { projects as words } from './texts.ts'

export function ProjectsPage() {
  const say = useSay()
  const { data, error, refetch } = useApi('projects.list')
  const columns = useProjectColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton call="projects.create" label={say(words.create)}>
          {close => <CreateForm close={close} />}
        </AddButton>
      </PageTitle>
      <ListSection
        label={say(words.title)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={<Empty icon={IconFolder} title={say(common.none)} />}
      />
    </>
  )
}
