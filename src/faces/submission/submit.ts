/**
 * Sending by SMTP (RFC 6409): off unless a port is set. The password is an API key (any user name),
 * and each message is carried as it comes, to whom the envelope names. Whether it may go is judged
 * as by POST /v1/emails: same order, same rate, same idempotency, with the refusal as the reply. On
 * one port TLS is asked for, on the other it comes first (RFC 8314). Without a certificate only
 * callers of this machine and of the operator's own networks are heard, for a key must not travel in
 * the clear.
 */
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { canonicalAddress, inNetworks, parseNetworks } from '#kernel/base/addresses.ts'
import { BadSetting } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Answer } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { openCertificate } from '#platform/certificates/shown.ts'
import { fingerprintOf } from '#platform/idempotency/fingerprint.ts'
import {
  type Idempotency,
  IdempotencyTaken,
  readIdempotencyKey,
  sharedIdempotency,
} from '#platform/idempotency/idempotency.ts'
import {
  type Listener,
  listenSmtp,
  MessageBrokenOff,
  readMessage,
  ServerReply,
  uselessCommands,
} from '#protocol/smtp/server.ts'
import { type FoundMessage, messageReader, type ReadRaw } from '#sending/content/message-reader.ts'
import { type CarriedMessage, readControl } from '#sending/intake/prepare-carried.ts'
import { freeBytes, reservationFor } from '#sending/intake/reservation.ts'
import { limits } from '#sending/intake/schema.ts'
import { sendCarried } from '#sending/intake/send-carried.ts'
import { findKey, type KeyRecord, markOfKey, shownPart } from '#tenants/accounts/keys.ts'
import { cellMovedTo } from '#tenants/accounts/moved/moved.ts'
import { networkOf, tryOnce } from '#tenants/identity/throttle.ts'
import { type Rate, sharedRate } from '#tenants/limits/rate.ts'
import { beginningOf } from '#tenants/requests/shown-body.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { type WatchedSubmission, watch } from './logged-submission.ts'
import { loginFirst, replyFor } from './replies.ts'

/** As the API's body: 25 MB of attachments in base64, and the rest. */
const maxBytes = 40 * 1024 * 1024
/** Wrong keys in one connection: a program that has the right one does not guess. */
const maxWrongKeys = 3
const loopback = parseNetworks('127.0.0.0/8, ::1')

interface SubmissionContext {
  readonly world: World
  readonly rate: Rate
  readonly idempotency: Idempotency
  readonly readerOf: (projectId: Uuid) => ReadRaw
  /** Wrong keys so far, by the id of the connection. */
  readonly wrongKeys: Map<string, number>
}

/** Whether TLS is asked for by STARTTLS, or comes first (RFC 8314 §3.3). */
export const submissionPorts = ['MALOTE_SUBMISSION_PORT', 'MALOTE_SUBMISSIONS_PORT'] as const

/** Takes one of the ports of the settings. Throws BadSetting. */
export async function listenForSubmission(
  world: World,
  setting: (typeof submissionPorts)[number] = 'MALOTE_SUBMISSION_PORT',
): Promise<Listener> {
  const { settings } = world
  const isImplicit = setting === 'MALOTE_SUBMISSIONS_PORT'
  const reader = world.runtime.get(messageReader, world)
  const context: SubmissionContext = {
    world,
    rate: world.runtime.get(sharedRate, world),
    idempotency: world.runtime.get(sharedIdempotency, world),
    readerOf: projectId => reader.of(projectId),
    wrongKeys: new Map(),
  }
  const certificate = await openCertificate(world)
  if (isImplicit && certificate === null) {
    throw new BadSetting(faultText('needs_certificate', { setting }))
  }
  return listenSmtp(world, {
    name: 'submission',
    port: settings[setting],
    setting,
    host: settings.MALOTE_HOST,
    max: 200,
    maxPerAddress: 50,
    maxPerNetwork: 100,
    maxSessionMs: 30 * 60_000,
    maxBeforeDataMs: 2 * 60_000,
    certificate,
    smtp: {
      name: settings.MALOTE_HOSTNAME,
      banner: 'Malote submission',
      authMethods: ['PLAIN', 'LOGIN'],
      authRequiredMessage: loginFirst().message,
      // Whether AUTH is offered in the clear is decided per caller below.
      allowInsecureAuth: true,
      // RFC 8689: said and taken under TLS only, which the library sees to.
      hideREQUIRETLS: false,
      secure: isImplicit,
      size: maxBytes,
      maxRecipients: limits.recipients,
      onConnect(session, done) {
        done(welcome(world, session, certificate?.isThere === true))
      },
      onSecure(_socket: unknown, session, done) {
        session.disabledCommands = [...uselessCommands]
        done()
      },
      ...conversation(context),
    },
  })
}

/** What is said once somebody is heard. */
const conversation = (context: SubmissionContext): SMTPServerOptions => ({
  onAuth({ password }, session, done) {
    const watched = watch(context.world, session)
    admit(context, password ?? '', session, watched).then(
      () => done(null, { user: password }),
      async (error: unknown) => {
        const reply = await refusedLogin(context, session, { error, key: password ?? '' })
        watched.isRefused(error, reply)
        done(reply)
      },
    )
  },
  onClose: ({ id }) => void context.wrongKeys.delete(id),
  onRcptTo({ address }, _session, done) {
    const parsed = parseAddress(address)
    if (parsed.ok) return done()
    return done(new ServerReply(550, `5.1.3 ${parsed.why.en.replace(/[^\x20-\x7e]/g, '?')}`))
  },
  onData(stream, session, done) {
    const watched = watch(context.world, session)
    receive(context, session, stream, watched).then(
      id => {
        const words = `2.0.0 ${id} accepted`
        if (!stream.sizeExceeded) watched.isTaken(id, words)
        done(null, words)
      },
      (error: unknown) => {
        const reply = refused(context.world, error)
        watched.isRefused(error, reply)
        done(reply)
      },
    )
  },
})

/** From elsewhere a key is said under TLS only; null: they are heard. */
function welcome(
  world: World,
  session: SMTPServerSession,
  hasCertificate: boolean,
): ServerReply | null {
  if (session.secure || isNear(world, session)) return null
  if (!hasCertificate) return new ServerReply(554, '5.7.11 Encryption is not set up here')
  session.disabledCommands = [...uselessCommands, 'AUTH', 'MAIL']
  return null
}

/** This machine, and what the operator has set as own networks. */
function isNear({ settings }: World, { remoteAddress }: SMTPServerSession): boolean {
  return (
    inNetworks(remoteAddress, loopback) || inNetworks(remoteAddress, settings.MALOTE_NETWORK_ALLOW)
  )
}

/** What MAIL's SIZE announces (RFC 1870), taken for an estimate; the most there may be without it. */
function expectedBytes({ envelope: { mailFrom } }: SMTPServerSession): number {
  const given = mailFrom ? (mailFrom.args as { SIZE?: string }) : {}
  const size = Number(given.SIZE ?? 0)
  return size > 0 ? Math.min(maxBytes, Math.max(freeBytes, Math.ceil(size * 1.1))) : maxBytes
}

/** Key, then address (docs/contract.md#order-of-checks). */
async function admit(
  { world }: SubmissionContext,
  token: string,
  session: SMTPServerSession,
  watched: WatchedSubmission,
): Promise<KeyRecord> {
  const key = await findKey(world, token)
  if (!key) {
    await cellMovedTo(world, 'key', markOfKey(token))
    throw new Refusal('invalid_api_key')
  }
  watched.key = key
  const ip = canonicalAddress(session.remoteAddress)
  if (key.allowed !== null && !inNetworks(ip, key.allowed)) {
    throw new Refusal('ip_not_allowed', { values: { ip } })
  }
  return key
}

/** One message, one call: the key is looked at again, as it may have been deleted meanwhile. */
async function receive(
  context: SubmissionContext,
  session: SMTPServerSession,
  stream: SMTPServerDataStream,
  watched: WatchedSubmission,
): Promise<string> {
  const key = await admit(context, String(session.user), session, watched).catch(async error => {
    // What is still to come is content, never commands.
    await readMessage(stream, 0)
    throw error
  })
  const max = expectedBytes(session)
  const reservation = reservationFor(context.world, key.tenant.accountId)
  let hasSeat = false
  const takeSeat = async (size: number): Promise<void> => {
    if (hasSeat || size <= freeBytes) return
    hasSeat = true
    await reservation.take(max)
  }
  try {
    const raw = await readMessage(stream, max + 1, takeSeat)
    if (stream.sizeExceeded) return ''
    if (raw.length > max) throw new ServerReply(552, '5.3.4 Larger than announced')
    watched.raw = beginningOf(raw)
    return await submit(context, session, key, { raw, watched })
  } finally {
    reservation.release()
  }
}

async function submit(
  context: SubmissionContext,
  session: SMTPServerSession,
  { tenant, principal, rate: perSecond }: KeyRecord,
  { raw, watched }: { readonly raw: Buffer; readonly watched: WatchedSubmission },
): Promise<string> {
  const { rate, idempotency, readerOf } = context
  const world = await onTestClock(context.world, tenant)
  const turn = await rate.take(principal.keyId, perSecond)
  if (!turn.granted) {
    throw new Refusal('rate_limited', { values: { limit: turn.limit, seconds: turn.resetSeconds } })
  }
  if (principal.scope === 'read')
    throw new Refusal('insufficient_scope', { values: { scope: 'send' } })
  const recipients = session.envelope.rcptTo.map(one => one.address)
  const found = await readerOf(tenant.projectId)(raw)
  if (found === null) throw new ServerReply(451, '4.3.2 No room to read the message now')
  watched.read = found.read
  const { idempotencyKey, trace: said, ...options } = readControl(found.read, world.clock.now())
  watched.idempotencyKey = idempotencyKey ?? null
  const carried: CarriedMessage = { found, recipients, options }
  // With the parameter, a TLS-Required field in the header means nothing (RFC 8689 §4.1).
  const demands = { requireTls: session.envelope.requireTLS === true }
  const trace = watched.traceBelow(said ?? null)
  const sending = { world, tenant, ...(trace === null ? {} : { trace }) }
  if (idempotencyKey === undefined) return idOf(await sendCarried(sending, carried, demands))

  const key = readIdempotencyKey(idempotencyKey)
  const id = { projectId: tenant.projectId, mode: tenant.mode, key }
  const fingerprint = fingerprintOf('SMTP', 'submission', askedOf(found, recipients, demands))
  const before = await idempotency.find(id, fingerprint)
  if (before) return idOf({ body: JSON.parse(before.response) })
  const end = idempotency.begin(id)
  try {
    const call = { ...sending, idempotency: { key, fingerprint } }
    return idOf(await sendCarried(call, carried, demands))
  } catch (error) {
    if (!(error instanceof IdempotencyTaken)) throw error
    const twin = await idempotency.find(id, fingerprint)
    if (!twin) throw error
    return idOf({ body: JSON.parse(twin.response) })
  } finally {
    end()
  }
}

/**
 * What makes another message of it under the same key: not what a program writes anew at each try,
 * as boundaries, the date and the Message-ID.
 */
function askedOf(
  { read: { messageId: _, others, ...read } }: FoundMessage,
  recipients: readonly string[],
  { requireTls }: { readonly requireTls: boolean },
) {
  const signature = /^(?:dkim|arc)-/i
  const kept = Object.entries(others).filter(([name]) => !signature.test(name))
  return { ...read, others: kept, recipients, ...(requireTls ? { require_tls: true } : {}) }
}

const idOf = ({ body }: Pick<Answer, 'body'>): string => (body as { id: string }).id

interface RefusedLogin {
  readonly error: unknown
  readonly key: string
}

/**
 * The last wrong key ends the connection; after many of a network, or many that begin alike from
 * wherever (the beginning of a key is shown in lists), each of them does.
 */
async function refusedLogin(
  { world, wrongKeys }: SubmissionContext,
  { id, remoteAddress }: SMTPServerSession,
  { error, key }: RefusedLogin,
): Promise<ServerReply> {
  if (!(error instanceof Refusal && error.code === 'invalid_api_key')) return refused(world, error)
  const count = (wrongKeys.get(id) ?? 0) + 1
  wrongKeys.set(id, count)
  const tries = [
    ['submission', networkOf(canonicalAddress(remoteAddress))],
    ['submission_key', shownPart(key)],
  ] as const
  const isBlocked = await tryOnce(world, tries).then(
    () => false,
    (blocked: unknown) => blocked instanceof Refusal,
  )
  if (count < maxWrongKeys && !isBlocked) return refused(world, error)
  return new ServerReply(421, '4.7.0 Too many wrong keys')
}

function refused({ log }: World, error: unknown): ServerReply {
  if (error instanceof Refusal) return replyFor(error)
  if (error instanceof ServerReply) return error
  const fields = { error: (error as Error).stack ?? String(error) }
  if (error instanceof MessageBrokenOff) log.debug(fields, 'a submitted message broke off')
  else log.error(fields, 'a submitted message was not taken')
  return replyFor(new Refusal('internal_error'))
}
