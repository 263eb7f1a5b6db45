/** One webhook: its state and its last hundred attempts, each with what was sent and answered. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Webhook } from '../../api/shapes.ts'
import { useParams } from '../../routing/routing.tsx'
import { Once } from '../../ui/copy.tsx'
import { IconSend } from '../../ui/icons.ts'
import { Back } from '../../ui/links.tsx'
import { May } from '../../ui/may.tsx'
import { notify } from '../../ui/notify.ts'
import { Fact, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Answered, useAnswering, WebhookState } from './answering.tsx'
import { Attempts } from './attempts.tsx'
import { webhookEventTexts, webhooks as words } from './texts.ts'
import { WebhookActions } from './webhook-actions.tsx'

export function WebhookPage() {
  const { id = '' } = useParams()
  const query = useApi('project.webhooks.get', { id })
  return (
    <>
      <Back to="/webhooks" text={words.title} />
      <Loaded isPage query={query}>
        {webhook => <Shown webhook={webhook} />}
      </Loaded>
    </>
  )
}

interface WebhookProps {
  readonly webhook: Webhook
}

function Shown({ webhook }: WebhookProps) {
  const say = useSay()
  const { id, enabled } = webhook
  const change = useChange('project.webhooks.update', 'project.webhooks')
  const test = useChange('project.webhooks.test', 'project.webhooks')
  const [secret, setSecret] = useState<string | null>(null)
  const sendTest = () => test.mutate({ id }, { onSuccess: () => notify(say(words.testSent)) })
  return (
    <>
      <PageTitle title={webhook.url} isLong>
        <May call="project.webhooks.test">
          <Button
            leftSection={<IconSend size={16} />}
            disabled={!enabled}
            loading={test.isPending}
            onClick={sendTest}
          >
            {say(words.test)}
          </Button>
        </May>
        <May call="project.webhooks.update">
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ id, body: { enabled: !enabled } })}
          >
            {say(enabled ? words.pause : words.resume)}
          </Button>
        </May>
        <WebhookActions webhook={webhook} onSecret={setSecret} />
      </PageTitle>
      <Refused error={test.error ?? change.error} />
      {secret && <Once title={say(words.secret)} secret={secret} />}
      <WebhookFacts webhook={webhook} />
      <Attempts webhook={webhook} />
    </>
  )
}

function WebhookFacts({ webhook }: WebhookProps) {
  const say = useSay()
  const answers = useAnswering().get(webhook.id)
  return (
    <Section>
      <dl className="facts">
        <Fact name={say(common.status)}>
          <WebhookState enabled={webhook.enabled} answers={answers} />
        </Fact>
        <Fact name={say(words.answers)}>
          <Answered answers={answers} />
        </Fact>
        <Fact name={say(common.created)}>
          <Time at={webhook.created_at} form="full" />
        </Fact>
        <Fact name={say(words.events)}>
          {webhook.events.map(type => say(webhookEventTexts[type])).join(', ')}
        </Fact>
      </dl>
    </Section>
  )
}
