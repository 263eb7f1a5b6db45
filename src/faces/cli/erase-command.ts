/** `malote erase`: one person's data, on request. */
import type { Command } from 'commander'
import { erasePerson } from '#boot/lifecycle.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import { getProject } from '#tenants/accounts/accounts.ts'
import type { Shell } from './command.ts'
import { typedId } from './ids.ts'

export function eraseCommand(malote: Command, { run }: Shell): void {
  malote
    .command('erase <address>')
    .description("Take one recipient's data out of a project's emails and timelines.")
    .requiredOption('--project <id>', 'project')
    .action((written: string, options: { project: string }) =>
      run(async world => {
        const project = await getProject(world, typedId('prj', options.project))
        if (!project) throw new Refusal('resource_not_found')
        const parsed = parseAddress(written)
        if (!parsed.ok) throw new Refusal('invalid_field', { param: 'address', why: parsed.why })
        const { emails, underWay } = await erasePerson(world, project.id, parsed.address.email)
        return { address: parsed.address.email, emails, under_way: underWay }
      }),
    )
}
