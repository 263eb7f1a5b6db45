/** `malote domain …`. */
import { isIP } from 'node:net'
import type { Command } from 'commander'
import type { Settings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import { fillEach, type Text } from '#kernel/base/languages.ts'
import { lookNow, mustFindDomain, trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain, domainsOf } from '#sending/domains/domains.ts'
import { showDomain } from '#sending/domains/serialize.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { sandboxedAccount } from '#tenants/trust/promote.ts'
import type { Shell } from './command.ts'
import { knownProject, typedId } from './ids.ts'

export function domainCommands(malote: Command, { run, err, language }: Shell): void {
  const domain = malote.command('domain').description('Sending domains.')
  domain
    .command('create <name>')
    .description('Register a domain; prints the DNS records to publish.')
    .requiredOption('--project <id>', 'project')
    .action((name: string, options: { project: string }) =>
      run(async world => {
        const projectId = typedId('prj', options.project)
        const made = await createDomain(world, { projectId, name })
        err.write(namesUnknown(world.settings)[language])
        return showDomain(world, made)
      }),
    )
  domain
    .command('list')
    .description('List the domains of a project.')
    .requiredOption('--project <id>', 'project')
    .action((options: { project: string }) =>
      run(async world => {
        const domains = await domainsOf(world, await knownProject(world, options.project))
        return {
          domains: domains.map(one => {
            const { id, name, status, created_at, verified_at } = showDomain(world, one)
            return { id, name, status, created_at, verified_at: verified_at ?? null }
          }),
        }
      }),
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
        if (options.trust) {
          const trusted = await trustDomain(world, domainId)
          const accountId = await sandboxedAccount(world, trusted.project_id)
          if (accountId !== null) {
            const account = sameText(show('acc', accountId))
            err.write(`${fillEach(staysInSandbox, { account })[language]}\n`)
          }
          return showDomain(world, trusted)
        }
        const looked = await lookNow(world, await mustFindDomain(world, domainId))
        const shown = showDomain(world, looked.domain, language)
        if (looked.unanswered.length === 0) {
          err.write(stillMissing(shown)[language])
          return shown
        }
        const unanswered = looked.unanswered.map(({ type, name }) => ({ type, name }))
        err.write(`${sentenceOf(world.settings, unanswered)[language]}\n`)
        // What was asked for could not be done: a script is not to take it for a look.
        return { ok: false, ...shown, unanswered }
      }),
    )
}

/** Said apart from the records, of which there is a screen full: an exit status of 0 reads as done. */
function stillMissing({ name, records }: ReturnType<typeof showDomain>): Text {
  const missing = records.filter(one => one.required && one.status !== 'verified')
  if (missing.length === 0) return sameText('')
  const listed = missing.map(one => `${one.type} ${one.name}`).join(', ')
  return fillEach(notVerified, { domain: sameText(name), records: sameText(listed) })
}

const notVerified: Text = {
  en: '{domain} is not verified yet. Required, and not found as they should be: {records}. Their hints say what to do.\n',
  pt: '{domain} ainda não está verificado. Obrigatórios, e não encontrados como devem ser: {records}. As dicas deles dizem o que fazer.\n',
}

/** Whoever vouches means to send, and would hear of the sandbox only by a refusal. */
const staysInSandbox: Text = {
  en: "Its account is in the sandbox still, and writes to its own members' addresses only: vouching for a domain does not change that. malote account set {account} --trust-level 1 does.",
  pt: 'A conta dele continua no sandbox e escreve só para os endereços dos próprios membros: atestar um domínio não muda isso. malote account set {account} --trust-level 1 muda.',
}

interface Question {
  readonly type: string
  readonly name: string
}

function sentenceOf({ MALOTE_DNS_SERVERS: servers }: Settings, asked: readonly Question[]): Text {
  const names = asked.map(({ type, name }) => `${type} ${name}`).join(', ')
  const where = servers.length === 0 ? machineServers : sameText(servers.join(', '))
  return fillEach(silentDns, { names: sameText(names), where })
}

const sameText = (text: string): Text => ({ en: text, pt: text })

const machineServers: Text = {
  en: "this machine's name servers (/etc/resolv.conf)",
  pt: 'os servidores de nomes desta máquina (/etc/resolv.conf)',
}

const silentDns: Text = {
  en: 'DNS did not answer, so the state of these records is that of before: {names}. Asked were {where}. Check that they answer (MALOTE_DNS_SERVERS, malote doctor) and those of the domain, then call this again.',
  pt: 'O DNS não respondeu, então o estado destes registros é o anterior: {names}. Foram consultados {where}. Verifique se eles respondem (MALOTE_DNS_SERVERS, malote doctor) e se os do domínio respondem, e chame de novo.',
}

const unknownNames: Text = {
  en: 'These records name {names}, which nobody can look up: set public names and look at the records again before you publish them.\n',
  pt: 'Estes registros citam {names}, que ninguém consegue consultar: defina nomes públicos e olhe os registros de novo antes de publicá-los.\n',
}

type Names = Pick<Settings, 'MALOTE_HOSTNAME' | 'MALOTE_RETURN_PATH_DOMAIN' | 'MALOTE_BASE_URL'>

/** The records hold the installation's names: those of a machine at home lead nobody back. */
function namesUnknown(settings: Names): Text {
  const { MALOTE_HOSTNAME: host, MALOTE_RETURN_PATH_DOMAIN: returnPath } = settings
  const base = new URL(settings.MALOTE_BASE_URL).hostname
  const unset = [
    ...(returnPath === `bounces.${host}` && !isFullName(host) ? [`MALOTE_HOSTNAME (${host})`] : []),
    ...(isFullName(base) ? [] : [`MALOTE_BASE_URL (${base})`]),
  ]
  if (unset.length === 0) return sameText('')
  return fillEach(unknownNames, { names: { en: unset.join(' and '), pt: unset.join(' e ') } })
}

const isFullName = (name: string): boolean =>
  name.includes('.') && isIP(name) === 0 && !name.endsWith('.localhost')
