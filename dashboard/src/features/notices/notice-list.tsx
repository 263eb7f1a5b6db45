/** What Malote has told the account, and which of it somebody has read. */
import { Button, Group, Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { Loaded, Refused, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { notices as words } from './texts.ts'

type Notice = Answer<'notices.list'>['data'][number]

const tones = { info: 'info', warning: 'wait', error: 'bad' } as const

export function NoticeList() {
  const say = useSay()
  const query = useApi('notices.list')
  return (
    <Section>
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{say(words.none)}</Text>
          ) : (
            data.map(notice => <NoticeCard key={notice.id} notice={notice} />)
          )
        }
      </Loaded>
    </Section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const say = useSay()
  const read = useChange('notices.read', 'notices')
  return (
    <div className="note" data-tone={notice.read_at ? 'calm' : tones[notice.level]}>
      <Group justify="space-between" w="100%" gap="xs">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text className="wrap">{notice.message}</Text>
          <Text size="sm" className="dim">
            <Time at={notice.at} />
            {notice.ended_at && (
              <>
                {' · '}
                {say(words.over)} <Time at={notice.ended_at} />
              </>
            )}
          </Text>
          <Refused error={read.error} />
        </div>
        {!notice.read_at && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => read.mutate({ notice_id: notice.id })}
          >
            {say(words.read)}
          </Button>
        )}
      </Group>
    </div>
  )
}
