/** The webhooks of the project. */
import { useList } from '../../api/lists.ts'
import { IconWebhook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { SecretTitle } from '../../ui/secret-title.tsx'
import { Empty } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'
import { CreateForm } from './webhook-form.tsx'
import { useWebhookColumns } from './webhook-table.tsx'

export function WebhooksPage() {
  const say = useSay()
  const list = useList('project.webhooks.list')
  const columns = useWebhookColumns()
  return (
    <>
      <SecretTitle
        title={say(words.title)}
        about={say(words.about)}
        add={say(words.create)}
        call="project.webhooks.create"
        shown={say(words.secret)}
        Form={CreateForm}
      />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconWebhook} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}
