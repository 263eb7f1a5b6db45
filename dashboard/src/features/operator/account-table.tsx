/** The columns of the list of accounts. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { planTitles } from '../../api/generated.ts'
import { useMe } from '../../api/hooks.ts'
import type { ListedAccount, OperatedAccount } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { Badge, Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { AccountForm } from './account-form.tsx'
import { SellForm } from './sell-form.tsx'
import { countColumn, harmColumn } from './sent-columns.tsx'
import { operator as words } from './texts.ts'

export function useAccountColumns(): readonly Column<ListedAccount>[] {
  const numbers = useNumbers()
  return useMemo(
    () => [
      {
        id: 'name',
        head: common.name,
        cell: row => <Name account={row} />,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      countColumn<ListedAccount>('today', words.sentToday, row => row.today.accepted, numbers),
      countColumn<ListedAccount>('week', words.sentWeek, row => row.week.accepted, numbers),
      harmColumn<ListedAccount>('hard', row => row.week, numbers),
      harmColumn<ListedAccount>('complained', row => row.week, numbers),
      { id: 'level', head: words.planAndTrust, cell: planAndTrust, isTight: true },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <AccountActions account={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [numbers],
  )
}

const planAndTrust = (row: ListedAccount) => `${planTitles[row.plan]} · ${row.trust_level}`

function Name({ account }: { account: OperatedAccount }) {
  const name = useNameOf(account)
  return (
    <div className="wrap" style={{ minWidth: 150 }}>
      <Link to={`/operator/accounts/${account.id}`} className="row-link">
        {name}
      </Link>{' '}
      {account.pause !== 'none' && <Badge state={account.pause} />}
      <Text size="sm" className="dim">
        {account.closed_at === null ? account.email : <Time at={account.closed_at} />}
      </Text>
    </div>
  )
}

/** Of one that is closed nobody's name is left. */
export function useNameOf(account: OperatedAccount): string {
  const say = useSay()
  return account.closed_at === null ? account.name : say(words.closedAccount)
}

export function AccountActions({ account }: { account: OperatedAccount }) {
  const me = useMe()
  if (account.closed_at !== null) return null
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
