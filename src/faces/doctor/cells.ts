/**
 * Where there are several cells: the directory that says whose a name is, and accounts that stand
 * closed because their move was broken off. One installation alone is asked nothing.
 */
import { minuteMs } from '#kernel/base/durations.ts'
import { show } from '#kernel/base/ids.ts'
import { type Db, sqlState } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { inTime } from '#tenants/accounts/directory/directory.ts'
import { selectSeenAt } from '#tenants/accounts/directory/directory-store.ts'
import { selectUnderWay } from '#tenants/accounts/moved/moved-store.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

type Looking = Pick<World, 'db' | 'clock' | 'settings' | 'directory'>

/** Whoever signs in waits for it; beside the same switch it takes a few milliseconds. */
const slowMs = 300
/** Each node that does periodic work tells it every ten seconds. */
const forgottenMs = 2 * minuteMs
/** A move says itself that it is broken off only to whoever runs it. */
const movingMs = 10 * minuteMs
const undefinedTable = '42P01'

export async function directoryOfCells(world: Looking): Promise<CheckResult[]> {
  const { MALOTE_CELL: cell } = world.settings
  if (cell === '') return []
  const { directory } = world
  return [directory === undefined ? alone(cell) : await directoryOf(world, directory)]
}

const alone = (cell: string): CheckResult =>
  warn(
    'directory',
    `This is the cell ${cell}, and it has no directory: another cell can get the same log-in address or domain, and whoever signs in at a wrong cell is led nowhere. Set MALOTE_DIRECTORY_URL to the database that all cells reach.`,
    `Esta é a célula ${cell}, e ela não tem diretório: outra célula pode ficar com o mesmo endereço de entrada ou domínio, e quem entra na célula errada não é levado a lugar nenhum. Defina MALOTE_DIRECTORY_URL com o banco que todas as células alcançam.`,
  )

async function directoryOf(
  { clock, settings: { MALOTE_CELL: cell } }: Looking,
  directory: Db,
): Promise<CheckResult> {
  const begun = clock.monotonic()
  const asked = selectSeenAt(directory, cell).catch((error: unknown) => {
    if (sqlState(error) === undefinedTable) return null
    throw error
  })
  let seenAt: Date | null
  try {
    seenAt = await inTime(clock, asked)
  } catch (error) {
    return silent((error as Error).message)
  }
  const tookMs = Math.round(clock.monotonic() - begun)
  if (seenAt === null) return unknown(cell)
  const minutes = Math.floor((clock.now() - seenAt.getTime()) / minuteMs)
  if (minutes * minuteMs >= forgottenMs) return forgotten(cell, minutes)
  return tookMs > slowMs ? slow(tookMs) : well(cell, tookMs)
}

const silent = (why: string): CheckResult =>
  fail(
    'directory',
    `The directory of cells does not answer (${why}). Mail goes on; sign-up, new domains and moves of accounts are refused until it does, and whoever signs in at a wrong cell is led nowhere. See that its PostgreSQL runs, that MALOTE_DIRECTORY_URL is right, and that it lets this machine in.`,
    `O diretório das células não responde (${why}). Os envios continuam; cadastros, novos domínios e mudanças de contas são recusados até que responda, e quem entra na célula errada não é levado a lugar nenhum. Veja se o PostgreSQL dele está em execução, se MALOTE_DIRECTORY_URL está certo e se ele aceita esta máquina.`,
  )

const unknown = (cell: string): CheckResult =>
  warn(
    'directory',
    `The directory of cells has never heard of this cell (${cell}), so nobody is led here. Start a node with MALOTE_CELL, MALOTE_DIRECTORY_URL and the role jobs; it tells its names within seconds.`,
    `O diretório das células nunca ouviu falar desta célula (${cell}), então ninguém é levado até aqui. Inicie um servidor com MALOTE_CELL, MALOTE_DIRECTORY_URL e o papel jobs; ele informa seus nomes em segundos.`,
  )

const forgotten = (cell: string, minutes: number): CheckResult =>
  warn(
    'directory',
    `The directory of cells has heard nothing of this cell (${cell}) for ${minutes} minutes: names that came or went meanwhile are not known there. See that a node with the role jobs runs, with MALOTE_DIRECTORY_URL set, and that the clocks agree.`,
    `O diretório das células não tem notícias desta célula (${cell}) há ${minutes} minutos: nomes criados ou removidos nesse tempo não são conhecidos lá. Veja se um servidor com o papel jobs está em execução, com MALOTE_DIRECTORY_URL definido, e se os relógios concordam.`,
  )

const slow = (tookMs: number): CheckResult =>
  warn(
    'directory',
    `The directory of cells took ${tookMs} ms to answer one question, and everybody who signs in or signs up waits for it; after 3 s it counts as away. Look at the load of its PostgreSQL and at the way to it.`,
    `O diretório das células levou ${tookMs} ms para responder a uma pergunta, e quem entra ou se cadastra espera por ele; depois de 3 s, conta como fora do ar. Veja a carga do PostgreSQL dele e o caminho até ele.`,
  )

const well = (cell: string, tookMs: number): CheckResult =>
  ok(
    'directory',
    `The directory of cells knows this cell (${cell}) and answers in ${tookMs} ms.`,
    `O diretório das células conhece esta célula (${cell}) e responde em ${tookMs} ms.`,
  )

export async function movesUnderWay({ db, clock, settings }: Looking): Promise<CheckResult[]> {
  if (settings.MALOTE_CELL === '') return []
  const found = await selectUnderWay(db, new Date(clock.now() - movingMs))
  return found.map(({ accountId, cell, since }) => {
    const [account, at] = [show('acc', accountId), since.toISOString()]
    return warn(
      'move',
      `The account ${account} has been on its way to the cell ${cell} since ${at}, and is closed meanwhile. Where nobody runs that move any more, say the same malote cell move once more, which goes on, or malote cell move ${account} --back.`,
      `A conta ${account} está a caminho da célula ${cell} desde ${at}, e fechada enquanto isso. Se ninguém executa mais essa mudança, repita o mesmo malote cell move, que continua, ou malote cell move ${account} --back.`,
    )
  })
}
