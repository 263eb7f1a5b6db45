/**
 * What was used is counted once, in the running period or a closed one; nothing is sold above the
 * highest cap that there ever was; and whoever pays has the plan that is paid for.
 */
import type { Case } from './case.ts'
import type { Records } from './records.ts'

interface AccountMoney {
  readonly account: string
  readonly plan: string
  readonly bought: string | null
  readonly used: number
  readonly sold: number
}

export async function auditMoney({ sql, ledger }: Records, report: Case['report']): Promise<void> {
  const rows = await sql.query<AccountMoney>(
    `select a.id as account, a.plan,
       (select s.plan from subscriptions s
        where s.account_id = a.id and s.state <> 'ended') as bought,
       (coalesce((select month_used + extra_used from quotas q where q.account_id = a.id), 0)
        + coalesce((select sum(p.used) from periods p where p.account_id = a.id), 0))::integer
         as used,
       greatest((select ceil(extra_millicents / 1000.0) from quotas q where q.account_id = a.id),
                (select max(p.bill_cents) from periods p where p.account_id = a.id), 0)::integer
         as sold
     from accounts a where a.id = any($1) order by a.id`,
    [ledger.buyers],
  )
  for (const { account, plan, bought, used, sold } of rows) {
    const own = ledger.deals.filter(one => one.account === account)
    const sum = (isDone: boolean | null): number =>
      own
        .filter(one => one.kind === 'use' && one.isDone === isDone)
        .reduce((total, one) => total + one.count, 0)
    if (used < sum(true) || used > sum(true) + sum(null)) {
      report(
        'what was used is counted once',
        `${account} used ${sum(true)} and perhaps ${sum(null)}, and ${used} are counted`,
      )
    }
    const caps = own.filter(one => one.kind === 'cap' && one.isDone !== false)
    const cap = Math.max(0, ...caps.map(one => one.count))
    if (sold > cap) report('nothing is sold above the cap', `${account} owes ${sold} of ${cap}`)
    if (plan !== (bought ?? 'free')) {
      report('who pays has the plan', `${account} is on ${plan} and has bought ${bought}`)
    }
  }
}
