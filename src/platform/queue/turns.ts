/**
 * Whose turn it is: the lines that a survey found become a claim. Projects take turns by their ids,
 * from where the last claim ended, each with an equal part whatever it has waiting; a project's part
 * goes over its lines, as far as they have room. Where many write to a destination that has little,
 * the first to be looked at would have all of it: within a claim, who has had least goes first.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { DestinationDigest, QueueLine } from './entry.ts'

interface LineKey {
  readonly projectId: Uuid
  /** Null: its lines are all full. */
  readonly destination: DestinationDigest | null
}

interface Rooms {
  /** Entries of this claim. */
  readonly total: number
  /** What each project has in this round, where the claim is not its first; else an equal part. */
  readonly part: number | null
  /** What projects have had so far, as far as it is known. */
  readonly had: ReadonlyMap<Uuid, number>
  /** How much more a project may take. */
  ofProject(projectId: Uuid): number
  /** Takes room for entries of a line; returns for how many there was. */
  take(line: QueueLine, wanted: number): number
}

export interface Turns {
  readonly lines: readonly (QueueLine & { readonly limit: number; readonly isShort: boolean })[]
  /** Entries that each project could have. */
  readonly part: number
  /** The claim is full: there may be more. */
  readonly isCut: boolean
  /** Projects that have more ready than their turn takes, as far as is known before the claim. */
  readonly behind: ReadonlySet<Uuid>
  /** What those that had a turn have had by now. */
  readonly had: ReadonlyMap<Uuid, number>
  /** A project had to wait for what it has in hand already. */
  readonly isHeldBack: boolean
}

/** `found` is in the order of the projects' ids. */
export function takeTurns(found: readonly LineKey[], rooms: Rooms): Turns {
  const projects = [...Map.groupBy(found, one => one.projectId)]
  const part = rooms.part ?? Math.max(1, Math.ceil(rooms.total / Math.max(1, projects.length)))
  const { now, ofProject } = shareOfTime(projects, rooms.had)
  // Who is not known yet goes before its equals: where only one is served at a time, it would be the
  // one with the smaller id for ever.
  const isKnown = (projectId: Uuid): number => Number(rooms.had.has(projectId))
  const order = projects.toSorted(
    ([a], [b]) => ofProject(a) - ofProject(b) || isKnown(a) - isKnown(b),
  )
  const lines: Turns['lines'][number][] = []
  const behind = new Set<Uuid>()
  const had = new Map<Uuid, number>()
  let left = rooms.total
  let served = 0
  let isHeldBack = false
  for (const [projectId, rows] of order) {
    if (left <= 0) break
    served++
    const mine = Math.min(part, left, rooms.ofProject(projectId))
    if (mine === 0) isHeldBack = true
    const taken = mine === 0 ? [] : linesOf(rows, mine, rooms)
    const count = taken.reduce((sum, line) => sum + line.limit, 0)
    lines.push(...taken)
    left -= count
    had.set(projectId, Math.max(now, ofProject(projectId)) + count)
    if (taken.length < rows.length || rows.length >= mine) behind.add(projectId)
  }
  for (const [later] of order.slice(served)) behind.add(later)
  return { lines, part, isCut: left <= 0, behind, had, isHeldBack }
}

/**
 * Start-time fair queueing: what each has had so far. Who comes anew, or has had nothing to send for
 * a while, stands where the one stands who has had least, and not where it left off.
 */
function shareOfTime(
  projects: readonly (readonly [Uuid, unknown])[],
  had: ReadonlyMap<Uuid, number>,
): { readonly now: number; ofProject(projectId: Uuid): number } {
  const known = projects.flatMap(([projectId]) => had.get(projectId) ?? [])
  const now = known.length === 0 ? 0 : Math.min(...known)
  return { now, ofProject: projectId => had.get(projectId) ?? now }
}

/**
 * A project's part, spread over its lines; what some have no room for goes to the others. Else each
 * line that cannot go now would take its share of every claim with it: one letter of a hundred to
 * hosts that do not answer cost the rest of a project's mail a third of its pace.
 */
function linesOf(rows: readonly LineKey[], mine: number, rooms: Rooms): Turns['lines'][number][] {
  const limits = new Map<QueueLine, { limit: number; isShort: boolean }>()
  let open = rows.flatMap(({ projectId, destination }) =>
    destination === null ? [] : [{ projectId, destination }],
  )
  for (let left = mine; left > 0 && open.length > 0; ) {
    const roomy: typeof open = []
    for (const [at, line] of open.entries()) {
      const wanted = Math.ceil(left / (open.length - at))
      if (wanted === 0) break
      const got = rooms.take(line, wanted)
      const isShort = got < wanted
      limits.set(line, { limit: (limits.get(line)?.limit ?? 0) + got, isShort })
      left -= got
      if (!isShort) roomy.push(line)
    }
    open = roomy
  }
  return [...limits].flatMap(([line, found]) => (found.limit === 0 ? [] : [{ ...line, ...found }]))
}
