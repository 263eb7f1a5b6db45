/** Beside the cards all the time: who gets it, what is found, with the way to it, and sending. */
import { Button, Group, Text } from '@mantine/core'
import { useChange, useRefresh } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Link, Loaded, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { audience } from '../audience/texts.ts'
import { Findings } from '../letters/findings.tsx'
import { type CampaignDraft, cardOf, type Place } from './draft.ts'
import { type Finding, type Flight, type FlightState, findingsOf, hasNoTopic } from './flight.ts'
import { Calendar } from './forecast.tsx'
import { MendButton } from './mend-button.tsx'
import { useMoment } from './moment.ts'
import { Skipped } from './skipped.tsx'
import { campaigns as words } from './texts.ts'
import { TryButton } from './try-button.tsx'

interface CheckPanelProps {
  readonly campaign: Campaign
  readonly draft: CampaignDraft
  readonly checked: FlightState
  readonly mend: (place: Place, finding: Finding) => void
}

export function CheckPanel(props: CheckPanelProps) {
  const { campaign, draft, checked } = props
  const { flight, isFresh, isLooking, query } = checked
  const say = useSay()
  return (
    <aside className="camp-check" aria-label={say(words.checks)}>
      <Section
        title={say(words.checks)}
        aside={
          <Button
            variant="default"
            size="compact-sm"
            loading={isLooking && query.error === null}
            onClick={() => void query.refetch()}
          >
            {say(words.checkAgain)}
          </Button>
        }
      >
        <Loaded query={query} lines={4}>
          {found => (
            <div data-old={!isFresh} aria-busy={isLooking} className="camp-found">
              <Found {...props} flight={found} />
            </div>
          )}
        </Loaded>
        {query.error && flight && (
          <p role="alert" className="field-error">
            {query.error.message}
          </p>
        )}
        <Group mt="md" gap="xs">
          <Sending campaign={campaign} draft={draft} checked={checked} />
          <TryButton campaign={campaign} />
        </Group>
      </Section>
      {flight && flight.forecast.days.length > 1 && <Calendar forecast={flight.forecast} />}
    </aside>
  )
}

function Found({ draft, checked, mend, flight }: CheckPanelProps & { flight: Flight }) {
  const say = useSay()
  const where = useWhere()
  const { total, sendable, skipped } = flight.audience
  const isNobody = total === 0
  return (
    <>
      <Text fw={600} mb={4} role="status">
        {!checked.isFresh && isNobody
          ? say(words.counting)
          : isNobody
            ? say(words.nobody)
            : say(words.sendable, { n: sendable, total })}
      </Text>
      <Skipped reasons={skipped} />
      {isNobody && checked.isFresh && (
        <Text size="sm" mb="sm">
          <Link to={where.to('/imports')}>{say(words.importPeople)}</Link>
        </Text>
      )}
      <Findings
        findings={[
          ...(hasNoTopic(draft) ? [{ ...withoutTopic, message: say(words.everybodyAbout) }] : []),
          ...findingsOf(flight),
        ]}
        mend={one => <WayToMend finding={one} draft={draft} mend={mend} />}
      />
    </>
  )
}

const withoutTopic = { code: 'topic_missing', level: 'warning', param: 'topic_id' } as const

interface WayToMendProps extends Pick<CheckPanelProps, 'draft' | 'mend'> {
  readonly finding: Finding
}

function WayToMend({ finding, draft, mend }: WayToMendProps) {
  const say = useSay()
  const where = useWhere()
  const { code, message } = finding
  if (code === 'address_missing' && finding.level === 'warning') {
    return <Link to={where.to('/audience')}>{say(audience.title)}</Link>
  }
  const place = cardOf(finding)
  if (place === null) return null
  // What a template says is mended where it is written.
  if (draft.template !== '' && place === 'letter' && finding.param !== 'content') {
    return <Link to={where.to(`/templates/${draft.template}`)}>{say(words.openTemplate)}</Link>
  }
  return <MendButton place={place} message={message} mend={to => mend(to, finding)} />
}

/** So many have to be typed: a slip would reach them all. */
const typedFrom = 1_000

type SendingProps = Pick<CheckPanelProps, 'campaign' | 'draft' | 'checked'>

/** By what was looked at last, and only while that is what the page shows. */
function Sending({ campaign, draft, checked: { flight, isFresh } }: SendingProps) {
  const say = useSay()
  const momentOf = useMoment()
  const send = useChange('project.campaigns.send', 'project.campaigns')
  const schedule = useChange('project.campaigns.schedule', 'project.campaigns')
  const refresh = useRefresh()
  const { at: clock, isOfRecipient } = draft.timing
  const isLater = clock !== ''
  const at = isLater ? momentOf(clock, isOfRecipient ? 'recipient' : null) : ''
  const title = say(isLater ? words.scheduleIt : words.send)
  const count = flight?.audience.sendable ?? 0
  const isAllowed = useMay('project.campaigns.schedule')
  if (!isAllowed) return null
  if (!isFresh || !flight?.ok) return <Button disabled>{title}</Button>
  return (
    <ConfirmButton
      call="project.campaigns.send"
      look="filled"
      title={title}
      about={say(isLater ? words.scheduleAbout : words.sendAbout, { n: count, at })}
      done={say(isLater ? words.scheduled : words.started)}
      {...(count > typedFrom ? { typed: String(count) } : {})}
      run={async () => {
        const { id } = campaign
        const sent = isLater ? schedule.mutateAsync({ id, body: {} }) : send.mutateAsync({ id })
        // Another window may have sent it: then this one shows how it goes.
        await sent.catch(error => refresh('project.campaigns').then(() => Promise.reject(error)))
      }}
    />
  )
}
