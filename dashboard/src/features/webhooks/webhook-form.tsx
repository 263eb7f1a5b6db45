/** Where a webhook posts, and what: the form for a new one and for changes. */
import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { type EventType, eventTypes } from '../../api/shapes.ts'
import { FormDialog } from '../../ui/old-form.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'

interface WebhookFormProps {
  readonly title: string
  readonly action: string
  readonly url?: string
  readonly events?: readonly EventType[]
  readonly save: (fields: { url: string; events: EventType[] }) => void
  readonly close: () => void
  readonly isRunning: boolean
  readonly error: ApiError | null
}

const usual: readonly EventType[] = ['delivered', 'deferred', 'bounced', 'complained', 'failed']

export function WebhookForm(props: WebhookFormProps) {
  const { title, action, save, close, isRunning, error } = props
  const say = useSay()
  const [url, setUrl] = useState(props.url ?? 'https://')
  const [events, setEvents] = useState<string[]>([...(props.events ?? usual)])
  const isAll = events.length === eventTypes.length
  return (
    <FormDialog
      title={title}
      isOpen
      onCancel={close}
      submit={() => save({ url: url.trim(), events: events as EventType[] })}
      action={action}
      isRunning={isRunning}
      error={error}
    >
      <TextInput
        label={say(words.url)}
        description={say(words.urlAbout)}
        type="url"
        required
        data-autofocus
        value={url}
        onChange={event => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group label={say(words.events)} value={events} onChange={setEvents}>
        <SimpleGrid cols={2} spacing="xs" mt="xs">
          {eventTypes.map(type => (
            <Checkbox key={type} value={type} label={say(statusTexts[type])} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Checkbox
        label={say(words.allEvents)}
        checked={isAll}
        indeterminate={!isAll && events.length > 0}
        onChange={() => setEvents(isAll ? [] : [...eventTypes])}
      />
    </FormDialog>
  )
}
