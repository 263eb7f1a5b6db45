/** What a shared link shows, without a session: the records to publish, and which DNS has already. */

import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../api/calls.ts'
import { type ApiError, call } from '../../api/client.ts'
import { useSearch } from '../../routing/routing.tsx'
import { timesOf } from '../../ui/format.ts'
import { IconRefresh } from '../../ui/icons.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Badge, Refused, Section, Waiting } from '../../ui/show.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { Door } from '../session/door.tsx'
import { RecordTable } from './record-table.tsx'
import { domains as words } from './texts.ts'
import { ZoneButtons } from './zone-buttons.tsx'

type SharedPage = Answer<'sharedDomain.look'>

export function SharedDomainPage() {
  const say = useSay()
  const { language } = useSpeech()
  const { token = '' } = useSearch()
  const key = ['shared-domain', token, language]
  const found = useQuery<SharedPage, ApiError>({
    queryKey: key,
    queryFn: () => call('sharedDomain.look', { body: { token } }),
    retry: false,
  })
  if (found.error) {
    return (
      <Door title={say(words.sharedEnded)}>
        <Refused error={found.error} />
      </Door>
    )
  }
  const { data } = found
  return (
    <Door
      title={data ? say(words.sharedTitle, { name: inOwnLetters(data.name) }) : say(words.records)}
      about={say(words.sharedAbout)}
      isWide
    >
      {data ? <Records shared={data} token={token} queryKey={key} /> : <Waiting lines={6} />}
    </Door>
  )
}

interface RecordsProps {
  readonly shared: SharedPage
  readonly token: string
  readonly queryKey: readonly string[]
}

function Records({ shared, token, queryKey }: RecordsProps) {
  const say = useSay()
  const { language } = useSpeech()
  // Whoever keeps the DNS has no account whose zone would be meant.
  const times = timesOf(language, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const client = useQueryClient()
  const look = useMutation<SharedPage, ApiError>({
    mutationFn: () => call('sharedDomain.verify', { body: { token } }),
    onSuccess: after => client.setQueryData(queryKey, after),
  })
  const { name, status, records, checked_at: checkedAt, expires_at: expiresAt } = shared
  const found = records.filter(record => record.status === 'verified').length
  return (
    <>
      <Group gap="sm" mb="md">
        <Badge state={status} />
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={look.isPending}
          onClick={() => look.mutate()}
        >
          {say(words.verify)}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {checkedAt
            ? say(words.sharedLooked, {
                n: found,
                all: records.length,
                time: times.short(checkedAt),
              })
            : say(words.sharedUnlooked)}
        </Text>
      </Group>
      <Refused error={look.error} />
      <Section
        title={say(words.records)}
        about={say(words.namesAbout)}
        aside={
          <Group gap="xs">
            <ZoneButtons name={name} records={records} />
          </Group>
        }
        flush
      >
        <RecordTable records={records} />
      </Section>
      <Text size="sm" c="dimmed">
        {say(words.shareUntil, { time: times.short(expiresAt) })}
      </Text>
    </>
  )
}
