/** The last step: what was found, with the way to where it is mended, what will happen, and sending. */
import { Button, Group, Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useChange, useLook, useMe, useRefresh } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.ts'
import { Fact, Link, Loaded, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { audience } from '../audience/texts.ts'
import type { Autosave } from '../letters/autosave.ts'
import { Findings } from '../letters/findings.tsx'
import { type CampaignDraft, type Step, stepOf } from './draft.ts'
import { Calendar } from './forecast.tsx'
import { useMoment } from './moment.ts'
import { Skipped } from './skipped.tsx'
import { StepButton } from './step-button.tsx'
import { campaigns as words } from './texts.ts'

type Flight = Answer<'project.campaigns.preflight'>

interface CheckStepProps {
  readonly campaign: Campaign
  readonly turn: number
  readonly draft: CampaignDraft
  readonly go: (step: Step) => Promise<void>
  readonly autosave: Autosave
}

export function CheckStep(props: CheckStepProps) {
  const say = useSay()
  const flight = useLook('project.campaigns.preflight', { id: props.campaign.id }, props.turn)
  return (
    <>
      <Section
        title={say(words.checks)}
        aside={
          <Button
            variant="default"
            size="compact-sm"
            loading={flight.isFetching}
            onClick={() => void flight.refetch()}
          >
            {say(words.checkAgain)}
          </Button>
        }
      >
        <Loaded query={flight} lines={4}>
          {found => <Found {...props} flight={found} />}
        </Loaded>
      </Section>
      {flight.data && <Calendar forecast={flight.data.forecast} />}
    </>
  )
}

function Found({ campaign, draft, go, autosave, flight }: CheckStepProps & { flight: Flight }) {
  const say = useSay()
  const { whole } = useNumbers()
  const momentOf = useMoment()
  const { at, isOfRecipient } = draft.timing
  const begins = at === '' ? '' : momentOf(at, isOfRecipient ? 'recipient' : null)
  const { total, sendable, skipped } = flight.audience
  // How many are meant stands above the findings already.
  const findings = flight.checks.filter(one => one.code !== 'audience' && one.code !== 'forecast')
  return (
    <>
      <dl className="facts campaign-facts">
        <Fact name={say(common.name)}>{draft.name}</Fact>
        <Fact name={say(words.from)}>{draft.from || '–'}</Fact>
        <Fact name={say(words.begins)}>{begins === '' ? say(words.atOnce) : begins}</Fact>
      </dl>
      <Text fw={600} mb={4}>
        {say(words.sendable, { n: whole(sendable), total: whole(total) })}
      </Text>
      <Skipped reasons={skipped} />
      <Findings findings={findings} mend={one => <MendButton finding={one} go={go} />} />
      <Group mt="md" gap="xs">
        {flight.ok && autosave.error === null && (
          <Sending campaign={campaign} at={begins} count={sendable} />
        )}
        <TestButton campaign={campaign} />
      </Group>
    </>
  )
}

interface MendButtonProps {
  readonly finding: Flight['checks'][number]
  readonly go: (step: Step) => Promise<void>
}

function MendButton({ finding, go }: MendButtonProps) {
  const say = useSay()
  const where = useWhere()
  const { code, message } = finding
  if (code === 'address_missing' && finding.level === 'warning') {
    return <Link to={where.to('/audience')}>{say(audience.title)}</Link>
  }
  const step = stepOf(finding)
  if (step === null) return null
  return <StepButton step={step} message={message} go={go} />
}

/** So many have to be typed: a slip would reach them all. */
const typedFrom = 1_000

function Sending({ campaign, at, count }: { campaign: Campaign; at: string; count: number }) {
  const say = useSay()
  const { whole } = useNumbers()
  const send = useChange('project.campaigns.send', 'project.campaigns')
  const schedule = useChange('project.campaigns.schedule', 'project.campaigns')
  const refresh = useRefresh()
  const isLater = at !== ''
  return (
    <ConfirmButton
      look="filled"
      title={say(isLater ? words.scheduleIt : words.send)}
      about={say(isLater ? words.scheduleAbout : words.sendAbout, {
        n: whole(count),
        at,
      })}
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

function TestButton({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const { email } = useMe().user
  const test = useChange('project.campaigns.test')
  const run = () =>
    test.mutate(
      { id: campaign.id, body: { to: [email] } },
      {
        onSuccess: () => notify(say(words.tested, { email })),
        onError: error => notify(error.message, { isBad: true }),
      },
    )
  return (
    <Button variant="default" loading={test.isPending} onClick={run}>
      {say(words.test)}
    </Button>
  )
}
