/** All SQL on invoices, their lines and refunds. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Currency } from '#tenants/limits/plan-terms.ts'
import type { Invoice, InvoiceLine, InvoiceState } from '../shapes.ts'

const columns = `account_id as "accountId", id, number, cause, state, plan, pay_by as "payBy",
  currency, total_cents as "totalCents", paid_cents as "paidCents",
  refunded_cents as "refundedCents", starts_on as "startsOn", ends_on as "endsOn", ref,
  live as "isLive", pay_url as "payUrl", pdf_url as "pdfUrl", fiscal_note as "fiscalNote",
  reference, tries, next_try_at as "nextTryAt", declined, issue_tries as "issueTries",
  issue_at as "issueAt", issued_at as "issuedAt", due_at as "dueAt", lost_at as "lostAt",
  void_at as "voidAt", created_at as "createdAt", paid_at as "paidAt",
  by_member as "byMember", cancel_at as "cancelAt"`

/** Writes an invoice with its lines; null where its cause has one already. */
export async function insertInvoice(
  tx: Sql,
  one: Omit<Invoice, 'number'>,
  lines: readonly InvoiceLine[],
): Promise<Invoice | null> {
  const [row] = await tx.query<Invoice>(
    `insert into invoices (account_id, id, number, cause, state, plan, pay_by, currency,
       total_cents, paid_cents, starts_on, ends_on, live, issue_at, due_at, void_at, created_at,
       paid_at, by_member)
     values ($1, $2, nextval('invoice_numbers'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
             $14, $15, $16, $17, $18)
     on conflict (account_id, cause) do nothing
     returning ${columns}`,
    [
      one.accountId,
      one.id,
      one.cause,
      one.state,
      one.plan,
      one.payBy,
      one.currency,
      one.totalCents,
      one.paidCents,
      one.startsOn,
      one.endsOn,
      one.isLive,
      one.issueAt,
      one.dueAt,
      one.voidAt,
      one.createdAt,
      one.paidAt,
      one.byMember,
    ],
  )
  if (row === undefined) return null
  for (const [n, line] of lines.entries()) {
    await tx.query(
      `insert into invoice_lines (account_id, invoice_id, n, kind, en, pt, quantity, amount_cents,
                                  starts_on, ends_on, period_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        one.accountId,
        one.id,
        n,
        line.kind,
        line.en,
        line.pt,
        line.quantity,
        line.amountCents,
        line.startsOn,
        line.endsOn,
        line.periodId,
      ],
    )
  }
  return row
}

/** Writes what may change of an invoice. */
export async function updateInvoice(tx: Sql, one: Invoice): Promise<void> {
  await tx.query(
    `update invoices
     set state = $3, paid_cents = $4, refunded_cents = $5, starts_on = $6, ends_on = $7, ref = $8,
         pay_url = $9, pdf_url = $10, fiscal_note = $11, reference = $12, tries = $13,
         next_try_at = $14, declined = $15, issue_tries = $16, issue_at = $17, issued_at = $18,
         due_at = $19, lost_at = $20, void_at = $21, paid_at = $22, pay_by = $23,
         cancel_at = $24
     where account_id = $1 and id = $2`,
    [
      one.accountId,
      one.id,
      one.state,
      one.paidCents,
      one.refundedCents,
      one.startsOn,
      one.endsOn,
      one.ref,
      one.payUrl,
      one.pdfUrl,
      one.fiscalNote,
      one.reference,
      one.tries,
      one.nextTryAt,
      one.declined,
      one.issueTries,
      one.issueAt,
      one.issuedAt,
      one.dueAt,
      one.lostAt,
      one.voidAt,
      one.paidAt,
      one.payBy,
      one.cancelAt,
    ],
  )
}

/** A void invoice lets go of its overage, which may then stand on another. */
export async function releaseLines(tx: Sql, accountId: Uuid, invoiceId: Uuid): Promise<void> {
  await tx.query(
    'update invoice_lines set live = false where account_id = $1 and invoice_id = $2',
    [accountId, invoiceId],
  )
}

/** The base line of a period that begins on another day than was thought. */
export async function redateBase(
  tx: Sql,
  { accountId, id }: Pick<Invoice, 'accountId' | 'id'>,
  line: Pick<InvoiceLine, 'en' | 'pt' | 'startsOn' | 'endsOn'>,
): Promise<void> {
  await tx.query(
    `update invoice_lines set en = $3, pt = $4, starts_on = $5, ends_on = $6
     where account_id = $1 and invoice_id = $2 and kind = 'base'`,
    [accountId, id, line.en, line.pt, line.startsOn, line.endsOn],
  )
}

export async function findInvoice(
  sql: Sql,
  accountId: Uuid | null,
  id: Uuid,
): Promise<Invoice | null> {
  const [row] = await sql.query<Invoice>(
    `select ${columns} from invoices where id = $1 and ($2::uuid is null or account_id = $2)`,
    [id, accountId],
  )
  return row ?? null
}

export function selectLines(
  sql: Sql,
  invoices: readonly Pick<Invoice, 'accountId' | 'id'>[],
): Promise<(InvoiceLine & { readonly invoiceId: Uuid })[]> {
  return sql.query(
    `select invoice_id as "invoiceId", kind, en, pt, quantity, amount_cents as "amountCents",
            starts_on as "startsOn", ends_on as "endsOn", period_id as "periodId"
     from invoice_lines join unnest($1::uuid[], $2::uuid[]) as asked (account_id, invoice_id)
       using (account_id, invoice_id)
     order by invoice_id, n`,
    [invoices.map(one => one.accountId), invoices.map(one => one.id)],
  )
}

/** Newest first: of an account, or of all; in a state, or in any. */
export function selectInvoices(
  sql: Sql,
  asked: {
    readonly accountId: Uuid | null
    readonly state: InvoiceState | null
    readonly before: Uuid | null
    readonly count: number
  },
): Promise<Invoice[]> {
  return sql.query<Invoice>(
    `select ${columns} from invoices
     where ($1::uuid is null or account_id = $1) and ($2::text is null or state = $2)
       and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [asked.accountId, asked.state, asked.before, asked.count],
  )
}

/** What moved of an invoice: what came in, and what was given back. */
export interface Payment {
  readonly kind: 'payment' | 'refund'
  /** A day of the account's zone. */
  readonly date: string
  readonly amountCents: number
  /** What a payment outside of the provider is known by. */
  readonly reference: string | null
}

/**
 * Of each invoice its payment, then its refunds by their moments. A payment that a bank took back is
 * none; nor is a refund that has not happened yet.
 */
export function selectPayments(
  sql: Sql,
  invoices: readonly Pick<Invoice, 'accountId' | 'id'>[],
): Promise<(Payment & { readonly invoiceId: Uuid })[]> {
  return sql.query(
    `with asked as (select * from unnest($1::uuid[], $2::uuid[]) as asked (account_id, id)),
     moved as (
       select account_id, id as invoice_id, 'payment' as kind, paid_at as at, paid_cents as cents,
              reference
       from invoices join asked using (account_id, id)
       where paid_at is not null and paid_cents > 0
       union all
       select r.account_id, r.invoice_id, 'refund', r.at, r.amount_cents, null
       from refunds r join asked on asked.account_id = r.account_id and asked.id = r.invoice_id
       where r.state = 'done')
     select invoice_id as "invoiceId", kind, (at at time zone time_zone)::date::text as date,
            cents as "amountCents", reference
     from moved join accounts on accounts.id = moved.account_id
     order by invoice_id, kind, at`,
    [invoices.map(one => one.accountId), invoices.map(one => one.id)],
  )
}

/** All of an account that nobody has paid, oldest first. */
export function selectUnpaid(sql: Sql, accountId: Uuid): Promise<Invoice[]> {
  return sql.query<Invoice>(
    `select ${columns} from invoices
     where account_id = $1 and state in ('due', 'open') order by id`,
    [accountId],
  )
}

/** Whether a bank has taken back what nobody has settled since. */
export async function owesTakenBack(sql: Sql, accountId: Uuid): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from invoices
     where account_id = $1 and state = 'lost' and paid_at is not null limit 1`,
    [accountId],
  )
  return rows.length > 0
}

/** Notes of paid invoices, by themselves or by their orders, as whose they were shown or asked for. */
export async function noteSought(
  tx: Sql,
  accountId: Uuid,
  sought: {
    readonly invoiceIds: readonly Uuid[]
    readonly orderIds: readonly Uuid[]
    readonly as: string
  },
): Promise<void> {
  await tx.query(
    `update invoices set sought_as = $4
     where account_id = $1 and state = 'paid' and sought_as is distinct from $4
       and (id = any($2) or id in (select invoice_id from orders
                                   where account_id = $1 and id = any($3)))`,
    [accountId, sought.invoiceIds, sought.orderIds, sought.as],
  )
}

/**
 * Paid by the provider, and neither shown nor asked for as this customer's yet, by its names of them:
 * oldest first, and last those of which it refused to tell.
 */
export function selectUnsought(
  sql: Sql,
  accountId: Uuid,
  asked: {
    readonly as: string
    readonly refusedAs: string
    readonly isLive: boolean
    readonly count: number
  },
): Promise<{ readonly id: Uuid; readonly ref: string }[]> {
  return sql.query(
    `select i.id, coalesce(i.ref, o.ref) as ref
     from invoices i left join orders o on o.account_id = i.account_id and o.invoice_id = i.id
     where i.account_id = $1 and i.state = 'paid' and i.reference is null and i.paid_cents > 0
       and i.live = $2 and i.sought_as is distinct from $3 and coalesce(i.ref, o.ref) is not null
     order by i.sought_as is not distinct from $5, i.id limit $4`,
    [accountId, asked.isLive, asked.as, asked.count, asked.refusedAs],
  )
}

/** What the provider still has open although nobody owes it any more. */
export function selectToCancel(sql: Sql, accountId: Uuid, now: Date): Promise<Invoice[]> {
  return sql.query<Invoice>(
    `select ${columns} from invoices where account_id = $1 and cancel_at <= $2 order by id`,
    [accountId, now],
  )
}

/**
 * The largest overage of a paid renewal in a currency, and whether there was any renewal paid. What
 * was given back whole was not paid: overage is a loan, and the next one is larger only for who paid
 * the last.
 */
export async function paidRenewals(
  sql: Sql,
  accountId: Uuid,
  currency: Currency,
): Promise<{ readonly count: number; readonly maxCents: number }> {
  const [row] = await sql.query<{ count: number; maxCents: number }>(
    `select count(distinct i.id)::integer as count,
            coalesce(max(l.amount_cents)
              filter (where l.kind = 'overage' and i.currency = $2), 0)::bigint as "maxCents"
     from invoices i join invoice_lines l on l.account_id = i.account_id and l.invoice_id = i.id
     where i.account_id = $1 and i.state = 'paid' and i.cause like 'period:%'
       and (i.refunded_cents = 0 or i.refunded_cents < i.total_cents)`,
    [accountId, currency],
  )
  return row ?? { count: 0, maxCents: 0 }
}

/** Accounts with an invoice that something is to be done about by now. */
export async function selectAccountsDue(sql: Sql, now: Date): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select distinct account_id as id from (
       select account_id from invoices where issue_at <= $1
       union all select account_id from invoices where next_try_at <= $1
       union all select account_id from invoices
         where state in ('due', 'open')
           and (due_at <= $1 or void_at <= $1 or lost_at <= $1)
       union all select account_id from subscriptions
         where state in ('active', 'past_due') and (renews_at <= $1 or grace_until <= $1)
       union all select account_id from orders where state = 'open' and expires_at <= $1
       union all select account_id from refunds where state = 'due' and due_at <= $1
       union all select account_id from invoices where cancel_at <= $1
     ) one order by id`,
    [now],
  )
  return rows.map(row => row.id)
}

/** Accounts whose period was last known to end between two moments; `endsOn`: not later than it does. */
export function selectEnding(
  sql: Sql,
  from: Date,
  until: Date,
): Promise<{ readonly id: Uuid; readonly timeZone: string; readonly endsOn: string }[]> {
  return sql.query(
    `select a.id, a.time_zone as "timeZone",
            (s.starts_on + interval '1 month')::date::text as "endsOn"
     from subscriptions s join accounts a on a.id = s.account_id
     where s.state in ('active', 'past_due') and s.renews_at > $1 and s.renews_at <= $2`,
    [from, until],
  )
}

/** The provider answers again: what waits for its next try does not wait for its hour. */
export async function hurry(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `with issued as (
       update invoices set issue_at = $1 where state = 'due' and issue_tries > 0 and issue_at > $1)
     update refunds set due_at = $1 where state = 'due' and tries > 0 and due_at > $1`,
    [now],
  )
}

export interface Refund {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly invoiceId: Uuid
  readonly cause: string
  readonly amountCents: number
  readonly reason: string
  readonly byMember: Uuid | null
  readonly state: 'due' | 'done' | 'by_hand'
  readonly ref: string | null
  readonly tries: number
  readonly dueAt: Date
  readonly at: Date
}

/** The key of the finding that asks somebody to give it by hand, and is settled once they have. */
export const findingOfRefund = ({ id }: Pick<Refund, 'id'>): string => `by_hand ${id}`

/** False: its cause has one already. */
export async function insertRefund(tx: Sql, one: Refund): Promise<boolean> {
  const rows = await tx.query(
    `insert into refunds (account_id, id, invoice_id, cause, amount_cents, reason, by_member,
                          state, due_at, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, cause) do nothing returning id`,
    [
      one.accountId,
      one.id,
      one.invoiceId,
      one.cause,
      one.amountCents,
      one.reason,
      one.byMember,
      one.state,
      one.dueAt,
      one.at,
    ],
  )
  return rows.length > 0
}

export async function updateRefund(tx: Sql, one: Refund): Promise<void> {
  await tx.query(
    `update refunds set state = $3, ref = $4, tries = $5, due_at = $6, at = $7
     where account_id = $1 and id = $2`,
    [one.accountId, one.id, one.state, one.ref, one.tries, one.dueAt, one.at],
  )
}

const refundColumns = `account_id as "accountId", id, invoice_id as "invoiceId", cause,
  amount_cents as "amountCents", reason, by_member as "byMember", state, ref, tries,
  due_at as "dueAt", at`

/** Refunds that the provider does not know of yet. */
export function selectRefundsDue(sql: Sql, accountId: Uuid, now: Date): Promise<Refund[]> {
  return sql.query<Refund>(
    `select ${refundColumns} from refunds
     where account_id = $1 and state = 'due' and due_at <= $2 order by id`,
    [accountId, now],
  )
}

/** Those of an invoice that the provider refused and somebody is to give by hand, oldest first. */
export function selectRefundsByHand(sql: Sql, accountId: Uuid, invoiceId: Uuid): Promise<Refund[]> {
  return sql.query<Refund>(
    `select ${refundColumns} from refunds
     where account_id = $1 and invoice_id = $2 and state = 'by_hand' order by id`,
    [accountId, invoiceId],
  )
}

/** Which invoice the overage of each closed period stands on. */
export async function invoicesOfPeriods(
  sql: Sql,
  accountId: Uuid,
  periodIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Uuid>> {
  const rows = await sql.query<{ period: Uuid; invoice: Uuid }>(
    `select period_id as period, invoice_id as invoice from invoice_lines
     where account_id = $1 and period_id = any($2) and live`,
    [accountId, periodIds],
  )
  return new Map(rows.map(row => [row.period, row.invoice]))
}
