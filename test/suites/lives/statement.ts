/** The product's own rows beside what the auditor has worked out: every line, every total. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Auditor, Missed } from './auditor.ts'
import type { Purse } from './purse.ts'

export interface Row {
  readonly id: Uuid
  readonly cause: string
  readonly state: string
  readonly total: number
  readonly paid: number
  readonly refunded: number
}

/** In the order in which they were made. */
export const invoicesOf = (db: Db, accountId: Uuid): Promise<Row[]> =>
  db.query<Row>(
    `select id, cause, state, total_cents::float8 as total, paid_cents::float8 as paid,
            refunded_cents::float8 as refunded
     from invoices where account_id = $1 order by number`,
    [accountId],
  )

/** What the operator reads of months that nobody asked for. */
function saidOf({ plan, money, price, months, from, to }: Missed): string {
  const name = plan === 'pro' ? 'Pro' : 'Scale'
  const each = `${money === 'BRL' ? 'R$' : 'US$'} ${(price / 100).toFixed(2)}`
  return `Billing did not run when periods ended: the ${name} plan was not charged from ${from} to ${to} (${months} × ${each}). Only the present period is invoiced.`
}

/** What differs, in words. */
export async function compare(
  db: Db,
  life: { readonly accountId: Uuid; readonly purse: Purse | null; readonly auditor: Auditor },
): Promise<string[]> {
  const { accountId, auditor, purse } = life
  const faults = [...auditor.faults]
  const rows = await invoicesOf(db, accountId)
  const lines = await db.query<{ id: Uuid; text: string }>(
    `select invoice_id as id, concat_ws(' ', kind, quantity, amount_cents, starts_on, ends_on) as text
     from invoice_lines where account_id = $1 order by invoice_id, n`,
    [accountId],
  )
  for (let n = 0; n < Math.max(rows.length, auditor.bills.length); n++) {
    const [row, bill] = [rows[n], auditor.bills[n]]
    const here = row && [
      `${row.cause.split(':')[0]} ${row.state} ${row.total} ${row.refunded}`,
      ...lines.filter(one => one.id === row.id).map(one => one.text),
    ]
    const there = bill && [
      `${bill.why} ${bill.state} ${bill.total} ${bill.refunded}`,
      ...bill.lines.map(one => `${one.kind} ${one.quantity} ${one.cents} ${one.from} ${one.to}`),
    ]
    if (JSON.stringify(here) !== JSON.stringify(there)) {
      faults.push(`invoice ${n}: ${JSON.stringify(here)}, not ${JSON.stringify(there)}`)
    }
  }
  const findings = await db.query<{ en: string }>(
    'select en from billing_differences where account_id = $1 order by since, id',
    [accountId],
  )
  const [said, expected] = [findings.map(one => one.en), auditor.missed.map(saidOf)]
  if (said.join() !== expected.join()) {
    faults.push(`findings: ${JSON.stringify(said)}, not ${JSON.stringify(expected)}`)
  }
  if (purse) {
    const sum = rows.reduce((total, row) => total + row.paid - row.refunded, 0)
    if (sum !== purse.held()) faults.push(`charged ${purse.held()}, here ${sum}`)
  }
  return faults
}
