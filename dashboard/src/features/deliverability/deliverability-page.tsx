/** How receiving servers treat the mail: causes, pace, security of connections. */
import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { type Deliverability, type Lane, type TlsRung, tlsRungs } from '../../api/shapes.ts'
import { providerName } from '../../ui/provider.ts'
import { Loaded, PageTitle, Scroll, Section, type Tone } from '../../ui/show.tsx'
import { otherProvider } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { type Period, PeriodSwitch } from '../overview/overview-page.tsx'
import { overview } from '../overview/texts.ts'
import { deliverability as words } from './texts.ts'

export function DeliverabilityPage() {
  const say = useSay()
  const [days, setDays] = useState<Period>(30)
  const query = useApi('project.deliverability.get', { days })
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <PeriodSwitch days={days} setDays={setDays} />
      </PageTitle>
      <Loaded query={query} lines={8}>
        {data => (
          <>
            <Causes title={words.bounces} none={words.noBounces} rows={data.bounces} />
            <Causes title={words.deferrals} none={words.noDeferrals} rows={data.deferrals} />
            <Security rows={data.tls} />
            <Section title={say(words.lanes)} about={say(words.lanesAbout)} flush>
              <LaneTable lanes={data.lanes} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

function None({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" px="md" pb="md">
      {children}
    </Text>
  )
}

interface CausesProps {
  readonly title: Words
  readonly none: Words
  readonly rows: Deliverability['bounces']
}

function Causes({ title, none, rows }: CausesProps) {
  const say = useSay()
  const { whole } = useNumbers()
  return (
    <Section title={say(title)} flush>
      {rows.length === 0 ? (
        <None>{say(none)}</None>
      ) : (
        <Scroll label={say(title)}>
          <table className="table">
            <thead>
              <tr>
                <th className="tight">{say(overview.provider)}</th>
                <th>{say(words.cause)}</th>
                <th className="tight number">{say(words.count)}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={`${row.provider} ${row.cause}`}>
                  <td className="tight">{providerName(row.provider) ?? say(otherProvider)}</td>
                  <td>{row.text}</td>
                  <td className="tight number">{whole(row.count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Section>
  )
}

const rungTexts: Record<TlsRung, Words> = {
  dane: words.dane,
  'mta-sts': words['mta-sts'],
  verified: words.verified,
  unverified: words.unverified,
  none: words.unencrypted,
}

function Security({ rows }: { rows: Deliverability['tls'] }) {
  const say = useSay()
  const { whole } = useNumbers()
  return (
    <Section title={say(words.tls)} flush>
      {rows.length === 0 ? (
        <None>{say(words.noTls)}</None>
      ) : (
        <Scroll label={say(words.tls)}>
          <table className="table">
            <thead>
              <tr>
                <th>{say(overview.provider)}</th>
                {tlsRungs.map(rung => (
                  <th key={rung} className="number">
                    {say(rungTexts[rung])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.provider}>
                  <td>{providerName(row.provider) ?? say(otherProvider)}</td>
                  {tlsRungs.map(rung => (
                    <td key={rung} className="number">
                      {whole(row[rung])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Section>
  )
}

const laneStates: Readonly<Record<string, { text: Words; tone: Tone }>> = {
  normal: { text: words.normal, tone: 'good' },
  slowed: { text: words.slowed, tone: 'wait' },
  paused: { text: words.paused, tone: 'bad' },
}

export function LaneTable({ lanes }: { lanes: readonly Lane[] }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  if (lanes.length === 0) return <None>{say(words.noLanes)}</None>
  return (
    <Scroll label={say(words.lanes)}>
      <table className="table">
        <thead>
          <tr>
            <th>{say(words.destination)}</th>
            <th className="tight">{say(words.state)}</th>
            <th className="tight number">{say(words.pace)}</th>
            <th className="tight number">{say(words.inHand)}</th>
          </tr>
        </thead>
        <tbody>
          {lanes.map(lane => (
            <tr key={lane.destination}>
              <td>
                <div className="wrap">{lane.destination}</div>
                {lane.text && <div className="dim">{lane.text}</div>}
              </td>
              <td className="tight">
                <span className="badge" data-tone={laneStates[lane.state]?.tone ?? 'calm'}>
                  {laneStates[lane.state] ? say(laneStates[lane.state]!.text) : lane.state}
                </span>
                {lane.paused_until && (
                  <div className="dim">
                    <Time at={lane.paused_until} />
                  </div>
                )}
              </td>
              <td className="tight number">{share(lane.pace)}</td>
              <td className="tight number">{whole(lane.in_hand)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
