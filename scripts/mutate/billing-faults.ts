/** Faults of billing: what is charged, to whom, how often, and what stops where nobody pays. */
import { type Fault, faultsOf } from './fault.ts'

const billing = 'src/billing'
const limits = 'src/tenants/limits'
const lives = ['test/unit/billing/lives.test.ts']
const manual = ['test/unit/billing/manual.test.ts']
const doubt = ['test/unit/billing/doubt.test.ts']
const stripe = ['test/unit/billing/stripe.test.ts']
const asked = ['test/unit/billing/asked-tries.test.ts']
const outage = ['test/unit/billing/outage.test.ts']
const quota = [...manual, 'test/unit/limits/quota.test.ts']
const hook = ['test/unit/billing/hook.test.ts']
const operator = ['test/unit/billing/operator.test.ts']
const settings = ['test/unit/billing/settings.test.ts']

export const billingFaults: readonly Fault[] = [
  ...faultsOf(`${limits}/money.ts`, manual, [
    [
      'Math.ceil(millicents / millicentsPerCent)',
      'Math.floor(millicents / millicentsPerCent)',
      'a bill is rounded down',
    ],
  ]),
  ...faultsOf(`${limits}/quota.ts`, quota, [
    [
      'quota.extraMillicents + millicents > quota.capMillicents',
      'quota.extraMillicents + millicents >= quota.capMillicents',
      'the last recipient under the cap is refused',
    ],
    [
      'const cents = smaller(terms.spendCents, quota.creditCents) ?? 0',
      'const cents = terms.spendCents ?? 0',
      'the credit line binds nobody',
    ],
    [
      "if (quota.isStopped) return 'payment'",
      "if (quota.isStopped) return 'included'",
      'a missing payment is not named',
    ],
    [
      'if (quota.isOrdered) return { ...quota, ...fresh }',
      'if (quota.isOrdered) return { ...quota, ...fresh, extraMillicents: quota.extraMillicents }',
      'what was sold in a period costs in the next, too',
    ],
  ]),
  ...faultsOf(
    `${limits}/period.ts`,
    ['test/unit/limits/period.test.ts'],
    [
      [
        'day: Math.min(anchor, date.daysInMonth)',
        'day: Math.min(anchor, 28)',
        'periods of the last days of a month begin too early',
      ],
      [
        'later(nextDay(before.day), dateIn(zone, before.dayEndsAt))',
        'dateIn(zone, before.dayEndsAt)',
        'a date is counted twice',
      ],
    ],
  ),
  ...faultsOf(`${billing}/subscription/subscription.ts`, lives, [
    [
      '      ...closed.filter(one => one.billCents > 0).map(overageLine),',
      '      ...closed.slice(0, 0).map(overageLine),',
      'overage is forgotten at the renewal',
    ],
    [
      'const isChanged = plan !== before.plan',
      'const isChanged = false && plan !== before.plan',
      'a smaller plan costs what the larger one did',
    ],
    [
      "unpaid.filter(one => !one.cause.startsWith('rest:'))",
      'unpaid.slice(0, 0)',
      'a plan that is cancelled late is still charged for',
    ],
    [
      'if (sum < minBillCents(billing.world.settings)) return',
      'if (sum < 100) return',
      'a last overage is written off',
    ],
    [
      '    await changeDeal(tx, world, accountId, { isStopped: true })\n  }\n  await tellFailed',
      '  }\n  await tellFailed',
      'who does not pay goes on buying',
    ],
    [
      'await changeDeal(tx, world, accountId, { isStopped: subscription.isDisputed })',
      'await changeDeal(tx, world, accountId, {})',
      'who has paid stays stopped',
    ],
    [
      '(invoice.tries > 0 || invoice.dueAt.getTime() <= world.clock.now())',
      '(invoice.tries > 1 || invoice.dueAt.getTime() <= world.clock.now() - 86_400_000)',
      'a due date passes a day late',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/subscription.ts`, manual, [
    [
      'await voidUpgrades(billing)\n  await notePlan(billing, {',
      'await notePlan(billing, {',
      'an upgrade outlives the plan that it was to lift',
    ],
    [
      'await billRest(billing, subscription, [...released, ...closed])',
      'await billRest(billing, subscription, closed)',
      'what was consumed is forgiven with the base',
    ],
    [
      '    restart: true,\n',
      '    restart: false,\n',
      'a paid offer goes on with the month of the free plan',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/subscription.ts`, stripe, [
    [
      'const graceUntil = subscription.graceUntil ?? new Date(world.clock.now() + graceMs)',
      'const graceUntil = new Date(world.clock.now() + graceMs)',
      'each failure gives more days of grace',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/paid.ts`, manual, [
    [
      "    const priceCents = lines.find(line => line.kind === 'base')!.amountCents",
      '    const { priceCents } = subscription\n    lines.at(0)',
      'an offer is paid at the price of a later upgrade',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/paid.ts`, lives, [
    [
      'const priceCents = subscription.priceCents + invoice.totalCents',
      'const { priceCents } = subscription',
      'the next month of an upgrade costs what the smaller plan did',
    ],
    [
      '    overageCents: price?.overageCents ?? null,\n',
      '',
      'a larger plan sells at the price of the smaller one',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/paid.ts`, stripe, [
    [
      "    await giveBack(billing, invoice, { en: 'a second order', pt: 'um segundo pedido' })\n",
      '',
      'a second payment is kept',
    ],
    [
      "isOutside ? ('by_hand' as const) : ('due' as const)",
      "isOutside ? ('by_hand' as const) : ('by_hand' as const)",
      'a second payment is given back in words only',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/credit.ts`, manual, [
    [
      'if (count === 0) return first * priceCents',
      'if (count === 0) return later * priceCents',
      'the first period has the credit of a good payer',
    ],
    [
      'Math.max(later * priceCents, times * maxCents)',
      'later * priceCents',
      'what was paid raises no credit',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/change-plan.ts`, lives, [
    [
      'const chargeCents = Math.max(0, price.monthCents - subscription.priceCents)',
      'const chargeCents = price.monthCents',
      'an upgrade costs the whole larger plan',
    ],
    [
      'await changeDeal(tx, world, accountId, { next: { plan, overageCents } })',
      'await changeDeal(tx, world, accountId, {})',
      'a planned change never comes',
    ],
    [
      'await changeDeal(tx, world, accountId, { next: null })',
      'await changeDeal(tx, world, accountId, {})',
      'a change that was taken back comes all the same',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/change-plan.ts`, manual, [
    [
      'if (isStill && (open.voidAt?.getTime() ?? 0) > now) return open',
      'if (isStill && open.voidAt === null) return open',
      'each click makes an invoice of the upgrade',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/orders.ts`, manual, [
    [
      'if (open !== null) await closeOrder(billing, open)',
      "if (open !== null && open.payBy === 'card') await closeOrder(billing, open)",
      'two orders of an account are open',
    ],
    [
      "if (subscription?.state === 'active') throw new Refusal('subscription_exists')",
      "if (subscription?.plan === 'free') throw new Refusal('subscription_exists')",
      'a plan is bought twice',
    ],
    [
      'order.plan === asked.plan &&\n  order.currency === asked.currency &&\n  order.payBy === asked.payBy &&\n  order.priceCents === asked.priceCents &&\n  ',
      '',
      'another wish is the same order',
    ],
  ]),
  ...faultsOf(
    `${billing}/acts.ts`,
    [...manual, ...operator],
    [
      ['cents > left', 'cents > one.paidCents', 'more is given back than is left'],
      ["if (one.state === 'void') {", "if (one.state === 'lost') {", 'a void invoice is paid'],
    ],
  ),
  ...faultsOf(`${billing}/acts.ts`, stripe, [
    [
      'serviceOf(world.settings) === null || one.reference !== null',
      'serviceOf(world.settings) === null || one.ref === null',
      'what was paid on a page is never given back',
    ],
    [
      "if (one.state === 'lost' && one.paidAt !== null) await settleDispute(billing)",
      '',
      'what is forgiven keeps an account from ordering',
    ],
  ]),
  ...faultsOf(`${billing}/invoices/outside.ts`, asked, [
    [
      "fresh.state === 'open' && fresh.lostAt === null ? leaveTry(billing, fresh) : fresh",
      'fresh',
      'the job tries a card that its customer is paying with',
    ],
  ]),
  ...faultsOf(`${billing}/invoices/outside.ts`, stripe, [
    ['isDisputed ? null : await takeTurn', 'await takeTurn', 'a card is tried during a dispute'],
    [
      'return fresh === null ? null : leaveTry(billing, fresh)',
      'return fresh',
      'a card is tried by everybody who runs what is due',
    ],
    [
      "if (invoice.cause.startsWith('upgrade:')) return voidInvoice(billing, invoice)",
      '',
      'a declined upgrade makes an account late',
    ],
    [
      '  for (const invoice of await selectToCancel(world.db, accountId, now)) {\n    await callOff(world, cashier, invoice)\n  }\n',
      '',
      'what is void here is collected there',
    ],
  ]),
  ...faultsOf(`${billing}/provider/look.ts`, stripe, [
    [
      'if (!isSame(invoice, seen)) return differs(billing, invoice.id, seen)\n  await paid',
      'await paid',
      'any amount buys a plan',
    ],
  ]),
  ...faultsOf(
    `${billing}/subscription/paid.ts`,
    [...stripe, ...doubt],
    [
      [
        "!cause.startsWith('order:') || (await takesTestMoney(tx, accountId))) return false",
        "!cause.startsWith('order:') || accountId) return false",
        'play money buys a plan',
      ],
      [
        '  if (subscription?.isDisputed === true) {',
        '  if (subscription?.isDisputed === false) {',
        'a page that was open gets around a lost dispute',
      ],
    ],
  ),
  ...faultsOf(`${billing}/provider/stripe-look.ts`, doubt, [
    [
      'known.filter(id => seen.every(one => one.id !== id))',
      'known.filter(() => false)',
      'a dispute whose charge is no longer marked never ends',
    ],
    [
      'const maxCharges = 1_000',
      'const maxCharges = 100',
      'a dispute of an old charge is not seen',
    ],
  ]),
  ...faultsOf(`${billing}/store.ts`, doubt, [
    [
      "starts_with(s.key, 'disputed ')",
      'false',
      'an open dispute of an account that pays nothing any more is not asked for',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/disputes.ts`, stripe, [
    ['  await loseInvoice(billing, dispute, seen)\n', '', 'a lost payment counts as paid'],
    [
      '  await changeDeal(tx, world, accountId, { isStopped: true })\n',
      '',
      'a dispute stops nothing',
    ],
    [
      "if (disputes.some(one => one.state === 'open')) return",
      "if (disputes.some(one => one.state === 'won')) return",
      'a dispute that is won changes nothing',
    ],
    [
      '    if (operator === accountId) continue\n',
      '    if (operator !== accountId) continue\n',
      'operators hear of no dispute',
    ],
    [
      '    await pauseForFraud(tx, world, accountId)\n    await found',
      '    await found',
      'who pays by fraud goes on sending until somebody disputes it',
    ],
    ['  if (isFraud) await pauseForFraud(tx, world, accountId)\n', '', 'fraud goes on sending'],
  ]),
  ...faultsOf(`${billing}/subscription/disputes.ts`, doubt, [
    [
      "['lost', 'open', 'won']",
      "['won', 'open', 'lost']",
      'a won dispute lifts what a lost one took',
    ],
    ['if (!isLost && !isWarned) await', 'if (!isLost) await', 'a won dispute silences a warning'],
  ]),
  ...faultsOf(`${billing}/provider/stripe-cashier.ts`, stripe, [
    [
      "const known = listed.data.find(one => one.metadata?.[idKey] === id && one.status !== 'void')",
      "const known = listed.data.find(one => one.metadata?.[idKey] === '' && one.status !== 'void')",
      'an invoice is made twice there once keys are forgotten',
    ],
  ]),
  ...faultsOf(`${billing}/provider/stripe-cashier.ts`, stripe, [
    [
      '  return of === null ? null : { customer: null, charge: of }',
      '  return of === null ? null : null',
      'what is said of a charge concerns nobody',
    ],
    ['return method?.card ? method : null', 'return method', 'a boleto is charged like a card'],
  ]),
  ...faultsOf(`${billing}/provider/stripe-objects.ts`, stripe, [
    [
      'cards.find(one => one.id === chosen) ?? cards[0]',
      'cards[0]',
      'another card than the chosen one is charged',
    ],
    ['isHard: hardDeclines.has(why)', 'isHard: false', 'a stolen card is tried again and again'],
    [
      "const needsCustomer = [code, decline_code].some(one => confirmations.has(one ?? ''))",
      'const needsCustomer = false',
      'nobody is told that the bank asks',
    ],
  ]),
  ...faultsOf(`${billing}/invoices/invoicing.ts`, stripe, [
    [
      'return new Date(Math.max(now, momentOf(dateIn(zone, now), tryTime, zone)))',
      'return new Date(now)',
      'cards are tried in the night',
    ],
  ]),
  ...faultsOf(`${billing}/subscription/subscription.ts`, stripe, [
    [
      "return isCard(customer?.method) ? 'card' : 'invoice'",
      'return payBy',
      'a boleto says who somebody is',
    ],
  ]),
  ...faultsOf(`${billing}/provider/look.ts`, stripe, [
    [
      'if (!isNew) return\n',
      'if (!isNew || before === null) return\n  if (subscription) return\n',
      'a new card is not tried',
    ],
  ]),
  ...faultsOf(`${billing}/provider/stripe-objects.ts`, outage, [
    [
      "return protocol === 'https:' && hosts.includes(host) ? url : null",
      "return protocol === 'https:' && host !== '' ? url : null",
      'customers are led to any host',
    ],
  ]),
  ...faultsOf(`${billing}/provider/stripe-knock.ts`, hook, [
    ['const toleranceSeconds = 300', 'const toleranceSeconds = 300_000', 'an old knock is heard'],
    [
      'if (!(from - at / 1000 <= toleranceSeconds)) return null',
      '',
      'a knock of days to come is heard',
    ],
    [
      "const isOurs = Boolean(event.livemode) === (modeOf(settings) === 'live')",
      'const isOurs = true',
      'a knock of the other mode makes us look',
    ],
  ]),
  ...faultsOf('src/kernel/base/payment-providers.ts', settings, [
    ["key.includes('_live_')", "key.startsWith('sk_live_')", 'a restricted live key is play money'],
  ]),
]
