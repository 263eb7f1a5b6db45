/**
 * `malote account …`, `malote project …`, `malote key …` (docs/contract.md#the-operators-command).
 */
import { type Command, Option } from 'commander'
import { payCurrency } from '#billing/overview/overview.ts'
import { setCreditLine } from '#billing/subscription/credit-line.ts'
import { keepBoughtPlan } from '#billing/subscription/veto.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import type { Account } from '#tenants/accounts/account.ts'
import {
  createAccount,
  createProject,
  getAccount,
  listProjects,
} from '#tenants/accounts/accounts.ts'
import { createKey, deleteKey, listKeys, showKey } from '#tenants/accounts/keys.ts'
import { newestNotices } from '#tenants/accounts/notices-store.ts'
import { allowTestMoney, changeOperator } from '#tenants/accounts/store.ts'
import { type Pause, type PlanName, pauses, planNames } from '#tenants/accounts/terms.ts'
import { lastPeriods, showPeriod } from '#tenants/limits/ledger.ts'
import { parseCents, showAmount } from '#tenants/limits/money.ts'
import { limitsOf, standingOf, trustChangesOf } from '#tenants/trust/overview.ts'
import { changeSettings, readAmount } from '#tenants/trust/settings.ts'
import { type Shell, wholeNumber } from './command.ts'
import { knownProject, typedId } from './ids.ts'
import { ownerCommands } from './owner-commands.ts'

interface AccountOptions {
  email: string
  password?: string
  name?: string
  plan?: PlanName
  trustLevel?: '0' | '1' | '2' | '3'
  timeZone?: string
  language?: Language
  spendLimit?: string
  taxId?: string
  paymentMethod?: boolean
  pause?: Pause
  rate?: number
  operator?: boolean
  testMoney?: boolean
  creditLine?: string
}

export function accountCommands(malote: Command, shell: Shell): void {
  const { run, language } = shell
  const account = malote.command('account').description('Accounts: who sends.')
  withSettings(account.command('create').description('Create an account with its first project.'))
    .requiredOption('--email <address>', 'address of the owner, counted as verified')
    .option('--password <password>', 'for the dashboard')
    .action((options: AccountOptions) =>
      run(async world => {
        const made = await createAccount(world, {
          ...settingsOf(options),
          email: options.email,
          ...(options.password === undefined ? {} : { password: options.password }),
        })
        return { account_id: show('acc', made.accountId), project_id: show('prj', made.projectId) }
      }),
    )
  withSettings(account.command('set <id>').description('Change an account.'))
    .addOption(new Option('--pause <pause>', 'pause sending').choices(pauses))
    .option('--spend-limit <amount>', 'most overage per period, such as 25.00; "none" removes it')
    .option('--tax-id <number>', 'CNPJ or EU VAT number of the company; "none" removes it')
    .option('--payment-method', 'a payment method is known')
    .option('--no-payment-method', 'none is known')
    .option('--rate <n>', 'calls per second of its keys', wholeNumber)
    .option('--operator', 'its members run this installation')
    .option('--test-money', 'orders paid with test money are good')
    .option('--no-test-money', 'they are not')
    .option('--credit-line <amount>', 'most overage on credit, such as 100.00; "rule" for the rule')
    .action((id: string, options: AccountOptions) =>
      run(world => setAccount(world, typedId('acc', id), options)),
    )
  account
    .command('show <id>')
    .description('Show an account.')
    .action((id: string) =>
      run(async world => {
        const found = await getAccount(world, typedId('acc', id))
        if (!found) throw new Refusal('resource_not_found')
        const projects = await listProjects(world, found.id)
        return {
          ...(await showStanding(world, found)),
          limits: await limitsOf(world, found.id, language),
          trust_changes: (await trustChangesOf(world, found.id, 10)).map(one => ({
            at: one.at.toISOString(),
            from: one.from,
            to: one.to,
            reason: one.reason,
            text: one.text[language],
          })),
          notices: (await newestNotices(world.db, found.id, 10)).map(one => ({
            at: one.createdAt.toISOString(),
            level: one.level,
            code: one.code,
            text: one.text[language],
          })),
          currency: await payCurrency(world, found.id),
          periods: (await lastPeriods(world.db, found.id, 100)).map(showPeriod),
          projects: projects.map(one => ({ id: show('prj', one.id), name: one.name })),
        }
      }),
    )
  ownerCommands(account, shell)
  projectCommands(malote, shell)
  keyCommands(malote, shell)
}

async function setAccount(
  world: World,
  id: Uuid,
  options: AccountOptions,
): Promise<Record<string, unknown>> {
  const { spendLimit, taxId, paymentMethod, creditLine, testMoney } = options
  const change = {
    ...settingsOf(options),
    ...(spendLimit === undefined
      ? {}
      : { spendCents: spendLimit === 'none' ? null : readAmount(spendLimit) }),
    ...(taxId === undefined ? {} : { taxId: taxId === 'none' ? null : taxId }),
    ...(paymentMethod === undefined ? {} : { hasPayment: paymentMethod }),
  }
  // Read first: what cannot be read refuses the whole, before anything is changed.
  const line = creditLine === undefined ? undefined : creditCents(creditLine)
  const account = await changeSettings(world, id, change, {
    veto: keepBoughtPlan(world.settings),
  })
  if (testMoney !== undefined) await allowTestMoney(world.db, id, testMoney)
  if (line !== undefined) await setCreditLine(world, id, line)
  if (options.operator) await changeOperator(world.db, id, true)
  return showStanding(world, account)
}

/** Null: by the rule of the settings. */
function creditCents(text: string): number | null {
  if (text === 'rule') return null
  const cents = parseCents(text)
  if (cents === null) throw new Refusal('invalid_field', { param: 'credit_line' })
  return cents
}

function withSettings(command: Command): Command {
  return command
    .option('--name <name>', 'name of the account')
    .addOption(new Option('--plan <plan>', 'plan').choices(planNames))
    .addOption(new Option('--trust-level <n>', 'trust').choices(['0', '1', '2', '3']))
    .option('--time-zone <zone>', 'IANA name, such as America/Sao_Paulo')
    .addOption(new Option('--language <language>', 'language').choices(['pt', 'en']))
}

function settingsOf(options: AccountOptions) {
  const { name, plan, trustLevel, timeZone, language, pause, rate } = options
  return {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(trustLevel === undefined ? {} : { trustLevel: Number(trustLevel) as 0 | 1 | 2 | 3 }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(language === undefined ? {} : { language }),
    ...(pause === undefined ? {} : { pause }),
    ...(rate === undefined ? {} : { rate }),
  }
}

function projectCommands(malote: Command, { run }: Shell): void {
  const project = malote.command('project').description('Projects: what keys belong to.')
  project
    .command('list')
    .description('List the projects of an account.')
    .requiredOption('--account <id>', 'account')
    .action((options: { account: string }) =>
      run(async world => {
        const accountId = typedId('acc', options.account)
        if (!(await getAccount(world, accountId))) throw new Refusal('resource_not_found')
        const projects = await listProjects(world, accountId)
        return {
          projects: projects.map(one => ({
            id: show('prj', one.id),
            name: one.name,
            language: one.language,
            created_at: one.createdAt.toISOString(),
          })),
        }
      }),
    )
  project
    .command('create')
    .description('Create a project.')
    .requiredOption('--account <id>', 'account')
    .requiredOption('--name <name>', 'name')
    .action((options: { account: string; name: string }) =>
      run(async world => {
        const made = await createProject(world, {
          accountId: typedId('acc', options.account),
          name: options.name,
        })
        return { project_id: show('prj', made.id) }
      }),
    )
}

interface KeyOptions {
  project: string
  mode: Mode
  scope: Scope
  name?: string
  allowIp?: string[]
  rate?: number
  expiresInDays?: number
}

function keyCommands(malote: Command, { run }: Shell): void {
  const key = malote.command('key').description('API keys.')
  key
    .command('list')
    .description('List the keys of a project, without their secret part.')
    .requiredOption('--project <id>', 'project')
    .action((options: { project: string }) =>
      run(async world => {
        const keys = await listKeys(world, await knownProject(world, options.project))
        return { keys: keys.map(showKey) }
      }),
    )
  key
    .command('create')
    .description('Create a key; it is shown this once.')
    .requiredOption('--project <id>', 'project')
    .addOption(
      new Option('--mode <mode>', 'live or test').choices(['live', 'test']).makeOptionMandatory(),
    )
    .addOption(
      new Option('--scope <scope>', 'scope')
        .choices(['send', 'read', 'admin'])
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'name')
    .option('--allow-ip <cidr...>', 'addresses or ranges that may use it')
    .option('--rate <n>', 'calls per second; 0: no limit', wholeNumber)
    .option('--expires-in-days <n>', 'days for which it is good; without it, for ever', wholeNumber)
    .action((options: KeyOptions) =>
      run(async world => {
        const made = await createKey(world, {
          projectId: typedId('prj', options.project),
          mode: options.mode,
          scope: options.scope,
          ...(options.name === undefined ? {} : { name: options.name }),
          ...(options.allowIp === undefined
            ? {}
            : { allowIps: options.allowIp.flatMap(one => one.split(',')) }),
          ...(options.rate === undefined ? {} : { rate: options.rate }),
          ...(options.expiresInDays === undefined ? {} : { expiresInDays: options.expiresInDays }),
        })
        return { id: showKey(made).id, key: made.key }
      }),
    )
  key
    .command('delete <id>')
    .description('Delete a key; it stops working at once.')
    .action((id: string) =>
      run(async world => {
        await deleteKey(world, typedId('key', id))
        return { id, deleted: true }
      }),
    )
}

function showAccount(account: Account): Record<string, unknown> {
  return {
    id: show('acc', account.id),
    name: account.name,
    email: account.email,
    plan: account.plan,
    trust_level: account.trustLevel,
    time_zone: account.timeZone,
    language: account.language,
    pause: account.pause,
    rate: account.rate,
    created_at: account.createdAt.toISOString(),
  }
}

/** An account with what it is trusted with. */
async function showStanding(world: World, account: Account): Promise<Record<string, unknown>> {
  const standing = await standingOf(world, account.id)
  return {
    ...showAccount(account),
    spend_limit: standing?.spendCents == null ? null : showAmount(standing.spendCents),
    tax_id: standing?.taxId ?? null,
    payment_method: standing?.hasPayment ?? false,
  }
}
