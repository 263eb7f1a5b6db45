/**
 * One SMTP session that hands over email after email (RFC 5321). Where the server offers PIPELINING
 * (RFC 2920) MAIL, RCPT and DATA go in one write, and the next email's go right behind the final
 * dot of this one (§3.1 allows it): one round trip per email. `sent` is committed by `beforeContent`,
 * between the server's 354 and the content; from the dot until its reply is understood nobody can
 * know whether the email arrived, and the verdict says so (`uncertain`, RFC 1047).
 *
 * Where it offers CHUNKING (RFC 3030) the content goes by BDAT, but never with its own envelope: a
 * recipient must have been accepted, and `sent` committed, before it goes. So there is no DATA to
 * ask, the next envelope rides behind the last chunk, and that chunk is what the dot is otherwise.
 *
 * A session is *open* while it can take another transaction. It stops being so when the connection
 * is lost or out of step, after a 421, when the server's or the caller's limit is reached, or when
 * it has lived long enough; whoever holds it then calls `quit`.
 */
import { assert } from '#kernel/base/assert.ts'
import { NetError } from '#kernel/world/net.ts'
import type { World } from '#kernel/world/world.ts'
import type { BrokenOffers } from './broken-offers.ts'
import { byBdat, byData, firstLine, type Handover, isAboutBdat } from './content.ts'
import { deadlines, hurried } from './deadlines.ts'
import { decide, type Exchange, isUndecided, prepared } from './exchange.ts'
import { type Features, type GreetOptions, greet, verdictOf } from './greet.ts'
import { isIntermediate, isPositive, type SmtpReply, safe } from './reply.ts'
import type { SilentHosts } from './silent-hosts.ts'
import type {
  Line,
  NoSession,
  Peer,
  QueuedTransaction,
  RecipientVerdict,
  Stage,
  Transaction,
  TransactionResult,
  Why,
} from './verdict.ts'
import { isLoss, type Loss, Wire, whyOf } from './wire.ts'

export interface ConnectOptions extends GreetOptions {
  readonly port: number
  /** Local address to send from. */
  readonly localAddress?: string
  /** Which servers' TLS is known to be broken; asked only where nobody demands TLS. */
  readonly brokenTls?: BrokenOffers
  /** Which servers' CHUNKING is known to be broken; BDAT is not used without such a memory. */
  readonly brokenBdat?: BrokenOffers
  /** Which addresses have not answered of late; written to, and read by whoever dials. */
  readonly silentHosts?: SilentHosts
  /** Others wait for this place: the server has seconds to show itself. */
  readonly isHurried?: boolean
  /** It has answered of late: that it takes a connection and says nothing is no more than a full house. */
  readonly isProven?: boolean
}

interface OpenedSession {
  readonly kind: 'open'
  readonly session: SmtpSession
}

export type OpeningResult = OpenedSession | NoSession

type Outside = Pick<World, 'net' | 'clock' | 'settings'>

/**
 * Connects to one address of one MX. Tries again at most twice on its own: with HELO where the
 * server hangs up on EHLO, in plain text where opportunistic TLS breaks (at once where it is known
 * to). Never throws for the remote's faults.
 */
export async function connect(world: Outside, options: ConnectOptions): Promise<OpeningResult> {
  const memory = options.tls.level === 'opportunistic' ? options.brokenTls : undefined
  const known = memory?.whyNot(options) ?? undefined
  let attempt = known === undefined ? options : inPlainText(options)
  let tlsFailure = known
  let opening = await connectOnce(world, attempt, tlsFailure)
  while (opening.kind === 'failed' && opening.again !== null) {
    if (opening.again === 'plain') {
      const { verdict } = opening
      tlsFailure = (verdict.kind === 'deferred' && verdict.detail) || 'TLS failed'
      attempt = inPlainText(attempt)
    } else {
      attempt = { ...attempt, plainHelo: true }
    }
    opening = await connectOnce(world, attempt, tlsFailure)
  }
  if (opening.kind === 'open' && opening.session.peer.tls) memory?.forget(options)
  // A server that takes plain text no better is broken altogether: nothing is learnt about its TLS.
  else if (opening.kind === 'open' && tlsFailure !== known) memory?.broke(options, tlsFailure!)
  return opening
}

const inPlainText = (options: ConnectOptions): ConnectOptions => ({
  ...options,
  tls: { level: 'never' },
})

/** One connection, no second try; a failure says which one may help (`again`). */
async function connectOnce(
  world: Outside,
  options: ConnectOptions,
  tlsFailure?: string,
): Promise<OpeningResult> {
  assert(/^[\x21-\x7e]+$/.test(options.helloName), 'the EHLO name is one printable ASCII word')
  const { host, address, port, localAddress } = options
  const usual = deadlines(world.settings.MALOTE_SMTP_DEADLINE_DIVISOR)
  const limits = options.isHurried ? hurried(usual) : usual
  const transcript: Line[] = []
  const at = { host, address, transcript }
  const timeoutMs = limits.connectMs
  try {
    const target = { address, port, timeoutMs, ...(localAddress ? { localAddress } : {}) }
    const wire = new Wire(await world.net.connect(target), world.clock, limits)
    const greeting = await greet(wire, options, transcript)
    noteAnswer(options, greeting.kind === 'failed' ? greeting.verdict : null)
    if (greeting.kind === 'failed') {
      void wire.quit()
      return { ...greeting, ...at }
    }
    const failure = greeting.tlsFailure ?? tlsFailure
    const { tls, features } = greeting
    const why = failure === undefined ? {} : { tlsFailure: failure }
    const peer: Peer = { host, address, tls, greeting: transcript, ...why }
    return { kind: 'open', session: new SmtpSession(wire, features, peer, options.brokenBdat) }
  } catch (error) {
    if (!(error instanceof NetError)) throw error
    const detail = safe(error.message)
    const verdict = { kind: 'deferred', stage: 'connect', why: whyOf(error), detail } as const
    noteAnswer(options, verdict)
    return { kind: 'failed', stage: 'connect', verdict, nextMx: true, again: null, ...at }
  }
}

/** Remembers who is silent: no connection, no banner, or no answer to EHLO, within the deadline. */
function noteAnswer(
  { silentHosts, address, isProven = false }: ConnectOptions,
  verdict: RecipientVerdict | null,
): void {
  const isTimeout = verdict?.kind === 'deferred' && verdict.why === 'timeout'
  const stages = isProven ? unreachedStages : silentStages
  if (isTimeout && stages.includes(verdict.stage)) silentHosts?.silent(address)
  else if (!isTimeout) silentHosts?.answered(address)
}

const unreachedStages: readonly Stage[] = ['connect']
const silentStages: readonly Stage[] = [...unreachedStages, 'banner', 'ehlo']

/** Sends one transaction over a session; resolves with its outcome. Rejects for our faults only. */
export function send(session: SmtpSession, transaction: Transaction): Promise<TransactionResult> {
  return new Promise((settle, fail) => {
    let waiting: QueuedTransaction | undefined = { transaction, settle, fail }
    const next = (): QueuedTransaction | undefined => {
      const job = waiting
      waiting = undefined
      return job
    }
    const closed = (): void => {
      if (waiting) settle(untriedOutcome(transaction, 'closed', session.peer))
    }
    session.run(next).then(closed, fail)
  })
}

/** The outcome of a transaction about which nobody said a word. */
export function untriedOutcome(
  transaction: Transaction,
  why: Why,
  peer: Peer | null,
): TransactionResult {
  const verdict: RecipientVerdict = { kind: 'deferred', stage: 'mail', why }
  const verdicts = transaction.recipients.map(() => verdict)
  return { kind: 'done', verdicts, transcript: [], untried: true, peer }
}

export class SmtpSession {
  readonly features: Features
  readonly peer: Peer
  /** Takes at most this many transactions; the pool lowers it, the server may (RFC 9422). */
  maxTransactions: number
  private readonly wire: Wire
  private readonly reuseUntil: number
  private served = 0
  private readonly brokenBdat: BrokenOffers | undefined
  /** MAIL was accepted and no content: the server may still hold a transaction open. */
  private needsReset = false
  /** It has taken a chunk: BDAT is more than an offer. */
  private takesChunks = false
  private ended = false

  constructor(wire: Wire, features: Features, peer: Peer, brokenBdat?: BrokenOffers) {
    this.wire = wire
    this.features = features
    this.peer = peer
    this.brokenBdat = brokenBdat
    this.maxTransactions = features.maxTransactions
    this.reuseUntil = wire.clock.monotonic() + wire.deadlines.reuseMs
  }

  /** Whether it can take another transaction. */
  get open(): boolean {
    return (
      !this.ended &&
      this.wire.loss === null &&
      this.served < this.maxTransactions &&
      this.wire.clock.monotonic() < this.reuseUntil
    )
  }

  /** Transactions begun so far. */
  get transactions(): number {
    return this.served
  }

  /**
   * Sends what `next` yields until it yields nothing or the session is no longer open. `next` is
   * asked at the moment of each final dot, so that the following envelope rides behind it.
   */
  async run(next: () => QueuedTransaction | undefined): Promise<void> {
    let exchange = this.pull(next)
    let isAhead = false
    while (exchange) {
      let following: Exchange | undefined
      try {
        following = await this.converse(exchange, isAhead, next)
      } catch (error) {
        this.abort('other', 'our own fault')
        exchange.job.fail(error)
        return
      }
      if (following && (this.ended || this.wire.loss)) {
        decide(following, { kind: 'deferred', stage: 'mail', why: this.wire.loss?.why ?? 'closed' })
        this.settle(following, true)
        return
      }
      isAhead = following !== undefined
      exchange = following ?? this.pull(next)
    }
  }

  /** Calls back if the server ends or speaks while nothing is under way. */
  watch(then: () => void): void {
    this.wire.watch(then)
  }

  async quit(): Promise<void> {
    this.ended = true
    await this.wire.quit()
  }

  /** Drops the connection at once, whatever is under way. */
  drop(): void {
    this.abort('closed', 'closed by us')
  }

  private abort(why: Why, detail: string): void {
    this.ended = true
    this.wire.drop(why, detail)
  }

  /** The next job that the server's offer does not already answer. */
  private pull(next: () => QueuedTransaction | undefined): Exchange | undefined {
    while (this.open) {
      const job = next()
      if (!job) return undefined
      let exchange: Exchange
      try {
        exchange = prepared(job, this, this.chunkOf)
      } catch (error) {
        job.fail(error)
        continue
      }
      if (isUndecided(exchange)) {
        this.served++
        return exchange
      }
      this.settle(exchange)
    }
    return undefined
  }

  /** What of a content is to ride with its envelope; null where it goes by DATA. */
  private readonly chunkOf = (transaction: Transaction, sizeBytes: number): string | null => {
    if (!this.features.chunking || this.brokenBdat?.whyNot(this.peer) !== null) return null
    return this.takesChunks ? '' : firstLine(transaction, sizeBytes)
  }

  /** One transaction; resolves with the next one where its envelope has already been written. */
  private async converse(
    x: Exchange,
    isAhead: boolean,
    next: () => QueuedTransaction | undefined,
  ): Promise<Exchange | undefined> {
    const { wire } = this
    if (!(await this.envelope(x, isAhead))) return undefined
    if (wire.leftover) return this.answeredEarly(x)
    if (!(await x.job.transaction.beforeContent(this.peer))) {
      this.abort('closed', 'the lease was lost')
      decide(x, { kind: 'abandoned' })
      this.settle(x)
      return undefined
    }
    if (wire.leftover || wire.loss) return this.answeredEarly(x)
    const { blocks, end, shown } = handoverOf(x)
    if (blocks && !(await wire.stream(blocks))) return this.answeredEarly(x, true)

    const following = this.features.pipelining ? this.pull(next) : undefined
    const tail = following ? [Buffer.from(this.written(following))] : []
    wire.send(Buffer.concat([...end(), ...tail]))
    x.transcript.push({ by: 'C', text: shown, atMs: wire.clock.now() })
    const reply = await wire.reply(wire.deadlines.dotMs, x.transcript)
    this.answered(x, reply, following !== undefined)
    return following
  }

  /** The reply to the dot, or to the last chunk: from here on it is known, or known to be unknown. */
  private answered(x: Exchange, reply: SmtpReply | Loss, isMoreAsked: boolean): void {
    if (!isLoss(reply) && isPositive(reply)) {
      decide(x, { kind: 'accepted', reply })
    } else if (isNoBdat(x, reply)) {
      this.distrust(x, 'dot', reply)
    } else {
      // What a server keeps of a transaction whose chunk it refused, no standard says.
      this.needsReset = x.chunk !== null
      const verdict = verdictOf(reply, 'dot')
      const isUnderstood = verdict.kind === 'refused' || verdict.why === undefined
      decide(x, isUnderstood ? verdict : { ...verdict, uncertain: true })
      if (!isUnderstood) this.abort('malformed', 'out of step')
    }
    if (isClosing(reply)) this.ended = true
    // Two answers to one question: the second could be taken for that of another email.
    if (!isMoreAsked && this.wire.leftover) this.abort('malformed', 'out of step')
    this.settle(x)
  }

  /**
   * An answer, or the end, where the content was still to come: it decides, and ends the session. A
   * refusal before the last chunk has begun was asked by nothing, and decides nothing.
   */
  private async answeredEarly(x: Exchange, isAsked = x.chunk === null): Promise<undefined> {
    const reply = await this.wire.reply(this.wire.deadlines.blockMs, x.transcript)
    const verdict = verdictOf(reply, 'body')
    const stands = isAsked || verdict.kind !== 'refused'
    if (isNoBdat(x, reply)) this.distrust(x, 'body', reply)
    else decide(x, stands ? verdict : verdictOf(outOfStep, 'body'))
    this.abort('malformed', 'out of step')
    this.settle(x)
  }

  /** CHUNKING is offered and BDAT not known: no word about the email, which goes by DATA next time. */
  private distrust(x: Exchange, stage: Stage, reply: SmtpReply): void {
    const detail = `BDAT is not known: ${reply.code} ${reply.text}`.slice(0, 200)
    this.brokenBdat?.broke(this.peer, detail)
    decide(x, { kind: 'deferred', stage, why: 'malformed', detail })
    // What it took for commands it may yet answer.
    this.abort('malformed', 'out of step')
  }

  /** MAIL, RCPT, DATA or the first chunk; true when content may follow, else verdicts have fallen. */
  private async envelope(x: Exchange, isAhead: boolean): Promise<boolean> {
    const { wire } = this
    const limits = wire.deadlines
    const isGrouped = this.features.pipelining
    if (this.needsReset && !isAhead && !(await this.reset(x))) return false
    if (isGrouped && !isAhead) wire.send(this.written(x))

    const mail = await this.ask(x, 0, limits.mailMs)
    if (!goesOn(mail)) return this.stop(x, 'mail', mail)
    // It came too early to be reset: the transaction before it was still open.
    if (this.needsReset && mail.code === 503) return this.stop(x, 'mail', outOfStep)
    this.needsReset = false
    const isOpened = isPositive(mail)
    if (!isOpened) {
      decide(x, verdictOf(mail, 'mail'))
      if (!isGrouped) return this.settle(x)
    }
    for (const [nth, i] of x.asked.entries()) {
      const reply = await this.ask(x, nth + 1, limits.rcptMs)
      if (!goesOn(reply)) return this.stop(x, 'rcpt', reply)
      if (!isPositive(reply)) x.verdicts[i] ??= verdictOf(reply, 'rcpt')
    }
    const isWanted = isUndecided(x)
    if (isWanted && x.chunk === '') return true
    if (!isWanted && (!isGrouped || x.chunk === '')) {
      this.needsReset = isOpened
      return this.settle(x)
    }
    const data = await this.ask(x, x.commands.length - 1, limits.dataMs)
    if (x.chunk !== null) return this.chunkAnswered(x, data, isWanted)
    if (isLoss(data) || isClosing(data) || isPositive(data)) return this.stop(x, 'data', data)
    if (isIntermediate(data)) return isWanted || this.sendNothing(x)
    this.needsReset = isOpened
    decide(x, verdictOf(data, 'data'))
    return this.settle(x)
  }

  /** The reply to the first line, which the envelope took along. */
  private chunkAnswered(x: Exchange, reply: SmtpReply | Loss, isWanted: boolean): boolean {
    if (!goesOn(reply)) return this.stop(x, 'data', reply)
    if (isPositive(reply)) {
      this.takesChunks = true
      this.brokenBdat?.forget(this.peer)
      if (isWanted) return true
    }
    // RFC 3030 §2: a chunk that is refused leaves a state that nobody knows.
    this.needsReset = true
    const isUnknown = isWanted && isNoBdat(x, reply)
    if (isUnknown) this.distrust(x, 'data', reply)
    else if (isWanted) decide(x, verdictOf(reply, 'data'))
    return this.settle(x, isUnknown)
  }

  /** The reply to the nth command, which is sent now unless its group has gone out as one. */
  private async ask(x: Exchange, nth: number, ms: number): Promise<SmtpReply | Loss> {
    if (!this.features.pipelining) {
      if (this.wire.leftover) return outOfStep
      const command = x.commands[nth]!
      x.transcript.push({ by: 'C', text: command, atMs: this.wire.clock.now() })
      const isLast = nth === x.commands.length - 1
      this.wire.send(`${command}\r\n${(isLast && x.chunk) || ''}`)
    }
    return this.wire.reply(ms, x.transcript)
  }

  /** Closes the transaction that the last exchange left open; false when the session is over. */
  private async reset(x: Exchange): Promise<boolean> {
    this.wire.send('RSET\r\n')
    const reply = await this.wire.reply(this.wire.deadlines.rsetMs, [])
    this.needsReset = false
    if (!isLoss(reply) && isPositive(reply)) return true
    return this.stop(x, 'mail', isLoss(reply) ? reply : outOfStep)
  }

  /**
   * RFC 2920 §3.1: the server said 354 although every recipient was refused. It gets an empty
   * content for nobody, and its answer means nothing.
   */
  private async sendNothing(x: Exchange): Promise<false> {
    this.wire.send('.\r\n')
    const reply = await this.wire.reply(this.wire.deadlines.dotMs, x.transcript)
    if (isClosing(reply)) this.ended = true
    return this.settle(x)
  }

  /** The session ends in the middle of an envelope: whoever has no verdict waits. */
  private stop(x: Exchange, stage: Stage, reply: SmtpReply | Loss): false {
    const isFirst = this.served <= 1
    decide(x, verdictOf(reply, stage))
    if (isClosing(reply)) this.ended = true
    else this.abort('malformed', 'out of step')
    return this.settle(x, stage === 'mail' && !isFirst && isAboutSession(reply))
  }

  private written(x: Exchange): string {
    const atMs = this.wire.clock.now()
    for (const text of x.commands) x.transcript.push({ by: 'C', text, atMs })
    return `${x.commands.join('\r\n')}\r\n${x.chunk ?? ''}`
  }

  /** False, for those who end with it: no content follows. */
  private settle(x: Exchange, untried = false): false {
    const verdicts = x.verdicts.map(verdict => {
      assert(verdict, 'an exchange settles only when every recipient has a verdict')
      return verdict
    })
    const { transcript } = x
    x.job.settle({ kind: 'done', verdicts, transcript, untried, peer: this.peer })
    return false
  }
}

const handoverOf = ({ chunk, sizeBytes, job: { transaction } }: Exchange): Handover =>
  chunk === null ? byData(transaction, sizeBytes) : byBdat(transaction, sizeBytes, chunk.length)

/** Whether a reply to content, or to its beginning, says that BDAT is not known. */
const isNoBdat = (x: Exchange, reply: SmtpReply | Loss): reply is SmtpReply =>
  x.chunk !== null && !isLoss(reply) && isAboutBdat(reply)

const outOfStep: Loss = { why: 'malformed', detail: 'an answer that nobody asked for' }

const isClosing = (reply: SmtpReply | Loss): boolean => !isLoss(reply) && reply.code === 421

/** Neither lost, nor closing (421), nor out of step: the next command makes sense. */
const goesOn = (reply: SmtpReply | Loss): reply is SmtpReply =>
  !isLoss(reply) && reply.code !== 421 && !isIntermediate(reply)

/**
 * Whether the end of a session says something about its age rather than about this email: closed
 * while idle, or "too many messages in this connection". A 421 with 4.7.x is about us and stands.
 */
function isAboutSession(reply: SmtpReply | Loss): boolean {
  if (isLoss(reply)) return reply.why !== 'timeout' && reply.why !== 'too_long'
  return reply.enhanced === null || !reply.enhanced.startsWith('4.7.')
}
