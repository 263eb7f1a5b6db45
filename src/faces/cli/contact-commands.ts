/** `malote contacts …` and `malote consent …`. */
import { constants, createReadStream, readFileSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { Refusal } from '#kernel/base/errors.ts'
import type { Mode } from '#kernel/routes/route.ts'
import { verifyConsents } from '#marketing/contacts/consent/verify.ts'
import { exportContacts } from '#marketing/contacts/people/export.ts'
import { askConfirmation } from '#marketing/forms/confirm.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { importFile } from '#marketing/imports/by-hand.ts'
import { getProject } from '#tenants/accounts/accounts.ts'
import type { Shell } from './command.ts'
import { unreadable } from './files.ts'
import { typedId } from './ids.ts'

const modeOption = (): Option =>
  new Option('--mode <mode>', 'live or test').choices(['live', 'test']).default('live')

export function contactCommands(
  malote: Command,
  { run, show, isJson, out, fetchText }: Shell,
): void {
  const contacts = malote.command('contacts').description('People who may be written to.')
  contacts
    .command('export')
    .description('Write all contacts of a project to standard output.')
    .requiredOption('--project <id>', 'project')
    .addOption(modeOption())
    .addOption(
      new Option('--format <format>', 'csv or ndjson').choices(['csv', 'ndjson']).default('csv'),
    )
    .action((options: { project: string; mode: Mode; format: 'csv' | 'ndjson' }) =>
      run(async world => {
        const project = await getProject(world, typedId('prj', options.project))
        if (!project) throw new Refusal('resource_not_found')
        const owner = { projectId: project.id, mode: options.mode }
        const format = isJson ? 'ndjson' : options.format
        await pipeline(await exportContacts(world, owner, [], format), out, { end: false })
        return null
      }),
    )
  contacts
    .command('import <file>')
    .description('Import contacts from a CSV or NDJSON file, by the names in its header.')
    .requiredOption('--project <id>', 'project')
    .addOption(modeOption())
    .action((file: string, options: { project: string; mode: Mode }) =>
      run(async world => {
        const project = await getProject(world, typedId('prj', options.project))
        if (!project) throw new Refusal('resource_not_found')
        const owner = { projectId: project.id, mode: options.mode }
        await mustBeThere(file)
        return importFile(world, owner, createReadStream(file), {
          format: /\.(nd|js)[a-z]*$/i.test(file.replace(/\.gz$/i, '')) ? 'ndjson' : 'csv',
          isPacked: /\.gz$/i.test(file),
          tenantOf,
          askConfirmation,
        })
      }),
    )
  const consent = malote.command('consent').description('Proof of consent.')
  consent
    .command('verify <file>')
    .description('Check a downloaded file of consents; needs no database.')
    .option(
      '--key <file or url>',
      "the project's key, from /.well-known/malote/consents/{project}.pem; without it nothing says whose the file is",
    )
    .option('--heads <file or url>', 'the published heads of its days, from …/{project}.json')
    .action(async (file: string, { key, heads }: { key?: string; heads?: string }) => {
      const published = {
        ...(key === undefined ? {} : { key: await readPublished(key, 'key', fetchText) }),
        ...(heads === undefined ? {} : { heads: await readPublished(heads, 'heads', fetchText) }),
      }
      show({ ...verifyConsents(readText(file), published) })
    })
}

async function mustBeThere(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
    if ((await stat(file)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  } catch (error) {
    throw unreadable(file, error, 'file')
  }
}

/** Throws Refusal, whose `param` is the option. */
async function readPublished(
  place: string,
  param: string,
  fetchText: Shell['fetchText'],
): Promise<string> {
  if (!/^https?:/i.test(place)) return readText(place, param)
  const text = await fetchText(place)
  if (text !== null) return text
  throw new Refusal('invalid_field', {
    param,
    why: {
      en: 'There is no answer at this address, or it is neither https nor on this machine.',
      pt: 'Não há resposta neste endereço, ou ele não é https nem desta máquina.',
    },
  })
}

function readText(file: string, param = 'file'): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(file, error, param)
  }
}
