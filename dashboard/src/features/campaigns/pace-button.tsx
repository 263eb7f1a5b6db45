/** How fast a campaign goes and when it ends, changed while it is under way. */
import { TextInput } from '@mantine/core'
import { useMe } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { clockOf, momentOf } from '../../ui/zone.ts'
import { campaigns as words } from './texts.ts'

export function PaceButton({ campaign }: { readonly campaign: Campaign }) {
  const say = useSay()
  return (
    <DialogButton call="project.campaigns.update" label={say(words.changePace)}>
      {close => <PaceForm campaign={campaign} close={close} />}
    </DialogButton>
  )
}

/** What it has besides, such as its hours, goes back as it came. */
export function paceOf(
  { schedule }: Pick<Campaign, 'schedule'>,
  { rate, end }: { readonly rate: string; readonly end: string },
  zone: string,
) {
  const { window, send_until: before } = schedule ?? {}
  const until = before && end === clockOf(before, zone) ? before : end && momentOf(end, zone)
  return {
    ...(window ? { window } : {}),
    ...(rate ? { rate_per_hour: Number(rate) } : {}),
    ...(until ? { send_until: until } : {}),
  }
}

function PaceForm({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const say = useSay()
  const zone = useMe().account.time_zone
  const { rate_per_hour: rate, send_until: until } = campaign.schedule ?? {}
  const saved = () => {
    notify(say(common.saved))
    close()
  }
  const form = useApiForm('project.campaigns.update', {
    stale: ['project.campaigns'],
    initial: {
      rate: rate == null ? '' : String(rate),
      end: until ? clockOf(until, zone) : '',
    },
    params: { 'schedule.rate_per_hour': 'rate', 'schedule.send_until': 'end', schedule: 'rate' },
    input: values => ({
      id: campaign.id,
      body: {
        schedule: paceOf(campaign, { ...values, rate: values.rate.replace(/\D/g, '') }, zone),
      },
    }),
    onDone: saved,
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput
        {...form.field('rate')}
        label={say(words.rate)}
        placeholder={say(words.rateNone)}
        inputMode="numeric"
        data-autofocus
      />
      <TextInput
        {...form.field('end')}
        type="datetime-local"
        label={say(words.end, { zone })}
        description={say(words.endAbout)}
      />
    </ApiForm>
  )
}
