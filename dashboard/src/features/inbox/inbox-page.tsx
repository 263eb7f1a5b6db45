/** What test keys have captured, as readers would see it, and the simulators. */
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange, useMe, useUrl } from '../../api/hooks.ts'
import { refreshNews, useList } from '../../api/lists.ts'
import { useLive } from '../../api/live.ts'
import type { Email } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { IconInbox, IconMail, IconSend } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import {
  Empty,
  Link,
  LinkButton,
  LiveMark,
  Loaded,
  PageTitle,
  Refused,
  Section,
} from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Preview } from '../emails/preview.tsx'
import { emails } from '../emails/texts.ts'
import { inbox as words } from './texts.ts'

/** Whatever mode the page is in: what is captured is test mode's. */
const mode = 'test'

export function InboxPage() {
  const say = useSay()
  const { project } = useWhere()
  const client = useQueryClient()
  const list = useList('project.emails.list', { mode })
  const [chosen, setChosen] = useState<string | null>(null)
  const isLive = useLive(news => void refreshNews(client, 'project.emails', news), mode)
  const email = list.data?.find(one => one.id === chosen) ?? list.data?.[0]
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <LiveMark isLive={isLive} />
      </PageTitle>
      <Simulators onSent={setChosen} />
      <Loaded query={list} lines={8}>
        {rows =>
          email === undefined ? (
            <Section>
              <Empty icon={IconInbox} title={say(words.none)} about={say(words.noneAbout)} />
            </Section>
          ) : (
            <div className="inbox">
              <Section title={say(words.captured)} flush>
                <Captured rows={rows} chosen={email.id} choose={setChosen} />
                <MoreButton list={list} />
              </Section>
              <Section>
                <Open email={email} project={project} />
              </Section>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

interface CapturedProps {
  readonly rows: readonly Email[]
  readonly chosen: string
  readonly choose: (id: string) => void
}

function Captured({ rows, chosen, choose }: CapturedProps) {
  const say = useSay()
  return (
    <ul className="inbox-list">
      {rows.map(row => (
        <li key={row.id}>
          <button
            type="button"
            className="inbox-item"
            aria-current={row.id === chosen}
            onClick={() => choose(row.id)}
          >
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text span fw={550} size="sm" truncate>
                {row.subject || say(emails.noSubject)}
              </Text>
              <Text span size="xs" className="dim">
                <Time at={row.created_at} />
              </Text>
            </Group>
            <Text span size="xs" className="dim" truncate display="block">
              {row.to.join(', ')}
            </Text>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Open({ email, project }: { email: Email; project: string }) {
  const say = useSay()
  const url = useUrl()
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs" align="flex-start">
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <Text fw={600} className="wrap">
            {email.subject || say(emails.noSubject)}
          </Text>
          <Text size="sm" c="dimmed" className="wrap">
            {email.from} → {email.to.join(', ')}
          </Text>
        </div>
        <LinkButton to={`/p/${project}/test/emails/${email.id}`} icon={<IconMail size={16} />}>
          {say(words.open)}
        </LinkButton>
      </Group>
      <Preview
        src={url('project.emails.preview', { id: email.id, mode })}
        subject={email.subject}
      />
    </>
  )
}

const simulators = [
  { address: 'anyone@example.com', about: words.captures },
  { address: 'bounced@example.com', about: words.bounces },
  { address: 'complained@example.com', about: words.complains },
  { address: 'deferred@example.com', about: words.defers },
] as const

function Simulators({ onSent }: { onSent: (id: string) => void }) {
  const say = useSay()
  const me = useMe()
  const send = useChange('project.emails.send', 'project.emails')
  const [sent, setSent] = useState<{ address: string; id: string } | null>(null)
  const go = (address: string) =>
    send.mutate(
      { mode, body: sampleEmail(address, me.account.name, say) },
      {
        onSuccess: ({ id }) => {
          onSent(id)
          setSent({ address, id })
        },
      },
    )
  const { project } = useWhere()
  return (
    <Section title={say(words.simulators)} about={say(words.simulatorsAbout)}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        {simulators.map(({ address, about }) => (
          <div key={address} className="tile">
            <code className="mono break">{address}</code>
            <Text size="sm" c="dimmed" mt={2} mb="xs">
              {say(about)}
            </Text>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconSend size={14} />}
                aria-label={say(words.sendTo, { address })}
                loading={send.isPending}
                onClick={() => go(address)}
              >
                {say(words.send)}
              </Button>
              {sent?.address === address && (
                <Text size="sm">
                  <Link to={`/p/${project}/test/emails/${sent.id}`}>{say(words.open)}</Link>
                </Text>
              )}
            </Group>
          </div>
        ))}
      </SimpleGrid>
      <Refused error={send.error} />
    </Section>
  )
}

/** What the one-click sends say. */
export function sampleEmail(to: string, sender: string, say: ReturnType<typeof useSay>) {
  const text = say(words.sampleText)
  const hello = say(words.sampleHello)
  return {
    // Quotes, commas and brackets would need quoting of their own.
    from: `${sender.replace(/[^\p{L}\p{N} .-]/gu, '').trim() || 'Malote'} <hello@example.com>`,
    to: [to],
    subject: say(words.sampleSubject, { address: to }),
    text: `${hello}\n\n${text}\n`,
    html:
      '<div style="font-family:sans-serif;max-width:520px;margin:24px auto;padding:0 16px">' +
      `<h1 style="font-size:22px">${hello}</h1><p style="line-height:1.5">${text}</p></div>`,
  }
}
