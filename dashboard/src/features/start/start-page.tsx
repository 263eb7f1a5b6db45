/** The first minute: a key, a call, the email as it arrives. Then what is left before going live. */
import { Box, Button, Group, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange, useMe, useRefresh } from '../../api/hooks.ts'
import { useLive } from '../../api/live.ts'
import type { Email } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { CodeBlock, Once } from '../../ui/copy.tsx'
import { IconKey, IconSend } from '../../ui/icons.ts'
import { May } from '../../ui/may.tsx'
import { Badge, Link, LinkButton, PageTitle, Refused, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { sampleEmail } from '../inbox/sample-email.ts'
import { inbox } from '../inbox/texts.ts'
import { GoLive } from './go-live.tsx'
import { snippet, snippetLanguages } from './snippets.ts'
import { start as words } from './texts.ts'

export function StartPage() {
  const say = useSay()
  const { project } = useWhere()
  const [key, setKey] = useState<string | null>(null)
  const refresh = useRefresh()
  const latest = useApi('project.emails.list', { mode: 'test', limit: 1 })
  useLive(() => void refresh('project.emails'), 'test')
  const email = latest.data?.data[0]
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <Section>
        <ol className="steps">
          <KeyStep secret={key} onCreated={setKey} />
          <SendStep secret={key} isDone={email !== undefined} />
          <li data-done={email !== undefined}>
            <StepTitle text={words.arrive} />
            <Arrival email={email} to={`/projects/${project}/test/emails/${email?.id}`} />
          </li>
        </ol>
      </Section>
      <GoLive />
    </>
  )
}

function StepTitle({ text, about }: { text: Words; about?: Words }) {
  const say = useSay()
  return (
    <Box mb="sm">
      <Text component="h2" fw={600}>
        {say(text)}
      </Text>
      {about && (
        <Text c="dimmed" size="sm">
          {say(about)}
        </Text>
      )}
    </Box>
  )
}

interface KeyStepProps {
  readonly secret: string | null
  readonly onCreated: (key: string) => void
}

function KeyStep({ secret, onCreated }: KeyStepProps) {
  const say = useSay()
  const keys = useApi('keys.list')
  const create = useChange('keys.create', 'keys')
  const testKeys = keys.data?.data.filter(key => key.mode === 'test').length ?? 0
  const body = { name: say(words.firstKeyName), mode: 'test', scope: 'send' } as const
  const go = () => create.mutate({ body }, { onSuccess: ({ key }) => onCreated(key) })
  return (
    <li data-done={secret !== null || testKeys > 0}>
      <StepTitle text={words.key} about={words.keyAbout} />
      {secret ? (
        <Once title={say(words.keyTitle)} secret={secret} />
      ) : (
        <>
          {testKeys > 0 && (
            <Text size="sm" mb="xs">
              {say(words.hasKeys, { n: testKeys })}
            </Text>
          )}
          <May call="keys.create">
            <Button
              leftSection={<IconKey size={16} />}
              variant={testKeys > 0 ? 'default' : 'filled'}
              loading={create.isPending}
              onClick={go}
            >
              {say(words.createKey)}
            </Button>
          </May>
          <Refused error={create.error} />
        </>
      )}
    </li>
  )
}

function SendStep({ secret, isDone }: { secret: string | null; isDone: boolean }) {
  const say = useSay()
  const me = useMe()
  const where = useWhere()
  const send = useChange('project.emails.send', 'project.emails')
  const sendForMe = () =>
    send.mutate({
      mode: 'test',
      body: sampleEmail(me.user.email, me.account.name, say),
    })
  return (
    <li data-done={isDone}>
      <StepTitle text={words.send} about={words.sendAbout} />
      <Snippets secret={secret} />
      <Group mt="sm">
        <May call="project.emails.send">
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={send.isPending}
            onClick={sendForMe}
          >
            {say(words.sendForMe)}
          </Button>
        </May>
        <Link to={where.to('/keys')}>{say(words.otherWays)}</Link>
        <Refused error={send.error} />
      </Group>
    </li>
  )
}

function Snippets({ secret }: { secret: string | null }) {
  const say = useSay()
  const me = useMe()
  const example = {
    base: location.origin,
    key: secret ?? 'YOUR_TEST_KEY',
    to: me.user.email,
    subject: say(inbox.sampleHello),
    text: say(inbox.sampleText),
  }
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb="sm" className="tabs" aria-label={say(words.languages)}>
        {snippetLanguages.map(language => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippetLanguages.map(language => (
        <Tabs.Panel key={language} value={language}>
          <CodeBlock code={snippet(language, example)} what={say(words.snippet, { language })} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Arrival({ email, to }: { email: Email | undefined; to: string }) {
  const say = useSay()
  return (
    <div role="status" aria-live="polite" data-arrival={email ? 'here' : 'waiting'}>
      {email ? (
        <div className="tile">
          <Group justify="space-between" gap="sm">
            <div style={{ minWidth: 0, flex: '1 1 220px' }}>
              <Text fw={600}>{say(words.arrived)}</Text>
              <Group gap="xs" mt={4}>
                <Badge state={email.status} />
                <Text size="sm" className="wrap" dir="auto">
                  {email.subject}
                </Text>
                <Text size="sm" c="dimmed">
                  <Time at={email.created_at} />
                </Text>
              </Group>
            </div>
            <LinkButton to={to} variant="filled">
              {say(words.seeTimeline)}
            </LinkButton>
          </Group>
        </div>
      ) : (
        <span className="live waiting" data-on="true">
          {say(words.waiting)}
        </span>
      )}
    </div>
  )
}
