/** What test keys have captured, as readers would see it, and the simulators. */
import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useUrl } from '../../api/hooks.ts'
import { refreshNews, useList } from '../../api/lists.ts'
import { useLive } from '../../api/live.ts'
import type { Email } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { IconInbox, IconMail } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { Empty, LinkButton, LiveMark, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Preview } from '../emails/preview.tsx'
import { emails } from '../emails/texts.ts'
import { ClockSection } from '../test-clock/clock-section.tsx'
import { Simulators } from './simulators.tsx'
import { inbox as words } from './texts.ts'

/** Whatever mode the page is in: what is captured is test mode's. */
const mode = 'test'

export function InboxPage() {
  const say = useSay()
  const client = useQueryClient()
  const list = useList('project.emails.list', { mode })
  const [chosen, setChosen] = useState<string | null>(null)
  const preview = useRef<HTMLDivElement>(null)
  const isLive = useLive(news => void refreshNews(client, 'project.emails', news), mode)
  const email = list.data?.find(one => one.id === chosen) ?? list.data?.[0]
  const choose = (id: string) => {
    setChosen(id)
    // On a phone the preview is below the list, out of sight.
    preview.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <LiveMark isLive={isLive} />
      </PageTitle>
      <Loaded query={list} lines={8}>
        {rows =>
          email === undefined ? (
            <Section>
              <Empty icon={IconInbox} title={say(words.none)} about={say(words.noneAbout)} />
            </Section>
          ) : (
            <div className="inbox">
              <Section title={say(words.captured)} flush>
                <Captured rows={rows} chosen={email.id} choose={choose} />
                <MoreButton list={list} />
              </Section>
              <div ref={preview} className="inbox-preview">
                <Section>
                  <Opened email={email} />
                </Section>
              </div>
            </div>
          )
        }
      </Loaded>
      <Simulators onSent={setChosen} />
      <ClockSection />
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
                <bdi>{row.subject || say(emails.noSubject)}</bdi>
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

function Opened({ email }: { email: Email }) {
  const say = useSay()
  const url = useUrl()
  const { project } = useWhere()
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs" align="flex-start">
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <Text fw={600} className="wrap" dir="auto">
            {email.subject || say(emails.noSubject)}
          </Text>
          <Text size="sm" c="dimmed" className="wrap">
            <bdi>{email.from}</bdi> → <bdi>{email.to.join(', ')}</bdi>
          </Text>
        </div>
        <LinkButton
          to={`/projects/${project}/test/emails/${email.id}`}
          icon={<IconMail size={16} />}
        >
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
