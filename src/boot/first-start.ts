/**
 * What the very first start does. Whoever tries Malote on their own machine gets an account with a
 * test key, and a `curl` ready to paste; the owner whom MALOTE_OWNER_EMAIL names a link to choose a
 * password. An installation at an address for others keeps its account for whoever reads its log:
 * each start writes a code there until it is used (docs/decisions/0059-the-first-owner.md). Later
 * starts print only where things are.
 */

import path from 'node:path'
import { inNetworks, parseNetworks } from '#kernel/base/addresses.ts'
import { BadSetting, type Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { type Language, languageOfTerminal, type Text } from '#kernel/base/languages.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import { prepareAccount } from '#tenants/accounts/accounts.ts'
import { createKeyIn } from '#tenants/accounts/keys.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { withoutLimits } from '#tenants/accounts/terms.ts'
import { claimCode, isClaimed } from '#tenants/identity/claim.ts'
import { issuePasswordLink } from '#tenants/identity/members.ts'
import { isOwned, markOwned } from '#tenants/installation/first-owner.ts'

interface Output {
  write(text: string): unknown
}

/** How what a start has to say is said. */
export interface StartManner {
  readonly language?: Language
  /** One object instead of sentences. */
  readonly isJson?: boolean
  readonly version?: string
  /** Said in addition. */
  readonly note?: Text
  /** Migrations that this start has run. */
  readonly migrated?: readonly string[]
  /** How many processes the service is, where it may be several. */
  readonly processes?: number
}

const phrases = {
  running: { en: 'Malote is running', pt: 'O Malote está em execução' },
  ending: {
    en: 'Ctrl-C stops it without losing anything.',
    pt: 'Ctrl-C para tudo sem perder nada.',
  },
  dashboard: { en: 'Dashboard', pt: 'Painel' },
  docs: { en: 'Docs', pt: 'Manual' },
  version: { en: 'Version', pt: 'Versão' },
  data: { en: 'Data', pt: 'Dados' },
  ports: { en: 'Ports', pt: 'Portas' },
  migrations: { en: 'Migrations', pt: 'Migrações' },
  processes: { en: 'Processes', pt: 'Processos' },
  link: { en: 'Choose a password (good for a day)', pt: 'Escolha uma senha (vale por um dia)' },
  shownOnce: {
    en: 'A first account is ready. This is shown once:',
    pt: 'Uma primeira conta está pronta. Isto é mostrado uma só vez:',
  },
  claim: {
    en: 'Nobody is the owner here yet. Become it with this code; it works once:',
    pt: 'Ninguém é proprietário aqui ainda. Torne-se com este código; ele funciona uma vez:',
  },
  page: { en: 'Page', pt: 'Página' },
  code: { en: 'Code', pt: 'Código' },
  password: { en: 'Password', pt: 'Senha' },
  testKey: { en: 'Test key', pt: 'Chave' },
  first: {
    en: 'Send a first email (a test key captures it, nothing leaves this machine):',
    pt: 'Envie um primeiro e-mail (uma chave de teste o captura, nada sai desta máquina):',
  },
} as const satisfies Record<string, Text>

interface FirstAccount {
  readonly kind: 'account'
  readonly email: string
  /** Of an owner whom nobody has named; whoever is named has a link instead. */
  readonly password: string | null
  readonly passwordLink: string | null
  readonly key: string
}

/** The account is yet to be made, by whoever has the code. */
interface OpenClaim {
  readonly kind: 'claim'
  readonly page: string
  readonly code: string
}

type First = FirstAccount | OpenClaim

/** Prints where things are, and the secrets of the account that this start has made. */
export function announce(
  world: Pick<World, 'settings'>,
  made: First | null,
  out: Output,
  manner: StartManner = {},
): void {
  const { language = 'en', version, note, processes } = manner
  const {
    MALOTE_DASHBOARD_URL: dashboard,
    MALOTE_DOCS_URL: docs,
    MALOTE_ROLES: roles,
    MALOTE_DATA_DIR: folder,
    DATABASE_URL: database,
  } = world.settings
  const ports = portsOf(world.settings)
  const migrated = manner.migrated ?? []
  const hasApi = roles.includes('api')
  if (manner.isJson) {
    const places = {
      ...(hasApi ? { dashboard, docs } : {}),
      ports,
      ...(processes === undefined ? {} : { processes }),
      migrated,
    }
    const said = { running: true, version, roles, ...places, ...firstAsJson(made) }
    out.write(`${JSON.stringify(said)}\n`)
    return
  }
  const say = (key: keyof typeof phrases): string => phrases[key][language]
  const ending = `${note ? `${note[language]}\n` : ''}${say('ending')}\n\n`
  if (!hasApi) {
    // Nothing of this answers here, and what is shown once is for the node where it does.
    out.write(`\n${say('running')}: ${roles.join(', ')}.\n\n${ending}`)
    return
  }
  const lines = [
    [say('dashboard'), dashboard],
    [say('docs'), docs],
    ...(version === undefined ? [] : [[say('version'), version]]),
    ...(database === '' ? [[say('data'), path.resolve(folder)]] : []),
    [say('ports'), Object.entries(ports).map(shownPort).join(', ')],
    ...(processes === undefined ? [] : [[say('processes'), String(processes)]]),
    ...(migrated.length === 0 ? [] : [[say('migrations'), shownMigrations(migrated)]]),
  ] as const
  out.write(`\n${say('running')}.\n\n${table(lines)}`)
  if (made) introduce(world, made, out, { language })
  out.write(`\n${ending}`)
}

function firstAsJson(made: First | null): object {
  if (made?.kind === 'claim') return { account: null, claim: { page: made.page, code: made.code } }
  const account = made && {
    email: made.email,
    password: made.password,
    password_link: made.passwordLink,
    test_key: made.key,
  }
  return { account }
}

type Ports = Readonly<Record<string, number>>
type PortSetting = Extract<keyof Settings, 'PORT' | `MALOTE_${string}_PORT`>

/** What this node listens on, by what is spoken there. */
function portsOf(settings: Settings): Ports {
  const isApi = settings.MALOTE_ROLES.includes('api')
  const isInbound = settings.MALOTE_ROLES.includes('inbound')
  const port = (isOpen: boolean, setting: PortSetting) => (isOpen ? settings[setting] : 0)
  const all: Ports = {
    http: port(isApi, 'PORT'),
    https: port(isApi, 'MALOTE_HTTPS_PORT'),
    challenges: port(isApi && settings.MALOTE_ACME === 'on', 'MALOTE_HTTP_CHALLENGE_PORT'),
    smtp: port(isInbound, 'MALOTE_INBOUND_PORT'),
    submission: port(isApi, 'MALOTE_SUBMISSION_PORT'),
    submissions: port(isApi, 'MALOTE_SUBMISSIONS_PORT'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, port]) => port !== 0))
}

const shownPort = ([name, port]: readonly [string, number]): string => `${port} (${name})`

const shownMigrations = (migrated: readonly string[]): string =>
  migrated.length === 1 ? migrated[0]! : `${migrated.length} (${migrated[0]} … ${migrated.at(-1)})`

const table = (lines: readonly (readonly string[])[]): string =>
  lines.map(([name = '', value]) => `  ${name.padEnd(10)} ${value}\n`).join('')

/** How the machine speaks and reckons; what is absent is the installation's. */
interface Manners {
  readonly timeZone?: string | undefined
  readonly language?: Language | undefined
}

/** Of a first account: MALOTE_LANGUAGE goes before the machine, and C and POSIX name no language. */
export function mannersOf(
  { MALOTE_LANGUAGE: set }: Pick<Settings, 'MALOTE_LANGUAGE'>,
  environment: Readonly<Record<string, string | undefined>>,
): Manners {
  const { LC_ALL, LC_MESSAGES, LANG, TZ: timeZone } = environment
  const locale = LC_ALL || LC_MESSAGES || LANG || 'C'
  if (set !== '' || /^(?:C|POSIX)(?:\.|$)/.test(locale)) return { timeZone }
  return { timeZone, language: languageOfTerminal(environment) }
}

/**
 * The first account, or the code that makes it; null where an earlier start, or another node, has
 * made the account, or this node has no API to show it by. The mark, the account and its key are one
 * transaction: a start that is cut off leaves the first start to the next one. It is done before
 * anything listens, so that no stranger's account is ever older, and no other is made an operator.
 */
export async function makeFirstAccount(
  world: World,
  { timeZone, language }: Manners = {},
): Promise<First | null> {
  if (!world.settings.MALOTE_ROLES.includes('api')) return null
  if (await isOwned(world.db)) return null
  if (isClaimedByCode(world.settings)) {
    if (await isClaimed(world.db)) return null
    const code = await claimCode(world)
    const page = `${world.settings.MALOTE_DASHBOARD_URL}/claim?code=${code}`
    return { kind: 'claim', page, code }
  }
  // A machine may be called what is no domain: by a word, an IP address, a name with an underscore.
  const { MALOTE_OWNER_EMAIL: named, MALOTE_HOSTNAME: host } = world.settings
  const email = named || `owner@${canonicalDomain(host) ?? 'malote.localhost'}`
  const password = named === '' ? world.random.bytes(12).toString('base64url') : null
  const insertAccount = await prepareAccount(world, {
    email,
    ...(password === null ? withoutLimits : { password, name: 'First account' }),
    ...(isTimeZone(timeZone ?? '') ? { timeZone: timeZone! } : {}),
    ...(language === undefined ? {} : { language }),
  }).catch(refuseOwner)
  return world.db.transaction(async tx => {
    if (!(await markOwned(tx, world))) return null
    const { accountId, projectId, memberId } = await insertAccount(tx).catch(refuseOwner)
    const passwordLink =
      password === null ? await issuePasswordLink(tx, world, { accountId, memberId }) : null
    await changeOperator(tx, accountId, true)
    const name = 'First test key'
    const { key } = await createKeyIn(tx, world, { projectId, mode: 'test', scope: 'admin', name })
    return { kind: 'account', email, password, passwordLink, key }
  })
}

const loopback = parseNetworks('127.0.0.0/8, ::1')

/** A password in a log that others keep is good for ever; a code that is used is not. */
function isClaimedByCode(settings: Settings): boolean {
  if (settings.MALOTE_OWNER_EMAIL !== '') return false
  const host = new URL(settings.MALOTE_DASHBOARD_URL).hostname.replaceAll(/^\[|\]$/g, '')
  return !/^(?:.+\.)?localhost$/.test(host) && !inNetworks(host, loopback)
}

/** An address that is none, or that somebody has already: the operator's to mend. */
function refuseOwner(error: unknown): never {
  if (!(error instanceof Refusal) || error.param !== 'email') throw error
  throw new BadSetting(faultText('odd_owner', { why: error.text }))
}

/** Prints the secrets of the first account: once, so also where the start comes to nothing. */
export function introduce(
  world: Pick<World, 'settings'>,
  made: First,
  out: Output,
  { language = 'en', isRunning = true }: { language?: Language; isRunning?: boolean } = {},
): void {
  const say = (name: keyof typeof phrases): string => phrases[name][language]
  if (made.kind === 'claim') {
    const ways = table([
      [say('page'), made.page],
      [say('code'), made.code],
    ])
    out.write(`\n${say('claim')}\n\n${ways}`)
    return
  }
  const { email, password, passwordLink, key } = made
  const lines = [
    ['E-mail', email],
    ...(password === null ? [] : [[say('password'), password]]),
    [say('testKey'), key],
  ] as const
  const link = passwordLink === null ? '' : `\n${say('link')}:\n\n  ${passwordLink}\n`
  out.write(`\n${say('shownOnce')}\n\n${table(lines)}${link}\n`)
  // Where it came to nothing, nothing answers at that address, or another program does.
  if (isRunning) out.write(`${say('first')}\n\n${curl(world, key, language)}\n`)
}

function curl(world: Pick<World, 'settings'>, key: string, language: Language): string {
  const body = JSON.stringify({
    from: 'Malote <hello@example.com>',
    to: ['someone@example.com'],
    subject: 'First email',
    text: 'It works.',
  })
  return [
    `  curl -s ${world.settings.MALOTE_BASE_URL}/v1/emails \\`,
    `    -H 'Authorization: Bearer ${key}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    // The API answers in Portuguese whoever names no language (docs/contract.md#languages).
    ...(language === 'en' ? ["    -H 'Accept-Language: en' \\"] : []),
    `    -d '${body}'`,
    '',
  ].join('\n')
}
