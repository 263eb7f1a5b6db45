/**
 * Which certificates are ordered, and when. Nodes say in the database under which names they are
 * served; one of them at a time, by a lease, orders what is missing or has lived two thirds of its
 * life. What fails is tried again, ever more seldom; nothing is held open meanwhile, and what a node
 * leaves unfinished another orders anew.
 */
import type { Client } from 'acme-client'
import type { Settings } from '#kernel/base/config.ts'
import { dayMs, minuteMs } from '#kernel/base/durations.ts'
import { sqlState } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '../queue/jobs.ts'
import { AccountUnknown, maxDetailChars, openAuthority } from './authority.ts'
import { newPrivateKey } from './keys.ts'
import { certifiable, namesOfSettings } from './names.ts'
import { orderCertificate } from './order.ts'
import { accountDelayMs, isOfAuthority, nameDelayMs, OrderFailed, renewAtMs } from './problems.ts'
import {
  type ChallengeKind,
  endTurn,
  forgetAccount,
  forgetNames,
  hasAccountKey,
  keepAccount,
  keepAccountKey,
  keepCertificate,
  keepFailure,
  type OrderTurn,
  selectDue,
  takeTurn,
  wantNames,
} from './store.ts'

const everyMs = 15_000
/** Of one order, waiting for the authority included. */
const orderMs = 4 * minuteMs
/** So long a node that has vanished keeps others from ordering: an order, and its settling. */
const turnMs = 5 * minuteMs
const maxAtOnce = 20
/** Who is served under a name says so every hour. */
export const wantedMs = dayMs
const forgottenMs = 7 * dayMs

/** What a node tells the others when certificates have come. */
export const certificatesCame = 'certificates'

type ReadNames = (world: World) => Promise<readonly string[]>

/** `more` are the names that no setting has, such as the tracking domains of customers. */
export const certificateJob = (more: ReadNames): PeriodicJob => ({
  name: 'certificates',
  everyMs,
  async run(world) {
    if (world.settings.MALOTE_ACME === 'off') return
    const now = world.clock.now()
    const names = [...namesOfSettings(world.settings), ...(await more(world))]
    await wantNames(world.db, certifiable(world.settings, names), now)
    await forgetNames(world.db, now - forgottenMs)
    await orderDue(world)
  },
})

/** Orders what is due, unless another node does or the authority is to be left in peace. */
export async function orderDue(world: World): Promise<void> {
  const { db, clock, settings } = world
  const turn: OrderTurn = { directory: settings.MALOTE_ACME_DIRECTORY_URL, by: world.ids.next() }
  const due = await dueNames(world, turn)
  if (due.length === 0) return
  await makeAccountKey(world, turn)
  const account = await renewTurn(world, turn)
  if (account === null) return
  let trouble: OrderFailed | null = null
  for (const one of due) {
    if ((await renewTurn(world, turn)) === null) return
    trouble = await orderOne(world, turn, one)
    if (trouble !== null) break
  }
  const failures = trouble === null ? 0 : account.failures + 1
  const waitMs = trouble === null ? 0 : accountDelayMs(failures, trouble)
  const detail = trouble?.message ?? ''
  const found = { failures, problem: trouble?.problem ?? null, detail }
  await endTurn(db, turn, { ...found, nextTryAt: clock.now() + waitMs })
}

const dueNames = ({ db, clock }: World, { directory }: OrderTurn) => {
  const now = clock.now()
  return selectDue(db, { now, wantedAfter: now - wantedMs, directory, limit: maxAtOnce })
}

function renewTurn({ db, clock }: World, turn: OrderTurn) {
  const now = clock.now()
  return takeTurn(db, turn, { now, until: now + turnMs })
}

async function makeAccountKey({ db, clock }: World, { directory }: OrderTurn): Promise<void> {
  if (await hasAccountKey(db, directory)) return
  await keepAccountKey(db, { directory, privateKey: newPrivateKey(), now: clock.now() })
}

interface DueName {
  readonly name: string
  readonly failures: number
}

/** Returns what went wrong where it is the authority's trouble and not the name's alone. */
async function orderOne(world: World, turn: OrderTurn, due: DueName): Promise<OrderFailed | null> {
  const { db, clock, log, settings, signals } = world
  const { name } = due
  try {
    const client = await openAccount(world, turn)
    const kinds = kindsOf(settings, due.failures)
    const issued = await orderCertificate(world, client, { name, kinds })
    const now = clock.now()
    const nextTryAt = renewAtMs(issued.startsAt, issued.endsAt, now)
    await keepCertificate(db, turn, name, { issued, now, nextTryAt })
    log.info({ name, until: issued.endsAt.toISOString() }, 'a certificate was issued')
    signals.emit(certificatesCame)
    return null
  } catch (error) {
    const failed = failureOf(error)
    if (failed instanceof AccountUnknown) await forgetAccount(db, turn.directory)
    await settleFailure(world, turn, due, failed)
    return isOfAuthority(failed) ? failed : null
  }
}

/** The package throws plain errors at an answer that it does not understand; the database, its own. */
function failureOf(error: unknown): OrderFailed {
  if (error instanceof OrderFailed) return error
  if (!(error instanceof Error) || sqlState(error) !== undefined) throw error
  return new OrderFailed('away', error.message.slice(0, maxDetailChars))
}

/** Of an authority that is away nothing is held against the name. */
async function settleFailure(
  { db, clock, log }: World,
  turn: OrderTurn,
  { name, failures: before }: DueName,
  failed: OrderFailed,
): Promise<void> {
  const { problem, message: detail } = failed
  if (problem === 'away') {
    log.warn({ name, problem, detail }, 'a certificate could not be ordered')
    return
  }
  const failures = before + 1
  const now = clock.now()
  const nextTryAt = now + nameDelayMs(failures, failed)
  await keepFailure(db, turn, name, { problem, detail, failures, now, nextTryAt })
  const again = new Date(nextTryAt).toISOString()
  log.warn({ name, problem, detail, failures, again }, 'a certificate was not issued')
}

/** The client of our account, which is made at the authority where it is not yet. */
async function openAccount(world: World, { directory, by }: OrderTurn): Promise<Client> {
  const { db, clock, settings } = world
  const { MALOTE_ACME_EMAIL: email } = settings
  const account = await renewTurn(world, { directory, by })
  if (account === null) throw new OrderFailed('away', 'another node has the turn')
  const client = await openAuthority(world, {
    directory,
    accountKey: account.privateKey,
    accountUrl: account.url,
    deadline: clock.monotonic() + orderMs,
  })
  if (account.url !== null && account.email === email) return client
  const contact = email === '' ? [] : [`mailto:${email}`]
  if (account.url === null) await client.createAccount({ termsOfServiceAgreed: true, contact })
  else await client.updateAccount({ contact })
  await keepAccount(db, directory, { url: client.getAccountUrl(), email })
  return client
}

/** Those that we can answer; after a failure the other is in front. */
function kindsOf(
  { MALOTE_HTTPS_PORT: https, MALOTE_HTTP_CHALLENGE_PORT: http }: Settings,
  failures: number,
): readonly ChallengeKind[] {
  if (https === 0) return ['http-01']
  const both: readonly ChallengeKind[] =
    http === 0 ? ['tls-alpn-01', 'http-01'] : ['http-01', 'tls-alpn-01']
  return failures % 2 === 0 ? both : both.toReversed()
}
