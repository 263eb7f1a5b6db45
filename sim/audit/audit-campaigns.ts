/**
 * Rules on campaigns: one letter for each person who is to have one, nobody else, nothing while it
 * stands still or after it was called off, and figures that are what the mail servers counted.
 */
import { isDoubtful } from './audit-mail.ts'
import { type Case, type EmailRow, skewMs } from './case.ts'
import {
  type CampaignOrder,
  firstAddress,
  type Market,
  type PersonDeed,
  wasDone,
} from './market.ts'

interface Letter extends EmailRow {
  readonly address: string
  readonly state: string
  readonly variant: string | null
  readonly contact: string
  /** When it was released. */
  readonly at: number
}

interface Row {
  readonly campaign_id: string
  readonly contact_id: string
  readonly state: string
  readonly reason: string | null
  readonly email: string | null
}

/** Two nodes and the marketer do not have one time. */
const apartMs = 2 * skewMs

export async function auditCampaigns(one: Case): Promise<void> {
  const { records, report } = one
  const { market } = records.ledger
  const rows = Map.groupBy(await rowsOf(one), row => row.campaign_id)
  const letters = Map.groupBy(
    lettersOf(one).filter(({ letter }) => letter?.sequence_id === undefined),
    letter => letter.letter?.campaign_id ?? '',
  )
  for (const [id, some] of letters) {
    const isKnown = market.campaigns.some(order => order.id === id)
    if (!isKnown) report('letters are of campaigns that were ordered', `${some.length} of ${id}`)
  }
  for (const order of market.campaigns) {
    const own = letters.get(order.id) ?? []
    auditPeople(one, order, own)
    auditAudience(one, order, { rows: rows.get(uuidOf(order.id)) ?? [], letters: own })
    auditActs(one, order, own)
    auditWindow(one, order, own)
    auditFigures(one, order, own)
    auditWithout(one, order, { own, others: letters.get(order.without ?? '') ?? [] })
  }
  auditCopies(one)
}

const uuidOf = (shown: string): string =>
  shown.replace(/^[a-z]+_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const rowsOf = ({ records }: Case): Promise<Row[]> =>
  records.sql.query<Row>(
    `select r.campaign_id, r.contact_id, r.state, r.reason, c.email
     from campaign_recipients r
     left join contacts c on c.project_id = r.project_id and c.id = r.contact_id`,
  )

const lettersOf = ({ emails }: Case): Letter[] =>
  emails.flatMap(email =>
    email.letter === null
      ? []
      : email.recipients.map(({ address, state }) => ({
          ...email,
          address: address.toLowerCase(),
          state,
          variant: email.letter!.variant ?? null,
          contact: email.letter!.contact_id ?? '',
          at: email.created_at.getTime(),
        })),
  )

/** Whom its letters are for. */
function auditPeople(one: Case, order: CampaignOrder, letters: readonly Letter[]): void {
  const { report, records } = one
  const { marker, variants } = order
  const seen = new Set<string>()
  for (const letter of letters) {
    const who = `${marker} to ${letter.address}`
    if (seen.has(letter.contact)) report('one letter for each person of a campaign', who)
    seen.add(letter.contact)
    const deeds = deedsOfPerson(records.ledger.market, order.marketer, letter.address)
    const isArriving = (deed: PersonDeed): boolean => arrives(deed, letter.address)
    if (!deeds.some(deed => isArriving(deed) && deed.from < letter.at + apartMs)) {
      report('a campaign goes to its audience only', who)
    }
    const left = departureBefore(deeds, letter.address, letter.at)
    if (left !== null) {
      const late = Math.round((letter.at - left.to) / 1000)
      report('nothing is released to who has left', `${who}, ${late} s after: ${left.deed}`)
    }
    const isFit =
      variants.length === 0 ? letter.variant === null : variants.includes(letter.variant ?? '')
    if (!isFit) report('a letter is of a variant of its campaign', `${who}: ${letter.variant}`)
  }
}

const isJoining = ({ deed }: PersonDeed): boolean => deed === 'join' || deed === 'back'

/** By both of their addresses. */
export const deedsOfPerson = ({ deeds }: Market, marketer: number, address: string): PersonDeed[] =>
  deeds.filter(
    deed => deed.marketer === marketer && firstAddress(deed.email) === firstAddress(address),
  )

/** Lets somebody in under an address. */
const arrives = (one: PersonDeed, address: string): boolean =>
  one.deed === 'move'
    ? one.target === address && (one.isDone || one.to === Number.POSITIVE_INFINITY)
    : one.email === address && isJoining(one)

/**
 * A departure that was certain before a moment and that nothing can have taken back by then. Who has
 * left comes back by `back` alone, whatever becomes of the contact, and the word goes along to the
 * other address; who was deleted, or has moved away, is let in again by whatever brings them.
 */
export function departureBefore(
  deeds: readonly PersonDeed[],
  address: string,
  at: number,
): PersonDeed | null {
  const mayFollow = (left: PersonDeed, back: PersonDeed): boolean =>
    (back.isDone || back.to === Number.POSITIVE_INFINITY) &&
    back.to > left.from &&
    back.from < at + apartMs
  const isTakenBack = (left: PersonDeed): boolean =>
    deeds.some(back => back.deed === 'back' && mayFollow(left, back))
  /** With a move to this address that was certain after it, and before the moment. */
  const hasCome = (left: PersonDeed): boolean =>
    deeds.some(
      move =>
        move.deed === 'move' &&
        move.isDone &&
        move.target === address &&
        left.to < move.from - apartMs &&
        move.to < at - apartMs,
    )
  const found = deeds.find(left => {
    if (!left.isDone || left.to >= at - apartMs) return false
    const isHere = left.email === address
    if (left.deed === 'leave') return (isHere || hasCome(left)) && !isTakenBack(left)
    if (left.deed === 'suppress') return isHere || (hasCome(left) && !isTakenBack(left))
    const isGone = left.deed === 'forget' || left.deed === 'move'
    return isHere && isGone && !deeds.some(one => arrives(one, address) && mayFollow(left, one))
  })
  return found ?? null
}

/** Everybody who was in the topic all the time is decided about. */
function auditAudience(
  { report, records }: Case,
  order: CampaignOrder,
  { rows, letters }: { readonly rows: readonly Row[]; readonly letters: readonly Letter[] },
): void {
  const { market } = records.ledger
  const { marker, status } = order
  if (status === 'draft') {
    if (rows.length > 0) report('a draft has nobody', `${marker}: ${rows.length} rows`)
    return
  }
  if (status !== 'sent' && status !== 'cancelled') {
    report('a campaign comes to its end', `${marker} is ${status}`)
  }
  const released = rows.filter(row => row.state === 'released')
  if (released.length !== letters.length) {
    report(
      'one letter for each person of a campaign',
      `${marker}: ${released.length} released, ${letters.length} letters`,
    )
  }
  const open = rows.filter(row => row.state === 'pending')
  if (open.length > 0) report('a campaign comes to its end', `${marker}: ${open.length} wait`)
  if (status !== 'sent') return
  const own = market.deeds.filter(deed => deed.marketer === order.marketer)
  for (const email of market.marketers[order.marketer]!.people) {
    if (own.some(deed => deed.email === email && !isJoining(deed))) continue
    const row = rows.find(each => each.email === email)
    if (row === undefined) {
      // Whoever is left out has no row.
      if (order.without === null)
        report('everybody who is meant is decided about', `${marker} ${email}`)
    } else if (row.state !== 'released' && !mayBeSkipped(row)) {
      report('who is meant gets a letter', `${marker} to ${email}: ${row.state} ${row.reason}`)
    }
  }
}

/** After a bounce; or as they got it by the campaign that is left out, between reading and release. */
const mayBeSkipped = ({ state, reason }: Row): boolean =>
  state === 'skipped' && (reason === 'suppressed' || reason === 'no_longer_matches')

function auditActs({ report }: Case, order: CampaignOrder, letters: readonly Letter[]): void {
  const { marker, acts } = order
  for (const paused of wasDone(order, 'pause')) {
    const next = acts.find(act => act.what !== 'pause' && act.from >= paused.to)
    const until = (next?.from ?? Number.POSITIVE_INFINITY) - apartMs
    const from = paused.to + apartMs
    const isWithin = (at: number): boolean => at > from && at < until
    const late = letters.filter(letter => isWithin(letter.at))
    if (late.length > 0) report('nothing is released in a pause', `${marker}: ${late.length}`)
    const moving = letters.filter(({ events }) =>
      events.some(event => event.type === 'sent' && isWithin(event.at.getTime())),
    )
    if (moving.length > (paused.inFlight ?? 0)) {
      const counts = `${moving.length} move, ${paused.inFlight} were in flight`
      report('nothing moves in a pause but what was in flight', `${marker}: ${counts}`)
    }
  }
  for (const { to } of wasDone(order, 'cancel')) {
    const late = letters.filter(letter => letter.at > to + apartMs)
    if (late.length > 0) report('nothing is released after a cancellation', marker)
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function auditWindow({ report }: Case, order: CampaignOrder, letters: readonly Letter[]): void {
  const { window, marker, perHour } = order
  if (window !== null) {
    const [from, until] = [minutesOf(window.from), minutesOf(window.until)]
    for (const { at, address } of letters) {
      const minutes = (at % 86_400_000) / 60_000
      const slack = apartMs / 60_000
      if (minutes >= from - slack && minutes < until + slack) continue
      report('a window is kept', `${marker} to ${address} at ${new Date(at).toISOString()}`)
    }
  }
  if (perHour === null) return
  // The first minute's worth may go at once.
  const max = perHour + Math.max(1, perHour / 60)
  const times = letters.map(letter => letter.at).sort((a, b) => a - b)
  for (const [n, at] of times.entries()) {
    const within = times.filter((other, i) => i >= n && other < at + 3_600_000).length
    if (within > max + 1) {
      report('a pace is kept', `${marker}: ${within} in an hour for ${perHour}`)
      return
    }
  }
}

/** Those who had a letter of the one that is left out, before this one was let go. */
function auditWithout(
  { report }: Case,
  order: CampaignOrder,
  { own, others }: { readonly own: readonly Letter[]; readonly others: readonly Letter[] },
): void {
  const begun = order.acts[0]?.from ?? 0
  const had = new Set(others.filter(one => one.at < begun - apartMs).map(one => one.contact))
  for (const { contact, address } of own) {
    if (had.has(contact)) report('who is left out gets nothing', `${order.marker} to ${address}`)
  }
}

const copiesOf = ({ copies }: Case, { marker, address }: Letter) =>
  copies.get(`${marker} ${address}`) ?? []

function auditFigures(one: Case, order: CampaignOrder, letters: readonly Letter[]): void {
  const { report } = one
  const { figures, marker } = order
  if (figures === null) return
  const are = (what: string, told: number, found: number): void => {
    if (told !== found) report('figures are what happened', `${marker}: ${told} ${what}, ${found}`)
  }
  const inState = (...states: string[]): Letter[] =>
    letters.filter(letter => states.includes(letter.state))
  const { hard, soft, policy } = figures.bounced
  are('released', figures.released, letters.length)
  are('delivered', figures.delivered, inState('delivered').length)
  are('bounced', hard + soft + policy, inState('bounced', 'failed').length)
  are('pending', figures.pending, 0)
  are('deferred', figures.deferred_now, 0)
  const skipped = Object.values(figures.skipped).reduce((sum, count) => sum + count, 0)
  are('people', figures.audience, figures.released + figures.cancelled + skipped)
  const stored = letters.filter(letter => copiesOf(one, letter).length > 0)
  const beyondDoubt = letters.filter(letter =>
    copiesOf(one, letter).some(copy => !isDoubtful(copy, letter.events)),
  )
  if (figures.delivered > stored.length || figures.delivered < beyondDoubt.length) {
    const counted = `${figures.delivered} delivered, ${beyondDoubt.length} to ${stored.length} stored`
    report('figures are what mail servers counted', `${marker}: ${counted}`)
  }
}

/** By what mail servers have stored alone. */
function auditCopies({ report, records }: Case): void {
  const { market } = records.ledger
  const letters = new Map<string, Set<string>>()
  for (const { message, recipients } of records.universe.internet.room.copies) {
    const marker = /^Subject: News (c\d+x[0-9a-f]{8})/m.exec(message)?.[1]
    const id = /^Message-ID: <([^>]+)>/im.exec(message)?.[1]
    if (marker === undefined || id === undefined) continue
    for (const recipient of recipients) {
      const key = `${marker} ${recipient.toLowerCase()}`
      letters.set(key, (letters.get(key) ?? new Set()).add(id))
    }
  }
  for (const [key, ids] of letters) {
    if (ids.size < 2) continue
    const [marker, email] = key.split(' ')
    const marketer = market.campaigns.find(order => order.marker === marker)?.marketer
    // Whoever was deleted, or has moved away, and comes again is somebody else.
    const isNew = market.deeds.some(
      ({ deed, ...one }) =>
        one.marketer === marketer && one.email === email && (deed === 'forget' || deed === 'move'),
    )
    if (!isNew) report('one letter for each person of a campaign', `${key}: ${ids.size} messages`)
  }
}
