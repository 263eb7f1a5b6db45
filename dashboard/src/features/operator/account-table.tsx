/** The columns of the list of accounts. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useMe } from '../../api/hooks.ts'
import type { OperatedAccount } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/form.tsx'
import { Badge } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { AccountForm } from './account-form.tsx'
import { SellForm } from './sell-form.tsx'
import { operator as words } from './texts.ts'

export function useAccountColumns(): readonly Column<OperatedAccount>[] {
  return useMemo(
    () => [
      {
        id: 'name',
        head: common.name,
        cell: row => <Name account={row} />,
        onPhone: 'title',
      },
      { id: 'plan', head: words.plan, cell: row => row.plan, isTight: true },
      { id: 'level', head: words.level, cell: row => row.trust_level, isTight: true },
      {
        id: 'pause',
        head: words.pause,
        cell: row => (row.pause === 'none' ? '–' : <Badge state={row.pause} />),
        isTight: true,
      },
      {
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Actions account={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [],
  )
}

function Name({ account }: { account: OperatedAccount }) {
  return (
    <div className="wrap">
      {account.name}
      <Text size="sm" className="dim">
        {account.email}
      </Text>
    </div>
  )
}

function Actions({ account }: { account: OperatedAccount }) {
  const me = useMe()
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }}>
      {me.billing && me.user.role === 'owner' && <SellButton account={account} />}
      <ChangeAccount account={account} />
    </span>
  )
}

function SellButton({ account }: { account: OperatedAccount }) {
  const say = useSay()
  const title = say(words.sellTo, { name: account.name })
  return (
    <DialogButton look="row" label={say(words.sell)} title={title} ariaLabel={title}>
      {close => <SellForm account={account} close={close} />}
    </DialogButton>
  )
}

function ChangeAccount({ account }: { account: OperatedAccount }) {
  const say = useSay()
  return (
    <DialogButton
      look="row"
      label={say(common.change)}
      title={account.name}
      ariaLabel={`${say(common.change)}: ${account.name}`}
    >
      {close => <AccountForm account={account} close={close} />}
    </DialogButton>
  )
}
