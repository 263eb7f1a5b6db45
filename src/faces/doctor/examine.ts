/**
 * What commonly goes wrong on a machine that sends mail, each finding with its fix, in both
 * languages: for `malote doctor` and for the operator's page. Nothing is changed; outside, DNS is
 * asked, a mail server is greeted, and one web server is asked for the time.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { World } from '#kernel/world/world.ts'
import { newestBackup } from './backups.ts'
import { directoryOfCells, movesUnderWay } from './cells.ts'
import { certificate } from './certificate.ts'
import { databaseSettings } from './database-settings.ts'
import { type Check, type CheckResult, fail, ok, warn } from './finding.ts'
import { violations } from './invariants-store.ts'
import { issued } from './issued.ts'
import { localSources } from './local-sources.ts'
import { clocks, disk } from './machine.ts'
import { money } from './money.ts'
import { nodes } from './nodes.ts'
import { openWrites } from './oldest-write.ts'
import { owner } from './owner.ts'
import { resolver, wayOut } from './reach.ts'
import { returnPathMx, returnPathPort, returnPathSpf } from './return-path.ts'
import { secrets } from './sealed.ts'
import { addressBlocklists, ehloNames, reverseNames } from './senders.ts'
import { standbys } from './standbys.ts'
import { survived } from './survive.ts'
import { uploadedFiles } from './uploaded.ts'

const checks: readonly (readonly [name: string, check: Check])[] = [
  ['base_url', baseUrl],
  ['owner', owner],
  ['database', database],
  ['database_settings', databaseSettings],
  ['standbys', standbys],
  ['open_writes', openWrites],
  ['nodes', nodes],
  ['directory', directoryOfCells],
  ['move', movesUnderWay],
  ['secrets', secrets],
  ['backup', newestBackup],
  ['disk', disk],
  ['files', uploadedFiles],
  ['clock', clocks],
  ['billing', money],
  ['certificate', certificate],
  ['certificate', issued],
  ['dnssec', resolver],
  ['port_25', wayOut],
  ['ehlo_name', ehloNames],
  ['ptr', reverseNames],
  ['source_addresses', localSources],
  ['return_path_mx', returnPathMx],
  ['return_path_port', returnPathPort],
  ['return_path_spf', returnPathSpf],
  ['blocklist', addressBlocklists],
]

/** All findings; each check stands for itself, so one that breaks does not hide the others. */
export async function examine(world: World): Promise<CheckResult[]> {
  const findings = await Promise.all(checks.map(([name, check]) => survived(name, check, world)))
  return findings.flat()
}

async function baseUrl(world: World): Promise<CheckResult[]> {
  const { MALOTE_BASE_URL: url } = world.settings
  if (url.startsWith('https://')) return [ok('base_url', `Served at ${url}.`, `Servido em ${url}.`)]
  return [
    warn(
      'base_url',
      `MALOTE_BASE_URL is ${url}: unsubscribe and tracking links will be plain http. Set it to the public https address before sending to others.`,
      `MALOTE_BASE_URL é ${url}: links de descadastro e rastreamento serão http. Defina o endereço https público antes de enviar para outros.`,
    ),
  ]
}

async function database(world: World): Promise<CheckResult[]> {
  const file = fileURLToPath(new URL('../../../db/invariants.sql', import.meta.url))
  const broken = await violations(world.db, await readFile(file, 'utf8'))
  if (broken.length === 0)
    return [
      ok('database', 'The database agrees with itself.', 'O banco de dados está consistente.'),
    ]
  return broken.map(({ name, rows }) =>
    fail(
      'database',
      `The rule "${name}" is broken in ${rows} row(s). Please report it with the log.`,
      `A regra "${name}" está violada em ${rows} linha(s). Por favor, relate com o log.`,
    ),
  )
}
