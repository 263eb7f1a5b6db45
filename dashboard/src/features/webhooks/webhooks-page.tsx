/** The webhooks of the project. */
import { useState } from 'react'
import { useList } from '../../api/lists.ts'
import { Once } from '../../ui/copy.tsx'
import { AddButton } from '../../ui/form.tsx'
import { IconWebhook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'
import { CreateForm } from './webhook-form.tsx'
import { useWebhookColumns } from './webhook-table.tsx'

export function WebhooksPage() {
  const say = useSay()
  const list = useList('project.webhooks.list')
  const columns = useWebhookColumns()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton label={say(words.create)}>
          {close => (
            <CreateForm
              close={close}
              onCreated={made => {
                close()
                setSecret(made)
              }}
            />
          )}
        </AddButton>
      </PageTitle>
      {secret && <Once title={say(words.secret)} secret={secret} />}
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconWebhook} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}
