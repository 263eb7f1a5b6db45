/** What may be sent, what has been, and what raises it; why sending is paused and what fixes it. */
import { Group, Progress, SimpleGrid, Text } from '@mantine/core'
import { useApi, useMe } from '../../api/hooks.ts'
import type { Limits, Quota } from '../../api/shapes.ts'
import { placeOf } from '../../app/place.ts'
import { baseOf } from '../../app/ways.ts'
import { Fact, Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { UsageBar } from '../billing/usage-bar.tsx'
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
            {me.billing && me.user.role === 'owner' && <UsageBar />}
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
      {pause.rate && <WayOut rate={pause.rate} endsFrom={pause.ends_from} />}
    </Section>
  )
}

interface WayOutProps {
  readonly rate: NonNullable<Limits['pause']['rate']>
  readonly endsFrom: string | null
}

/** How far off the end is, and whom it is about. */
function WayOut({ rate: { cause, count, of, limit }, endsFrom }: WayOutProps) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const times = useTimes()
  const base = baseOf({ ...placeOf(useMe()), mode: 'live' })
  const isBounces = cause === 'bounces'
  const status = isBounces ? 'bounced' : 'complained'
  const now = { count: whole(count), of: whole(of), share: share(of === 0 ? 0 : count / of) }
  return (
    <>
      <dl className="facts" style={{ marginTop: 16 }}>
        <Fact name={say(isBounces ? words.rateNow : words.spamNow)}>{say(words.rateOf, now)}</Fact>
        <Fact name={say(words.pausedFrom)}>{share(limit)}</Fact>
        {endsFrom && (
          <Fact name={say(words.endsFrom)}>
            {say(words.endsOnce, { at: times.full(endsFrom), limit: share(limit) })}
          </Fact>
        )}
      </dl>
      <Group gap="md" mt="sm">
        <Link to={`${base}/emails?status=${status}`}>
          {say(isBounces ? words.seeBounced : words.seeComplained)}
        </Link>
        <Link to={`${base}/suppressions?reason=${isBounces ? 'hard_bounce' : 'complaint'}`}>
          {say(words.seeAddresses)}
        </Link>
      </Group>
    </>
  )
}

const dayMs = 86_400_000

const isTonight = (at: string): boolean => Date.parse(at) - Date.now() <= dayMs

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
        {isTonight(quota.resets_at)
          ? say(words.resetsTonight)
          : say(words.resets, { at: times.short(quota.resets_at) })}
      </Text>
    </Section>
  )
}
