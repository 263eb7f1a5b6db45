/** Pausing an account, with a reason that its people read, and lifting a pause. */
import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import type { OperatedAccount } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

interface AccountProps {
  readonly account: OperatedAccount
}

export function PauseButtons({ account }: AccountProps) {
  const say = useSay()
  const { mutateAsync } = useChange('operator.accounts.update', 'operator.accounts')
  const { id, name, pause } = account
  return (
    <>
      <DialogButton
        look="default"
        label={say(pause === 'none' ? words.pauseAccount : words.changePause)}
        title={say(words.pauseWhom, { name })}
      >
        {close => <PauseForm account={account} close={close} />}
      </DialogButton>
      {pause !== 'none' && (
        <ConfirmButton
          title={say(words.lift)}
          about={say(words.liftAbout, { name })}
          run={() => mutateAsync({ account_id: id, body: { pause: 'none' } })}
          done={say(words.lifted)}
        />
      )}
    </>
  )
}

const kinds = ['full', 'regular'] as const

function PauseForm({ account, close }: AccountProps & { readonly close: () => void }) {
  const say = useSay()
  const form = useApiForm('operator.accounts.update', {
    stale: ['operator.accounts'],
    initial: { pause: 'full' as (typeof kinds)[number], pt: '', en: '' },
    params: { 'pause_reason.pt': 'pt', 'pause_reason.en': 'en' },
    input: ({ pause, pt, en }) => ({
      account_id: account.id,
      body: { pause, pause_reason: { pt, en } },
    }),
    onDone: () => {
      close()
      notify(say(words.nowPaused, { name: account.name }))
    },
  })
  const choices = kinds.map(value => ({ value, label: say(statusTexts[value]) }))
  return (
    <ApiForm form={form} action={say(words.pauseAccount)} onCancel={close}>
      <Text size="sm">{say(words.pauseAbout)}</Text>
      <NativeSelect {...form.field('pause')} label={say(words.pause)} data={choices} />
      <Textarea
        {...form.field('pt')}
        label={say(words.reasonPt)}
        required
        maxLength={500}
        autosize
        minRows={2}
        lang="pt-BR"
      />
      <Textarea
        {...form.field('en')}
        label={say(words.reasonEn)}
        required
        maxLength={500}
        autosize
        minRows={2}
        lang="en"
      />
      <Text size="sm" c="dimmed">
        {say(words.reasonAbout)}
      </Text>
    </ApiForm>
  )
}

/** As the customer reads it. */
export function PausedNote({ account, reason, fix }: PausedNoteProps) {
  const say = useSay()
  if (account.pause === 'none') return null
  return (
    <div className="note" data-tone="bad">
      <div>
        <Text fw={600}>{say(statusTexts[account.pause])}</Text>
        <Text className="wrap">
          {reason} {fix}
        </Text>
      </div>
    </div>
  )
}

interface PausedNoteProps extends AccountProps {
  readonly reason: string | null
  readonly fix: string | null
}
