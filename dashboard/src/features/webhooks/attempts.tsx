/** The last hundred attempts to post to a webhook, and a window on one of them. */
import { useState } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Attempt, Webhook } from '../../api/shapes.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconWebhook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { notify } from '../../ui/notify.ts'
import { Empty } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { AttemptDetails } from './attempt-details.tsx'
import { useAttemptColumns } from './attempt-table.tsx'
import { webhookEventTexts, webhooks as words } from './texts.ts'

const paceMs = 4_000
const states = ['failed', 'acknowledged'] as const

const fieldsOf = (types: Webhook['events']): readonly FilterField<'state' | 'type' | 'email'>[] => [
  { name: 'email', kind: 'search', label: words.findEmail },
  {
    name: 'state',
    kind: 'choice',
    label: words.answer,
    any: words.anyAnswer,
    choices: states.map(value => ({ value, label: words[value] })),
  },
  {
    name: 'type',
    kind: 'choice',
    label: words.event,
    any: words.anyEvent,
    choices: types.map(value => ({ value, label: webhookEventTexts[value] })),
  },
]

export function Attempts({ webhook }: { webhook: Webhook }) {
  const { id, enabled, events } = webhook
  const say = useSay()
  const filters = useFilters(['email', 'state', 'type'])
  const { email, state, type } = filters.values
  const sought = { email_id: email?.trim(), state: oneOf(states, state), type }
  const { data, error, refetch } = useApi(
    'project.webhooks.attempts',
    { id, ...sought },
    { everyMs: paceMs, keepsPrevious: true },
  )
  const [chosen, setChosen] = useState<Attempt | null>(null)
  const columns = useAttemptColumns(setChosen)
  return (
    <>
      <FilterBar filters={filters} fields={fieldsOf(events)} />
      <ListSection
        label={say(words.attempts)}
        title={say(words.attempts)}
        about={say(words.attemptsAbout)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={
          <Empty
            icon={IconWebhook}
            title={say(filters.isAny ? words.noneFit : words.noAttempts)}
            {...(filters.isAny ? {} : { about: say(words.noAttemptsAbout) })}
          />
        }
      />
      {enabled && <ResendFailed id={id} />}
      {/* Not in its row, which newer attempts may push off the list while somebody reads. */}
      <Dialog
        title={say(words.details)}
        isOpen={chosen !== null}
        close={() => setChosen(null)}
        size="lg"
      >
        {chosen && <AttemptDetails attempt={chosen} webhook={webhook} />}
      </Dialog>
    </>
  )
}

/** What was not acknowledged, once more: the other side is back. */
function ResendFailed({ id }: { id: string }) {
  const say = useSay()
  const { data } = useApi('project.webhooks.attempts', { id, state: 'failed' })
  const resend = useChange('project.webhooks.resendFailed', 'project.webhooks')
  if (!data || data.data.length === 0) return null
  return (
    <ConfirmButton
      call="project.webhooks.resendFailed"
      title={say(words.resendFailed)}
      about={say(words.resendFailedAbout)}
      run={async () => {
        const { resent } = await resend.mutateAsync({ id })
        notify(say(words.resentFailed, { n: resent }))
      }}
    />
  )
}
