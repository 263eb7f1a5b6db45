/**
 * A simulated mail server: speaks real SMTP bytes (RFC 5321, 1870, 2920, 3030, 3207, 6152, 6531) and
 * misbehaves as the weather, its own character and the recipient's mailbox tell it. What it stores
 * is the ground truth that the auditor compares the program's timelines with.
 */
import type { TlsSession } from '#kernel/world/net.ts'
import {
  type Fault,
  garbage,
  greeting,
  judge,
  losesReply,
  planFault,
  type Stage,
} from '../storm/faults.ts'
import type { Life } from '../storm/life.ts'
import type { Time } from './clock.ts'
import type { Copy, MailStore, RecipientTry } from './mail-store.ts'
import type { Chance } from './random.ts'
import { type HostState, hostStateOf, type MxHost, type Site } from './sites.ts'
import type { Peer, ServerEnd } from './wire.ts'

interface MxOptions {
  readonly site: Site
  readonly host: MxHost
  readonly life: Life
  readonly time: Time
  readonly chance: Chance
  readonly room: MailStore
}

/** Serves one connection. */
export function serveMx(options: MxOptions, end: ServerEnd): Peer {
  const session = new MxSession(options, end)
  session.open()
  return session
}

class MxSession implements Peer {
  private readonly options: MxOptions
  private readonly end: ServerEnd
  private readonly mood: HostState
  private fault: Fault | null
  private envelope: { readonly from: string; readonly recipients: string[] } | null = null
  private tls: Copy['tls'] = 'none'
  private input = ''
  private inData = false
  private chunk: { readonly octets: number; readonly isLast: boolean } | null = null
  private chunks = ''
  private messages = 0
  private gone = false
  /** When the last reply has left: replies never overtake each other. */
  private readyAt = 0
  private attempts: RecipientTry[] = []

  constructor(options: MxOptions, end: ServerEnd) {
    this.options = options
    this.end = end
    this.mood = hostStateOf(options.host, options.time.now())
    this.fault = planFault(this.mood, options.host, options.chance)
  }

  open(): void {
    if (this.mood === 'silent') this.gone = true
    else if (this.mood === 'busy') this.bye('421 4.3.2 Too busy, come back later')
    else this.say('banner', `220 ${this.options.host.name} ESMTP`)
  }

  data(bytes: Buffer): void {
    this.input += bytes.toString('latin1')
    while (!this.gone && this.consume());
  }

  closed(): void {
    this.gone = true
    this.finishAttempts()
  }

  startTls(): TlsSession | string {
    const { tls } = this.options.host
    this.input = ''
    if (tls === 'broken') return 'handshake failure (alert 40)'
    const verified = tls === 'verified'
    this.tls = verified ? 'verified' : 'unverified'
    const session = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', verified, chain: [] }
    return verified ? session : { ...session, reason: 'self-signed certificate' }
  }

  /** Takes one command or one message from the input; false where there is none yet. */
  private consume(): boolean {
    if (this.chunk) {
      const { octets, isLast } = this.chunk
      if (this.input.length < octets) return false
      const bytes = this.input.slice(0, octets)
      this.input = this.input.slice(octets)
      this.chunk = null
      this.chunkCame(bytes, isLast)
      return true
    }
    if (!this.inData) {
      const at = this.input.indexOf('\r\n')
      if (at === -1) return false
      const line = this.input.slice(0, at)
      this.input = this.input.slice(at + 2)
      this.command(line)
      return true
    }
    // The dot may be the very first line of an empty message.
    const at = this.input.startsWith('.\r\n') ? -2 : this.input.indexOf('\r\n.\r\n')
    if (at === -1) return false
    const content = this.input.slice(0, at + 2)
    this.input = this.input.slice(at + 5)
    this.inData = false
    this.dot(content.replace(/^\.\./, '.').replaceAll('\r\n..', '\r\n.'))
    return true
  }

  private command(line: string): void {
    const { host } = this.options
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        if (host.ancient) this.say('ehlo', '502 5.5.1 Command not implemented')
        else this.say('ehlo', greeting(host, this.tls !== 'none').slice(0, -2))
        break
      case 'HELO':
        this.say('ehlo', `250 ${host.name}`)
        break
      case 'STAR':
        this.say('starttls', '220 2.0.0 Ready to start TLS')
        break
      case 'MAIL':
        this.mail(line)
        break
      case 'RCPT':
        this.rcpt(/<([^>]*)>/.exec(line)?.[1] ?? '')
        break
      case 'DATA':
        this.startData()
        break
      case 'BDAT':
        this.startChunk(line)
        break
      case 'RSET':
        this.envelope = null
        this.chunks = ''
        this.finishAttempts()
        this.say('other', '250 2.0.0 Ok')
        break
      case 'QUIT':
        this.bye('221 2.0.0 Bye')
        break
      default:
        this.say('other', '500 5.5.2 Unknown command')
    }
  }

  private mail(line: string): void {
    const { host } = this.options
    this.finishAttempts()
    this.envelope = null
    const size = Number(/ SIZE=(\d+)/i.exec(line)?.[1] ?? 0)
    if (this.messages >= host.maxMessages) this.bye('421 4.7.0 Too many messages here')
    else if (size > host.sizeLimit) this.say('mail', '552 5.3.4 Message too big')
    else {
      if (!this.willRefuse('mail')) {
        this.envelope = { from: /<([^>]*)>/.exec(line)?.[1] ?? '', recipients: [] }
      }
      this.say('mail', '250 2.1.0 Ok')
    }
  }

  private rcpt(recipient: string): void {
    const { envelope } = this
    if (!envelope) {
      this.say('rcpt', '503 5.5.1 Need MAIL first')
      return
    }
    const { life, time, room } = this.options
    const attempt = { recipient, envelope: envelope.from, from: time.now(), to: null, life }
    this.attempts.push(attempt)
    room.tried.push(attempt)
    const refusal = judge(this.options, envelope.recipients.length, recipient)
    if (refusal === null && !this.willRefuse('rcpt')) envelope.recipients.push(recipient)
    this.say('rcpt', refusal ?? '250 2.1.5 Ok')
  }

  private startData(): void {
    if (!this.envelope || this.envelope.recipients.length === 0) {
      this.say('data', '554 5.5.1 No valid recipients')
      return
    }
    this.inData = !this.willRefuse('data')
    this.say('data', '354 End data with <CR><LF>.<CR><LF>')
  }

  private startChunk(line: string): void {
    const [, octets, last] = /^BDAT (\d+)( LAST)?$/.exec(line) ?? []
    if (this.options.host.chunking !== 'known') this.say('other', '502 5.5.2 Unknown command')
    else if (octets === undefined) this.say('other', '501 5.5.4 Syntax')
    else this.chunk = { octets: Number(octets), isLast: last !== undefined }
  }

  /** A chunk is read before it is refused (RFC 3030 §2). */
  private chunkCame(bytes: string, isLast: boolean): void {
    if (!this.envelope || this.envelope.recipients.length === 0) {
      this.say('data', '554 5.5.1 No valid recipients')
    } else if (isLast) {
      const message = this.chunks + bytes
      this.chunks = ''
      this.dot(message)
    } else {
      if (!this.willRefuse('data')) this.chunks += bytes
      this.say('data', `250 2.0.0 ${bytes.length} octets`)
    }
  }

  /** The content's end has come: store, then answer, unless the plan says otherwise. */
  private dot(message: string): void {
    const { site, host, life, time, room } = this.options
    const { from, recipients } = this.envelope!
    this.envelope = null
    this.messages++
    if (message.length > host.sizeLimit) {
      this.say('dot', '552 5.3.4 Message too big')
      return
    }
    const fault = this.fault?.stage === 'dot' ? this.fault : null
    const isStored = !fault || fault.kind === 'late' || (fault.stored && losesReply(fault))
    const copy: Copy = {
      at: time.now(),
      domain: site.domain,
      host: host.name,
      life,
      mailFrom: from,
      recipients,
      message,
      tls: this.tls,
      answered: false,
    }
    if (isStored) room.copies.push(copy)
    this.say('dot', '250 2.0.0 Queued', () => {
      copy.answered = true
      this.finishAttempts()
    })
  }

  /** Whether the planned fault refuses this stage, so that it must have no effect. */
  private willRefuse(stage: Stage): boolean {
    return this.fault?.stage === stage && this.fault.kind !== 'late'
  }

  private say(stage: Stage, text: string, read?: () => void): void {
    if (this.gone) return
    const { chance } = this.options
    const fault = this.fault
    if (fault?.stage === stage) {
      this.fault = null
      this.misbehave(fault, () => this.end.send(`${text}\r\n`, read))
      return
    }
    const delay = this.mood === 'slow' ? chance.between(5, 60) * 1000 : 0
    this.inOrder(delay, () => this.end.send(`${text}\r\n`, read))
  }

  /** Carries the planned fault out, once. */
  private misbehave({ stage, kind }: Fault, answer: () => void): void {
    const { chance } = this.options
    switch (kind) {
      case 'close':
        this.hangUp()
        break
      case 'reset':
        this.gone = true
        this.finishAttempts()
        this.inOrder(0, () => this.end.reset())
        break
      case 'silence':
        this.gone = true
        break
      case 'garbage':
        this.inOrder(0, () => this.end.send(garbage(chance)))
        this.hangUp()
        break
      case '4xx':
        // After a refused STARTTLS the conversation goes on in the clear.
        if (stage === 'banner') this.bye('451 4.3.0 Temporary local problem')
        else if (stage === 'starttls') this.say('other', '454 4.7.0 TLS not available')
        else this.say('other', '451 4.3.0 Temporary local problem')
        break
      case '421':
        this.bye('421 4.3.2 Service shutting down')
        break
      case 'late':
        this.inOrder(chance.between(1, 100) * 1000, answer)
    }
  }

  private bye(text: string): void {
    this.inOrder(0, () => this.end.send(`${text}\r\n`))
    this.hangUp()
  }

  private hangUp(): void {
    this.gone = true
    this.finishAttempts()
    this.inOrder(0, () => this.end.end())
  }

  private inOrder(delayMs: number, act: () => void): void {
    const { time } = this.options
    this.readyAt = Math.max(this.readyAt, time.now() + delayMs)
    if (this.readyAt <= time.now()) act()
    else time.after(this.readyAt - time.now(), act)
  }

  private finishAttempts(): void {
    for (const attempt of this.attempts) attempt.to = this.options.time.now()
    this.attempts = []
  }
}
