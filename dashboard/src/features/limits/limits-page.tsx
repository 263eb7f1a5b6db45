/** What may be sent, what has been, and what raises it; why sending is paused and what fixes it. */
import { Progress, SimpleGrid, Text } from '@mantine/core'
import { useApi, useMe } from '../../api/hooks.ts'
import type { Limits, Quota } from '../../api/shapes.ts'
import { Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { SpendingSection } from './spending-section.tsx'
import { limits as words } from './texts.ts'
import { TrustSection } from './trust-section.tsx'

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
              <QuotaCard title={me.billing ? words.period : words.month} quota={data.month} />
            </SimpleGrid>
            <TrustSection data={data} />
            {me.user.role === 'owner' &&
              (me.billing ? <ToBilling /> : <SpendingSection data={data} />)}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Where somebody collects, money has a page of its own. */
function ToBilling() {
  const say = useSay()
  return (
    <Section title={say(words.spending)}>
      <Link to="/billing?tab=cap">{say(words.toBilling)}</Link>
    </Section>
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
