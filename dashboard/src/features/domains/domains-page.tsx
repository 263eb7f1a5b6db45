/** The sending domains of the project. */
import { useList } from '../../api/lists.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconWorld } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { AddForm } from './add-form.tsx'
import { useDomainColumns } from './domain-table.tsx'
import { domains as words } from './texts.ts'

export function DomainsPage() {
  const say = useSay()
  const list = useList('project.domains.list')
  const columns = useDomainColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddDomain />
      </PageTitle>
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconWorld} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}

function AddDomain() {
  const say = useSay()
  return (
    <AddButton call="project.domains.create" label={say(words.add)}>
      {close => <AddForm close={close} />}
    </AddButton>
  )
}
