/** The last hundred attempts to post to a webhook, and a window on one of them. */
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Attempt, Webhook } from '../../api/shapes.ts'
import { Dialog } from '../../ui/form.tsx'
import { IconWebhook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { AttemptDetails } from './attempt-details.tsx'
import { useAttemptColumns } from './attempt-table.tsx'
import { webhooks as words } from './texts.ts'

const paceMs = 4_000

export function Attempts({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const say = useSay()
  const { data, error, refetch } = useApi('project.webhooks.attempts', { id }, { everyMs: paceMs })
  const [chosen, setChosen] = useState<Attempt | null>(null)
  const columns = useAttemptColumns(setChosen)
  return (
    <>
      <ListSection
        label={say(words.attempts)}
        title={say(words.attempts)}
        about={say(words.attemptsAbout)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={
          <Empty
            icon={IconWebhook}
            title={say(words.noAttempts)}
            about={say(words.noAttemptsAbout)}
          />
        }
      />
      {/* Not in its row, which newer attempts may push off the list while somebody reads. */}
      <Dialog
        title={say(words.details)}
        isOpen={chosen !== null}
        close={() => setChosen(null)}
        size="lg"
      >
        {chosen && <AttemptDetails attempt={chosen} webhookId={id} isOn={enabled} />}
      </Dialog>
    </>
  )
}
