/** What a change of plan does, said before it is done: what is charged, from when, what to mind. */
import { Button, Group, Text } from '@mantine/core'
import type { Body } from '../../api/calls.ts'
import { useChange, useLook } from '../../api/hooks.ts'
import { notify } from '../../ui/notify.ts'
import { Fact, Loaded, Refused } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { billing as words } from './texts.ts'
import { useMoneyMoved } from './use-billing.ts'

interface ChangeSheetProps {
  readonly plan: Body<'billing.plan'>['plan']
  readonly name: string
  readonly close: () => void
}

export function ChangeSheet({ plan, name, close }: ChangeSheetProps) {
  const say = useSay()
  const times = useTimes()
  const { money } = useNumbers()
  const look = useLook('billing.plan', { body: { plan, dry_run: true } })
  const change = useChange('billing.plan')
  const moved = useMoneyMoved()
  const run = () =>
    change.mutate(
      { body: { plan } },
      {
        onSuccess: ({ applies, warnings }) => {
          moved()
          close()
          notify(warnings[0]?.text ?? say(applies === 'now' ? words.changed : words.changesLater))
        },
      },
    )
  return (
    <Loaded query={look} lines={3}>
      {({ applies, at, charge, currency, warnings }) => (
        <>
          <dl className="facts">
            <Fact name={say(words.charged)}>{money(charge, currency)}</Fact>
            <Fact name={say(words.applies)}>
              {say(words[applies], { date: at ? times.full(at) : '' })}
            </Fact>
          </dl>
          {warnings.map(({ code, text }) => (
            <div className="note" data-tone="wait" key={code}>
              <Text size="sm">{text}</Text>
            </div>
          ))}
          <Refused error={change.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              {say(common.cancel)}
            </Button>
            <Button loading={change.isPending} onClick={run}>
              {say(plan === 'free' ? words.endPlan : words.changeTo, { plan: name })}
            </Button>
          </Group>
        </>
      )}
    </Loaded>
  )
}
