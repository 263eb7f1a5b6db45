/**
 * The list of emails with its filters, for GET /v1/emails and its export, over millions of rows.
 * Three ways lead there. Emails with an unusual status are met in the order of the list at the
 * events that made it so. Where a filter fits few emails (an address, what is still open), those are
 * looked up first, and read one by one. Otherwise the emails themselves are read in the order of the
 * list until the page is full, which is soon, for many fit. Which way is decided here, by counting:
 * the planner takes a status and what stands behind it for independent of each other, and then reads
 * everything.
 */
import { floorId, read, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import type { World } from '#kernel/world/world.ts'
import { lineOf, testKind } from '#tenants/test-clock/kinds.ts'
import { isStatusEvent, type RecipientState, type StatusEvent } from '../events/event.ts'
import {
  conditions,
  type EmailFilter,
  factConditions,
  idBounds,
  slackMs,
  typesOf,
} from './filter-store.ts'
import { type CountedEmail, emailColumns, type MailOwner, stateCounts } from './read-store.ts'
import { type Looks, walk } from './search-walk.ts'
import { soughtBy } from './sought.ts'

/** A recipient as their latest fact leaves them; why, where it says so. */
export interface RecipientStanding {
  readonly address: string
  readonly state: RecipientState
  readonly reason?: string
}

export interface ListedEmail extends CountedEmail, PlacedRow {
  /** The one whose address was asked for. */
  readonly recipient?: RecipientStanding | null
  /** To whom the fact happened that was asked for, each as often as it counts. */
  readonly matched?: readonly string[]
}

interface EmailPage {
  readonly before: Position
  readonly count: number
  /** How many emails are looked at for their words. */
  readonly looks?: Looks
}

interface ListedEmails {
  readonly emails: readonly ListedEmail[]
  /** Older ones may fit as well, and were not looked at. */
  readonly isCut: boolean
}

interface Reading {
  readonly db: Db
  readonly owner: MailOwner
  readonly filter: EmailFilter
  readonly page: EmailPage
  /** Nothing that fits was written by an earlier transaction; null: not known. */
  readonly from: string | null
  /** Nothing is looked at up to here. */
  readonly after?: Position | null
  /** No lease ends later. */
  readonly leasedUntil: Date
  /** Lets what else waits for this thread have its turn. */
  readonly turn: () => Promise<void>
}

/** Clocks of nodes differ, and so may their settings. */
const leaseSlackMs = 60_000

/** Of emails that the index of words leaves: two seconds of the database's time. */
const usualLooks: Looks = { first: 5_000, max: 300_000 }
/** Each of these is looked up by itself: as long. */
const looksForFacts: Looks = { first: 5_000, max: 100_000 }
/** For whoever reads all there is, page after page. */
export const allLooks: Looks = { first: Number.POSITIVE_INFINITY, max: Number.POSITIVE_INFINITY }

/** Up to `count` of the project's emails before a position, newest first (routes/paging.ts). */
export async function listEmails(
  { db, clock, settings }: Pick<World, 'db' | 'clock' | 'settings'>,
  owner: MailOwner,
  filter: EmailFilter,
  page: EmailPage,
): Promise<ListedEmails> {
  const leaseMs = settings.MALOTE_LEASE_SECONDS * 1000 + leaseSlackMs
  const leasedUntil = new Date(clock.now() + leaseMs)
  const reading = await withinTimes({
    ...{ db, owner, filter, page, from: null, leasedUntil },
    turn: () => clock.sleep(0),
  })
  if (Object.keys(filter).length === 0) return whole(await readPage(reading, null))
  const named = await findNamed(reading)
  if (named !== null) {
    // Found by its id, it need not say what was asked for.
    const { search: _, ...rest } = filter
    const isNone = named.length === 0
    return whole(isNone ? [] : await readPage({ ...reading, filter: rest }, named))
  }
  const { status, recipientState, from, to, subject, search, tag, fact } = filter
  const met = [fact?.type, status, recipientState].find(isStatusEvent)
  if (met !== undefined && to === undefined) {
    // What else is asked may fit hardly any of them.
    const isBoth = [fact, status, recipientState].filter(one => one !== undefined).length > 1
    const isNarrower = isBoth || [from, subject, search, tag].some(one => one !== undefined)
    const rows = await readByEvents(reading, met, isNarrower ? maxMet : null)
    if (!isNarrower || rows.length === page.count) return whole(rows)
  }
  const few = await findFew(reading)
  if (few === null && (subject ?? search ?? fact) !== undefined) return readWords(reading)
  return whole(few?.length === 0 ? [] : await readPage(reading, few))
}

const whole = (emails: readonly ListedEmail[]): ListedEmails => ({ emails, isCut: false })

/** The one email that a search names; null: it names none that is known by an index. */
async function findNamed({ db, owner, filter }: Reading): Promise<Uuid[] | null> {
  const { emailId, eventId, messageId = '' } = filter.search ?? {}
  if (emailId !== undefined) return [emailId]
  if (eventId !== undefined) {
    const rows = await db.query<{ id: Uuid }>(
      `select email_id as id from events where project_id = $1 and mode = $2 and id = $3`,
      [owner.projectId, owner.mode, eventId],
    )
    return rows.map(row => row.id)
  }
  // Those that we gave are made of the id.
  const [, digits, domain = ''] = /^<([0-9a-f]{32})@(.+)>$/i.exec(messageId) ?? []
  const id = digits === undefined ? null : read('msg', `msg_${digits.toLowerCase()}`)
  if (id === null) return null
  const rows = await db.query<{ id: Uuid }>(
    `select id from emails where project_id = $1 and mode = $2 and id = $3 and message_id is null
       and lower(sender_domain) = lower($4)`,
    [owner.projectId, owner.mode, id, domain],
  )
  return rows.length === 0 ? null : rows.map(row => row.id)
}

function readWords(reading: Reading): Promise<ListedEmails> {
  const { db, owner, filter, page, from, turn } = reading
  const { before, count, looks = filter.fact === undefined ? usualLooks : looksForFacts } = page
  const sought = soughtBy(filter)
  return walk<ListedEmail>({
    ...{ db, owner, before, from, count, looks, sought, turn },
    readBetween: (between, rest) =>
      readPage(
        { ...reading, page: { before: between.before, count: rest }, after: between.after },
        null,
      ),
    readAmong: (ids, rest) => readPage({ ...reading, page: { before, count: rest } }, ids),
  })
}

/**
 * Lets a reading begin and end where the times asked for do, or a day of last month would be
 * searched from today on. Emails are accepted within seconds of their id and of their time, so one
 * whose id is further away than the slack stands on the far side of all that fit. Those of test mode
 * have the times of its own clock, and ids of everybody's.
 */
async function withinTimes(reading: Reading): Promise<Reading> {
  const { db, owner, filter, page } = reading
  const { createdAfter, createdBefore } = filter
  if (createdAfter === undefined && createdBefore === undefined) return reading
  if (owner.mode === 'test') return reading
  const bound = (ms: number | undefined, slack: number): Uuid | null =>
    ms === undefined ? null : floorId(Math.max(0, ms + slack))
  const end = bound(createdBefore, slackMs)
  const [found] = await db.query<{ from: string | null; until: string | null }>(
    `select (select xid from emails where project_id = $1 and id < $2
             order by id desc limit 1) as from,
            (select xid from emails where project_id = $1 and id >= $3
             order by id limit 1) as until`,
    [owner.projectId, bound(createdAfter, -slackMs), end],
  )
  const { from, until } = found!
  const isNearer = end !== null && until !== null && BigInt(until) < BigInt(page.before.xid)
  const before = isNearer ? { xid: until, id: end } : page.before
  return { ...reading, from, page: { ...page, before } }
}

/** The page; among `few` emails alone where they are known. */
function readPage(
  { db, owner, filter, page, from, after }: Reading,
  few: readonly Uuid[] | null,
): Promise<ListedEmail[]> {
  const { xid, id } = page.before
  const values: unknown[] = [owner.projectId, owner.mode, xid, id, page.count]
  const add = (value: unknown): string => `$${values.push(value)}`
  const among = few === null ? '' : `join unnest(${add(few)}::uuid[]) as few (id) on few.id = e.id`
  const where = [
    ...conditions(owner, filter, add),
    ...(from === null ? [] : [`xid >= ${add(from)}::xid8`]),
    ...(after ? [`(xid, e.id) > (${add(after.xid)}::xid8, ${add(after.id)}::uuid)`] : []),
  ]
  const text = counted(
    `select ${emailColumns.replace(/\bid\b/, 'e.id')}, xid, (select settled_below()) as horizon
    from emails e ${among}
    where project_id = $1 and mode = $2 and (xid, e.id) < ($3::xid8, $4::uuid)
    ${where.map(one => `and ${one}`).join(' ')}
    order by xid desc, e.id desc limit $5`,
    { owner, filter },
    add,
  )
  // Times alone leave one way, and planning it anew takes longer than going it.
  const isOfTimes = few === null && Object.keys(filter).every(name => name.startsWith('created'))
  if (isOfTimes) return db.query<ListedEmail>(text, values)
  return db.transaction(async tx => {
    await tx.query(few === null ? planAnew : planOneByOne)
    return tx.query<ListedEmail>(text, values)
  })
}

/**
 * The page of emails with an unusual status: each has an event of that type, which knows the
 * email's place in the list (index events_by_position_of_email). Some events have been outdone by
 * others since; their emails are passed over.
 */
function readByEvents(
  { db, owner, filter, page, from }: Reading,
  status: StatusEvent,
  max: number | null,
): Promise<ListedEmail[]> {
  const { xid, id } = page.before
  const values: unknown[] = [owner.projectId, owner.mode, xid, id, page.count]
  const add = (value: unknown): string => `$${values.push(value)}`
  const { fact, ...rest } = filter
  const isByFact = fact?.type === status
  const where = conditions(owner, isByFact ? rest : filter, add)
  const between = [
    ...(isByFact ? factConditions(owner, fact, 'h', add) : []),
    ...idBounds(owner, filter, 'email_id', add),
    ...(from === null ? [] : [`email_xid >= ${add(from)}::xid8`]),
  ]
  const text = counted(
    `select ${emailColumns.replace(/\bid\b/, 'e.id')}, xid, (select settled_below()) as horizon
    from (
      select distinct email_xid, email_id from events h
      where project_id = $1 and mode = $2 and type = '${status}'
        and (email_xid, email_id) < ($3::xid8, $4::uuid)
        ${between.map(one => `and ${one}`).join(' ')}
      order by email_xid desc, email_id desc limit ${max ?? 'all'}
    ) met join emails e on e.project_id = $1 and e.id = met.email_id
    where mode = $2 ${where.map(one => `and ${one}`).join(' ')}
    order by email_xid desc, email_id desc limit $5`,
    { owner, filter },
    add,
  )
  return db.transaction(async tx => {
    await tx.query(planInOrder)
    return tx.query<ListedEmail>(text, values)
  })
}

/** A page with how each of its emails stands: what is looked up is only of those on it. */
function counted(
  page: string,
  { owner, filter: { to, search, fact } }: Pick<Reading, 'owner' | 'filter'>,
  add: (value: unknown) => string,
): string {
  const address = to ?? search?.address
  const asked =
    address === undefined
      ? ''
      : `, (select jsonb_build_object('address', r.address, 'state', r.state) from recipients r
          where r.project_id = $1 and r.email_id = page.id and lower(r.address) = lower(${add(address)})
          limit 1) as recipient`
  const matched =
    fact === undefined
      ? ''
      : `, (select coalesce(jsonb_agg(h.recipient order by h.xid, h.id), '[]') from events h
          where h.project_id = $1 and h.email_id = page.id
            and ${factConditions(owner, fact, 'h', add).join(' and ')}) as matched`
  return `select page.*, ${stateCounts('page.id')} ${asked} ${matched}
    from (${page}) page order by page.xid desc, page.id desc`
}

/** For its own values: a tag of all mail and one of a single email want different ways. */
const planAnew = `select set_config('plan_cache_mode', 'force_custom_plan', true)`
/** The planner does not see that of all partitions each id concerns but one. */
const planOneByOne = `select set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`

/** Looked at in passing, before what else is asked decides the way. */
const maxMet = 500

/** Nothing is gathered and sorted before the page is cut off. */
const planInOrder = `select set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('enable_hashagg', 'off', true), set_config('enable_sort', 'off', true)`

/** Looked up one by one up to here; what fits more is found soon in the order of the list. */
const maxFew = 5_000

/** The only emails that can fit, where they are few; null where they are not known to be. */
async function findFew(reading: Reading): Promise<Uuid[] | null> {
  const { db, owner } = reading
  const sets = narrowSets(reading)
  // Each by itself, and only where both are large, what they have in common.
  const tries = sets.length < 2 ? sets.map(set => [set]) : [...sets.map(set => [set]), sets]
  for (const some of tries) {
    const values: unknown[] = [owner.projectId]
    const parts = some.map(set => set(value => `$${values.push(value)}`))
    // Counted in the database: too many are not worth their way here.
    const rows = await db.query<{ count: number; id: Uuid }>(
      `with few as materialized (${parts.join(' intersect ')} limit ${maxFew + 1}),
         counted as (select count(*)::integer as count from few)
       select count, id from counted left join few on count <= ${maxFew}`,
      values,
    )
    if (rows[0]!.count === 0) return []
    if (rows[0]!.count <= maxFew) return [...new Set(rows.map(row => row.id))]
  }
  return null
}

const open: readonly RecipientState[] = ['queued', 'sent', 'deferred']

/** What waits for a time has an entry of that time; in test mode, by its clock. */
function scheduledEntries(
  mode: MailOwner['mode'],
  at: number,
  add: Parameters<NarrowSet>[0],
): string {
  const ofProject = `select subject as id from queue where project_id = $1
    and not ready and not held`
  if (mode === 'test')
    return `${ofProject} and kind = '${testKind}' and destination = ${lineOf('captured')}`
  return `${ofProject} and kind in ('delivery', 'bulk') and due_at > ${add(new Date(at))}`
}

/**
 * A statement that yields the ids of all emails that can fit one of the filters; its first value is
 * the project.
 */
type NarrowSet = (add: (value: unknown) => string) => string

function narrowSets({ owner, filter, leasedUntil }: Reading): NarrowSet[] {
  const { mode } = owner
  const { to, status, recipientState, scheduled, fact } = filter
  const sets: NarrowSet[] = []
  if (scheduled?.is) sets.push(add => scheduledEntries(mode, scheduled.at, add))
  if (to !== undefined) {
    sets.push(
      add => `select email_id as id from recipients
        where project_id = $1 and lower(address) = lower(${add(to)})`,
    )
  }
  if (open.some(state => state === status || state === recipientState)) {
    // What is open has an entry in the queue: ready, put off, or leased. Each has an index.
    sets.push(add => {
      const ofProject = `select subject as id from queue
        where project_id = $1 and kind in ('delivery', 'bulk')`
      return `(${ofProject} and ready union all ${ofProject} and not ready and not held
        union all ${ofProject} and not ready and held and due_at <= ${add(leasedUntil)})`
    })
  }
  const met = [status, recipientState].find(isStatusEvent)
  if (met !== undefined) {
    sets.push(
      add => `select email_id as id from events
        where project_id = $1 and mode = ${add(mode)} and type = '${met}'`,
    )
  }
  // What is delivered is nearly all there is, and has no index.
  if (fact !== undefined && !typesOf(fact).includes('delivered')) {
    sets.push(
      add => `select email_id as id from events h where project_id = $1 and mode = ${add(mode)}
        and ${factConditions(owner, fact, 'h', add).join(' and ')}`,
    )
  }
  return sets
}
