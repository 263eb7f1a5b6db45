/** One webhook: its state and its last hundred attempts, each with what was sent and answered. */

import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Attempt, Webhook } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { CodeBlock, Once } from '../../ui/copy.tsx'
import { IconSend, IconWebhook } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from '../../ui/old-confirm.tsx'
import { Badge, Empty, Fact, Link, Loaded, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { common, statusTexts } from '../../ui/texts.ts'
import { Time, useSpan } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'

export function WebhookPage() {
  const say = useSay()
  const where = useWhere()
  const { id = '' } = useParams({ strict: false })
  const query = useApi('project.webhooks.get', { id })
  return (
    <>
      <Text size="sm" mb={6}>
        <Link to={where.to('/webhooks')}>{say(words.title)}</Link>
      </Text>
      <Loaded query={query}>{webhook => <Shown webhook={webhook} />}</Loaded>
    </>
  )
}

function Shown({ webhook }: { webhook: Webhook }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const { id } = webhook
  const change = useChange('project.webhooks.update', 'project.webhooks')
  const remove = useChange('project.webhooks.delete', 'project.webhooks')
  const rotate = useChange('project.webhooks.rotateSecret')
  const test = useChange('project.webhooks.test', 'project.webhooks')
  const [isOpen, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState<string | null>(null)
  const sendTest = () => test.mutate({ id }, { onSuccess: () => notify(say(words.testSent)) })
  return (
    <>
      <PageTitle title={webhook.url}>
        <Button
          leftSection={<IconSend size={16} />}
          disabled={!webhook.enabled}
          loading={test.isPending}
          onClick={sendTest}
        >
          {say(words.test)}
        </Button>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ id, body: { enabled: !webhook.enabled } })}
        >
          {say(webhook.enabled ? words.pause : words.resume)}
        </Button>
        <Button variant="default" onClick={open}>
          {say(common.change)}
        </Button>
        <Confirm
          title={say(words.rotate)}
          about={say(words.rotateAbout)}
          action={say(words.rotate)}
          run={async () => {
            const made = await rotate.mutateAsync({ id })
            setSecret(made.secret)
          }}
        >
          {ask => (
            <Button variant="default" onClick={ask}>
              {say(words.rotate)}
            </Button>
          )}
        </Confirm>
        <Confirm
          title={say(common.removeWhat, { what: webhook.url })}
          about={say(words.removeAbout)}
          action={say(common.remove)}
          run={async () => {
            await remove.mutateAsync({ id })
            notify(say(common.removed))
            void navigate({ to: where.to('/webhooks') })
          }}
        >
          {ask => (
            <Button variant="default" onClick={ask}>
              {say(common.remove)}
            </Button>
          )}
        </Confirm>
      </PageTitle>
      <Refused error={test.error ?? change.error} />
      {secret && <Once title={say(words.secret)} secret={secret} />}
      {isOpen && (
        <WebhookForm
          title={say(words.edit)}
          action={say(common.save)}
          url={webhook.url}
          events={webhook.events}
          close={close}
          isRunning={change.isPending}
          error={change.error}
          save={body => change.mutate({ id, body }, { onSuccess: close })}
        />
      )}
      <Section>
        <dl className="facts">
          <Fact name={say(common.status)}>
            <Badge state={webhook.enabled ? 'enabled' : 'paused'} />
          </Fact>
          <Fact name={say(common.created)}>
            <Time at={webhook.created_at} form="full" />
          </Fact>
          <Fact name={say(words.events)}>
            {webhook.events.map(type => say(statusTexts[type])).join(', ')}
          </Fact>
        </dl>
      </Section>
      <Attempts id={id} isOn={webhook.enabled} />
    </>
  )
}

function Attempts({ id, isOn }: { id: string; isOn: boolean }) {
  const say = useSay()
  const query = useApi('project.webhooks.attempts', { id }, { everyMs: 4_000 })
  const [chosen, setChosen] = useState<Attempt | null>(null)
  return (
    <Section title={say(words.attempts)} about={say(words.attemptsAbout)} flush>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty
              icon={IconWebhook}
              title={say(words.noAttempts)}
              about={say(words.noAttemptsAbout)}
            />
          ) : (
            <AttemptTable rows={data} choose={setChosen} />
          )
        }
      </Loaded>
      <Modal
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={say(words.details)}
        size="lg"
        closeButtonProps={{ 'aria-label': say(common.close) }}
      >
        {chosen && <Details attempt={chosen} id={id} isOn={isOn} />}
      </Modal>
    </Section>
  )
}

interface AttemptTableProps {
  readonly rows: readonly Attempt[]
  readonly choose: (attempt: Attempt) => void
}

function AttemptTable({ rows, choose }: AttemptTableProps) {
  const say = useSay()
  const span = useSpan()
  return (
    <table className="table rows">
      <thead>
        <tr>
          <th>{say(words.answer)}</th>
          <th className="wide">{say(words.event)}</th>
          <th className="tight wide">{say(words.took)}</th>
          <th className="tight">{say(words.at)}</th>
          <th className="tight">
            <span className="sr-only">{say(words.details)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td>
              <Answer attempt={row} />
            </td>
            <td className="wide mono break dim">{row.event_id}</td>
            <td className="tight wide dim">{span(row.duration_ms)}</td>
            <td className="tight dim">
              <Time at={row.at} />
            </td>
            <td className="tight">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={say(words.detailsOf, { event: row.event_id })}
                onClick={() => choose(row)}
              >
                {say(words.details)}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Answer({ attempt }: { attempt: Attempt }) {
  const say = useSay()
  const code = attempt.status_code
  const isGood = code !== null && code >= 200 && code < 300
  return (
    <span className="badge" data-tone={isGood ? 'good' : 'bad'}>
      {code ?? say(words.noAnswer)}
    </span>
  )
}

function Details({ attempt, id, isOn }: { attempt: Attempt; id: string; isOn: boolean }) {
  const say = useSay()
  const span = useSpan()
  const input = { id, attempt_id: attempt.id }
  const whole = useApi('project.webhooks.attempt', input)
  const again = useChange('project.webhooks.resend', 'project.webhooks')
  const resend = () => again.mutate(input, { onSuccess: () => notify(say(words.resent)) })
  return (
    <>
      <dl className="facts">
        <Fact name={say(words.answer)}>
          <Answer attempt={attempt} />
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
      {attempt.error && (
        <div className="note" data-tone="bad" style={{ marginTop: 12 }}>
          {attempt.error}
        </div>
      )}
      <Text fw={600} mt="md" mb={4}>
        {say(words.request)}
      </Text>
      <Loaded query={whole}>
        {({ request_body: body }) => <CodeBlock code={pretty(body)} what={say(words.request)} />}
      </Loaded>
      {attempt.response_body !== null && (
        <>
          <Text fw={600} mt="md" mb={4}>
            {say(words.response)}
          </Text>
          <CodeBlock
            code={attempt.response_body || say(words.emptyBody)}
            what={say(words.response)}
          />
        </>
      )}
      <Refused error={again.error} />
      <Group justify="flex-end" mt="md">
        <Button disabled={!isOn} loading={again.isPending} onClick={resend}>
          {say(words.resend)}
        </Button>
      </Group>
    </>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
