/**
 * `malote import`: suppressions, contacts, templates and domains out of the exports of another service
 * (brought.ts), by the rules of our own routes. What is not taken is told with its line and why. What
 * is there stays as it is, so that whoever moves may bring the same again on the last day.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Argument, type Command } from 'commander'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Answer, Call, Tenant } from '#kernel/routes/route.ts'
import type { Db, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { findAlike } from '#marketing/templates/store.ts'
import { domainName } from '#sending/domains/domains.ts'
import { findDomainByName } from '#sending/domains/store.ts'
import { suppressIn } from '#sending/suppression/add.ts'
import { apiRoutes } from '../api/routes.ts'
import { compile } from '../api/validate.ts'
import { ourLiquid } from '../resend/liquid.ts'
import {
  type BroughtRecord,
  type FormerService,
  isOnePage,
  type RecordLine,
  readRecord,
  recordsIn,
  services,
} from './brought.ts'
import type { Result, Shell } from './command.ts'
import { unreadable } from './files.ts'
import { typedId } from './ids.ts'

interface Options {
  readonly project: string
  readonly dryRun?: boolean
}

export function importCommand(malote: Command, { run, language }: Shell): void {
  malote
    .command('import')
    .description('Take suppressions, contacts, templates and domains out of exports of a service.')
    .addArgument(new Argument('<service>', 'where they come from').choices(services))
    .argument('<files...>', 'CSV or JSON, as its dashboard or API writes them')
    .requiredOption('--project <id>', 'project')
    .option('--dry-run', 'only say what would be taken')
    .action((service: FormerService, files: string[], options: Options) =>
      run(world => bring(world, { service, files, language, ...options })),
    )
}

interface Bringing extends Options {
  readonly service: FormerService
  readonly files: readonly string[]
  readonly language: Language
}

type Kind = Exclude<BroughtRecord['kind'], 'none'>
const plural = {
  suppression: 'suppressions',
  contact: 'contacts',
  template: 'templates',
  domain: 'domains',
} as const
type Counts = Record<(typeof plural)[Kind], number>
const nothing = (): Counts => ({ suppressions: 0, contacts: 0, templates: 0, domains: 0 })

/** Of what is not taken, so many are told one by one. */
const maxTold = 100

async function bring(world: World, asked: Bringing): Promise<Result> {
  const { service, files, language, dryRun = false } = asked
  const tenant = await tenantOf(world, typedId('prj', asked.project), 'live')
  if (tenant === null) throw new Refusal('resource_not_found')
  const met = new Set<Uuid>()
  const hands: Hands = { world, tenant, language, service, isDry: dryRun, met }
  const taken = nothing()
  const there = nothing()
  const refused: Result[] = []
  const parts: string[] = []
  for (const file of files) {
    const { records, isPart } = await readExport(file)
    if (isPart) parts.push(path.basename(file))
    for (const { line, fields } of records) {
      const brought = readRecord(fields, { service, file: path.basename(file) })
      const why = await take(hands, brought)
      if (why === null && brought.kind !== 'none') taken[plural[brought.kind]]++
      else if (why === 'there' && brought.kind !== 'none') there[plural[brought.kind]]++
      else refused.push({ file: path.basename(file), line, kind: brought.kind, reason: why })
    }
  }
  return {
    dry_run: dryRun,
    taken,
    already_there: there,
    not_taken: refused.length,
    reasons: refused.slice(0, maxTold),
    ...(parts.length === 0 ? {} : { one_page_of_more: parts, fix: otherPages[language] }),
  }
}

const otherPages: Text = {
  en: 'The service has more pages of this list: export them too, and import all.',
  pt: 'O serviço tem mais páginas desta lista: exporte-as também, e importe todas.',
}

async function readExport(file: string): Promise<{ records: RecordLine[]; isPart: boolean }> {
  try {
    const text = await readFile(file, 'utf8')
    return { records: recordsIn(text), isPart: isOnePage(text) }
  } catch (error) {
    throw unreadable(file, error, 'files')
  }
}

interface Hands {
  readonly world: World
  readonly tenant: Tenant
  readonly language: Language
  readonly service: FormerService
  readonly isDry: boolean
  /** Templates that a record of these files has made, or was found to be. */
  readonly met: Set<Uuid>
}

/** null: taken; `there`: nothing was to be done; else why not. */
async function take(hands: Hands, one: BroughtRecord): Promise<string | null> {
  if (one.kind === 'none') return one.why[hands.language]
  try {
    return await takeOne(hands, one)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.text[hands.language]
  }
}

async function takeOne(
  hands: Hands,
  one: Exclude<BroughtRecord, { kind: 'none' }>,
): Promise<string | null> {
  switch (one.kind) {
    case 'suppression':
      return suppressOne(hands, one)
    case 'contact':
      return contactOne(hands, one)
    case 'template':
      return templateOne(hands, one)
    case 'domain': {
      const own = await findDomainByName(hands.world.db, domainName(one.name))
      const isOurs = own?.project_id === hands.tenant.projectId
      if (isOurs && own.made_by_mode !== 'test') return 'there'
      await through(hands, 'domains.create', { name: one.name })
      return null
    }
  }
}

/** Somebody who is known keeps what is known of them: the export is the older of the two. */
async function contactOne(
  hands: Hands,
  one: Extract<BroughtRecord, { kind: 'contact' }>,
): Promise<string | null> {
  const kept = { ...one.body, on_existing: 'keep' }
  const { body } = await through(hands, 'contacts.create', kept)
  const { created: isNew } = body as { created: boolean }
  const { email } = one.body as { email: string }
  const left = { ...one, email, stream: 'marketing', reason: 'unsubscribe' } as const
  const hasJustLeft = one.hasLeft && (await suppressOne(hands, left)) === null
  return isNew || hasJustLeft ? null : 'there'
}

/** Known by its alias; without one by its name, as often as the export has that name. */
async function templateOne(
  hands: Hands,
  one: Extract<BroughtRecord, { kind: 'template' }>,
): Promise<string | null> {
  const { world, tenant, service, met } = hands
  const { name, alias } = one.body as { name: string; alias?: string }
  const alike = await findAlike(
    world.db,
    tenant.projectId,
    alias === undefined ? { name } : { alias },
  )
  const known = alike.find(id => !met.has(id))
  if (known !== undefined) {
    met.add(known)
    return 'there'
  }
  const letter = service === 'resend' ? inLiquid(one.letter) : one.letter
  const variants = { [tenant.projectLanguage]: letter }
  const { body } = await through(hands, 'templates.create', { ...one.body, variants })
  met.add(read('tpl', (body as { id: string }).id)!)
  return null
}

const inLiquid = (letter: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(letter).map(([name, text]) => [name, ourLiquid(text)]))

type SuppressionRecord = Omit<Extract<BroughtRecord, { kind: 'suppression' }>, 'kind'>

async function suppressOne(
  hands: Hands,
  { email, stream, reason, at }: SuppressionRecord,
): Promise<string | null> {
  const { world, tenant, language } = hands
  const parsed = parseAddress(email)
  if (!parsed.ok) {
    return { en: `${email} is no address.`, pt: `${email} não é um endereço.` }[language]
  }
  const { projectId } = tenant
  const now = world.clock.now()
  const entry = { projectId, email, stream, reason, at: Math.min(at ?? now, now) }
  const added = await settle(hands, tx => suppressIn(tx, world, 'live', [entry]))
  return added.length > 0 ? null : 'there'
}

/** In a dry run everything is done, and taken back. */
async function settle<T>({ world, isDry }: Hands, work: (tx: Tx) => Promise<T>): Promise<T> {
  const back: { result?: T } = {}
  try {
    return await world.db.transaction(async tx => {
      // What commits by itself would not be taken back.
      const held: Tx = isDry ? { ...tx, last: statements => statements } : tx
      const result = await work(held)
      if (!isDry) return result
      back.result = result
      throw takenBack
    })
  } catch (error) {
    if (error !== takenBack) throw error
    return back.result as T
  }
}

const takenBack = new Error('a dry run takes back what it did')

/** One of our routes, as the operator. */
async function through(hands: Hands, name: string, body: object): Promise<Answer> {
  const { world, tenant, language } = hands
  const ours = apiRoutes.find(one => one.name === name)!
  compile(ours.body!)(body)
  return settle(hands, tx => {
    const db: Db = {
      query: (text, values) => tx.query(text, values),
      transaction: inner => inner(tx),
      close: async () => {},
    }
    const call: Call = {
      world: { ...world, db },
      tenant,
      principal: { kind: 'member', memberId: '00000000-0000-0000-0000-000000000000' },
      language,
      requestId: '',
      body,
      query: {},
      params: {},
      room: async () => {},
      commit: work => work(tx),
    }
    return ours.handle(call as never)
  })
}
