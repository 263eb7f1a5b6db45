/**
 * Settings of the database that the embedded one has and another one may lack: with the defaults of
 * PostgreSQL a node works, and writes or waits more than it needs to.
 */
import { isSessionOurs, settingsForRole } from '#kernel/world/real/check-database.ts'
import type { World } from '#kernel/world/world.ts'
import { readServerSettings } from './database-settings-store.ts'
import { type CheckResult, ok, warn } from './finding.ts'

interface Advice {
  readonly name: string
  /** By the value in the server's own unit. */
  readonly isGood: (value: string) => boolean
  readonly advised: string
  readonly en: string
  readonly pt: string
}

const advice: readonly Advice[] = [
  {
    name: 'random_page_cost',
    isGood: value => Number(value) <= 2,
    advised: '1.1',
    en: 'counts a look into an index as on a disk that turns',
    pt: 'conta cada consulta a um índice como em disco giratório',
  },
  {
    name: 'max_wal_size',
    // Megabytes.
    isGood: value => Number(value) >= 2_048,
    advised: '2GB',
    en: 'makes checkpoints often, and each writes whole pages again',
    pt: 'faz checkpoints demais, e cada um grava páginas inteiras de novo',
  },
  {
    name: 'wal_compression',
    isGood: value => value !== 'off',
    advised: 'pglz',
    en: 'writes whole pages into the log as they are',
    pt: 'grava páginas inteiras no log sem comprimir',
  },
]

const sessionsAsked = 4

export async function databaseSettings({ db }: Pick<World, 'db'>): Promise<CheckResult[]> {
  const found = await readServerSettings(db, [...advice.map(({ name }) => name), 'server_version'])
  const wanting = advice.filter(({ name, isGood }) => !isGood(found.get(name) ?? ''))
  const sessions = await Promise.all(Array.from({ length: sessionsAsked }, () => isSessionOurs(db)))
  const findings = wanting.map(({ name, advised, en, pt }) =>
    warn(
      'database_settings',
      `The database ${en} (${name}). As its superuser: alter system set ${name} = '${advised}'; select pg_reload_conf();`,
      `O banco ${pt} (${name}). Como superusuário dele: alter system set ${name} = '${advised}'; select pg_reload_conf();`,
    ),
  )
  if (!sessions.every(isOurs => isOurs)) findings.push(pooler)
  if (findings.length > 0) return findings
  return [
    ok(
      'database_settings',
      `The database (PostgreSQL ${found.get('server_version')}) is set up as advised.`,
      `O banco (PostgreSQL ${found.get('server_version')}) está bem configurado.`,
    ),
  ]
}

const pooler = warn(
  'database_settings',
  `A pooler lends sessions for a transaction each, so what they set does not hold: lists take a hundred times as long. Set it for the role: ${settingsForRole}.`,
  `Um pooler empresta sessões por transação, e o que elas definem não vale: listas levam cem vezes mais. Defina no papel: ${settingsForRole}.`,
)
