/** `malote billing …` (docs/contract.md#the-operators-command). */
import { type Command, Option } from 'commander'
import { forgive, markPaid, refundInvoice } from '#billing/acts.ts'
import { allInvoices, listedInvoices } from '#billing/invoices/invoices.ts'
import { billingOf } from '#billing/overview/overview.ts'
import { statusOf } from '#billing/overview/status.ts'
import { runBilling, watchCards } from '#billing/periodic.ts'
import { lookAt } from '#billing/provider/look.ts'
import { providerOf } from '#billing/provider/provider.ts'
import { reconcile, showDifference } from '#billing/provider/reconcile.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { type InvoiceState, invoiceStates, type PayBy, payWays } from '#billing/shapes.ts'
import { subscribe } from '#billing/subscription/orders.ts'
import { BadSetting } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { type PlanName, planNames } from '#tenants/accounts/terms.ts'
import { parseCents } from '#tenants/limits/money.ts'
import { type Currency, currencies } from '#tenants/limits/plan-terms.ts'
import type { Shell } from './command.ts'
import { typedId } from './ids.ts'

/** An amount of the command line; throws the refusal that names it. */
function cents(text: string, param: string): number {
  const amount = parseCents(text)
  if (amount === null) throw new Refusal('invalid_field', { param })
  return amount
}

async function knownAccount(world: World, typed: string): Promise<Uuid> {
  const id = typedId('acc', typed)
  if ((await getAccount(world, id)) === null) throw new Refusal('resource_not_found')
  return id
}

/** Words that are kept with an act: as many as the dashboard takes. */
function words(typed: string, param: string): string {
  if (typed.trim() === '' || typed.length > 500) throw new Refusal('invalid_field', { param })
  return typed
}

const one = async (world: World, invoice: Parameters<typeof listedInvoices>[1][number]) =>
  (await listedInvoices(world, [invoice], 'en'))[0]!

export function billingCommands(malote: Command, { run: plain }: Shell): void {
  const billing = malote.command('billing').description('Money: subscriptions and invoices.')
  const run: Shell['run'] = verb =>
    plain(async world => {
      if (providerOf(world.settings) === null) {
        throw new BadSetting(faultText('billing_off'))
      }
      return verb(world)
    })
  billing
    .command('status')
    .description('How the installation stands with money.')
    .action(() => run(statusOf))
  billing
    .command('look <account>')
    .description('Look at the provider, then say how the account stands.')
    .action((account: string) =>
      run(async world => {
        const id = await knownAccount(world, account)
        await lookAt(world, id)
        return { account_id: account, ...(await billingOf(world, id)) }
      }),
    )
  billing
    .command('run')
    .description('Do now what the jobs of each minute would.')
    .action(() =>
      run(async world => {
        await runBilling(world)
        await watchCards(world)
        return { done: true }
      }),
    )
  billing
    .command('reconcile')
    .description('Compare every account with the provider.')
    .action(() =>
      run(async world => {
        const { checked, differences } = await reconcile(world)
        return { checked, differences: differences.map(found => showDifference(found, 'en')) }
      }),
    )
  invoiceCommands(billing, run)
  actCommands(billing, run)
}

function invoiceCommands(billing: Command, run: Shell['run']): void {
  billing
    .command('invoices [account]')
    .description('Invoices, newest first.')
    .addOption(new Option('--state <state>', 'only these').choices(invoiceStates))
    .action((account: string | undefined, { state }: { state?: InvoiceState }) =>
      run(async world => {
        const accountId = account === undefined ? null : await knownAccount(world, account)
        const data = []
        for await (const invoices of allInvoices(world, { accountId, state })) {
          data.push(...(await listedInvoices(world, invoices, 'en')))
        }
        return { data }
      }),
    )
  billing
    .command('subscribe <account>')
    .description("An order in the owner's name.")
    .addOption(new Option('--plan <plan>', 'plan').choices(planNames).makeOptionMandatory())
    .addOption(new Option('--currency <currency>', 'currency').choices(currencies))
    .option('--price <amount>', 'agreed price of a month')
    .addOption(new Option('--pay-by <way>', 'card or invoice').choices(payWays))
    .action(
      (
        account: string,
        options: { plan: PlanName; currency?: Currency; price?: string; payBy?: PayBy },
      ) =>
        run(async world => {
          const { price, ...wish } = options
          const id = typedId('acc', account)
          const priceCents = price === undefined ? undefined : cents(price, 'price')
          return one(
            world,
            await subscribe(world, await cashierOf(world), id, {
              ...wish,
              priceCents,
              memberId: null,
            }),
          )
        }),
    )
}

interface PaidOptions {
  readonly reference: string
  readonly date?: string
  readonly amount?: string
}

/** What operators do with money. */
function actCommands(billing: Command, run: Shell['run']): void {
  billing
    .command('paid <invoice>')
    .description('Paid outside of the provider.')
    .requiredOption('--reference <text>', 'what the payment is known by')
    .option('--date <day>', 'day on which the money came (2026-11-24); today if left out')
    .option('--amount <amount>', 'what came: the whole of the invoice')
    .action((invoice: string, { reference, date, amount }: PaidOptions) =>
      run(async world =>
        one(
          world,
          await markPaid(world, typedId('bil', invoice), {
            reference: words(reference, 'reference'),
            date,
            cents: amount === undefined ? undefined : cents(amount, 'amount'),
            memberId: null,
          }),
        ),
      ),
    )
  billing
    .command('refund <invoice> <amount>')
    .description('Give money back.')
    .requiredOption('--reason <text>', 'why')
    .option('--end', 'the subscription ends with it')
    .action((invoice: string, amount: string, options: { reason: string; end?: boolean }) =>
      run(async world => {
        const ask = {
          cents: cents(amount, 'amount'),
          reason: words(options.reason, 'reason'),
          isEnd: options.end === true,
          memberId: null,
        }
        return one(world, await refundInvoice(world, typedId('bil', invoice), ask))
      }),
    )
  billing
    .command('forgive <invoice>')
    .description('Nobody has to pay it any more.')
    .requiredOption('--reason <text>', 'why')
    .action((invoice: string, { reason }: { reason: string }) =>
      run(async world =>
        one(
          world,
          await forgive(world, typedId('bil', invoice), {
            reason: words(reason, 'reason'),
            memberId: null,
          }),
        ),
      ),
    )
}
