/**
 * The operator's command. It talks to the database directly, so it works while the service runs and
 * when it does not (the embedded database is then started for the moment). Output for people by
 * default, one JSON object with --json; 1 and one sentence where it refuses.
 */
import { constants, hostname } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { Command, CommanderError } from 'commander'
import { openDatabase } from '#boot/database.ts'
import { startTeller } from '#boot/start-told.ts'
import { programVersion } from '#boot/version.ts'
import { readSettings } from '#kernel/base/config.ts'
import { errors, Refusal } from '#kernel/base/errors.ts'
import { fill, type Language, languageOfTerminal, type Text } from '#kernel/base/languages.ts'
import { languageOfRefusal, StartRefused } from '#kernel/base/start-refused.ts'
import { realClock, realLog, realRandom } from '#kernel/world/real/clock.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import { isMade } from '#kernel/world/real/embedded-files.ts'
import { realHttp } from '#kernel/world/real/http.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { Log, LogFields, World } from '#kernel/world/world.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { accountCommands } from './account-commands.ts'
import { audited } from './audited.ts'
import { billingCommands } from './billing-commands.ts'
import { campaignCommands } from './campaign-commands.ts'
import { cellCommands } from './cell-commands.ts'
import type { Invocation, Result, Shell } from './command.ts'
import { contactCommands } from './contact-commands.ts'
import { doctorCommand } from './doctor.ts'
import { domainCommands } from './domain-commands.ts'
import { eraseCommand } from './erase-command.ts'
import { importCommand } from './import-command.ts'
import { moveCommands, type OpenedFor, type OpeningFor } from './move-commands.ts'
import { nodeCommands } from './node-commands.ts'
import { print } from './print.ts'
import { secretsCommands } from './secrets-commands.ts'
import { sendCommand } from './send-command.ts'
import { sourceCommands } from './source-commands.ts'
import { commandsOf, refusalIn, speak } from './speak.ts'
import { startCommands } from './start-commands.ts'
import { toldInPortuguese } from './told.ts'

/** Resolves with the code to exit with. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { words, err } = invocation
  const language = languageOfTerminal(invocation.environment)
  try {
    const version = await programVersion()
    const called: CommandContext = {
      ...invocation,
      isJson: words.includes('--json'),
      language,
      version,
      code: 0,
    }
    await program(called).parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' })
    return called.code
  } catch (error) {
    if (error instanceof CommanderError) {
      // The sentence is on stderr by then; a script that asked for JSON gets it there as well.
      const isHelp = error.code.startsWith('commander.help')
      const message = refusalIn(language, error.message).replace(/^\w+: /, '')
      if (error.exitCode !== 0 && !isHelp) printError(invocation, { ...faultOf(error), message })
      return error.exitCode
    }
    const sentence =
      error instanceof StartRefused
        ? error.text[isStart(words) ? languageOfRefusal(invocation.environment) : language]
        : error instanceof Refusal
          ? sentenceOf(error, words, language)
          : null
    const { message, stack } = error as Error
    printError(invocation, { ...nameOf(error), message: sentence ?? message })
    err.write(`${sentence ?? stack ?? message}\n`)
    return 1
  }
}

/** These speak as the service does. */
const isStart = ([word = '']: readonly string[]): boolean => ['start', 'dev'].includes(word)

interface CommandContext extends Invocation {
  readonly isJson: boolean
  readonly language: Language
  readonly version: string
  /** To exit with. */
  code: number
}

function show(called: CommandContext, result: Result): void {
  print(called.out, result, called.isJson)
  if (result.ok === false) called.code = 1
}

/** The command with all below it, for whoever wants to know what there is. */
export const programOf = ({ language }: { readonly language: Language }): Command => {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  const none = { words: [], environment: {}, out: nowhere, err: nowhere }
  const signal = () => new Promise<NodeJS.Signals>(() => {})
  return program({ ...none, signal, isJson: false, language, version: '', code: 0 })
}

function program(called: CommandContext): Command {
  const { out, err, isJson, language, version } = called
  const malote = new Command('malote')
    .description('Operate a Malote installation: accounts, projects, keys, domains, checks.')
    .option('--json', 'print one JSON object')
    .version(isJson ? JSON.stringify({ version }) : version, '--version', 'print the version')
    .configureOutput({
      writeOut: text => out.write(text),
      writeErr: text => err.write(text),
      outputError: (text, write) => write(refusalIn(language, text)),
    })
    .exitOverride()
  const shell: Shell = {
    out,
    err,
    isJson,
    language,
    show: result => show(called, result),
    run: verb => withWorld(called, verb),
    fetchText: url => fetchText(called, url),
  }
  startCommands(malote, shell, called)
  sendCommand(malote, shell)
  accountCommands(malote, shell)
  domainCommands(malote, shell)
  sourceCommands(malote, shell)
  doctorCommand(malote, shell)
  eraseCommand(malote, shell)
  campaignCommands(malote, shell)
  contactCommands(malote, shell)
  importCommand(malote, shell)
  billingCommands(malote, shell)
  nodeCommands(malote, shell)
  secretsCommands(malote, shell)
  cellCommands(malote, shell, (verb, opening) => withDatabase(called, verb, opening))
  malote
    .command('migrate')
    .description('Bring the database to this version and say what was done.')
    .option(
      '--yes',
      'take live email of more than a day ago along into the future (MALOTE_CLOCK_AHEAD), for good',
    )
    .action(({ yes = false }: { yes?: boolean }) =>
      withDatabase(called, async ({ opened }) => ({ migrated: [...opened.migrated] }), {
        mayTakeMail: yes,
      }),
    )
  moveCommands(malote, shell, (verb, opening) => withDatabase(called, verb, opening))
  for (const command of commandsOf(malote)) {
    if (!command.options.some(option => option.long === '--json')) {
      command.option('--json', 'print one JSON object')
    }
    command.exitOverride()
  }
  speak(malote, language)
  return malote
}

const fetchTimeoutMs = 10_000
const maxFetchedBytes = 4 * 1024 * 1024

/** Without a database. What came over a wire that others write to would prove nothing. */
async function fetchText({ environment }: CommandContext, url: string): Promise<string | null> {
  const { protocol, hostname: host } = URL.parse(url) ?? { protocol: '', hostname: '' }
  if (protocol !== 'https:' && !/^(localhost|127\.0\.0\.\d+|\[::1\])$/.test(host)) return null
  const settings = readSettings(environment, hostname())
  const clock = realClock(settings.MALOTE_CLOCK_AHEAD)
  const dns = realDns({ servers: settings.MALOTE_DNS_SERVERS, clock, random: realRandom() })
  const http = realHttp({ dns, clock, allow: settings.MALOTE_NETWORK_ALLOW })
  try {
    const answer = await http.request({
      method: 'GET',
      url,
      headers: {},
      timeoutMs: fetchTimeoutMs,
      maxAnswerBytes: maxFetchedBytes,
      trusted: true,
    })
    const isWhole = answer.kind === 'answer' && answer.status === 200 && !answer.truncated
    return isWhole ? answer.body.toString('utf8') : null
  } finally {
    http.close()
  }
}

const madeAnew: Text = {
  en: 'A new database was made in {folder}. If the service uses another one, call this command with the same MALOTE_DATA_DIR or DATABASE_URL.',
  pt: 'Um banco de dados novo foi criado em {folder}. Se o serviço usa outro, chame este comando com o mesmo MALOTE_DATA_DIR ou DATABASE_URL.',
}

async function withDatabase(
  called: CommandContext,
  verb: (given: OpenedFor) => Promise<Result | null>,
  { before, ...opening }: OpeningFor = {},
): Promise<void> {
  const signal = called.signal()
  const settings = readSettings(called.environment, hostname())
  const clock = realClock(settings.MALOTE_CLOCK_AHEAD)
  const { DATABASE_URL: url, MALOTE_DATA_DIR: folder } = settings
  await before?.(settings)
  const isNew = url === '' && !(await isMade(folder))
  const tell = startTeller({ ...called, out: called.err })
  const opened = await openDatabase(settings, clock, toldTo(called), { tell, ...opening })
  if (isNew) {
    called.err.write(`${fill(madeAnew, { folder: path.resolve(folder) })[called.language]}\n`)
  }
  try {
    const done = verb({ opened, settings, clock })
    const interrupted = await Promise.race([signal, done.then(() => undefined)])
    const result = interrupted === undefined ? await done : null
    if (result !== null) show(called, result)
    if (interrupted !== undefined) called.code = 128 + constants.signals[interrupted]
  } finally {
    await opened.close()
  }
}

/** Only what an operator waits for, or has to know. */
function toldTo({ err, language }: Pick<CommandContext, 'err' | 'language'>): Log {
  const tell = (fields: LogFields, message: string): void => {
    const about = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`)
    const told = language === 'en' ? message : (toldInPortuguese[message] ?? message)
    err.write(`${told}${about.length === 0 ? '' : ` (${about.join(', ')})`}\n`)
  }
  return { debug() {}, info() {}, warn: tell, error: tell }
}

function withWorld(
  called: CommandContext,
  verb: (world: World) => Promise<Result | null>,
): Promise<void> {
  const settings = readSettings(called.environment, hostname())
  // Read at once, so that a file that is none stops the command.
  plansOf(settings)
  return withDatabase(called, async ({ opened }) => {
    const world = realWorld({ settings, db: opened.db, log: realLog('silent') })
    return audited(world, called.words, verb).finally(() => world.directory?.close())
  })
}

/** By the catalogue of the API; what the operator can mend is no fault of the program. */
function nameOf(error: unknown): { code: string; param?: string } {
  const isKnown = error instanceof Refusal || error instanceof StartRefused
  const param = isKnown && error.param !== undefined ? { param: error.param } : {}
  const code = error instanceof Refusal ? error.code : isKnown ? 'invalid_field' : 'internal_error'
  return { code, ...param }
}

/** What is wrong with an option or argument, by the name of the field that it stands for. */
function faultOf({ code, message }: CommanderError): { code: string; param?: string } {
  const [, name] = /(?:option '--|argument ')([a-z-]+)/.exec(message) ?? []
  const param = name?.replaceAll('-', '_')
  const isMissing = /\.missing(?:MandatoryOptionValue|Argument)$/.test(code)
  return { code: isMissing ? 'missing_field' : 'invalid_field', ...(param ? { param } : {}) }
}

/** The API speaks of the project of a key; an operator stands outside of all of them. */
function sentenceOf({ code, text }: Refusal, words: readonly string[], language: Language): string {
  if (code !== 'resource_not_found' || text.en !== errors[code].message.en) return text[language]
  const ids = words.filter(word => /^[a-z]{3}_\w+$/.test(word)).join(', ')
  return fill(nothingWith, { ids })[language]
}

const nothingWith: Text = {
  en: 'There is nothing here with this id: {ids}.',
  pt: 'Não há nada aqui com este id: {ids}.',
}

/** On stdout, where --json asks for it. */
function printError(
  { words, out }: Invocation,
  error: { code: string; message: string; param?: string },
): void {
  if (words.includes('--json')) out.write(`${JSON.stringify({ error })}\n`)
}
