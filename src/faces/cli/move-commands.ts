/** `malote backup`, `restore`, `restore-dump` and `database move`: an installation that moves. */
import type { Command } from 'commander'
import { backUp, type CopyProgress } from '#boot/backup.ts'
import type { Database, Opening } from '#boot/database.ts'
import { moveDatabase } from '#boot/move-database.ts'
import { raisePositions } from '#boot/positions-store.ts'
import { restore, restoreKey } from '#boot/restore.ts'
import type { Settings } from '#kernel/base/config.ts'
import type { Clock } from '#kernel/world/world.ts'
import { keepLastBackup } from '#tenants/installation/last-backup.ts'
import type { Result, Shell } from './command.ts'

/** A database that was opened for a command, with what it was opened by. */
export interface OpenedFor {
  readonly opened: Database
  readonly settings: Settings
  readonly clock: Clock
}

export interface OpeningFor extends Opening {
  /** What is to be done before the database is opened. */
  readonly before?: (settings: Settings) => Promise<void>
}

export type WithDatabase = (
  verb: (given: OpenedFor) => Promise<Result | null>,
  opening?: OpeningFor,
) => Promise<void>

const tellEveryRows = 10_000

export function moveCommands(malote: Command, shell: Shell, withDatabase: WithDatabase): void {
  const tell = progressOn(shell)
  malote
    .command('backup')
    .description('Write everything into one file while the service runs: rows, key, pictures.')
    .requiredOption('--to <path>', 'a file that is not there yet, or a folder')
    .action(({ to }: { to: string }) =>
      withDatabase(async ({ opened, settings, clock }) => {
        const { address } = opened
        const now = clock.now()
        const done = await backUp({ address, settings, to, now, tell })
        await keepLastBackup(opened.db, new Date(now))
        return { file: done.file, ...summary(done.counts), files: done.files }
      }),
    )
  malote
    .command('restore')
    .description('Put a backup into an empty database.')
    .requiredOption('--from <path>', 'the file, or the folder with the newest')
    .action(({ from }: { from: string }) =>
      withDatabase(
        async ({ opened, settings }) => {
          const done = await restore(opened.address, { settings, from, tell })
          return { ...summary(done.counts), files: done.files }
        },
        { before: settings => restoreKey({ settings, from }) },
      ),
    )
  malote
    .command('restore-dump')
    .description('After pg_restore: have lists keep their order, and what comes follow it.')
    .action(() =>
      withDatabase(
        async ({ opened }) => {
          const added = await opened.db.transaction(raisePositions)
          const isChanged = added !== null
          return { changed: isChanged, ...(isChanged ? { positions_added: Number(added) } : {}) }
        },
        { mayBeDump: true },
      ),
    )
  malote
    .command('database')
    .description('The database of the installation.')
    .command('move')
    .description('Copy all rows into another database and compare them; the old one is untouched.')
    .requiredOption('--to <url>', 'an empty database: postgres://user:password@host/name')
    .option('--resume', 'go on with a move that was broken off')
    .action(({ to, resume = false }: { to: string; resume?: boolean }) =>
      withDatabase(async ({ opened, clock }) => {
        const moved = await moveDatabase({ from: opened.address, to, resume, clock, tell })
        return { ...moved }
      }),
    )
}

function summary(counts: Readonly<Record<string, number>>): Result {
  const rows = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const { emails = 0, events = 0, accounts = 0 } = counts
  return { tables: Object.keys(counts).length, rows, accounts, emails, events }
}

/** On the other stream than the result, each table and every ten thousand rows of one. */
export function progressOn({ err }: Pick<Shell, 'err'>): CopyProgress {
  let last = ''
  let told = 0
  return (table, rows) => {
    if (table === last && rows - told < tellEveryRows) return
    last = table
    told = rows
    err.write(`${table}: ${rows}\n`)
  }
}
