/** One attempt: what was posted, what was answered, and posting it once more. */
import { Button, Group, Text } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Attempt, Webhook } from '../../api/shapes.ts'
import { CodeBlock, CopyWords } from '../../ui/copy.tsx'
import { May } from '../../ui/may.tsx'
import { notify } from '../../ui/notify.ts'
import { Fact, Loaded, Refused } from '../../ui/show.tsx'
import { Time, useSpan } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { AnswerBadge } from './attempt-table.tsx'
import { curlOf, headersOf } from './curl.ts'
import { webhooks as words } from './texts.ts'

interface AttemptDetailsProps {
  readonly attempt: Attempt
  readonly webhook: Webhook
}

export function AttemptDetails({ attempt, webhook }: AttemptDetailsProps) {
  const say = useSay()
  const input = { id: webhook.id, attempt_id: attempt.id }
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
      <Loaded query={whole}>
        {({ request_body: body }) => <Request attempt={attempt} url={webhook.url} body={body} />}
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
          <Button disabled={!webhook.enabled} loading={again.isPending} onClick={resend}>
            {say(words.resend)}
          </Button>
        </May>
      </Group>
    </>
  )
}

interface RequestProps {
  readonly attempt: Attempt
  readonly url: string
  readonly body: string
}

/** What was posted, but for its signature. */
function Request({ attempt, url, body }: RequestProps) {
  const say = useSay()
  return (
    <>
      <PartTitle text={words.headers} />
      <CodeBlock code={headersOf(attempt, body)} what={say(words.headers)} />
      <Text size="sm" c="dimmed" mt={4}>
        {say(words.unsigned)}{' '}
        <a href={say(words.checkPage)} target="_blank" rel="noreferrer" className="link">
          {say(words.check)}
        </a>
      </Text>
      <PartTitle text={words.request} />
      <CodeBlock code={pretty(body)} what={say(words.request)} />
      <Group gap="xs" mt="xs">
        <CopyWords text={curlOf({ attempt, url, body })} label={say(words.curl)} />
        <Text size="sm" c="dimmed" flex="1 1 260px">
          {say(words.curlAbout)}
        </Text>
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
