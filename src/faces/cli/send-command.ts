/** `malote send`: one email by the rules of the API, from a terminal or a script. */
import { type Command, Option } from 'commander'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { show } from '#kernel/base/ids.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { findSender } from '#sending/domains/sender.ts'
import { projectOfDomain } from '#sending/domains/sender-store.ts'
import { sendOne } from '#sending/intake/send.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { operatorsOf } from '#tenants/accounts/store.ts'
import type { Result, Shell } from './command.ts'
import { typedId } from './ids.ts'

interface SendOptions {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly project?: string
  readonly mode?: Mode
}

export function sendCommand(malote: Command, { run }: Shell): void {
  malote
    .command('send')
    .description('Send an email, by the rules of the API.')
    .requiredOption('--to <addresses>', 'recipients, separated by commas')
    .requiredOption('--from <address>', 'sender')
    .requiredOption('--subject <text>', 'subject')
    .requiredOption('--text <text>', 'what it says')
    .option('--project <id>', "project; else that of the sender's domain, or the operator's first")
    .addOption(
      new Option(
        '--mode <mode>',
        "live or test; live where the sender's domain is verified, unless given",
      ).choices(['live', 'test']),
    )
    .action((options: SendOptions) => run(world => send(world, options)))
}

async function send(world: World, options: SendOptions): Promise<Result> {
  const { to, from, subject, text } = options
  const parsed = parseAddress(from)
  const domain = parsed.ok ? parsed.address.domain : ''
  const projectId =
    options.project === undefined
      ? await projectFor(world, domain)
      : typedId('prj', options.project)
  const isVerified = (await findSender(world, projectId, domain)) !== null
  const mode = options.mode ?? (isVerified ? 'live' : 'test')
  const tenant = await tenantOf(world, projectId, mode)
  if (tenant === null) throw new Refusal('resource_not_found')
  const recipients = to
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '')
  const { body } = await sendOne({ world, tenant }, { from, to: recipients, subject, text })
  return { ...(body as Result), mode, project_id: show('prj', projectId) }
}

async function projectFor(world: World, domain: string): Promise<Uuid> {
  const ofDomain = await projectOfDomain(world.db, domain)
  if (ofDomain !== null) return ofDomain
  for (const accountId of await operatorsOf(world.db)) {
    const [first] = await listProjects(world, accountId)
    if (first !== undefined) return first.id
  }
  throw new Refusal('missing_field', { param: 'project' })
}
