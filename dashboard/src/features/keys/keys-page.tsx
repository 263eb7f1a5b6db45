/** The API keys of the project. */
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { IconKey } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { SecretTitle } from '../../ui/secret-title.tsx'
import { Empty } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { HowToSend } from '../connect/how-to-send.tsx'
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
      <SecretTitle
        call="keys.create"
        title={say(words.title)}
        about={say(words.about)}
        add={say(words.create)}
        shown={say(words.created)}
        onSecret={setSecret}
        Form={CreateForm}
      />
      <ListSection
        label={say(words.title)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={<Empty icon={IconKey} title={say(words.none)} about={say(words.noneAbout)} />}
      />
      <HowToSend secret={secret} />
    </>
  )
}
