/** Where a webhook posts, and what: creating one, and changing one. */
import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { eventTypes, peopleEvents, type Webhook, type WebhookEvent } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { webhookEventTexts, webhooks as words } from './texts.ts'

interface WebhookValues {
  readonly url: string
  readonly events: WebhookEvent[]
}

const initial: WebhookValues = {
  url: 'https://',
  events: ['delivered', 'deferred', 'bounced', 'complained', 'failed'],
}
const bodyOf = ({ url, events }: WebhookValues) => ({ url: url.trim(), events })

interface CreateFormProps {
  readonly close: () => void
  readonly onCreated: (secret: string) => void
}

export function CreateForm({ close, onCreated }: CreateFormProps) {
  const say = useSay()
  const form = useApiForm('project.webhooks.create', {
    stale: ['project.webhooks'],
    initial,
    input: values => ({ body: bodyOf(values) }),
    onDone: ({ secret }) => onCreated(secret),
  })
  return (
    <ApiForm form={form} action={say(common.create)} onCancel={close}>
      <WebhookFields form={form} />
    </ApiForm>
  )
}

export function ChangeForm({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const say = useSay()
  const { id, url, events } = webhook
  const form = useApiForm('project.webhooks.update', {
    stale: ['project.webhooks'],
    initial: { url, events } as WebhookValues,
    input: values => ({ id, body: bodyOf(values) }),
    onDone: close,
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <WebhookFields form={form} />
    </ApiForm>
  )
}

interface WebhookFieldsProps {
  readonly form: {
    readonly values: WebhookValues
    readonly set: (name: 'events', events: WebhookEvent[]) => void
    readonly field: (name: keyof WebhookValues) => object
  }
}

function WebhookFields({ form }: WebhookFieldsProps) {
  const say = useSay()
  const { events } = form.values
  const ofEmails = eventTypes.filter(type => events.includes(type))
  const ofPeople = peopleEvents.filter(type => events.includes(type))
  const isAll = ofEmails.length === eventTypes.length
  return (
    <>
      <TextInput
        {...form.field('url')}
        label={say(words.url)}
        description={say(words.urlAbout)}
        type="url"
        required
        data-autofocus
      />
      <Checkbox.Group {...form.field('events')} label={say(words.events)}>
        <Choices name={say(words.emailEvents)} types={eventTypes} />
        <Choices name={say(words.peopleEvents)} types={peopleEvents} />
      </Checkbox.Group>
      <Checkbox
        label={say(words.allEvents)}
        checked={isAll}
        indeterminate={!isAll && ofEmails.length > 0}
        onChange={() => form.set('events', isAll ? ofPeople : [...eventTypes, ...ofPeople])}
      />
    </>
  )
}

interface ChoicesProps {
  readonly name: string
  readonly types: readonly WebhookEvent[]
}

function Choices({ name, types }: ChoicesProps) {
  const say = useSay()
  return (
    <>
      <Text size="sm" c="dimmed" mt="xs">
        {name}
      </Text>
      <SimpleGrid cols={2} spacing="xs" my="xs">
        {types.map(type => (
          <Checkbox
            key={type}
            value={type}
            label={say(webhookEventTexts[type])}
            // As code reads it.
            description={<span className="mono">{type}</span>}
          />
        ))}
      </SimpleGrid>
    </>
  )
}
