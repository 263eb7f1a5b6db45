/** `malote account adopt|password|list|close`: what the operator does for those who own accounts. */
import type { Command } from 'commander'
import { keepBoughtPlan } from '#billing/subscription/veto.ts'
import { closeAccount } from '#boot/close-account.ts'
import { show } from '#kernel/base/ids.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { listAccounts, mustFindOperator } from '#tenants/accounts/owner.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { withoutLimits } from '#tenants/accounts/terms.ts'
import { adoptAccount, helpMember } from '#tenants/identity/helping.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { type Shell, wholeNumber } from './command.ts'
import { typedId } from './ids.ts'

/** In one answer, unless --limit says fewer. */
const maxListed = 1_000

interface HelpOptions {
  password?: string
  withoutTwoStep?: boolean
  withoutIdentity?: boolean
  withoutPasskeys?: boolean
}

export function ownerCommands(account: Command, { run }: Shell): void {
  account
    .command('adopt')
    .description('Make the account of the first start yours: by your address, without limits.')
    .requiredOption('--email <address>', 'address of the owner, counted as verified')
    .option('--password <password>', 'for the dashboard; without it a link to choose one')
    .option('--account <id>', "another than the operator's first")
    .action((options: { email: string; password?: string; account?: string }) =>
      run(async world => {
        const { email, password } = options
        const accountId =
          options.account === undefined
            ? await mustFindOperator(world)
            : typedId('acc', options.account)
        const { passwordLink } = await adoptAccount(world, { accountId, email, password })
        await changeSettings(world, accountId, withoutLimits, {
          veto: keepBoughtPlan(world.settings),
        })
        await changeOperator(world.db, accountId, true)
        const [first] = await listProjects(world, accountId)
        return {
          account_id: show('acc', accountId),
          ...(first ? { project_id: show('prj', first.id) } : {}),
          email,
          ...withLink(passwordLink),
        }
      }),
    )
  passwordCommand(account, { run })
  account
    .command('list')
    .description('List accounts, oldest first.')
    .option('--limit <n>', 'at most so many', wholeNumber)
    .option('--after <id>', 'those behind this one')
    .action((options: { limit?: number; after?: string }) =>
      run(async world => {
        const limit = Math.min(Math.max(options.limit ?? maxListed, 1), maxListed)
        const after = options.after === undefined ? null : typedId('acc', options.after)
        const found = await listAccounts(world, { after, limit: limit + 1 })
        const hasMore = found.length > limit
        return { accounts: found.slice(0, limit).map(showListed), has_more: hasMore }
      }),
    )
  account
    .command('close <id>')
    .description('Close an account for good: its projects end, who its people were is erased.')
    .requiredOption('--yes', 'there is no way back')
    .action((id: string) =>
      run(async world => {
        const projects = await closeAccount(world, typedId('acc', id))
        return { id, closed: true, projects_ended: projects }
      }),
    )
}

function passwordCommand(account: Command, { run }: Pick<Shell, 'run'>): void {
  account
    .command('password <email>')
    .description('Help a member in: set a password, or print a link to choose one.')
    .option('--password <password>', 'for the dashboard; without it a link to choose one')
    .option('--without-two-step', 'take two-step log-in off, too')
    .option('--without-passkeys', 'remove their passkeys, too')
    .option('--without-identity', 'forget who they are at the identity provider, too')
    .action((email: string, options: HelpOptions) =>
      run(async world => {
        const helped = await helpMember(world, {
          email,
          password: options.password,
          isTwoStepOff: options.withoutTwoStep,
          isUnlinked: options.withoutIdentity,
          isWithoutPasskeys: options.withoutPasskeys,
        })
        const account_id = show('acc', helped.accountId)
        const member_id = show('usr', helped.memberId)
        return { account_id, member_id, email, ...withLink(helped.passwordLink) }
      }),
    )
}

const withLink = (link: string | null) => (link === null ? {} : { password_link: link })

type AccountLine = Awaited<ReturnType<typeof listAccounts>>[number]

const showListed = (one: AccountLine) => ({
  id: show('acc', one.id),
  name: one.name,
  email: one.closedAt === null ? one.email : null,
  plan: one.plan,
  trust_level: one.trustLevel,
  pause: one.pause,
  operator: one.isOperator,
  created_at: one.createdAt.toISOString(),
  closed_at: one.closedAt?.toISOString() ?? null,
  address_changes: one.addressChanges.map(change => ({
    from: change.previous,
    to: change.next,
    state: change.confirmedAt === null ? 'waits_for_link' : 'can_be_undone',
    until: change.expiresAt.toISOString(),
  })),
})
