/**
 * Whose turn it is: the lines that a survey found become a claim. Projects take turns by their ids,
 * from where the last claim ended, each with an equal part whatever it has waiting; a project's part
 * goes over its lines, as far as they have room.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { DestinationDigest, QueueLine } from './entry.ts'

interface Found {
  readonly projectId: Uuid
  /** Null: its lines are all full. */
  readonly destination: DestinationDigest | null
}

interface Rooms {
  /** Entries of this claim. */
  readonly total: number
  /** What each project has in this round, where the claim is not its first; else an equal part. */
  readonly part: number | null
  /** How much more a project may take. */
  ofProject(projectId: Uuid): number
  /** Takes room for entries of a line; returns for how many there was. */
  take(line: QueueLine, wanted: number): number
}

export interface Turns {
  readonly lines: readonly (QueueLine & { readonly limit: number; readonly isShort: boolean })[]
  /** Entries that each project could have. */
  readonly part: number
  /** The last project that had its turn; null: all had. */
  readonly last: Uuid | null
  /** Projects that have more ready than their turn takes, as far as is known before the claim. */
  readonly behind: ReadonlySet<Uuid>
  /** A project had to wait for what it has in hand already. */
  readonly isHeldBack: boolean
}

/** `found` is in the order of the projects' ids. */
export function takeTurns(found: readonly Found[], rooms: Rooms): Turns {
  const projects = [...Map.groupBy(found, one => one.projectId)]
  const part = rooms.part ?? Math.max(1, Math.ceil(rooms.total / Math.max(1, projects.length)))
  const lines: Turns['lines'][number][] = []
  const behind = new Set<Uuid>()
  let left = rooms.total
  let last: Uuid | null = null
  let isHeldBack = false
  for (const [at, [projectId, rows]] of projects.entries()) {
    if (left <= 0) {
      for (const [later] of projects.slice(at)) behind.add(later)
      break
    }
    const mine = Math.min(part, left, rooms.ofProject(projectId))
    if (mine === 0) isHeldBack = true
    const taken = mine === 0 ? [] : linesOf(rows, mine, rooms)
    lines.push(...taken)
    left -= taken.reduce((sum, line) => sum + line.limit, 0)
    last = at === projects.length - 1 ? null : projectId
    if (taken.length < rows.length || rows.length >= mine) behind.add(projectId)
  }
  return { lines, part, last, behind, isHeldBack }
}

/** A project's part, spread over its lines. */
function linesOf(rows: readonly Found[], mine: number, rooms: Rooms): Turns['lines'][number][] {
  const lines: Turns['lines'][number][] = []
  let left = mine
  for (const [at, { projectId, destination }] of rows.entries()) {
    if (left <= 0) break
    if (destination === null) continue
    const wanted = Math.ceil(left / (rows.length - at))
    const limit = rooms.take({ projectId, destination }, wanted)
    if (limit === 0) continue
    lines.push({ projectId, destination, limit, isShort: limit < wanted })
    left -= limit
  }
  return lines
}
