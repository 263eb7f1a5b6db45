/** One email: what happened to it, what it says, and what can still be done. */

import { Button, Group, Tabs, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApi, useChange, useRefresh, useUrl } from '../../api/hooks.ts'
import { useLive } from '../../api/live.ts'
import type { EmailContent, EmailWithEvents } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import { IconMail } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from '../../ui/old-confirm.tsx'
import { FormDialog } from '../../ui/old-form.tsx'
import { Badge, Empty, Fact, Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Preview } from './preview.tsx'
import { emails, email as words } from './texts.ts'
import { Timeline } from './timeline.tsx'

export function EmailPage() {
  const say = useSay()
  const where = useWhere()
  const refresh = useRefresh()
  const { id = '' } = useParams({ strict: false })
  const query = useApi('project.emails.get', { id })
  useLive(news => {
    if (news === null || news.some(one => one.id === id)) void refresh('project.emails', { id })
  })
  return (
    <>
      <Text size="sm" mb={6}>
        <Link to={where.to('/emails')}>{say(emails.title)}</Link>
      </Text>
      <Loaded query={query} lines={8}>
        {email => (
          <>
            <PageTitle title={email.subject || say(emails.noSubject)}>
              <Actions email={email} />
            </PageTitle>
            <Summary email={email} />
            <Contents email={email} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Actions({ email }: { email: EmailWithEvents }) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const again = useChange('project.emails.resend', 'project.emails')
  const cancel = useChange('project.emails.cancel', 'project.emails')
  const isWaiting = email.status === 'queued' || email.status === 'deferred'
  return (
    <>
      {isWaiting && (
        <>
          {email.scheduled_at && <Reschedule email={email} />}
          <Confirm
            title={say(words.cancel)}
            about={say(words.cancelAbout)}
            action={say(words.cancel)}
            run={async () => {
              await cancel.mutateAsync({ id: email.id })
              notify(say(words.cancelled))
            }}
          >
            {open => (
              <Button variant="default" onClick={open}>
                {say(words.cancel)}
              </Button>
            )}
          </Confirm>
        </>
      )}
      <Confirm
        title={say(words.resend)}
        about={say(words.resendAbout)}
        action={say(words.resend)}
        run={async () => {
          const sent = await again.mutateAsync({ id: email.id })
          notify(say(words.resent))
          void navigate({ to: where.to(`/emails/${sent.id}`) })
        }}
      >
        {open => (
          <Button variant="default" onClick={open}>
            {say(words.resend)}
          </Button>
        )}
      </Confirm>
    </>
  )
}

function Reschedule({ email }: { email: EmailWithEvents }) {
  const say = useSay()
  const [isOpen, { open, close }] = useDisclosure()
  const [when, setWhen] = useState(() => localInput(email.scheduled_at ?? email.created_at))
  const change = useChange('project.emails.update', 'project.emails')
  const submit = () =>
    change.mutate(
      { id: email.id, body: { scheduled_at: new Date(when).toISOString() } },
      {
        onSuccess: () => {
          close()
          notify(say(words.rescheduled))
        },
      },
    )
  return (
    <>
      <Button variant="default" onClick={open}>
        {say(words.reschedule)}
      </Button>
      <FormDialog
        title={say(words.reschedule)}
        isOpen={isOpen}
        onCancel={close}
        submit={submit}
        action={say(words.reschedule)}
        isRunning={change.isPending}
        error={change.error}
      >
        <TextInput
          type="datetime-local"
          label={say(words.when)}
          required
          value={when}
          onChange={event => setWhen(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  )
}

/** A moment as <input type="datetime-local"> wants it: the computer's own clock. */
function localInput(at: string): string {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function Summary({ email }: { email: EmailWithEvents }) {
  const say = useSay()
  const lists: readonly [string, readonly string[] | undefined][] = [
    [say(emails.to), email.to],
    [say(words.cc), email.cc],
    [say(words.bcc), email.bcc],
    [say(words.replyTo), email.reply_to],
  ]
  return (
    <Section>
      <dl className="facts">
        <Fact name={say(common.status)}>
          <Badge state={email.status} />
        </Fact>
        <Fact name={say(emails.from)}>{email.from}</Fact>
        {lists.map(
          ([name, list]) =>
            list &&
            list.length > 0 && (
              <Fact key={name} name={name}>
                {list.join(', ')}
              </Fact>
            ),
        )}
        <Fact name={say(common.stream)}>{say(streamTexts[email.stream])}</Fact>
        <Fact name={say(emails.accepted)}>
          <Time at={email.created_at} form="full" />
        </Fact>
        {email.scheduled_at && (
          <Fact name={say(words.scheduled)}>
            <Time at={email.scheduled_at} form="full" />
          </Fact>
        )}
        <Pairs name={say(words.tags)} pairs={email.tags} />
        <Pairs name={say(words.metadata)} pairs={email.metadata} />
        <Fact name={say(words.id)}>
          <Group gap={4} wrap="nowrap">
            <code className="mono break">{email.id}</code>
            <CopyButton text={email.id} what={say(words.id)} />
          </Group>
        </Fact>
      </dl>
    </Section>
  )
}

function Pairs({ name, pairs }: { name: string; pairs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(pairs)
  if (entries.length === 0) return null
  return (
    <Fact name={name}>
      {entries.map(([key, value]) => (
        <div key={key} className="mono">
          {key}: {value}
        </div>
      ))}
    </Fact>
  )
}

function Contents({ email }: { email: EmailWithEvents }) {
  const say = useSay()
  const url = useUrl()
  const { id } = email
  const tabs = ['timeline', 'preview', 'text', 'source', 'headers', 'raw'] as const
  return (
    <Tabs defaultValue="timeline" keepMounted={false}>
      <Tabs.List mb="md" className="tabs">
        {tabs.map(tab => (
          <Tabs.Tab key={tab} value={tab}>
            {say(words[tab])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="timeline">
        <Timeline email={email} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <Preview src={url('project.emails.preview', { id })} subject={email.subject} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <Part id={id}>
          {({ text, text_made: made }) => (
            <>
              {made !== undefined && (
                <Text size="sm" c="dimmed" mb="sm">
                  {say(words.textMade)}
                </Text>
              )}
              {text || made ? (
                <CodeBlock code={text || made || ''} what={say(words.text)} />
              ) : (
                say(words.noText)
              )}
            </>
          )}
        </Part>
      </Tabs.Panel>
      <Tabs.Panel value="source">
        <Part id={id}>
          {({ html }) =>
            html ? <CodeBlock code={html} what={say(words.source)} /> : say(words.noHtml)
          }
        </Part>
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <Part id={id}>{content => <Headers content={content} />}</Part>
      </Tabs.Panel>
      <Tabs.Panel value="raw">
        <Raw id={id} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Part({ id, children }: { id: string; children: (content: EmailContent) => ReactNode }) {
  const query = useApi('project.emails.content', { id })
  return <Loaded query={query}>{children}</Loaded>
}

function Headers({ content }: { content: EmailContent }) {
  const say = useSay()
  const { bytes } = useNumbers()
  const lines = Object.entries(content.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      {lines.length > 0 ? (
        <CodeBlock code={lines.join('\n')} what={say(words.headers)} />
      ) : (
        <Text c="dimmed">{say(words.noHeaders)}</Text>
      )}
      {content.attachments.length > 0 && (
        <Section title={say(words.attachments)}>
          {content.attachments.map(file => (
            <div key={file.filename} className="wrap">
              {file.filename} <span className="dim">{bytes(file.size_bytes)}</span>
            </div>
          ))}
        </Section>
      )}
    </>
  )
}

/** Past this a browser grows slow; the size says what is missing. */
const mostShown = 400_000

function Raw({ id }: { id: string }) {
  const say = useSay()
  const { bytes } = useNumbers()
  const query = useApi('project.emails.raw', { id })
  return (
    <Loaded query={query}>
      {raw =>
        raw === '' ? (
          <Empty icon={IconMail} title={say(words.noText)} />
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {say(words.size, { size: bytes(new Blob([raw]).size) })}
            </Text>
            <CodeBlock code={raw.slice(0, mostShown)} what={say(words.raw)} />
          </>
        )
      }
    </Loaded>
  )
}
