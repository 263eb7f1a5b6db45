/**
 * What the very first start does for whoever tries Malote: an account with a test key, and a `curl`
 * ready to paste. Later starts print only where things are.
 */

import path from 'node:path'
import { BadSetting, type Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import { prepareAccount } from '#tenants/accounts/accounts.ts'
import { createKeyIn } from '#tenants/accounts/keys.ts'
import { makeOperator } from '#tenants/accounts/operators.ts'
import { withoutLimits } from '#tenants/accounts/terms.ts'
import { issuePasswordLink } from '#tenants/identity/members.ts'
import { isKept, keepOrGet } from '#tenants/installation/store.ts'

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
  link: { en: 'Choose a password (good for a day)', pt: 'Escolha uma senha (vale por um dia)' },
  shownOnce: {
    en: 'A first account is ready. This is shown once:',
    pt: 'Uma primeira conta está pronta. Isto é mostrado uma só vez:',
  },
  password: { en: 'Password', pt: 'Senha' },
  testKey: { en: 'Test key', pt: 'Chave' },
  first: {
    en: 'Send a first email (a test key captures it, nothing leaves this machine):',
    pt: 'Envie um primeiro e-mail (uma chave de teste o captura, nada sai desta máquina):',
  },
} as const satisfies Record<string, Text>

interface FirstAccount {
  readonly email: string
  /** Of an owner whom nobody has named; whoever is named has a link instead. */
  readonly password: string | null
  readonly passwordLink: string | null
  readonly key: string
}

/** Prints where things are, and the secrets of the account that this start has made. */
export function announce(
  world: World,
  made: FirstAccount | null,
  out: Output,
  manner: StartManner = {},
): void {
  const { language = 'en', version, note } = manner
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
    const account = made && {
      email: made.email,
      password: made.password,
      password_link: made.passwordLink,
      test_key: made.key,
    }
    const places = { ...(hasApi ? { dashboard, docs } : {}), ports, migrated }
    out.write(`${JSON.stringify({ running: true, version, roles, ...places, account })}\n`)
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
    ...(migrated.length === 0 ? [] : [[say('migrations'), shownMigrations(migrated)]]),
  ] as const
  out.write(`\n${say('running')}.\n\n${table(lines)}`)
  if (made) introduce(world, made, out, language)
  out.write(`\n${ending}`)
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

/**
 * Makes the account that runs this installation; null where an earlier start, or another node, has
 * made it, or this node has no API to show it by. The mark, the account and its key are one
 * transaction: a start that is cut off leaves the first start to the next one. It is done before
 * anything listens, so that no stranger's account is ever older, and no other is made an operator.
 */
export async function makeFirstAccount(
  world: World,
  { timeZone }: { readonly timeZone?: string | undefined } = {},
): Promise<FirstAccount | null> {
  if (!world.settings.MALOTE_ROLES.includes('api')) return null
  if (await isKept(world.db, 'first_start')) return null
  // A machine may be called what is no domain: by a word, an IP address, a name with an underscore.
  const { MALOTE_OWNER_EMAIL: named, MALOTE_HOSTNAME: host } = world.settings
  const email = named || `owner@${canonicalDomain(host) ?? 'malote.localhost'}`
  const password = named === '' ? world.random.bytes(12).toString('base64url') : null
  const mark = world.random.bytes(16)
  const insertAccount = await prepareAccount(world, {
    email,
    ...(password === null ? withoutLimits : { password, name: 'First account' }),
    ...(isTimeZone(timeZone ?? '') ? { timeZone: timeZone! } : {}),
  }).catch(refuseOwner)
  return world.db.transaction(async tx => {
    if (!mark.equals(await keepOrGet(tx, 'first_start', mark))) return null
    const { accountId, projectId, memberId } = await insertAccount(tx).catch(refuseOwner)
    const passwordLink =
      password === null ? await issuePasswordLink(tx, world, { accountId, memberId }) : null
    await makeOperator(tx, accountId)
    const name = 'First test key'
    const { key } = await createKeyIn(tx, world, { projectId, mode: 'test', scope: 'admin', name })
    return { email, password, passwordLink, key }
  })
}

/** An address that is none, or that somebody has already: the operator's to mend. */
function refuseOwner(error: unknown): never {
  if (!(error instanceof Refusal) || error.param !== 'email') throw error
  throw new BadSetting(`MALOTE_OWNER_EMAIL cannot be used: ${error.text.en}`)
}

/** Prints the secrets of the first account: once, so also where the start comes to nothing. */
export function introduce(
  world: World,
  { email, password, passwordLink, key }: FirstAccount,
  out: Output,
  language: Language = 'en',
): void {
  const say = (name: keyof typeof phrases): string => phrases[name][language]
  const lines = [
    ['E-mail', email],
    ...(password === null ? [] : [[say('password'), password]]),
    [say('testKey'), key],
  ] as const
  const link = passwordLink === null ? '' : `\n${say('link')}:\n\n  ${passwordLink}\n`
  out.write(
    `\n${say('shownOnce')}\n\n${table(lines)}${link}\n${say('first')}\n\n${curl(world, key)}\n`,
  )
}

function curl(world: World, key: string): string {
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
    `    -d '${body}'`,
    '',
  ].join('\n')
}
