/** Plan, trust and pace of an account, and whether it may operate the installation. */
import { NativeSelect, NumberInput, Switch } from '@mantine/core'
import { planTitles } from '../../api/generated.ts'
import type { OperatedAccount } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

interface AccountFormProps {
  readonly account: OperatedAccount
  readonly close: () => void
}

export function AccountForm({ account, close }: AccountFormProps) {
  const say = useSay()
  const form = useApiForm('operator.accounts.update', {
    stale: ['operator.accounts'],
    initial: valuesOf(account),
    input: values => ({ account_id: account.id, body: bodyOf(values, account) }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <NativeSelect {...form.field('plan')} label={say(words.plan)} data={plans} />
      <NativeSelect {...form.field('trust_level')} label={say(words.level)} data={levels} />
      <NumberInput
        {...form.field('rate')}
        label={say(words.rate)}
        min={0}
        allowDecimal={false}
        hideControls
      />
      <Switch {...form.check('operator')} label={say(words.operator)} />
    </ApiForm>
  )
}

const plans = Object.entries(planTitles).map(([value, label]) => ({ value, label }))
const levels = ['0', '1', '2', '3']

/** As inputs have them: a choice is text, and no number an empty one. */
const valuesOf = (account: OperatedAccount) => ({
  plan: account.plan,
  trust_level: String(account.trust_level),
  rate: (account.rate ?? '') as number | string,
  operator: account.operator,
})

/** Whether it may operate is said only where that changes. */
function bodyOf(values: ReturnType<typeof valuesOf>, account: OperatedAccount) {
  const { plan, trust_level: level, rate, operator } = values
  return {
    plan,
    trust_level: Number(level) as OperatedAccount['trust_level'],
    ...(typeof rate === 'number' ? { rate } : {}),
    ...(operator === account.operator ? {} : { operator }),
  }
}
