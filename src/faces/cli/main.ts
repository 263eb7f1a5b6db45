/**
 * `npx malote …`: the operator's command. It talks to the database directly, so it works while the
 * service runs and when it does not (the embedded database is then started for the moment). Output
 * for people by default, one JSON object with --json; exit 1 and one sentence where it refuses.
 */
import { constants, hostname } from 'node:os'
import path from 'node:path'
import { Command, CommanderError } from 'commander'
import { openDatabase } from '#boot/database.ts'
import { firstSignal } from '#boot/first-signal.ts'
import { BadSetting, readSettings } from '#kernel/base/config.ts'
import { errors, Refusal } from '#kernel/base/errors.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { isMade } from '#kernel/world/real/embedded-files.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-postgres.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { accountCommands } from './account-commands.ts'
import { billingCommands } from './billing-commands.ts'
import { campaignCommands } from './campaign-commands.ts'
import type { Run } from './command.ts'
import { contactCommands } from './contact-commands.ts'
import { doctorCommand } from './doctor.ts'
import { domainCommands } from './domain-commands.ts'
import { eraseCommand } from './erase-command.ts'
import { print } from './print.ts'
import { secretsCommands } from './secrets-commands.ts'

function program(): Command {
  const malote = new Command('malote')
    .description('Operate a Malote installation: accounts, projects, keys, domains, checks.')
    .option('--json', 'print one JSON object')
    .exitOverride()
  const run: Run = verb =>
    withWorld(malote.opts().json === true || process.argv.includes('--json'), verb)
  accountCommands(malote, run)
  domainCommands(malote, run)
  doctorCommand(malote, run)
  eraseCommand(malote, run)
  campaignCommands(malote, run)
  contactCommands(malote, run)
  billingCommands(malote, run)
  secretsCommands(malote, run)
  malote
    .command('migrate')
    .description('Bring the database to this version and say what was done.')
    .action(() =>
      withDatabase(process.argv.includes('--json'), async ({ migrated }) => ({
        migrated: [...migrated],
      })),
    )
  for (const command of [
    malote,
    ...malote.commands,
    ...malote.commands.flatMap(one => one.commands),
  ]) {
    if (!command.options.some(option => option.long === '--json')) {
      command.option('--json', 'print one JSON object')
    }
    command.exitOverride()
  }
  return malote
}

type Opened = Awaited<ReturnType<typeof openDatabase>>

async function withDatabase(
  json: boolean,
  verb: (opened: Opened) => Promise<Record<string, unknown> | null>,
): Promise<void> {
  const signal = firstSignal()
  const settings = readSettings(process.env, hostname())
  const clock = realClock(settings.MALOTE_CLOCK_AHEAD)
  const { DATABASE_URL: url, MALOTE_DATA_DIR: folder } = settings
  const isNew = url === '' && !(await isMade(folder))
  const opened = await openDatabase(settings, clock, realLog('silent'))
  if (isNew) {
    process.stderr.write(
      `A new database was made in ${path.resolve(folder)}. If the service uses another one, call this command with the same MALOTE_DATA_DIR or DATABASE_URL.\n`,
    )
  }
  let interrupted: NodeJS.Signals | undefined
  try {
    const done = verb(opened)
    interrupted = await Promise.race([signal, done.then(() => undefined)])
    const result = interrupted === undefined ? await done : null
    if (result !== null) print(process.stdout, result, json)
  } finally {
    await opened.close()
  }
  if (interrupted !== undefined) process.exit(128 + constants.signals[interrupted])
}

function withWorld(
  json: boolean,
  verb: (world: World) => Promise<Record<string, unknown> | null>,
): Promise<void> {
  const settings = readSettings(process.env, hostname())
  // Read at once, so that a file that is none stops the command.
  plansOf(settings)
  return withDatabase(json, opened =>
    verb(realWorld({ settings, db: opened.db, log: realLog('silent') })),
  )
}

async function main(): Promise<void> {
  try {
    await program().parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      // The sentence is on stderr by then; a script that asked for JSON gets it there as well.
      const isHelp = error.code.startsWith('commander.help')
      const message = error.message.replace(/^error: /, '')
      if (error.exitCode !== 0 && !isHelp) printError({ ...faultOf(error), message })
      process.exit(error.exitCode)
    }
    const expected =
      error instanceof Refusal || error instanceof BadSetting || error instanceof DatabaseRefused
    const sentence = error instanceof Refusal ? sentenceOf(error) : (error as Error).message
    const code = error instanceof Refusal ? error.code : 'internal_error'
    const param = error instanceof Refusal ? error.param : undefined
    printError({ code, message: sentence, ...(param ? { param } : {}) })
    process.stderr.write(`${expected ? sentence : ((error as Error).stack ?? sentence)}\n`)
    process.exit(1)
  }
}

/** What is wrong with an option or argument, by the name of the field that it stands for. */
function faultOf({ code, message }: CommanderError): { code: string; param?: string } {
  const [, name] = /(?:option '--|argument ')([a-z-]+)/.exec(message) ?? []
  const param = name?.replaceAll('-', '_')
  const isMissing = /\.missing(?:MandatoryOptionValue|Argument)$/.test(code)
  return { code: isMissing ? 'missing_field' : 'invalid_field', ...(param ? { param } : {}) }
}

/** The API speaks of the project of a key; an operator stands outside of all of them. */
function sentenceOf({ code, text }: Refusal): string {
  if (code !== 'resource_not_found' || text.en !== errors[code].message.en) return text.en
  const ids = process.argv.slice(2).filter(word => /^[a-z]{3}_\w+$/.test(word))
  return `There is nothing here with this id: ${ids.join(', ')}.`
}

/** On stdout, where --json asks for it. */
function printError(error: { code: string; message: string; param?: string }): void {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error })}\n`)
}

await main()
