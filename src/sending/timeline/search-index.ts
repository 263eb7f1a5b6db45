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
 * written only where the volume was not emptied since, by its version. While a node is alive whose
 * release knows none of this, and so erases without it, all volumes are empty.
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { floorId, nilId, timeOfId, type Uuid } from '#kernel/base/ids.ts'
import type { Position } from '#kernel/world/listed.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { isWithoutWordsAlive } from '#platform/queue/nodes.ts'
import { type IndexLeaf, leavesOf, type TriplePostings, volumeSize } from './postings.ts'
import type { MailOwner } from './read-store.ts'
import { maxLetters, VolumeWords } from './volume-words.ts'
import {
  type CountedMail,
  countMore,
  deleteVolume,
  type EmptyVolume,
  emptyFilledVolumes,
  emptyOldVolumes,
  endOfVolumes,
  fillVolume,
  insertVolume,
  keepErasingOut,
  nextVolume,
  noteWaiting,
  selectCounted,
  selectEmptyVolumes,
  selectSaid,
  selectWaiting,
} from './volumes-store.ts'

type Outside = Pick<World, 'db' | 'clock' | 'ids' | 'runtime' | 'log'>

/** Emails per statement: some milliseconds of the database's time. */
const batchSize = 512
/** What is read at a time on this thread, or little more: a millisecond. */
const lettersAtOnce = 10_000
/** Leaves at a time: as long. */
const leavesAtOnce = 40
/** Projects of which emails are counted by one statement. */
const countedAtOnce = 1_000
const maxProjects = 100
/** Noted in one run for one project; it goes on in the next. */
const maxNoted = 50
/** Filled, or emptied. */
const volumesAtOnce = 100
const budgetMs = 5_000

/** Where the list begins. */
const begin: Position = { xid: '0', id: nilId }

/** Indexes what has settled, for about `budget`; returns how many volumes it filled. */
export async function indexEmails(
  world: Outside,
  { size = volumeSize, budget = budgetMs, projects = countedAtOnce } = {},
): Promise<number> {
  const begun = world.clock.monotonic()
  const deadline = begun + budget
  if (await isWithoutWordsAlive(world)) {
    await emptyAll(world, deadline)
    return 0
  }
  await count(world, { enough: size, max: projects }, begun + budget / 2)
  for (const owner of await selectWaiting(world.db, { enough: size, max: maxProjects })) {
    for (let noted = 0; noted < maxNoted; noted++) {
      if (!(await noteVolume(world, owner, size))) break
    }
  }
  return fillAll(world, deadline)
}

/** Where the next run goes on with counting. */
const countingPlace: Part<{ after: Uuid }, object> = {
  name: 'where emails are counted for the index of words',
  make: () => ({ after: nilId }),
}

/** Counts what has come in each project, slice by slice; what is beyond the deadline, the next time. */
async function count(
  { db, clock, runtime }: Outside,
  { enough, max }: { readonly enough: number; readonly max: number },
  deadline: number,
): Promise<void> {
  const place = runtime.get(countingPlace, {})
  do {
    const { after } = place
    const counted = await selectCounted(db, { after, enough, max })
    const due = counted.filter(one => !one.isEnough)
    const now = clock.now()
    await countMore(
      db,
      due.map(one => ({ ...one, nextFrom: nextFrom(one, now) })),
      enough,
    )
    place.after = counted.at(-1)?.projectId ?? nilId
  } while (place.after !== nilId && clock.monotonic() < deadline)
}

/** Ids come later by no more than this; one that does is not counted, and indexed with the others. */
const latenessMs = hourMs

/** Moved once a day, so that where nothing happens nothing is written. */
function nextFrom({ from }: CountedMail, now: number): Uuid {
  const next = now - latenessMs
  return next - timeOfId(from) > dayMs ? floorId(next) : from
}

/** Notes one more volume of a project; false where there are too few emails for it. */
function noteVolume({ db, ids }: Outside, owner: MailOwner, size: number): Promise<boolean> {
  return db.transaction(async tx => {
    await keepErasingOut(tx, owner.projectId)
    const after = (await endOfVolumes(tx, owner)) ?? begin
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
    const empty = await selectEmptyVolumes(world.db, after, volumesAtOnce)
    for (const volume of empty) {
      if (world.clock.monotonic() >= deadline) return filled
      if (await tryToFill(world, volume)) filled++
    }
    if (empty.length < volumesAtOnce) return filled
    after = empty.at(-1)!.id
  }
}

/** One that cannot be filled is looked through by searches, and holds up no other. */
async function tryToFill(world: Outside, volume: EmptyVolume): Promise<boolean> {
  try {
    await fill(world, volume)
    return true
  } catch (error) {
    if ((world.db.awayForMs ?? 0) > 0) throw error
    const { id, projectId } = volume
    world.log.error({ volume: id, project: projectId, error: String(error) }, 'words not indexed')
    return false
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
  const gathered = new VolumeWords()
  const ids: Uuid[] = []
  let { after } = volume
  for (let left = 0; ; ) {
    await stretches.calm()
    const bounds = { max: batchSize, letters: maxLetters + 1 }
    const emails = await selectSaid(db, volume, { after, upto: volume.upto }, bounds)
    for (const { id, said, message_id: messageId } of emails) {
      if (left <= 0) {
        await stretches.turn()
        left = lettersAtOnce
      }
      gathered.add(ids.length, said, messageId)
      ids.push(id)
      left -= said.length
    }
    const last = emails.at(-1)
    if (last === undefined || emails.length < batchSize) {
      return { gathered: gathered.postings, ids }
    }
    after = last
  }
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
  const empty = (): Promise<number> => db.transaction(tx => emptyOldVolumes(tx, volumesAtOnce))
  while ((await empty()) === volumesAtOnce);
}

async function emptyAll({ db, clock }: Outside, deadline: number): Promise<void> {
  const empty = (): Promise<number> => db.transaction(tx => emptyFilledVolumes(tx, volumesAtOnce))
  while ((await empty()) === volumesAtOnce && clock.monotonic() < deadline);
}

export const searchJobs: readonly PeriodicJob[] = [
  { name: 'words of emails', everyMs: 30_000, run: async world => void (await indexEmails(world)) },
  { name: 'words of old emails', everyMs: dayMs, run: emptyOld },
]
