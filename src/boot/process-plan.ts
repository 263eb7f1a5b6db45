/**
 * Who does what where the service is several processes on one machine (MALOTE_PROCESSES). The larger
 * half of them answers and sends what somebody waits for; bulk work (campaigns, sequences, imports,
 * marketing and its posts) does not enter it. The other half does that, behind the first in the
 * system's eyes. Half of a machine's cores is enough to fill it with either: what one main thread
 * sends takes another core for its signatures and for the database.
 */
import type { Settings } from '#kernel/base/config.ts'
import { minConnections } from '#kernel/base/setting-values.ts'
import type { Machine } from '#kernel/world/real/machine.ts'

/** Settings that a process has of its own, as they are written in an environment. */
export type Share = Readonly<Record<string, string>>

/** With more, the embedded database would have too few connections (embedded-settings.ts). */
const maxAutomatic = 16
/**
 * Of the machine's memory for each process that nobody asked for: 300 MB that it has at its peak, as
 * much for its part of the database, and some for all else. So a machine of 1 GB has one process, one
 * of 2 GB two.
 */
const roomBytes = 768 * 1024 ** 2
/** Where nothing is set: for each process, and for all of them together. */
const usualConnections = 8
const maxConnections = 80
/**
 * Somebody else's database has 100 as a rule, for all machines together: so many of them where
 * somebody has said how many processes there are.
 */
const maxConnectionsElsewhere = 40

/**
 * How many processes there are on such a machine; `hasConnections`: the number of connections was
 * set. Nobody has asked for so many of them that they would need more connections than there are to
 * be.
 */
export function processCount(
  settings: CountSettings,
  { cores, memoryBytes }: Machine,
  hasConnections: boolean,
): number {
  const { MALOTE_PROCESSES: count, MALOTE_ROLES: roles } = settings
  if (count !== 'auto') return Number(count)
  // Reports alone fill no core.
  if (roles.every(role => role === 'inbound')) return 1
  const room = Math.floor(memoryBytes / roomBytes)
  const total = totalConnections(settings, hasConnections)
  return Math.max(1, Math.min(cores, room, maxAutomatic, Math.floor(total / minConnections)))
}

type ConnectionSettings = Pick<
  Settings,
  'MALOTE_PROCESSES' | 'MALOTE_DATABASE_CONNECTIONS' | 'DATABASE_URL'
>
type CountSettings = ConnectionSettings & Pick<Settings, 'MALOTE_ROLES'>
type PlanSettings = CountSettings & Pick<Settings, 'MALOTE_STREAMS'>

/** Of all processes together, at most; `isSet`: their number was set. */
function totalConnections(settings: ConnectionSettings, isSet: boolean): number {
  const { MALOTE_PROCESSES: count, MALOTE_DATABASE_CONNECTIONS: usual } = settings
  if (isSet) return usual
  if (settings.DATABASE_URL === '') return maxConnections
  // Of somebody else's database as many as one process has, unless they have asked for several.
  return count === 'auto' ? usual : maxConnectionsElsewhere
}

/** What each of `count` processes does, the first first; `hasConnections`: their number was set. */
export function planProcesses(
  settings: PlanSettings,
  { count, hasConnections }: { readonly count: number; readonly hasConnections: boolean },
): readonly Share[] {
  if (count === 1) return [{}]
  const { MALOTE_ROLES: roles, MALOTE_STREAMS: streams } = settings
  const total = totalConnections(settings, hasConnections)
  const max = hasConnections ? total : usualConnections
  const each = Math.max(minConnections, Math.min(max, Math.floor(total / count)))
  const share = { MALOTE_DATABASE_CONNECTIONS: String(each) }
  const sends = roles.some(role => role === 'deliver' || role === 'webhooks')
  if (streams.length === 1 || !sends) return Array.from({ length: count }, () => share)
  const front = {
    ...share,
    MALOTE_ROLES: roles.filter(role => role !== 'jobs').join(','),
    MALOTE_STREAMS: 'transactional',
  }
  const behind = {
    ...share,
    MALOTE_ROLES: roles.filter(role => role !== 'api' && role !== 'inbound').join(','),
    MALOTE_STREAMS: 'marketing',
  }
  const ahead = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, n) => (n < ahead ? front : behind))
}
