/** All SQL on subscriptions, orders, customers, and on what accounts and operators were told. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlanChange } from '#tenants/trust/plan-change.ts'
import type { BoughtPlan, Customer, Order } from './shapes.ts'

const subscriptionColumns = `account_id as "accountId", state, plan, next_plan as "nextPlan",
  currency, price_cents as "priceCents", pay_by as "payBy", starts_on as "startsOn",
  renews_at as "renewsAt", grace_until as "graceUntil", billed, credit_cents as "creditCents",
  disputed as "isDisputed"`

export async function findSubscription(sql: Sql, accountId: Uuid): Promise<BoughtPlan | null> {
  const [row] = await sql.query<BoughtPlan>(
    `select ${subscriptionColumns} from subscriptions where account_id = $1`,
    [accountId],
  )
  return row ?? null
}

/** Writes the whole row, whether there is one or not. */
export async function writeSubscription(tx: Sql, one: BoughtPlan): Promise<void> {
  await tx.query(
    `insert into subscriptions (account_id, state, plan, next_plan, currency, price_cents, pay_by,
                                starts_on, renews_at, grace_until, billed, credit_cents, disputed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (account_id) do update
       set state = excluded.state, plan = excluded.plan, next_plan = excluded.next_plan,
           currency = excluded.currency, price_cents = excluded.price_cents,
           pay_by = excluded.pay_by, starts_on = excluded.starts_on,
           renews_at = excluded.renews_at, grace_until = excluded.grace_until,
           billed = excluded.billed, credit_cents = excluded.credit_cents,
           disputed = excluded.disputed`,
    [
      one.accountId,
      one.state,
      one.plan,
      one.nextPlan,
      one.currency,
      one.priceCents,
      one.payBy,
      one.startsOn,
      one.renewsAt,
      one.graceUntil,
      one.billed,
      one.creditCents,
      one.isDisputed,
    ],
  )
}

export async function countSubscriptions(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql.query<{ state: string; n: number }>(
    'select state, count(*)::integer as n from subscriptions group by state',
  )
  return Object.fromEntries(rows.map(row => [row.state, row.n]))
}

const orderColumns = `account_id as "accountId", id, invoice_id as "invoiceId", plan, currency,
  price_cents as "priceCents", pay_by as "payBy", state, ref, url, live as "isLive",
  by_member as "byMember", created_at as "createdAt", expires_at as "expiresAt"`

export async function findOpenOrder(sql: Sql, accountId: Uuid): Promise<Order | null> {
  const [row] = await sql.query<Order>(
    `select ${orderColumns} from orders where account_id = $1 and state = 'open'`,
    [accountId],
  )
  return row ?? null
}

export async function findOrder(sql: Sql, accountId: Uuid, id: Uuid): Promise<Order | null> {
  const [row] = await sql.query<Order>(
    `select ${orderColumns} from orders where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return row ?? null
}

export async function insertOrder(tx: Sql, one: Order): Promise<void> {
  await tx.query(
    `insert into orders (account_id, id, invoice_id, plan, currency, price_cents, pay_by, state,
                         live, by_member, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      one.accountId,
      one.id,
      one.invoiceId,
      one.plan,
      one.currency,
      one.priceCents,
      one.payBy,
      one.state,
      one.isLive,
      one.byMember,
      one.createdAt,
      one.expiresAt,
    ],
  )
}

export async function updateOrder(
  tx: Sql,
  one: Pick<Order, 'accountId' | 'id' | 'state' | 'ref' | 'url' | 'expiresAt'>,
): Promise<void> {
  await tx.query(
    `update orders set state = $3, ref = $4, url = $5, expires_at = $6
     where account_id = $1 and id = $2`,
    [one.accountId, one.id, one.state, one.ref, one.url, one.expiresAt],
  )
}

/** Newest first, before an id. */
export function selectPlanChanges(
  sql: Sql,
  accountId: Uuid,
  { before, count }: { readonly before: Uuid | null; readonly count: number },
): Promise<PlanChange[]> {
  return sql.query<PlanChange>(
    `select account_id as "accountId", id, member_id as "memberId", from_plan as "from",
            to_plan as "to", at
     from plan_changes where account_id = $1 and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [accountId, before, count],
  )
}

/** The account as a customer of the provider. */
export async function findCustomer(
  sql: Sql,
  accountId: Uuid,
  at: { readonly provider: string; readonly isLive: boolean },
): Promise<Customer | null> {
  const [row] = await sql.query<Customer>(
    `select ref, gone as "isGone", method, looked_at as "lookedAt" from billing_customers
     where account_id = $1 and provider = $2 and live = $3`,
    [accountId, at.provider, at.isLive],
  )
  return row ?? null
}

export async function writeCustomer(
  tx: Sql,
  accountId: Uuid,
  at: { readonly provider: string; readonly isLive: boolean },
  one: Customer,
): Promise<void> {
  await tx.query(
    `insert into billing_customers (account_id, provider, live, ref, gone, method, looked_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, provider, live) do update
       set ref = excluded.ref, gone = excluded.gone, method = excluded.method,
           looked_at = excluded.looked_at`,
    [
      accountId,
      at.provider,
      at.isLive,
      one.ref,
      one.isGone,
      one.method === null ? null : JSON.stringify(one.method),
      one.lookedAt,
    ],
  )
}

/** Somebody has knocked for a customer: a look is owed. */
export async function askToLook(
  sql: Sql,
  ref: string,
  at: { readonly provider: string; readonly isLive: boolean },
): Promise<void> {
  await sql.query(
    'update billing_customers set again = true where ref = $1 and provider = $2 and live = $3',
    [ref, at.provider, at.isLive],
  )
}

/** Takes the wish for a look; it is made again where the provider does not answer. */
export async function takeWish(
  sql: Sql,
  accountId: Uuid,
  at: { readonly provider: string; readonly isLive: boolean },
): Promise<void> {
  await sql.query(
    `update billing_customers set again = false
     where account_id = $1 and provider = $2 and live = $3 and again`,
    [accountId, at.provider, at.isLive],
  )
}

export async function selectWishes(
  sql: Sql,
  at: { readonly provider: string; readonly isLive: boolean },
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select account_id as id from billing_customers
     where provider = $1 and live = $2 and again order by account_id`,
    [at.provider, at.isLive],
  )
  return rows.map(row => row.id)
}

/** Customers of the provider, after an id, at whom nobody has looked since a moment. */
export async function selectUnseen(
  sql: Sql,
  at: { readonly provider: string; readonly isLive: boolean },
  asked: {
    readonly lookedBefore: Date
    readonly movedSince: Date
    readonly after: Uuid
    readonly count: number
  },
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select account_id as id from billing_customers c
     where provider = $1 and live = $2 and ref is not null
       and (looked_at is null or looked_at <= $3) and account_id > $4
       and (exists (select from invoices i where i.account_id = c.account_id
                    and (i.created_at > $5 or i.state in ('due', 'open')))
            or exists (select from billing_steps s where s.account_id = c.account_id
                       and starts_with(s.key, 'disputed ')
                       and not exists (select from billing_steps over
                                       where over.account_id = s.account_id
                                         and over.key = 'decided ' || substr(s.key, 10))))
     order by account_id limit $6`,
    [at.provider, at.isLive, asked.lookedBefore, asked.after, asked.movedSince, asked.count],
  )
  return rows.map(row => row.id)
}

/** Whose money was moved of late. */
export async function selectPayers(sql: Sql, since: Date): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select distinct account_id as id from invoices
     where created_at > $1 or state in ('due', 'open') order by id`,
    [since],
  )
  return rows.map(row => row.id)
}

/** True the first time that an account takes this step. */
export async function takeStep(tx: Sql, accountId: Uuid, key: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into billing_steps (account_id, key, at) values ($1, $2, $3)
     on conflict do nothing returning key`,
    [accountId, key, at],
  )
  return rows.length > 0
}

/** What an account was told under keys that begin so. */
export async function selectSteps(tx: Sql, accountId: Uuid, prefix: string): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    'select key from billing_steps where account_id = $1 and starts_with(key, $2)',
    [accountId, prefix],
  )
  return rows.map(row => row.key)
}

/** Notes that the provider has spoken; false where it has said this before. */
export async function insertKnock(
  sql: Sql,
  { id, charge, at }: { readonly id: string; readonly charge: string | null; readonly at: Date },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into billing_knocks (id, at, charge) values ($1, $2, $3)
     on conflict do nothing returning id`,
    [id, at, charge],
  )
  return rows.length > 0
}

/** Knocks about charges whose customer nobody has asked for yet, oldest first. */
export function selectCharges(
  sql: Sql,
): Promise<{ readonly id: string; readonly charge: string }[]> {
  return sql.query(
    'select id, charge from billing_knocks where charge is not null order by at, id limit 100',
  )
}

/** False: another node was faster. */
export async function clearKnock(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query(
    'update billing_knocks set charge = null where id = $1 and charge is not null returning id',
    [id],
  )
  return rows.length > 0
}

export async function lastKnock(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>('select max(at) as at from billing_knocks')
  return row?.at ?? null
}

export async function deleteKnocks(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from billing_knocks where at < $1', [before])
}

export interface Difference {
  readonly id: Uuid
  readonly accountId: Uuid | null
  readonly invoiceId: Uuid | null
  readonly kind: string
  /** One finding per key. */
  readonly key: string
  readonly en: string
  readonly pt: string
  readonly since: Date
}

export async function insertDifference(sql: Sql, one: Difference): Promise<void> {
  await sql.query(
    `insert into billing_differences (id, account_id, invoice_id, kind, key, en, pt, since)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (key) do nothing`,
    [one.id, one.accountId, one.invoiceId, one.kind, one.key, one.en, one.pt, one.since],
  )
}

/** Findings that nobody has settled, newest first. */
export function selectDifferences(sql: Sql): Promise<Difference[]> {
  return sql.query<Difference>(
    `select id, account_id as "accountId", invoice_id as "invoiceId", kind, key, en, pt, since
     from billing_differences where settled_at is null order by id desc`,
  )
}

export async function settleDifference(sql: Sql, id: Uuid, at: Date): Promise<Difference | null> {
  const [row] = await sql.query<Difference>(
    `update billing_differences set settled_at = coalesce(settled_at, $2) where id = $1
     returning id, account_id as "accountId", invoice_id as "invoiceId", kind, key, en, pt, since`,
    [id, at],
  )
  return row ?? null
}

/** What an operator did with a bill. */
interface BillingAct {
  readonly id: Uuid
  readonly accountId: Uuid
  readonly invoiceId: Uuid | null
  readonly act: string
  readonly memberId: Uuid | null
  readonly reason: string | null
  readonly at: Date
}

export async function insertAct(tx: Sql, one: BillingAct): Promise<void> {
  await tx.query(
    `insert into billing_acts (id, account_id, invoice_id, act, member_id, reason, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [one.id, one.accountId, one.invoiceId, one.act, one.memberId, one.reason, one.at],
  )
}
