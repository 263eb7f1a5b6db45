/** Where the person is logged in, and ending it from here. */
import { Button, Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { browserOf } from '../../ui/agent.ts'
import { Loaded, Refused, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { settings as words } from './texts.ts'

type LoggedIn = Answer<'sessions.list'>['data'][number]

export function SessionsSection() {
  const say = useSay()
  const query = useApi('sessions.list')
  return (
    <Section title={say(words.sessions)} about={say(words.sessionsAbout)}>
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <>
            <ul className="checklist">
              {data.map(session => (
                <SessionLine key={session.id} session={session} />
              ))}
            </ul>
            {data.some(session => !session.current) && <EndOthers />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function EndOthers() {
  const say = useSay()
  const end = useChange('sessions.deleteOthers', 'sessions')
  return (
    <div>
      <Refused error={end.error} />
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
        {say(words.endOthers)}
      </Button>
    </div>
  )
}

function SessionLine({ session }: { session: LoggedIn }) {
  const say = useSay()
  const end = useChange('sessions.delete', 'sessions')
  return (
    <li>
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>
        <Text className="wrap">
          {browserOf(session.agent) ?? say(words.unknownBrowser)}
          {session.current && <span className="dim"> · {say(words.thisOne)}</span>}
        </Text>
        <Text size="sm" c="dimmed">
          {session.address} · {say(words.seen)} <Time at={session.seen_at} />
        </Text>
        <Refused error={end.error} />
      </div>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={say(words.endOf, { address: session.address ?? '' })}
          onClick={() => end.mutate({ id: session.id })}
        >
          {say(words.end)}
        </Button>
      )}
    </li>
  )
}
