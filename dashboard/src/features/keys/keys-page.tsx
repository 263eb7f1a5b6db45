/** The API keys of the project. */
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { Once } from '../../ui/copy.tsx'
import { AddButton } from '../../ui/form.tsx'
import { IconKey } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { CreateForm } from './create-form.tsx'
import { useKeyColumns } from './key-table.tsx'
import { keys as words } from './texts.ts'

export function KeysPage() {
  const say = useSay()
  const { data, error, refetch } = useApi('keys.list')
  const columns = useKeyColumns()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton label={say(words.create)}>
          {close => (
            <CreateForm
              close={close}
              onCreated={key => {
                close()
                setSecret(key)
              }}
            />
          )}
        </AddButton>
      </PageTitle>
      {secret && <Once title={say(words.created)} secret={secret} />}
      <ListSection
        label={say(words.title)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={<Empty icon={IconKey} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}
