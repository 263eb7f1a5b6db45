/** What may be sent, what has been, and what raises it; why sending is paused and what fixes it. */

import { Button, Group, Progress, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionKey, useApi, useChange, useMe } from '../../api/hooks.ts'
import type { Limits, Quota } from '../../api/shapes.ts'
import { IconCircleCheck, IconCircleDashed } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Form } from '../../ui/old-form.tsx'
import { Fact, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { limits as words } from './texts.ts'

export function LimitsPage() {
  const say = useSay()
  const query = useApi('limits.get')
  const me = useMe()
  return (
    <>
      <PageTitle title={say(words.title)} />
      <Loaded query={query} lines={8}>
        {data => (
          <>
            <Pause pause={data.pause} />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <QuotaCard title={words.today} quota={data.today} />
              <QuotaCard title={words.month} quota={data.month} />
            </SimpleGrid>
            <Trust data={data} />
            {me.user.role === 'owner' && <Spending data={data} />}
          </>
        )}
      </Loaded>
      <Notices />
    </>
  )
}

function Pause({ pause }: { pause: Limits['pause'] }) {
  const say = useSay()
  if (pause.kind === 'none') return null
  return (
    <Section title={say(words.paused)}>
      <div className="note" data-tone="bad">
        <div>
          <Text>{say(words[pause.kind])}</Text>
          {pause.reason && <Text>{pause.reason}</Text>}
          {pause.fix && <Text fw={550}>{say(words.fix, { fix: pause.fix })}</Text>}
        </div>
      </div>
    </Section>
  )
}

function QuotaCard({ title, quota }: { title: Words; quota: Quota }) {
  const say = useSay()
  const { whole } = useNumbers()
  const times = useTimes()
  const { used, limit } = quota
  const share = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100)
  const said =
    limit === null
      ? say(words.ofNone, { used: whole(used) })
      : say(words.of, { used: whole(used), limit: whole(limit) })
  return (
    <Section title={say(title)}>
      <div className="figure">{said}</div>
      {limit !== null && (
        <Progress
          value={share}
          aria-label={say(title)}
          color={share >= 90 ? 'red.8' : 'pouch'}
          my="sm"
        />
      )}
      <Text size="sm" c="dimmed">
        {say(words.resets, { at: times.full(quota.resets_at) })}
      </Text>
    </Section>
  )
}

function Trust({ data }: { data: Limits }) {
  const say = useSay()
  const { domains } = data
  return (
    <Section>
      <dl className="facts">
        <Fact name={say(words.plan)}>
          <span style={{ textTransform: 'capitalize' }}>{data.plan}</span>
        </Fact>
        <Fact name={say(words.level)}>{data.trust_level}</Fact>
        <Fact name={say(words.domains)}>
          {domains.limit === null
            ? say(words.ofNone, { used: domains.used })
            : say(words.of, { used: domains.used, limit: domains.limit })}
        </Fact>
      </dl>
      <Text fw={600} mt="lg" mb="xs" component="h2">
        {say(words.raises)}
      </Text>
      {data.raises.length === 0 && <Text c="dimmed">{say(words.top)}</Text>}
      <ul className="checklist">
        {data.raises.map(({ done, text }) => {
          const Icon = done ? IconCircleCheck : IconCircleDashed
          return (
            <li key={text} style={{ flexWrap: 'nowrap' }}>
              <span className="tone" data-tone={done ? 'good' : 'calm'}>
                <Icon size={20} role="img" aria-label={say(done ? words.done : words.open)} />
              </span>
              <span>{text}</span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Spending({ data }: { data: Limits }) {
  const say = useSay()
  const client = useQueryClient()
  const { spending, evidence } = data
  const [limit, setLimit] = useState(spending.limit === null ? '' : String(spending.limit))
  const [taxId, setTaxId] = useState(evidence.tax_id ?? '')
  const change = useChange('account.update', 'limits')
  const submit = () =>
    change.mutate(
      {
        body: {
          spend_limit: limit.trim() === '' ? null : limit.trim().replace(',', '.'),
          ...(taxId.trim() === '' && !evidence.tax_id ? {} : { tax_id: taxId.trim() || null }),
        },
      },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: sessionKey })
          notify(say(common.saved))
        },
      },
    )
  return (
    <Section title={say(words.spending)}>
      <Text mb="sm">
        {say(words.spent)}: {spending.spent} {spending.currency}
      </Text>
      <Form
        submit={submit}
        action={say(common.save)}
        isRunning={change.isPending}
        error={change.error}
      >
        <TextInput
          label={`${say(words.spendLimit)} (${spending.currency})`}
          description={say(words.spendAbout)}
          inputMode="decimal"
          maw={420}
          value={limit}
          onChange={event => setLimit(event.currentTarget.value)}
        />
        <TextInput
          label={say(words.taxId)}
          description={say(words.taxAbout)}
          maw={420}
          value={taxId}
          onChange={event => setTaxId(event.currentTarget.value)}
        />
      </Form>
    </Section>
  )
}

const tones = { info: 'info', warning: 'wait', error: 'bad' } as const

function Notices() {
  const say = useSay()
  const query = useApi('notices.list')
  const read = useChange('notices.read', 'notices')
  return (
    <Section title={say(words.notices)}>
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{say(words.noNotices)}</Text>
          ) : (
            data.map(notice => (
              <div
                key={notice.id}
                className="note"
                data-tone={notice.read_at ? 'calm' : tones[notice.level]}
              >
                <Group justify="space-between" w="100%" gap="xs">
                  <div style={{ flex: '1 1 220px', minWidth: 0 }}>
                    <Text className="wrap">{notice.text}</Text>
                    <Text size="sm" className="dim">
                      <Time at={notice.created_at} />
                    </Text>
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
            ))
          )
        }
      </Loaded>
    </Section>
  )
}
