/**
 * The mailboxes of the return path: bounces (`bounce+{token}@`) and complaints (`fbl@`), at the
 * installation's own return-path host and those of customers' domains. Nothing else is taken, nothing
 * is ever answered or passed on, and nothing that a report says is believed unless it carries a token
 * that only we can make. What is reported late meets the timeline's rules: a repeat changes nothing.
 */
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { plainText } from '#kernel/mail/plain-text.ts'
import type { ReferencedRecipient } from '#kernel/mail/reference.ts'
import { readReturnPath } from '#kernel/mail/return-path.ts'
import type { World } from '#kernel/world/world.ts'
import { openCertificate } from '#platform/certificates/shown.ts'
import { deleteEntry } from '#platform/queue/store.ts'
import {
  type Listener,
  listenSmtp,
  MessageBrokenOff,
  readMessage,
  ServerReply,
} from '#protocol/smtp/server.ts'
import { loadProviders, type Providers } from '../delivery/providers.ts'
import { suppress } from '../suppression/add.ts'
import { deliveryKinds } from '../timeline/delivery-kind.ts'
import { type NewEvent, record } from '../timeline/record.ts'
import type { Reply } from './answered.ts'
import { findReportedRecipient } from './evidence.ts'
import { bounceReported, complained, type ReportSubject } from './outcome.ts'
import { passOn, type ReportEnvelope } from './passed-on.ts'
import { createReader } from './read-in-worker.ts'
import type { ReceivedReport } from './report.ts'
import { findAddressees, findWords, isReturnPath } from './store.ts'

interface InboundOptions {
  /** Behind the tokens. */
  readonly secret: Buffer
}

interface Inbound {
  /** Takes the port of the settings. */
  listen(): Promise<Listener>
  /** Whether mail to this address is taken. */
  accepts(address: string): Promise<boolean>
  /** Reads one mail and records what it reports. Says what became of it, for the log. */
  receive(envelope: ReportEnvelope, raw: Buffer): Promise<ReceivedMail>
}

type ReceivedMail =
  | { readonly kind: 'recorded'; readonly type: 'bounced' | 'complained' | 'unsubscribed' }
  | { readonly kind: 'ignored'; readonly why: string }

const feedbackMailbox = 'fbl'
/** A report's size on the wire, and how much of it is kept and read: the rest is returned mail. */
const maxBytes = 10 * 1024 * 1024
const keptBytes = 1024 * 1024
const maxRecipients = 10
/** Of a text that a mail may answer. */
const maxKeptChars = 64 * 1024
/** How long a host is known to be a return path, or not to be one. */
const hostKeptMs = 30_000
const maxHostsKept = 5000

export function createInbound(world: World, { secret }: InboundOptions): Inbound {
  const isHost = createHosts(world)
  const read = createReader(world)
  const providers = loadProviders(world.settings.MALOTE_PROVIDERS_FILE)

  async function accepts(address: string): Promise<boolean> {
    const [local, host] = halves(address)
    const isOurs = local.toLowerCase() === feedbackMailbox || readReturnPath(secret, local) !== null
    return isOurs && (await isHost(host))
  }

  async function receive(envelope: ReportEnvelope, raw: Buffer): Promise<ReceivedMail> {
    const tokens = envelope.to.flatMap(address => readReturnPath(secret, halves(address)[0]) ?? [])
    const original = await answeredBy(world, tokens)
    const report = await read(raw, tokens.length === 0, original)
    const named: ReferencedRecipient[] = tokens.length > 0 ? tokens : namedBy(secret, report)
    if (report.kind === 'ignored') return report
    if (named.length === 0) return { kind: 'ignored', why: 'no token of ours' }
    const outcomes: ReceivedMail[] = []
    for (const one of named) {
      outcomes.push(await apply(world, { report, envelope, one, providers }))
    }
    const recorded = outcomes.find(outcome => outcome.kind === 'recorded')
    if (recorded === undefined && outcomes.includes(unknownRecipient)) {
      if (await passOn(world, envelope, raw)) return { kind: 'ignored', why: 'passed on' }
    }
    return recorded ?? outcomes[0]!
  }

  return { accepts, receive, listen: () => listen(world, { accepts, receive }) }
}

/** What a mail to these return paths may answer; of what it reports nothing is known yet. */
async function answeredBy({ db }: World, tokens: readonly ReferencedRecipient[]): Promise<Reply> {
  const found = await Promise.all(
    tokens.map(async ({ emailId, n }) => {
      const addressee = (await findAddressees(db, emailId)).find(one => one.n === n)
      if (!addressee) return null
      const { projectId, address } = addressee
      return { address, words: await findWords(db, { projectId, emailId, chars: maxKeptChars }) }
    }),
  )
  const known = found.filter(one => one !== null)
  const words = known.flatMap(one => one.words ?? [])
  return {
    addresses: known.map(({ address }) => address),
    subjects: words.map(({ subject }) => subject),
    text: words.map(({ text, html }) => `${text ?? ''}\n${plainText(html ?? '') ?? ''}`).join('\n'),
  }
}

const namedBy = (secret: Buffer, report: ReceivedReport): ReferencedRecipient[] => {
  const named = report.kind === 'feedback' ? findReportedRecipient(secret, report.evidence) : null
  return named === null ? [] : [named]
}

const unknownRecipient: ReceivedMail = { kind: 'ignored', why: 'no such recipient any more' }

interface RecipientReport {
  readonly report: Exclude<ReceivedReport, { kind: 'ignored' }>
  readonly envelope: ReportEnvelope
  readonly one: ReferencedRecipient
  readonly providers: Providers
}

async function apply(world: World, reported: RecipientReport): Promise<ReceivedMail> {
  const { report, envelope, one, providers } = reported
  const addressees = await findAddressees(world.db, one.emailId)
  const addressee =
    one.n === null
      ? addressees.length === 1
        ? addressees[0]
        : undefined
      : addressees.find(({ n }) => n === one.n)
  if (!addressee) return unknownRecipient
  const about: ReportSubject = { emailId: one.emailId, addressee, at: world.clock.now(), providers }
  switch (report.kind) {
    case 'feedback':
      return report.says === 'opt_out' ? unsubscribe(world, about) : write(world, complained(about))
    case 'status':
      return write(world, bounceReported(about, report))
    case 'prose':
      // A person's answer to a bounce address is no bounce.
      if (envelope.from !== '') return { kind: 'ignored', why: 'prose with a sender' }
      return write(world, bounceReported(about, report))
  }
}

/**
 * Either report is an end, also of a recipient that is tried again since the answer to an attempt
 * was lost. Its work goes before the email is locked, as wherever both are locked. An attempt under
 * way finds its entry gone: it stops before the final dot, or its result is too late to be told.
 */
async function write(world: World, happening: NewEvent | null): Promise<ReceivedMail> {
  if (happening === null) return { kind: 'ignored', why: 'no final failure' }
  const recorded = await world.db.transaction(async tx => {
    await deleteEntry(tx, { kinds: deliveryKinds, subject: happening.emailId, n: happening.n })
    return record(tx, world, [happening])
  })
  if (recorded.length === 0) return { kind: 'ignored', why: 'known already' }
  return { kind: 'recorded', type: happening.type as 'bounced' | 'complained' }
}

async function unsubscribe(
  world: World,
  { emailId, addressee, at }: ReportSubject,
): Promise<ReceivedMail> {
  const { projectId, address: email } = addressee
  await world.db.transaction(tx =>
    suppress(tx, world, [
      { projectId, email, stream: 'marketing', reason: 'unsubscribe', emailId, at },
    ]),
  )
  return { kind: 'recorded', type: 'unsubscribed' }
}

/** Whether a host is a return path, remembered for a while: strangers ask as often as they like. */
function createHosts(world: World): (host: string) => Promise<boolean> {
  const own = world.settings.MALOTE_RETURN_PATH_DOMAIN.toLowerCase()
  const kept = new Map<string, { readonly is: Promise<boolean>; readonly until: number }>()
  return async host => {
    if (host === own) return true
    const now = world.clock.monotonic()
    const known = kept.get(host)
    if (known && known.until > now) return known.is
    if (kept.size >= maxHostsKept) kept.clear()
    const is = isReturnPath(world.db, host)
    kept.set(host, { is, until: now + hostKeptMs })
    return is.catch((error: unknown) => {
      kept.delete(host)
      throw error
    })
  }
}

function halves(address: string): [local: string, host: string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, Math.max(0, at)), address.slice(at + 1).toLowerCase()]
}

async function listen(
  world: World,
  { accepts, receive }: Pick<Inbound, 'accepts' | 'receive'>,
): Promise<Listener> {
  const { settings, log } = world
  const certificate = await openCertificate(world)
  return listenSmtp(world, {
    name: 'inbound',
    port: settings.MALOTE_INBOUND_PORT,
    setting: 'MALOTE_INBOUND_PORT',
    host: settings.MALOTE_HOST,
    max: 100,
    maxPerAddress: 20,
    maxPerNetwork: 30,
    maxSessionMs: 5 * 60_000,
    maxBeforeDataMs: 60_000,
    certificate,
    smtp: {
      name: settings.MALOTE_HOSTNAME,
      banner: 'Malote: bounces and complaints only',
      authOptional: true,
      disabledCommands: ['AUTH'],
      size: maxBytes,
      maxRecipients,
      lenientAddressParsing: true,
      onRcptTo({ address }: SMTPServerAddress, _session, done) {
        accepts(address).then(
          isOurs =>
            done(isOurs ? null : new ServerReply(550, '5.1.1 There is no such mailbox here')),
          unavailable(world, done),
        )
      },
      onData(stream, session: SMTPServerSession, done) {
        const { mailFrom, rcptTo } = session.envelope
        const envelope: ReportEnvelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(one => one.address),
        }
        readMessage(stream, keptBytes)
          .then(raw => (stream.sizeExceeded ? oversized : receive(envelope, raw)))
          .then(received => {
            log.info({ from: session.remoteAddress, ...received }, 'a report came in')
            done(null, '2.0.0 Thank you')
          })
          .catch(unavailable(world, done))
      },
    },
  })
}

const oversized: ReceivedMail = { kind: 'ignored', why: 'too large' }

/** The reporting server keeps its mail and tries again. */
function unavailable(world: World, done: (error: Error) => void) {
  return (error: unknown): void => {
    const fields = { error: (error as Error).stack ?? String(error) }
    if (error instanceof MessageBrokenOff) world.log.debug(fields, 'a report broke off')
    else world.log.error(fields, 'a report was not taken')
    done(new ServerReply(451, '4.3.0 Try again later'))
  }
}
