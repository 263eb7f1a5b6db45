/**
 * One try at one recipient: where its domain takes mail, over a connection shared with others going
 * the same way, with the TLS its domain demands. It knows no database and never throws for the
 * remote's faults; what it found is a value.
 */
import { assert } from '#kernel/base/assert.ts'
import { domainOf } from '#kernel/mail/address.ts'
import { makeReturnPath, returnPathIn } from '#kernel/mail/return-path.ts'
import type { World } from '#kernel/world/world.ts'
import type { Entry } from '#platform/queue/entry.ts'
import type { Cause } from '#protocol/replies/causes.ts'
import { classify } from '#protocol/replies/classify.ts'
import { createBrokenOffers } from '#protocol/smtp/broken-offers.ts'
import { createStsCache } from '#protocol/smtp/mta-sts.ts'
import { Pool } from '#protocol/smtp/pool.ts'
import { usualLimits } from '#protocol/smtp/pool-destination.ts'
import { createSilentHosts } from '#protocol/smtp/silent-hosts.ts'
import { createStsKeeper } from '#protocol/smtp/sts-keeper.ts'
import { tlsLevelOf } from '#protocol/smtp/tls-policy.ts'
import type {
  NoSession,
  Peer,
  RecipientVerdict,
  RefusedRecipient,
  Transaction,
  TransactionResult,
} from '#protocol/smtp/verdict.ts'
import type { Provider } from '../events/provider.ts'
import { createTally, type TlsTally } from '../tlsrpt/tally.ts'
import { type ComposedMessage, formFor, type MessageForm, mayTake } from './composed.ts'
import { createDestinations, type Destinations } from './destinations.ts'
import {
  type DialQuery,
  type Hosts,
  laneOf,
  noPolicies,
  openDirect,
  openRelay,
  type Policies,
  policiesOf,
  relayRoute,
} from './dial.ts'
import { fromVerdict, withoutServer } from './finding.ts'
import { type AttemptResult, type RemoteHost, whoseUtf8 } from './outcome.ts'
import { loadProviders, type Providers, providerOf } from './providers.ts'
import { type Relay, readRelay } from './relay.ts'
import { createRents, type Rents } from './rents.ts'
import { causeOfIneligibility } from './require-tls.ts'
import { allAddresses, findRoute, maxAddresses } from './route.ts'
import { createSentTo, type SentTo } from './sent-to.ts'
import { type Admission, type AttemptAnswer, createShaper, type Shaper } from './shape.ts'
import { type Limits, loadShaping, type Shaping } from './shaping.ts'
import type { Source } from './source.ts'
import { answerToSource, waitingFor } from './source-findings.ts'
import { createSources, type Sources } from './sources.ts'
import type { Delivery } from './store.ts'

interface Try {
  readonly delivery: Delivery
  readonly entry: Entry
  readonly returnPathHost: string
  /** Lets `use` have the message; null where the content is gone. */
  readonly withMessage: <T>(
    group: string,
    use: (message: ComposedMessage | null) => Promise<T>,
  ) => Promise<T>
  /** Commits `sent`; false if the lease was lost. */
  readonly beforeContent: (place: RemoteHost, form?: MessageForm) => Promise<boolean>
}

export interface Attempter {
  attempt(one: Try): Promise<AttemptResult>
  /** Ends idle connections, waits for those in use as long as the grace lasts, then drops them. */
  close(graceMs: number): Promise<void>
  readonly pool: Pool
  readonly shaper: Shaper
  readonly sentTo: SentTo
  readonly destinations: Destinations
  readonly sources: Sources
  /** Null where MALOTE_TLSRPT is off. */
  readonly tally: TlsTally | null
}

/** A connection that broke before a word about this email was said is no try: so often at once. */
const maxUntried = 3

interface Context extends DialQuery {
  readonly pool: Pool
  readonly destinations: Destinations
  readonly shaping: Shaping
  readonly shaper: Shaper
  readonly rents: Rents
  readonly sentTo: SentTo
  readonly providers: Providers
  readonly secret: Buffer
  readonly relay: Relay | null
  readonly sources: Sources
}

interface AttempterSetup {
  /** Behind return-path tokens. */
  readonly secret: Buffer
  /** Emails in hand at a time on this node. */
  readonly capacity: number
  /** A destination has room again for what was left in the queue. */
  readonly onRoom: () => void
}

/** The part of the connections that servers of which nothing was heard lately may hold. */
const unprovenShare = 0.5
/** How long a domain's mail is deferred at once whose DNS did not answer, or whose servers rest. */
const deferredAtOnceMs = 10_000
/**
 * What the domain's DNS and its policy page may take while the email keeps a place at its servers,
 * which others share; then it waits in the queue until there is an answer.
 */
const patienceMs = 3_000
const patienceLaterMs = 4_000
/** Until mail is looked at again whose lane other nodes have all of. */
const othersLaneMs = 4_000
/** How long a server waits for the final dot while those of other connections go: it allows minutes. */
const dotPatienceMs = 60_000

export function createAttempter(
  world: World,
  { secret, capacity, onRoom }: AttempterSetup,
): Attempter {
  const shaping = loadShaping(world.settings.MALOTE_SHAPING_FILE)
  const connections = world.settings.MALOTE_DELIVERY_CONCURRENCY
  const bulkShare = world.settings.MALOTE_BULK_SHARE
  const pool = new Pool(world, connections, bulkShare)
  const rents = createRents(world, {
    openOf: lane => pool.openOf(lane),
    onPause: (lane, pause) => shaper.pause(lane, pause),
    onChange: lane => pool.laneChanged(lane),
    onRoom,
  })
  const shaper = createShaper(world, shaping, { capacity, rents, bulkShare })
  const maxUnproven = Math.max(1, Math.floor(connections * unprovenShare))
  const destinations = createDestinations(world, shaper, { maxUnproven, onRoom })
  const context: Context = {
    world,
    pool,
    secret,
    stsCache: createStsCache(createStsKeeper(world)),
    brokenTls: createBrokenOffers(world),
    brokenBdat: createBrokenOffers(world),
    silentHosts: createSilentHosts(world),
    destinations,
    tally: world.settings.MALOTE_TLSRPT ? createTally(world) : null,
    shaping,
    shaper,
    rents,
    sentTo: createSentTo(),
    relay: readRelay(world.settings.MALOTE_RELAY),
    sources: createSources(world),
    providers: loadProviders(world.settings.MALOTE_PROVIDERS_FILE),
  }
  const { sentTo, tally, sources } = context
  return {
    pool,
    shaper,
    sentTo,
    destinations,
    sources,
    tally,
    attempt: one => attempt(context, one),
    async close(graceMs) {
      await pool.drain(graceMs)
      await Promise.all([rents.stop(), sources.stop()])
      await tally?.close()
    },
  }
}

async function attempt(context: Context, one: Try): Promise<AttemptResult> {
  const { world } = context
  const domain = domainOf(one.delivery.address)
  const { destinations } = context
  const found = context.relay
    ? relayRoute(world, context.relay)
    : findRoute(world, domain, requiresTls(one) ? allAddresses : maxAddresses)
  const route = await (destinations.isLinked(domain) ? inTime(world, found) : found)
  // Until its DNS answers, the domain has room as a stranger, and none at servers of others.
  if (route === null || route.kind === 'unknown') destinations.link(domain, null)
  if (route === null) return heldFor(world, patienceLaterMs)
  if (route.kind !== 'hosts') {
    if (route.kind === 'unknown') destinations.defersAtOnce(domain, deferredAtOnceMs)
    return withoutServer(route)
  }
  destinations.link(domain, route.group)
  context.sentTo.note(one.delivery.projectId, route.group)
  const all = route.hosts.flatMap(host => host.addresses)
  if (all.every(address => context.silentHosts.isResting(address))) {
    destinations.defersAtOnce(domain, deferredAtOnceMs)
    return { ...placeOf(context, { host: route.hosts[0]!.mx }), kind: 'deferred', cause: 'timeout' }
  }
  // Names are free, addresses are not: many names of one silent address are one destination.
  const address = all[0]!
  const isProven = context.shaper.isProven(route.group)
  const waitMs = isProven ? 0 : destinations.enter(address)
  if (waitMs > 0) return heldFor(world, waitMs)
  try {
    const finding = await admitted(context, one, route)
    if (finding.kind === 'delivered' && finding.mx === route.hosts[0]!.mx)
      destinations.took(address)
    return finding
  } finally {
    if (!isProven) destinations.leave(address)
  }
}

/** Where an email goes, and from where. */
interface Way {
  readonly route: Hosts
  readonly provider: Provider
  readonly source: Source
  /** Of the group from that address (shape.ts). */
  readonly lane: string
}

/** Waits until an address may send it, then goes from there. */
async function admitted(context: Context, one: Try, route: Hosts): Promise<AttemptResult> {
  const { sources } = context
  const provider = providerOf(route.hosts[0]!.mx, context.providers)
  const { projectId, emailId, stream } = one.delivery
  const asked = { projectId, emailId, stream, entry: one.entry, provider }
  const chosen = await sources.choose(asked)
  if (chosen.kind === 'soon') return heldFor(context.world, othersLaneMs)
  if (chosen.kind === 'wait') {
    return waitingFor(chosen, one, { mx: route.hosts[0]!.mx, provider })
  }
  let finding: AttemptResult = { kind: 'abandoned' }
  try {
    finding = await fromSource(context, one, { route, provider, source: chosen.source })
    return chosen.id === null ? finding : { ...finding, leavesFrom: chosen.id }
  } finally {
    sources.ended(chosen, answerToSource(finding))
  }
}

/** Waits until this node has a part of the limits of its lane, then goes. */
async function fromSource(
  context: Context,
  one: Try,
  { route, provider, source }: Omit<Way, 'lane'>,
): Promise<AttemptResult> {
  const { rents, shaper, shaping, world } = context
  const lane = shaper.laneOf(route.group, provider, source.address)
  try {
    const entered = rents.enter(lane, shaping[provider])
    if (entered !== true && !(await entered)) return heldFor(world, othersLaneMs)
    return await inTurn(context, one, { route, provider, source, lane })
  } finally {
    rents.leave(lane)
  }
}

/** Its lane may have been forgotten while it waited. */
const knownLane = ({ shaper }: Context, { route, provider, source }: Way): string =>
  shaper.laneOf(route.group, provider, source.address)

/** Waits for its turn in the lane, then goes. */
async function inTurn(context: Context, one: Try, way: Way): Promise<AttemptResult> {
  const lane = knownLane(context, way)
  const admission = context.shaper.enter(lane, { isBulk: one.delivery.stream === 'marketing' })
  if (admission.kind !== 'go') return heldBack(admission, way)
  let finding: AttemptResult = { kind: 'abandoned' }
  try {
    if (admission.waitMs > 0) await context.world.clock.sleep(admission.waitMs)
    finding = await handOver(context, one, way, admission.limits)
    return finding
  } finally {
    context.shaper.leave(lane, answerOf(finding))
  }
}

function heldFor({ clock, random }: World, ms: number): AttemptResult {
  const until = clock.now() + ms * (1 + random.uniform())
  return { kind: 'held', until, cause: 'slowed', tell: false }
}

const requiresTls = ({ delivery }: Pick<Try, 'delivery'>): boolean =>
  delivery.addressees.require_tls === true

/** Waits for its turn; the sender hears of it only where the destination's replies are the reason. */
function heldBack(
  admission: Exclude<Admission, { kind: 'go' }>,
  { route, provider }: Pick<Way, 'route' | 'provider'>,
): AttemptResult {
  if (admission.kind === 'later') {
    return { kind: 'held', until: admission.until, cause: 'slowed', tell: false }
  }
  return {
    kind: 'held',
    until: admission.until,
    cause: 'slowed',
    tell: true,
    mx: route.hosts[0]!.mx,
    provider,
    ...(admission.because ? { words: admission.because } : {}),
  }
}

/** What a finding says about how fast its destination wants to be written to. */
function answerOf(finding: AttemptResult): AttemptAnswer {
  const words = finding.kind === 'deferred' ? (finding.words ?? null) : null
  // "TLS not available" (RFC 3207 §4: 454) is no word about our pace, and no matter of others' mail.
  const isAboutTls = finding.kind === 'deferred' && finding.stage === 'starttls'
  const slow =
    words !== null && !(isAboutTls && words.code !== 421) && classify(words).retry === 'slow_down'
  return { slow, delivered: finding.kind === 'delivered', words, answered: hasAnswered(finding) }
}

const silences: readonly (Cause | undefined)[] = ['timeout', 'connection_failed']

/** Whether a server has spoken; null where that was not the question. */
function hasAnswered(finding: AttemptResult): boolean | null {
  if (finding.kind === 'delivered' || finding.kind === 'refused') return true
  if (finding.kind !== 'deferred') return null
  if (finding.words !== undefined) return true
  return silences.includes(finding.cause) ? false : null
}

async function handOver(
  context: Context,
  one: Try,
  way: Way,
  limits: Limits,
): Promise<AttemptResult> {
  const { route } = way
  const known = await policiesFor(context, one, route)
  return one.withMessage(route.group, async made => {
    if (made === null) return { kind: 'failed', reason: 'content_gone' }
    let message = made
    const policies = message.tlsOptional && !context.relay ? noPolicies(route) : known
    if (policies === null) return heldFor(context.world, patienceLaterMs)
    for (let untried = 1; ; untried++) {
      const answer = await sendOnce(context, { one, way, message, limits, policies })
      if (answer.kind === 'done' && answer.untried && untried < maxUntried) continue
      const form = formFor(answer)
      if (form !== null && mayTake(message, form)) {
        message = await made.inForm!(form)
        continue
      }
      const found =
        answer.kind === 'done'
          ? fromOutcome(context, answer, policies)
          : fromFailed(context, answer, policies)
      return whoseUtf8(found, one.delivery.address)
    }
  })
}

/** Null while nobody can tell yet: before the message is made, which takes room of others. */
async function policiesFor(context: Context, one: Try, route: Hosts): Promise<Policies | null> {
  // A smart host is trusted by the operator's word; the recipient's own policy is its business.
  if (context.relay) return new Map()
  return inTime(context.world, policiesOf(context, domainOf(one.delivery.address), route))
}

/** Null where it takes too long. It goes on all the same: the next try finds what it came to. */
async function inTime<T>({ clock }: World, found: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = clock.timer(patienceMs, () => resolve(null))
  found.catch(() => {})
  return Promise.race([found, late]).finally(() => timer.cancel())
}

interface OneSending {
  readonly one: Try
  readonly way: Way
  readonly message: ComposedMessage
  readonly limits: Limits
  readonly policies: Policies
}

async function sendOnce(
  context: Context,
  { one, way, message, limits, policies }: OneSending,
): Promise<TransactionResult | NoSession> {
  const { delivery } = one
  const { route, source } = way
  const [requireTls, domain] = [requiresTls(one), domainOf(delivery.address)]
  const pace = context.rents.paceOf(way.lane)
  const transaction: Transaction = {
    sender: returnPathIn(
      context.world.settings.MALOTE_CELL,
      makeReturnPath(context.secret, delivery.emailId, delivery.n, one.returnPathHost),
    ),
    recipients: [delivery.address],
    body: message.body,
    eightBit: message.eightBit,
    utf8: message.utf8,
    ...(message.holdsNul === true ? { holdsNul: true } : {}),
    requireTls,
    // The dot itself keeps its distance: the server counts what it is handed, and when. Nothing is
    // committed before its turn, for nobody could tell any more that no dot was written.
    beforeContent: peer =>
      pace.handedOver.turn(dotPatienceMs, () =>
        one.beforeContent(placeOfPeer(context, peer, policies), message.form),
      ),
  }
  const isProven = context.shaper.isProven(route.group)
  const isHurried = context.destinations.isHurried && !isProven
  const direct = { domain, route, policies, source, requireTls, isProven, isHurried }
  const answer = await context.pool.send(
    {
      key: `${laneOf(domain, route, policies, requireTls)} ${source.address ?? ''}`,
      limits: { ...usualLimits, connections: limits.connections, messages: limits.messages },
      lane: {
        key: way.lane,
        connections: () => context.shaper.limitsOf(knownLane(context, way)).connections,
        waitMs: () => pace.begun.waitMs(),
        took: () => pace.begun.took(),
        isShort: () => context.rents.isShort(way.lane),
      },
      open: () =>
        context.relay
          ? openRelay(context, context.relay, { host: route.hosts[0]!, source, requireTls })
          : openDirect(context, direct),
    },
    transaction,
    { isBulk: delivery.stream === 'marketing', owner: delivery.projectId },
  )
  // What goes whatever the policy says is not told of: a report about reports would never end.
  if (!message.tlsOptional) countSession(context, domain, answer, policies)
  return answer
}

function countSession(
  { tally }: Context,
  domain: string,
  answer: TransactionResult | NoSession,
  policies: Policies,
): void {
  if (tally === null || answer.kind !== 'done' || answer.peer === null) return
  const policy = policies.get(answer.peer.host)
  if (policy) tally.session(domain, answer.peer, policy)
}

function placeOf(context: Context, peer: Pick<Peer, 'host'>, tls?: RemoteHost['tls']): RemoteHost {
  return {
    mx: peer.host,
    provider: providerOf(peer.host, context.providers),
    ...(tls === undefined ? {} : { tls }),
  }
}

function placeOfPeer(context: Context, peer: Peer, policies: Policies): RemoteHost {
  const policy = policies.get(peer.host)
  return placeOf(context, peer, tlsLevelOf(peer.tls, policy))
}

function fromOutcome(
  context: Context,
  outcome: TransactionResult,
  policies: Policies,
): AttemptResult {
  const verdict = outcome.verdicts[0]
  assert(verdict && outcome.verdicts.length === 1, 'one recipient, one verdict')
  const place = outcome.peer ? placeOfPeer(context, outcome.peer, policies) : {}
  if (outcome.peer && wantsTlsAfterAll(verdict, outcome.peer)) {
    context.brokenTls.forget(outcome.peer)
    return { ...place, kind: 'deferred', stage: verdict.stage, cause: 'tls_failed' }
  }
  return fromVerdict(verdict, place)
}

/**
 * "Must issue STARTTLS first" (RFC 3207 §4), to us who could not: its TLS is out of order, which
 * says nothing about the recipient and will not last.
 */
function wantsTlsAfterAll(
  verdict: RecipientVerdict,
  { tls, tlsFailure }: Peer,
): verdict is RefusedRecipient {
  if (tls !== null || tlsFailure === undefined || verdict.kind !== 'refused') return false
  const { code, enhanced, local } = verdict.reply
  return !local && (code === 530 || (enhanced === '5.7.10' && verdict.stage !== 'rcpt'))
}

function fromFailed(context: Context, failed: NoSession, policies: Policies): AttemptResult {
  const { ineligibility: why, verdict } = failed
  if (why) {
    const cause = causeOfIneligibility(why, context.relay !== null)
    const policy = policies.get(failed.host)
    const tls = why.kind === 'offer' ? tlsLevelOf(why.session, policy) : undefined
    return fromVerdict(verdict, placeOf(context, failed, tls), cause)
  }
  // The servers that were asked have refused; what it waits for is one without an address.
  if (verdict.kind === 'deferred' && verdict.why === 'unresolved') return fromVerdict(verdict, {})
  const isAgainstPolicy =
    verdict.kind === 'deferred' &&
    verdict.why === 'tls' &&
    policies.get(failed.host)?.starttls === 'required'
  const cause = isAgainstPolicy ? 'tls_required_by_policy' : undefined
  return fromVerdict(verdict, placeOf(context, failed), cause)
}
