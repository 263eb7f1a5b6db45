/** Notes that the disk of the database is full, and looks until it takes writes again. */
import { isDatabaseAway } from '../db.ts'
import { isDiskFull } from '../room.ts'
import type { Log } from '../world.ts'

interface RoomWatch {
  /** A write has found no room, and no look has found any since. */
  readonly isFull: boolean
  /** Of anything that was asked of the database. */
  note(error: unknown): void
  close(): void
}

const lookEveryMs = 2_000

/** `hasRoom` is asked every two seconds once a write has found none. */
export function watchRoom(hasRoom: () => Promise<boolean>, log: Pick<Log, 'warn'>): RoomWatch {
  let fullSince: number | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    // Whoever may make no table, say, learns of the next write that fails.
    const isOver = await hasRoom().catch(error => !isDatabaseAway(error))
    if (!isOver || fullSince === null) return lookLater()
    const seconds = Math.round((performance.now() - fullSince) / 1_000)
    fullSince = null
    log.warn({ seconds }, 'the disk of the database has room again')
  }

  function lookLater(): void {
    if (!isClosed) timer = setTimeout(() => void look(), lookEveryMs).unref()
  }

  return {
    get isFull() {
      return fullSince !== null
    },
    note(error) {
      if (fullSince !== null || isClosed || !isDiskFull(error)) return
      fullSince = performance.now()
      log.warn({}, 'the disk of the database is full: writes fail until there is room')
      lookLater()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
