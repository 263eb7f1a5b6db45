/** The accounts of the installation, and what its operator sets for each. */

import { Button, NativeSelect, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import type { OperatedAccount, Pause } from '../../api/shapes.ts'
import { IconBuilding, IconSearch } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { notify } from '../../ui/notify.ts'
import { FormDialog } from '../../ui/old-form.tsx'
import { Badge, Empty, Loaded, Section } from '../../ui/show.tsx'
import { common, statusTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

export function Accounts() {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const ask = useDebouncedCallback((text: string) => setSearch(text.trim()), 350)
  const list = useList('operator.accounts.list', { search })
  const [edited, setEdited] = useState<OperatedAccount | null>(null)
  return (
    <>
      <TextInput
        type="search"
        aria-label={say(words.search)}
        placeholder={say(words.search)}
        leftSection={<IconSearch size={16} />}
        mb="sm"
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          ask(event.currentTarget.value)
        }}
      />
      {edited && <EditDialog account={edited} close={() => setEdited(null)} />}
      <Section flush>
        <Loaded query={list}>
          {rows =>
            rows.length === 0 ? (
              <Empty icon={IconBuilding} title={say(words.noneFit)} />
            ) : (
              <AccountTable rows={rows} edit={setEdited} />
            )
          }
        </Loaded>
      </Section>
      <MoreButton list={list} />
    </>
  )
}

interface AccountTableProps {
  readonly rows: readonly OperatedAccount[]
  readonly edit: (account: OperatedAccount) => void
}

function AccountTable({ rows, edit }: AccountTableProps) {
  const say = useSay()
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{say(common.name)}</th>
          <th className="tight wide">{say(words.plan)}</th>
          <th className="tight wide">{say(words.level)}</th>
          <th className="tight wide">{say(words.pause)}</th>
          <th className="tight wide">{say(common.created)}</th>
          <th className="tight">
            <span className="sr-only">{say(common.actions)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="wrap">
              {row.name}
              <Text size="sm" className="dim">
                {row.email}
              </Text>
            </td>
            <td className="tight wide">{row.plan}</td>
            <td className="tight wide">{row.trust_level}</td>
            <td className="tight wide">
              {row.pause === 'none' ? '–' : <Badge state={row.pause} />}
            </td>
            <td className="tight wide dim">
              <Time at={row.created_at} />
            </td>
            <td className="tight">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${say(common.change)}: ${row.name}`}
                onClick={() => edit(row)}
              >
                {say(common.change)}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function EditDialog({ account, close }: { account: OperatedAccount; close: () => void }) {
  const say = useSay()
  const [plan, setPlan] = useState(account.plan)
  const [level, setLevel] = useState(String(account.trust_level))
  const [pause, setPause] = useState<Pause>(account.pause)
  const [rate, setRate] = useState<number | string>(account.rate ?? '')
  const [mayOperate, setMayOperate] = useState(account.operator)
  const save = useChange('operator.accounts.update', 'operator.accounts')
  const submit = () =>
    save.mutate(
      {
        account_id: account.id,
        body: {
          plan,
          trust_level: Number(level) as OperatedAccount['trust_level'],
          pause,
          ...(typeof rate === 'number' ? { rate } : {}),
          ...(mayOperate === account.operator ? {} : { operator: mayOperate }),
        },
      },
      {
        onSuccess: () => {
          close()
          notify(say(common.saved))
        },
      },
    )
  return (
    <FormDialog
      title={account.name}
      isOpen
      onCancel={close}
      submit={submit}
      action={say(common.save)}
      isRunning={save.isPending}
      error={save.error}
    >
      <NativeSelect
        label={say(words.plan)}
        value={plan}
        onChange={event => setPlan(event.currentTarget.value as OperatedAccount['plan'])}
        data={['free', 'pro', 'scale', 'enterprise']}
      />
      <NativeSelect
        label={say(words.level)}
        value={level}
        onChange={event => setLevel(event.currentTarget.value)}
        data={['0', '1', '2', '3']}
      />
      <NativeSelect
        label={say(words.pause)}
        value={pause}
        onChange={event => setPause(event.currentTarget.value as Pause)}
        data={(['none', 'regular', 'full'] as const).map(value => ({
          value,
          label: say(statusTexts[value]),
        }))}
      />
      <NumberInput
        label={say(words.rate)}
        min={0}
        allowDecimal={false}
        hideControls
        value={rate}
        onChange={setRate}
      />
      <Switch
        label={say(words.operator)}
        checked={mayOperate}
        onChange={event => setMayOperate(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
