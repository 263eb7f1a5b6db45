/** The last step before sending: what was found, how the letter looks, and the buttons that send. */
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useChange, useLook, useMe } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ApiForm, DialogButton, useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Loaded, Section, Tag, type Tone } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { campaigns as words } from './texts.ts'

type Flight = Answer<'project.campaigns.preflight'>
type Level = Flight['checks'][number]['level']

const levels: readonly Level[] = ['error', 'warning', 'info']
const tones: Readonly<Record<Level, Tone>> = { error: 'bad', warning: 'wait', info: 'calm' }

interface CampaignProps {
  readonly campaign: Campaign
}

export function PreflightSection({ campaign }: CampaignProps) {
  const say = useSay()
  const flight = useLook('project.campaigns.preflight', { id: campaign.id })
  return (
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
        {found => <Found campaign={campaign} flight={found} />}
      </Loaded>
    </Section>
  )
}

function Found({ campaign, flight }: CampaignProps & { flight: Flight }) {
  const say = useSay()
  const { whole } = useNumbers()
  const { total, sendable } = flight.audience
  return (
    <>
      <Text fw={550} mb="sm">
        {say(words.sendable, { n: whole(sendable), total: whole(total) })}
      </Text>
      <ul className="checklist">
        {levels.flatMap(level =>
          flight.checks
            // How many are meant stands above already.
            .filter(one => one.level === level && one.code !== 'audience')
            .map(one => (
              <li key={`${one.code} ${one.message}`}>
                <Tag tone={tones[level]}>{say(words[level])}</Tag>
                <span className="wrap">{one.message}</span>
              </li>
            )),
        )}
      </ul>
      <Group mt="md" gap="xs">
        {flight.ok && <SendButton campaign={campaign} count={sendable} />}
        {flight.ok && (
          <DialogButton label={say(words.schedule)}>
            {close => <ScheduleForm campaign={campaign} close={close} />}
          </DialogButton>
        )}
        <TestButton campaign={campaign} />
      </Group>
    </>
  )
}

/** So many have to be typed: a slip would reach them all. */
const typedFrom = 1_000

function SendButton({ campaign, count }: CampaignProps & { count: number }) {
  const say = useSay()
  const { whole } = useNumbers()
  const send = useChange('project.campaigns.send', 'project.campaigns')
  return (
    <ConfirmButton
      look="filled"
      title={say(words.send)}
      about={say(words.sendAbout, { n: whole(count) })}
      done={say(words.started)}
      {...(count > typedFrom ? { typed: String(count) } : {})}
      run={() => send.mutateAsync({ id: campaign.id })}
    />
  )
}

function ScheduleForm({ campaign, close }: CampaignProps & { close: () => void }) {
  const say = useSay()
  const me = useMe()
  const form = useApiForm('project.campaigns.schedule', {
    stale: ['project.campaigns'],
    initial: { at: '', isOfRecipient: false },
    input: ({ at, isOfRecipient }) => ({
      id: campaign.id,
      body: { at, time_zone: isOfRecipient ? 'recipient' : me.account.time_zone },
    }),
    onDone: () => {
      close()
      notify(say(words.started))
    },
  })
  return (
    <ApiForm form={form} action={say(words.schedule)} onCancel={close}>
      <TextInput
        {...form.field('at')}
        type="datetime-local"
        label={`${say(words.at)} (${me.account.time_zone})`}
        required
        data-autofocus
      />
      <Checkbox {...form.check('isOfRecipient')} label={say(words.ofRecipient)} />
    </ApiForm>
  )
}

function TestButton({ campaign }: CampaignProps) {
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
