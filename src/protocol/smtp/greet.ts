/**
 * The beginning of a conversation, up to the point where mail may be handed over: banner, EHLO or
 * HELO (RFC 5321 §4.1.1.1), STARTTLS (RFC 3207), AUTH for a smart host (RFC 4954). Which failure
 * leads to which verdict, and whether another MX or another try may do better, is decided here.
 */
import type { TlsSession } from '#kernel/world/net.ts'
import {
  isIntermediate,
  isPermanent,
  isPositive,
  isTransient,
  localReply,
  type SmtpReply,
} from './reply.ts'
import type {
  DeferredRecipient,
  Line,
  NoSession,
  RefusedRecipient,
  Stage,
  TlsFault,
  TlsRule,
} from './verdict.ts'
import { isLoss, type Loss, type Wire } from './wire.ts'

export interface GreetOptions {
  /** Name of the MX host: for SNI, the certificate, the timeline. */
  readonly host: string
  readonly address: string
  /** Our own name in EHLO. */
  readonly helloName: string
  readonly tls: TlsRule
  /** Say HELO at once: the server hung up on EHLO. */
  readonly plainHelo?: boolean
  /** TLS before the banner (smtps://). */
  readonly implicitTls?: boolean
  /** For a smart host. */
  readonly auth?: { readonly user: string; readonly password: string }
}

/** What the server offers, read from its EHLO reply. */
export interface Features {
  readonly pipelining: boolean
  /** RFC 3030: content may go by BDAT. */
  readonly chunking: boolean
  readonly eightBit: boolean
  readonly utf8: boolean
  readonly startTls: boolean
  readonly requireTls: boolean
  readonly enhancedCodes: boolean
  /** RFC 1870: SIZE= may be declared. */
  readonly size: boolean
  /** 0 where no limit is known. */
  readonly maxBytes: number
  /** RFC 9422; Infinity where not limited. */
  readonly maxRecipients: number
  readonly maxTransactions: number
  /** SASL mechanisms, upper case. */
  readonly auth: readonly string[]
}

interface GreetResult {
  readonly kind: 'greeted'
  readonly features: Features
  readonly tls: TlsSession | null
  readonly tlsFailure?: string
}

/** The parts of a failure that are known where it happens. */
type Trouble = Pick<NoSession, 'stage' | 'verdict' | 'nextMx' | 'again'> &
  Partial<Pick<NoSession, 'judged' | 'tlsFault'>>

type Greeting = GreetResult | ({ readonly kind: 'failed' } & Trouble)

const failed = (trouble: Trouble): Greeting => ({ kind: 'failed', ...trouble })

/** Speaks the beginning; the transcript is filled as it goes. Never throws. */
export async function greet(
  wire: Wire,
  options: GreetOptions,
  transcript: Line[],
): Promise<Greeting> {
  let tls: TlsSession | null = null
  if (options.implicitTls) {
    const session = await handshake(wire, options)
    if (!('protocol' in session)) return failed(session)
    tls = session
  }
  const banner = await wire.reply(wire.deadlines.bannerMs, transcript)
  const unwelcome = expectPositive(wire, banner, 'banner')
  if (unwelcome) return failed({ ...unwelcome, nextMx: true, again: null })

  const hello = await sayHello(wire, options, transcript)
  if (!('pipelining' in hello)) return failed(hello)
  if (tls || options.tls.level === 'never')
    return authenticate(wire, options, transcript, { features: hello, tls })

  const secured = await startTls(wire, options, transcript, hello)
  if (!('features' in secured)) return failed(secured)
  const done = await authenticate(wire, options, transcript, secured)
  if (done.kind === 'failed' || secured.tlsFailure === undefined) return done
  return { ...done, tlsFailure: secured.tlsFailure }
}

type StageFailure = {
  readonly stage: Stage
  readonly verdict: RefusedRecipient | DeferredRecipient
}

/** Null when the reply is a 2xx with nothing behind it, else what it means. */
function expectPositive(wire: Wire, reply: SmtpReply | Loss, stage: Stage): StageFailure | null {
  if (!isLoss(reply) && isPositive(reply) && !wire.leftover) return null
  return { stage, verdict: verdictOf(reply, stage) }
}

/**
 * What an answer other than the hoped-for one means for a recipient: 5xx refuses, 4xx defers, and
 * so does everything that is no answer at all (RFC 5321 §4.2.1: the first digit decides).
 */
export function verdictOf(
  reply: SmtpReply | Loss,
  stage: Stage,
): RefusedRecipient | DeferredRecipient {
  if (isLoss(reply)) return { kind: 'deferred', stage, why: reply.why, detail: reply.detail }
  if (isPermanent(reply)) return { kind: 'refused', stage, reply }
  if (isTransient(reply)) return { kind: 'deferred', stage, reply }
  return {
    kind: 'deferred',
    stage,
    why: 'malformed',
    detail: `an answer out of step: ${reply.code} ${reply.text}`.slice(0, 200),
  }
}

function say(wire: Wire, command: string, transcript: Line[], shown = command): void {
  transcript.push({ by: 'C', text: shown, atMs: wire.clock.now() })
  wire.send(`${command}\r\n`)
}

const noFeatures: Features = {
  pipelining: false,
  chunking: false,
  eightBit: false,
  utf8: false,
  startTls: false,
  requireTls: false,
  enhancedCodes: false,
  size: false,
  maxBytes: 0,
  maxRecipients: Number.POSITIVE_INFINITY,
  maxTransactions: Number.POSITIVE_INFINITY,
  auth: [],
}

/** EHLO; HELO where EHLO is refused. A server that hangs up on EHLO gets HELO on a new connection. */
async function sayHello(
  wire: Wire,
  options: GreetOptions,
  transcript: Line[],
): Promise<Features | Trouble> {
  if (!options.plainHelo) {
    say(wire, `EHLO ${options.helloName}`, transcript)
    const reply = await wire.reply(wire.deadlines.ehloMs, transcript)
    const trouble = expectPositive(wire, reply, 'ehlo')
    if (!trouble) return featuresOf(wire.lines)
    if (isLoss(reply)) {
      const hungUp = reply.why === 'closed' || reply.why === 'reset'
      return { ...trouble, nextMx: true, again: hungUp ? 'helo' : null }
    }
    if (!isPermanent(reply)) return { ...trouble, nextMx: true, again: null }
  }
  say(wire, `HELO ${options.helloName}`, transcript)
  const reply = await wire.reply(wire.deadlines.ehloMs, transcript)
  const trouble = expectPositive(wire, reply, 'ehlo')
  if (!trouble) return noFeatures
  return { ...trouble, nextMx: trouble.verdict.kind === 'deferred', again: null }
}

/** Reads EHLO's keywords; what is not understood is not offered. */
function featuresOf(lines: readonly string[]): Features {
  const offered = new Map<string, readonly string[]>()
  for (const line of lines.slice(1)) {
    // The equals sign is how some servers of the last century list AUTH.
    const [keyword = '', ...values] = line.trim().toUpperCase().split(/[ =]+/)
    offered.set(keyword, [...(offered.get(keyword) ?? []), ...values])
  }
  const limits = new Map((offered.get('LIMITS') ?? []).map((name, i, all) => [name, all[i + 1]]))
  const limit = (name: string): number => wholeNumber(limits.get(name)) || Number.POSITIVE_INFINITY
  return {
    pipelining: offered.has('PIPELINING'),
    chunking: offered.has('CHUNKING'),
    eightBit: offered.has('8BITMIME'),
    utf8: offered.has('SMTPUTF8'),
    startTls: offered.has('STARTTLS'),
    requireTls: offered.has('REQUIRETLS'),
    enhancedCodes: offered.has('ENHANCEDSTATUSCODES'),
    size: offered.has('SIZE'),
    maxBytes: wholeNumber(offered.get('SIZE')?.[0]),
    maxRecipients: limit('RCPTMAX'),
    maxTransactions: limit('MAILMAX'),
    auth: offered.get('AUTH') ?? [],
  }
}

const wholeNumber = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0

interface SecuredWire {
  readonly features: Features
  readonly tls: TlsSession | null
  readonly tlsFailure?: string
}

/** STARTTLS by the rule. Opportunistic trouble ends in plain text, here or on a new connection. */
async function startTls(
  wire: Wire,
  options: GreetOptions,
  transcript: Line[],
  features: Features,
): Promise<SecuredWire | Trouble> {
  const required = options.tls.level === 'required'
  if (!features.startTls) {
    if (!required) return { features, tls: null }
    return tlsTrouble('STARTTLS is not offered', false, { kind: 'not_offered' })
  }
  say(wire, 'STARTTLS', transcript)
  const reply = await wire.reply(wire.deadlines.startTlsMs, transcript)
  // RFC 3207 §6: whatever follows the 220 in the clear was put there by somebody else.
  const clean = !wire.leftover
  if (!isLoss(reply) && clean && !isPositive(reply)) {
    if (reply.code === 421) return { ...heard(reply), nextMx: true, again: null }
    if (isIntermediate(reply)) return tlsTrouble('an answer out of step', !required)
    if (required) return { ...heard(reply), ...deferredByTls(reply), nextMx: true, again: null }
    return { features, tls: null, tlsFailure: `${reply.code} ${reply.text}` }
  }
  if (isLoss(reply)) {
    const verdict: DeferredRecipient = {
      kind: 'deferred',
      stage: 'starttls',
      why: reply.why,
      detail: reply.detail,
    }
    const again = required ? null : 'plain'
    return { stage: 'starttls', verdict, nextMx: true, again, tlsFault: broken }
  }
  if (!clean) return tlsTrouble('bytes in the clear behind the reply to STARTTLS', !required)

  const session = await handshake(wire, options)
  if (!('protocol' in session)) return session
  // RFC 3207 §4.2: everything learnt before is forgotten.
  const again = await sayHello(wire, { ...options, plainHelo: false }, transcript)
  if ('pipelining' in again) return { features: again, tls: session }
  return { ...again, again: required || again.verdict.kind === 'refused' ? null : 'plain' }
}

const heard = (reply: SmtpReply): StageFailure => ({
  stage: 'starttls',
  verdict: verdictOf(reply, 'starttls'),
})

/** Where TLS is demanded a refusal to speak it is never the recipient's fault: always deferred. */
const deferredByTls = (reply: SmtpReply): Pick<Trouble, 'verdict' | 'tlsFault'> => ({
  verdict: { kind: 'deferred', stage: 'starttls', reply, why: 'tls' },
  tlsFault: broken,
})

const broken: TlsFault = { kind: 'broken' }

function tlsTrouble(detail: string, plainMayWork: boolean, tlsFault = broken): Trouble {
  return {
    stage: 'starttls',
    verdict: { kind: 'deferred', stage: 'starttls', why: 'tls', detail },
    nextMx: true,
    again: plainMayWork ? 'plain' : null,
    tlsFault,
  }
}

async function handshake(wire: Wire, options: GreetOptions): Promise<TlsSession | Trouble> {
  const rule = options.tls
  const required = rule.level === 'required'
  const session = await wire.startTls({
    serverName: options.host,
    // RFC 7435: without a policy any encryption is better than none.
    minVersion: required ? 'TLSv1.2' : 'TLSv1',
  })
  if ('why' in session) {
    const trouble = tlsTrouble(session.detail, !required && !options.implicitTls)
    return session.why === 'timeout'
      ? { ...trouble, verdict: { ...(trouble.verdict as DeferredRecipient), why: 'timeout' } }
      : trouble
  }
  const judged = required ? rule.judge(session) : null
  if (judged === null) return session
  return { ...tlsTrouble(judged.en, false, { kind: 'judged', session }), judged }
}

/** Logs in where asked to. Trouble here is the operator's: mail waits until it is mended. */
async function authenticate(
  wire: Wire,
  options: GreetOptions,
  transcript: Line[],
  { features, tls }: SecuredWire,
): Promise<Greeting> {
  const { auth } = options
  if (!auth) return { kind: 'greeted', features, tls }
  const refuse = (detail: string, reply?: SmtpReply): Greeting =>
    failed({
      stage: 'auth',
      verdict: {
        kind: 'deferred',
        stage: 'auth',
        why: 'auth',
        detail,
        ...(reply ? { reply } : {}),
      },
      nextMx: false,
      again: null,
    })
  if (!tls && options.tls.level !== 'never') return refuse('a password is not sent in the clear')
  const steps = loginSteps(features, auth)
  if (!steps) return refuse('neither AUTH PLAIN nor AUTH LOGIN is offered')
  let reply: SmtpReply | Loss = localReply(334, '', '')
  for (const [command, shown] of steps) {
    if (isLoss(reply) || !isIntermediate(reply)) break
    say(wire, command, transcript, shown)
    reply = await wire.reply(wire.deadlines.authMs, transcript)
  }
  if (isLoss(reply)) {
    return failed({ stage: 'auth', verdict: verdictOf(reply, 'auth'), nextMx: true, again: null })
  }
  if (!isPositive(reply)) return refuse(`${reply.code} ${reply.text}`, reply)
  return { kind: 'greeted', features, tls }
}

type Step = readonly [command: string, shown: string]

/** The commands of the mechanism offered (RFC 4616 PLAIN, else LOGIN), beside what may be shown. */
function loginSteps(features: Features, auth: { user: string; password: string }): Step[] | null {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  if (features.auth.includes('PLAIN')) {
    const secret = base64(`\0${auth.user}\0${auth.password}`)
    return [[`AUTH PLAIN ${secret}`, 'AUTH PLAIN ***']]
  }
  if (!features.auth.includes('LOGIN')) return null
  return [
    ['AUTH LOGIN', 'AUTH LOGIN'],
    [base64(auth.user), '***'],
    [base64(auth.password), '***'],
  ]
}
