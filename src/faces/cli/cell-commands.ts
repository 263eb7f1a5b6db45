/** `malote cell …`: the proxy in front of several cells, and whose a name is (docs/cells.md). */
import { type Command, InvalidArgumentError } from 'commander'
import type { CopyProgress } from '#boot/backup.ts'
import { moveAccount, removeOld, type ToCell, takeBack } from '#boot/move-account/move-account.ts'
import { sealAll } from '#boot/sealing.ts'
import { BadSetting } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show as shownId, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { realLog } from '#kernel/world/real/clock.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { domainName } from '#sending/domains/domains.ts'
import { findName } from '#tenants/accounts/directory/directory.ts'
import type { UniqueName } from '#tenants/accounts/directory/directory-store.ts'
import {
  cellsMap,
  cellsProxy,
  certifiedName,
  type FrontCell,
  type PassedOn,
} from './cells-proxy.ts'
import type { Result, Shell } from './command.ts'
import { typedId } from './ids.ts'
import { type OpenedFor, progressOn, type WithDatabase } from './move-commands.ts'

interface ProxyOptions {
  readonly listen: string
  readonly certificate?: string
  readonly map: string
  readonly pass: readonly PassedOn[]
}

const cellsArgument = [
  '<cells...>',
  'a1=https://node,https://node,host: where its nodes are, and its own hosts',
] as const

export function cellCommands(
  malote: Command,
  { out, err, isJson, show, run }: Shell,
  withDatabase: WithDatabase,
): void {
  const print = (name: string, text: string): void => {
    if (isJson) show({ [name]: text })
    else out.write(text)
  }
  const cell = malote
    .command('cell')
    .description('Several installations that share their customers, and the proxy in front.')
  cell
    .command('proxy')
    .description('Print the configuration of HAProxy that leads each call to its cell.')
    .argument(...cellsArgument, readCell)
    .option('--listen <address>', 'where it listens', ':443')
    .option('--certificate <path>', 'certificate with key (PEM), or a folder; without, plain http')
    .option('--map <path>', 'where its map lies', '/etc/haproxy/cells.map')
    .option(
      '--pass <a1=listen,to>',
      'connections passed on as they are: 203.0.113.7:25,10.0.1.5:2525; may be repeated',
      readPassedOn,
      [],
    )
    .action(
      (cells: readonly FrontCell[], { pass: passedOn, certificate, ...given }: ProxyOptions) => {
        mustBeApart(cells, passedOn)
        const front = { ...given, cells, passedOn, certificate: certificate ?? null }
        print('configuration', cellsProxy(front))
      },
    )
  cell
    .command('map')
    .description('Print the map that this configuration reads.')
    .argument(...cellsArgument, readCell)
    .action((cells: readonly FrontCell[]) => {
      mustBeApart(cells, [])
      print('map', cellsMap(cells))
    })
  cell
    .command('whose <name>')
    .description('Say which cell has an address, a domain or an account (acc_…).')
    .action((name: string) => run(world => whose(world, name)))
  cell
    .command('move <account>')
    .description(
      'Move an account (acc_…) of this cell to another one, and go on where that was broken off.',
    )
    .option('--to <cell>', 'the two characters of the other cell')
    .option(
      '--database <url>',
      'the database of the other cell: postgres://user:password@host/name',
    )
    .option('--url <url>', 'where the other cell takes calls that come here: its MALOTE_BASE_URL')
    .option('--back', 'take it back, as long as it is not being opened there')
    .option('--remove', 'once it is done: remove the rows that are kept here')
    .action((account: string, options: MoveOptions) =>
      withDatabase(given => moveBy(given, typedId('acc', account), options, progressOn({ err }))),
    )
}

interface MoveOptions {
  readonly to?: string
  readonly database?: string
  readonly url?: string
  readonly back?: boolean
  readonly remove?: boolean
}

async function moveBy(
  { opened, settings, clock }: OpenedFor,
  accountId: Uuid,
  { back, remove, ...to }: MoveOptions,
  tell: CopyProgress,
): Promise<Result> {
  for (const needed of ['MALOTE_CELL', 'MALOTE_DIRECTORY_URL'] as const) {
    if (settings[needed] === '') {
      throw new BadSetting(faultText('needs', { setting: 'malote cell move', needed }))
    }
  }
  const world = realWorld({ settings, db: opened.db, log: realLog('silent') })
  const moved = {
    accountId,
    cell: settings.MALOTE_CELL,
    returnPath: settings.MALOTE_RETURN_PATH_DOMAIN,
    from: opened.address,
    directory: world.directory!,
    clock,
    tell,
  }
  try {
    if (back) return { account: shownId('acc', accountId), ...(await takeBack(moved)) }
    if (remove) return { account: shownId('acc', accountId), ...(await removeOld(moved)) }
    await sealAll(world)
    const done = await moveAccount(moved, toCell(to, world))
    return { account: shownId('acc', accountId), from: moved.cell, to: to.to, ...done }
  } finally {
    await world.directory?.close()
  }
}

function toCell({ to, database, url }: MoveOptions, { ids }: Pick<World, 'ids'>): ToCell {
  for (const [param, value] of Object.entries({ to, database, url })) {
    if (value === undefined) throw new Refusal('missing_field', { param })
  }
  const { protocol = '', origin = '' } = URL.parse(url!) ?? {}
  if (!/^https?:$/.test(protocol)) throw new Refusal('invalid_field', { param: 'url' })
  return { cell: to!, database: database!, url: origin, moveId: ids.next() }
}

async function whose(world: World, name: string): Promise<Result> {
  if (world.directory === undefined) {
    const [setting, needed] = ['malote cell whose', 'MALOTE_DIRECTORY_URL']
    throw new BadSetting(faultText('needs', { setting, needed }))
  }
  const found = await findName(world, world.directory, nameOf(name))
  if (found === null) throw new Refusal('resource_not_found')
  return { ...nameOf(name), name, cell: found.cell, reserved: found.reservedAt !== null }
}

function nameOf(text: string): UniqueName {
  if (text.includes('@')) return { kind: 'address', name: text }
  if (text.startsWith('acc_')) return { kind: 'account', name: typedId('acc', text) }
  return { kind: 'domain', name: domainName(text) }
}

/** A port is read and left out: what a call came under is compared without. */
const hostShape = /^([a-z0-9][a-z0-9.-]*)(?::\d{1,5})?$/
const addressShape = /^[a-z0-9.:*[\]-]*:\d{1,5}$/

function readCell(text: string, before: readonly FrontCell[] = []): readonly FrontCell[] {
  const [, tag, listed] = /^([a-z0-9]{2})=(.+)$/.exec(text) ?? []
  const places = listed?.split(',') ?? []
  const nodes = places.filter(one => one.includes('://')).map(one => URL.parse(one))
  const hosts = places
    .filter(one => !one.includes('://'))
    .map(one => hostShape.exec(one.toLowerCase())?.[1])
  const isNode = (url: URL | null): url is URL =>
    url !== null && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}` === '/'
  if (tag === undefined || nodes.length === 0 || !nodes.every(isNode)) throw badCell()
  if (!hosts.every(one => one !== undefined)) throw badCell()
  const unnamed = nodes.find(
    url => url.protocol === 'https:' && certifiedName(url, hosts) === undefined,
  )
  if (unnamed !== undefined) throw refused(sentences.unnamed, unnamed.hostname)
  return [...before, { tag, nodes, hosts }]
}

const badCell = () =>
  new InvalidArgumentError('must be two characters, =, and addresses: a1=http://10.0.1.5.')

function readPassedOn(text: string, before: readonly PassedOn[]): readonly PassedOn[] {
  const [, tag, listen = '', to = ''] = /^([a-z0-9]{2})=([^,]+),([^,]+)$/.exec(text) ?? []
  if (tag === undefined || ![listen, to].every(one => addressShape.test(one))) {
    throw new InvalidArgumentError('must be a1=address:port,address:port.')
  }
  return [...before, { tag, listen, to }]
}

/** Two cells of one name, or of one host, would each get what is the other's. */
function mustBeApart(cells: readonly FrontCell[], passedOn: readonly PassedOn[]): void {
  const named = cells.flatMap(({ tag, hosts }) => [tag, ...hosts])
  const double = named.find((one, i) => named.indexOf(one) !== i)
  const strange = passedOn.find(one => !cells.some(cell => cell.tag === one.tag))?.tag
  if (double !== undefined) throw refused(sentences.double, double)
  if (strange !== undefined) throw refused(sentences.strange, strange)
}

const sentences = {
  double: { en: '{name} is named twice.', pt: '{name} aparece duas vezes.' },
  unnamed: {
    en: 'A certificate is for a name, and {name} is an address: put the host of the cell behind it.',
    pt: 'Um certificado é de um nome, e {name} é um endereço: ponha o host da célula depois dele.',
  },
  strange: { en: '{name} is none of the cells.', pt: '{name} não é nenhuma das células.' },
} as const

const refused = (why: Text, name: string) =>
  new Refusal('invalid_field', { param: 'cells', why, values: { name } })
