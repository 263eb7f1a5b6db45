/** One attempt: what was posted, what was answered, and posting it once more. */
import { Button, Group, Text } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Attempt } from '../../api/shapes.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { May } from '../../ui/may.tsx'
import { notify } from '../../ui/notify.ts'
import { Fact, Loaded, Refused } from '../../ui/show.tsx'
import { Time, useSpan } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { AnswerBadge } from './attempt-table.tsx'
import { webhooks as words } from './texts.ts'

interface AttemptDetailsProps {
  readonly attempt: Attempt
  readonly webhookId: string
  /** Nothing is posted again while the webhook is paused. */
  readonly isOn: boolean
}

export function AttemptDetails({ attempt, webhookId, isOn }: AttemptDetailsProps) {
  const say = useSay()
  const input = { id: webhookId, attempt_id: attempt.id }
  const whole = useApi('project.webhooks.attempt', input)
  const again = useChange('project.webhooks.resend', 'project.webhooks')
  const resend = () => again.mutate(input, { onSuccess: () => notify(say(words.resent)) })
  return (
    <>
      <AttemptFacts attempt={attempt} />
      {attempt.error && (
        <div className="note" data-tone="bad" style={{ marginTop: 12 }}>
          {attempt.error}
        </div>
      )}
      <PartTitle text={words.request} />
      <Loaded query={whole}>
        {({ request_body: body }) => <CodeBlock code={pretty(body)} what={say(words.request)} />}
      </Loaded>
      {attempt.response_body !== null && (
        <>
          <PartTitle text={words.response} />
          <CodeBlock
            code={attempt.response_body || say(words.emptyBody)}
            what={say(words.response)}
          />
        </>
      )}
      <Refused error={again.error} />
      <Group justify="flex-end" mt="md">
        <May call="project.webhooks.resend">
          <Button disabled={!isOn} loading={again.isPending} onClick={resend}>
            {say(words.resend)}
          </Button>
        </May>
      </Group>
    </>
  )
}

function AttemptFacts({ attempt }: Pick<AttemptDetailsProps, 'attempt'>) {
  const say = useSay()
  const span = useSpan()
  return (
    <dl className="facts">
      <Fact name={say(words.answer)}>
        <AnswerBadge attempt={attempt} />
      </Fact>
      <Fact name={say(words.at)}>
        <Time at={attempt.at} form="full" />
      </Fact>
      <Fact name={say(words.took)}>{span(attempt.duration_ms)}</Fact>
      <Fact name={say(words.event)}>
        <span className="mono">{attempt.event_id}</span>
      </Fact>
      {attempt.next_attempt_at && (
        <Fact name={say(words.next)}>
          <Time at={attempt.next_attempt_at} form="full" />
        </Fact>
      )}
    </dl>
  )
}

function PartTitle({ text }: { text: Words }) {
  const say = useSay()
  return (
    <Text fw={600} mt="md" mb={4}>
      {say(text)}
    </Text>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
