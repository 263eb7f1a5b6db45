/** The machine itself: its clock against the database's and the world's, and room on its disk. */
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '#kernel/base/config.ts'
import type { Text } from '#kernel/base/languages.ts'
import { machineTime } from '#kernel/world/machine-time.ts'
import { askFacts } from '#kernel/world/real/check-database.ts'
import { clusterOf } from '#kernel/world/real/embedded-files.ts'
import { hasRoom } from '#kernel/world/room.ts'
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

// The clock --------------------------------------------------------------------------------------

/** Nodes compare leases and schedules by their clocks; the service does not start beyond this. */
const maxDatabaseMs = 2_000
/** An HTTP date has whole seconds, and took a moment to come. */
const maxWorldMs = 5_000
/** From here on receivers see signatures from the future, and certificates seem not to be valid. */
const harmfulMs = 60_000

export async function clocks(
  world: Pick<World, 'db' | 'clock' | 'http' | 'settings'>,
): Promise<CheckResult[]> {
  const check = 'clock'
  const [{ clockDifferenceMs: database }, outside] = await Promise.all([
    askFacts(world.db, { ...world.clock, now: () => machineTime(world) }),
    worldDifference(world),
  ])
  const findings: CheckResult[] = []
  if (Math.abs(database) > maxDatabaseMs) {
    const by = seconds(database)
    findings.push(
      fail(
        check,
        `The database's clock is ${by.en} this machine's; 2 s is the most, and Malote will not start again. Synchronise both (NTP).`,
        `O relógio do banco de dados está ${by.pt} desta máquina; o máximo são 2 s, e o Malote não iniciará de novo. Sincronize os dois (NTP).`,
      ),
    )
  }
  if (outside !== null && Math.abs(outside) > maxWorldMs) {
    const by = seconds(-outside)
    const tell = Math.abs(outside) > harmfulMs ? fail : warn
    findings.push(
      tell(
        check,
        `This machine's clock is ${by.en} the world's: signatures, certificates and schedules go by it. Switch NTP on (timedatectl set-ntp true).`,
        `O relógio desta máquina está ${by.pt} do mundo: assinaturas, certificados e agendamentos dependem dele. Ative o NTP (timedatectl set-ntp true).`,
      ),
    )
  }
  if (findings.length > 0) return findings
  if (outside === null) {
    return [
      ok(
        check,
        "This machine's clock agrees with the database's; no clock outside could be asked.",
        'O relógio desta máquina confere com o do banco de dados; nenhum relógio externo pôde ser consultado.',
      ),
    ]
  }
  return [
    ok(
      check,
      "This machine's clock agrees with the database's and with the world's.",
      'O relógio desta máquina confere com o do banco de dados e com o do mundo.',
    ),
  ]
}

/**
 * The world's clock minus ours, by the Date of an answer over HTTPS (RFC 9110 §6.6.1) of a service
 * that is talked to anyway, the DNS provider's; null if it cannot be asked.
 */
async function worldDifference({
  http,
  clock,
  settings,
}: Pick<World, 'clock' | 'http' | 'settings'>): Promise<number | null> {
  const asked = clock.monotonic()
  const answer = await http.request({
    method: 'GET',
    url: settings.MALOTE_CLOUDFLARE_API_URL,
    headers: {},
    timeoutMs: 5_000,
    maxAnswerBytes: 1_000,
  })
  if (answer.kind === 'failure') return null
  const date = Date.parse(answer.headers.date ?? '')
  // Cut to the second there, and as old as the way back: in the middle of both.
  return Number.isNaN(date)
    ? null
    : date + 500 + (clock.monotonic() - asked) / 2 - machineTime({ clock, settings })
}

/** `3.2 s ahead of` and `3,2 s adiantado em relação ao`. */
function seconds(ms: number): Text {
  const amount = (Math.abs(ms) / 1000).toFixed(1)
  return ms > 0
    ? { en: `${amount} s ahead of`, pt: `${amount.replace('.', ',')} s adiantado em relação ao` }
    : { en: `${amount} s behind`, pt: `${amount.replace('.', ',')} s atrasado em relação ao` }
}

// The disk ---------------------------------------------------------------------------------------

const minFreeBytes = 1024 ** 3

export async function disk({
  db,
  settings,
}: Pick<World, 'db' | 'settings'>): Promise<CheckResult[]> {
  const check = 'disk'
  // Who may make no table there is not told of it.
  if (!(await hasRoom(db).catch(() => true))) {
    return [
      fail(
        check,
        'The disk of the database is full: it refuses writes, and Malote refuses email. Make room there; Malote goes on by itself.',
        'O disco do banco de dados está cheio: ele recusa gravações, e o Malote recusa e-mails. Libere espaço nele; o Malote continua sozinho.',
      ),
    ]
  }
  const { bavail, bsize, blocks } = await statfsOf(await dataFolder(settings))
  const free = bavail * bsize
  const gigabytes = (free / 1024 ** 3).toFixed(1)
  const share = Math.round((100 * bavail) / Math.max(1, blocks))
  const amount = {
    en: `${gigabytes} GB (${share}%)`,
    pt: `${gigabytes.replace('.', ',')} GB (${share}%)`,
  }
  if (free >= minFreeBytes) {
    return [ok(check, `${amount.en} are free.`, `Há ${amount.pt} livres.`)]
  }
  return [
    warn(
      check,
      `Only ${amount.en} are free on the disk of the data folder. When it is full, Malote refuses email. Make room, or move MALOTE_DATA_DIR to a larger disk.`,
      `Só há ${amount.pt} livres no disco da pasta de dados. Quando encher, o Malote recusa e-mails. Libere espaço ou mova MALOTE_DATA_DIR para um disco maior.`,
    ),
  ]
}

/** Where the embedded database really lies: as root it may be another disk. */
async function dataFolder(settings: Settings): Promise<string> {
  const folder = path.resolve(settings.MALOTE_DATA_DIR)
  return settings.DATABASE_URL === '' ? clusterOf(folder).catch(() => folder) : folder
}

/** Of the folder, or of the one that it would be made in. */
async function statfsOf(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    const parent = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    return statfsOf(parent)
  }
}
