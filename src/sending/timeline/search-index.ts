/**
 * The index of the words of emails, made behind by a job, so that accepting one costs nothing. The
 * list of each project and mode is cut into volumes of some thousand settled emails, in its own
 * order; of each volume is kept which of its emails have which triples of letters (triples.ts), and
 * the ids of these. Whoever searches asks volume after volume, the newest first, and reads only what
 * may fit (search-walk.ts); what lies in no volume, or in one that is to be filled, is looked
 * through.
 *
 * A volume is noted first, and filled then. Whoever takes words away, as of somebody who is erased,
 * empties its volumes in the same transaction (`emptyVolumesOf`), and they are filled again with
 * what is left; the same once some of its emails are forgotten for their age. What a job has read is
 * written only where the volume was not emptied since, by its version.
 */
import { dayMs } from '#kernel/base/durations.ts'
import { nilId, timeOfId, type Uuid } from '#kernel/base/ids.ts'
import type { Position } from '#kernel/world/listed.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { type IndexLeaf, leavesOf, type TriplePostings, volumeSize } from './postings.ts'
import type { MailOwner } from './read-store.ts'
import { eachTriple, lettersOf, messageIdMark } from './triples.ts'
import {
  countWaiting,
  deleteVolume,
  type EmptyVolume,
  emptyOldVolumes,
  endOfVolumes,
  fillVolume,
  insertVolume,
  keepErasingOut,
  nextVolume,
  noteWaiting,
  type SaidEmail,
  selectEmptyVolumes,
  selectSaid,
} from './volumes-store.ts'

type Outside = Pick<World, 'db' | 'clock' | 'ids' | 'runtime'>

/** Emails per statement: some milliseconds of the database's time. */
const batchSize = 512
/** Emails at a time on this thread: a millisecond. */
const pieceSize = 64
/** Leaves at a time: as long. */
const leavesAtOnce = 40
const maxProjects = 100
/** Noted in one run for one project; it goes on in the next. */
const maxNoted = 50
const maxEmptiedAtOnce = 100
const budgetMs = 5_000

/** Where the list begins. */
const begin: Position = { xid: '0', id: nilId }

/** Indexes what has settled, for about `budget`; returns how many volumes it filled. */
export async function indexEmails(
  world: Outside,
  { size = volumeSize, budget = budgetMs } = {},
): Promise<number> {
  const deadline = world.clock.monotonic() + budget
  for (const owner of await countWaiting(world.db, { enough: size, max: maxProjects })) {
    for (let noted = 0; noted < maxNoted; noted++) {
      if (!(await noteVolume(world, owner, size))) break
    }
  }
  return fillAll(world, deadline)
}

/** Notes one more volume of a project; false where there are too few emails for it. */
function noteVolume({ db, ids }: Outside, owner: MailOwner, size: number): Promise<boolean> {
  return db.transaction(async tx => {
    await keepErasingOut(tx, owner.projectId)
    const after = (await endOfVolumes(tx, owner)) ?? begin
    // One more volume may wait besides.
    const { emails, upto } = await nextVolume(tx, owner, after, size)
    if (emails < size || upto === null) {
      await noteWaiting(tx, owner, emails)
      return false
    }
    await insertVolume(tx, owner, { id: ids.next(), after, upto })
    return true
  })
}

async function fillAll(world: Outside, deadline: number): Promise<number> {
  let filled = 0
  let after = nilId
  for (;;) {
    const empty = await selectEmptyVolumes(world.db, after, maxEmptiedAtOnce)
    for (const volume of empty) {
      if (world.clock.monotonic() >= deadline) return filled
      await fill(world, volume)
      filled++
    }
    if (empty.length < maxEmptiedAtOnce) return filled
    after = empty.at(-1)!.id
  }
}

async function fill(world: Outside, volume: EmptyVolume): Promise<void> {
  const { db } = world
  const { gathered, ids } = await gather(world, volume)
  if (ids.length === 0) return deleteVolume(db, volume)
  const leaves = await bind(world, gathered, ids.length)
  const firstAt = new Date(Math.min(...ids.map(timeOfId)))
  const bytes = Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
  await db.transaction(tx =>
    fillVolume(tx, volume, { ids: bytes, emails: ids.length, firstAt, leaves }),
  )
}

async function gather(
  { db, clock, runtime }: Outside,
  volume: EmptyVolume,
): Promise<{ readonly gathered: TriplePostings; readonly ids: readonly Uuid[] }> {
  const stretches = runtime.get(bulkStretches, { clock })
  const gathered: TriplePostings = new Map()
  const ids: Uuid[] = []
  let { after } = volume
  for (;;) {
    await stretches.calm()
    const emails = await selectSaid(db, volume, { after, upto: volume.upto }, batchSize)
    for (const [i, email] of emails.entries()) {
      if (i % pieceSize === 0) await stretches.turn()
      addEmail(gathered, email, ids.length)
      ids.push(email.id)
    }
    const last = emails.at(-1)
    if (last === undefined || emails.length < batchSize) return { gathered, ids }
    after = last
  }
}

function addEmail(gathered: TriplePostings, { said, message_id: id }: SaidEmail, n: number): void {
  const add = (triple: number): void => {
    const numbers = gathered.get(triple)
    if (numbers === undefined) gathered.set(triple, [n])
    else if (numbers[numbers.length - 1] !== n) numbers.push(n)
  }
  eachTriple(lettersOf(said), add)
  if (id !== null) add(messageIdMark(id))
}

async function bind(
  { clock, runtime }: Outside,
  gathered: TriplePostings,
  emails: number,
): Promise<IndexLeaf[]> {
  const stretches = runtime.get(bulkStretches, { clock })
  const leaves: IndexLeaf[] = []
  for (const leaf of leavesOf(gathered, emails)) {
    if (leaves.push(leaf) % leavesAtOnce === 0) await stretches.turn()
  }
  return leaves
}

async function emptyOld({ db }: Pick<World, 'db'>): Promise<void> {
  while ((await emptyOldVolumes(db, maxEmptiedAtOnce)) === maxEmptiedAtOnce);
}

export const searchJobs: readonly PeriodicJob[] = [
  { name: 'words of emails', everyMs: 10_000, run: async world => void (await indexEmails(world)) },
  { name: 'words of old emails', everyMs: dayMs, run: emptyOld },
]
