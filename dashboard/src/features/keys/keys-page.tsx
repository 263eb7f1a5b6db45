/** The API keys of the project. */
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { Once } from '../../ui/copy.tsx'
import { DialogButton } from '../../ui/form.tsx'
import { IconKey, IconPlus } from '../../ui/icons.ts'
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
        <DialogButton label={say(words.create)} icon={<IconPlus size={16} />} look="filled">
          {close => (
            <CreateForm
              close={close}
              onCreated={key => {
                close()
                setSecret(key)
              }}
            />
          )}
        </DialogButton>
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
