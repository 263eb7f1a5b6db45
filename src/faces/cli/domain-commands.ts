/** `malote domain …`. */
import type { Command } from 'commander'
import { mustFindDomain, trustDomain, verifyDomainById } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { showDomain } from '#sending/domains/serialize.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import type { Run } from './command.ts'
import { typedId } from './ids.ts'

export function domainCommands(malote: Command, run: Run): void {
  const domain = malote.command('domain').description('Sending domains.')
  domain
    .command('create <name>')
    .description('Register a domain; prints the DNS records to publish.')
    .requiredOption('--project <id>', 'project')
    .action((name: string, options: { project: string }) =>
      run(async world =>
        showDomain(
          world,
          await createDomain(world, { projectId: typedId('prj', options.project), name }),
        ),
      ),
    )
  domain
    .command('warm <id>')
    .description('Say that it has a history elsewhere: its marketing mail needs no warming up.')
    .action((id: string) =>
      run(async world => {
        const { project_id: projectId, name } = await mustFindDomain(world, typedId('dom', id))
        await declareWarm(world, { projectId, domain: name })
        return { id, name, warm: true }
      }),
    )
  domain
    .command('verify <id>')
    .description('Look at its DNS records now.')
    .option('--trust', 'vouch for it instead: no DNS look-up')
    .action((id: string, options: { trust?: boolean }) =>
      run(async world => {
        const domainId = typedId('dom', id)
        return showDomain(
          world,
          options.trust
            ? await trustDomain(world, domainId)
            : await verifyDomainById(world, domainId),
        )
      }),
    )
}
