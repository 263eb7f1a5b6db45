/** Faults of orders, of plans that change and end, and of what they leave. */
import { type Fault, faultsOf } from './fault.ts'

const billing = 'src/billing'
const manual = ['test/unit/billing/manual.test.ts']
const offers = ['test/unit/billing/offers.test.ts']
const operator = ['test/unit/billing/operator.test.ts']
const orders = ['test/unit/billing/orders.test.ts']
const standing = ['test/unit/billing/standing.test.ts']
const turns = ['test/unit/billing/turns.test.ts']

export const plansFaults: readonly Fault[] = [
  ...faultsOf(`${billing}/subscription/change-plan.ts`, turns, [
    [
      '  const subscription = await onAccount(world, accountId, running)',
      '  const subscription = (await findSubscription(world.db, accountId)) as BoughtPlan',
      'a period that is over is changed afterwards',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/subscription.ts`, turns, [
    [
      "  await keepLogsAfter(billing, { plan: subscription.plan, end: new Date(now) })\n  await changeAccount(tx, accountId, { plan: 'free' })",
      "  await changeAccount(tx, accountId, { plan: 'free' })",
      'logs shrink on the day on which a plan ends',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/kept-logs.ts`, turns, [
    [
      'left?.keptDays ?? plansOf(world.settings)[plan].retentionDays',
      'plansOf(world.settings)[plan].retentionDays',
      'a second smaller plan cuts short what the first one left',
    ],
    ['  if (left !== null) return\n', '', 'the next plan cuts short what an ended one left'],
    [
      '  await changeStanding(billing.tx, billing.accountId, { keptDays: null, keptUntil: null })\n',
      '',
      'a change that is taken back keeps its logs',
    ],
  ]),
  ...faultsOf(`${billing}/invoices/invoicing.ts`, turns, [
    [
      "  if (invoice?.state === 'open' && isByHand) {",
      "  if (invoice?.state === 'paid' && isByHand) {",
      'who collects by hand hears of no renewal',
    ],
  ]),
  ...faultsOf(`${billing}/jobs.ts`, turns, [
    [
      'new Set([...due, ...(await movedEast(world, now))])',
      'new Set(due)',
      'whoever has moved east is billed a day late',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/orders.ts`, orders, [
    [
      '  if (again === null) await mayOpen(tx)\n',
      '  await mayOpen(tx)\n',
      'an order that the provider takes no more counts as a new one',
    ],
    [
      '  if (again !== null && !isTooLate(again, now)) {',
      '  if (again !== null) {',
      'an order too old for a page can be neither paid nor placed anew',
    ],
    [
      "  if (invoice.state === 'paid') {\n    await orderIsFree(billing, invoice, id)",
      "  if (invoice.state === 'void') {\n    await orderIsFree(billing, invoice, id)",
      'an order without a sum waits for a payment',
    ],
    [
      '  if (wish.priceCents !== undefined) refuseUnsold(settings, wish.plan, currency)\n',
      '',
      'an agreed price sells what is not for sale',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/paid.ts`, orders, [
    [
      '  if (!(await isPlayMoney(billing, invoice))) await orderPaid',
      '  await orderPaid',
      'with a test key an order without a sum is for everybody',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/subscription.ts`, offers, [
    [
      '  await voidOffers(billing, payBy)\n',
      '',
      'the month that nobody paid is asked for beside the new plan',
    ],
  ]),
  ...faultsOf(`${billing}/invoices/outside.ts`, offers, [
    [
      '  for (let n = 0; ; n++) {\n    const at = tryOf(',
      '  for (let n = 2; ; n++) {\n    const at = tryOf(',
      'days of the calendar are left out',
    ],
  ]),
  ...faultsOf(`${billing}/provider/look.ts`, offers, [
    [
      'one.tries > 0 && one.lostAt === null,',
      'one.tries > 0,',
      'a new card is charged for what an ended plan left',
    ],
    [
      "  (state === 'lost' && paidAt === null) ||\n",
      '',
      'a lost month stays payable at the provider',
    ],
  ]),
  ...faultsOf(`${billing}/jobs.ts`, offers, [
    [
      'const cancelAt = invoice.ref === null ? null : new Date(now)',
      'const cancelAt = null',
      'nobody calls off a month that is lost',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/credit.ts`, manual, [
    [
      'paidRenewals(sql, accountId, currency)',
      "paidRenewals(sql, accountId, 'USD')",
      'a credit line is measured in another currency',
    ],
  ]),
  ...faultsOf('src/tenants/limits/currency.ts', standing, [
    [
      'isForSale(quota) ? quota.currency : terms.currency',
      'terms.currency',
      'amounts stand beside a currency that is not theirs',
    ],
  ]),
  ...faultsOf('src/tenants/trust/settings.ts', standing, [
    [
      'if (plain.plan !== undefined && plain.plan !== before.plan) {',
      'if (plain.plan === before.plan) {',
      'nobody can tell who changed a plan by hand',
    ],
  ]),
  ...faultsOf(`${billing}/provider/reconcile.ts`, standing, [
    [
      '    if (clock.monotonic() - begun >= sliceMs) return\n',
      '',
      'the look at everybody holds up all other jobs',
    ],
  ]),
  ...faultsOf(`${billing}/invoices/invoices.ts`, operator, [
    [
      'before = rows.length < batchSize ? null : rows.at(-1)!.id',
      'before = null',
      'the accountant gets a thousand invoices and no more',
    ],
    [
      'has_more: rows.length > limit',
      'has_more: false',
      'the list of invoices ends at its first page',
    ],
  ]),
]
