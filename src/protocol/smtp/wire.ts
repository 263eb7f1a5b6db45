/**
 * One connection as a conversation sees it: commands out, whole replies in, every wait under the
 * watchdog. Whatever goes wrong becomes a `Loss`, once, and stays: after it nothing is sent and
 * every wait answers with it. Nothing here throws.
 */

import { type Connection, NetError, type TlsOptions, type TlsSession } from '#kernel/world/net.ts'
import type { Clock } from '#kernel/world/world.ts'
import { type Deadlines, Watchdog } from './deadlines.ts'
import { type BrokenReply, ReplyParser, type SmtpReply, safe } from './reply.ts'
import type { Line, Why } from './verdict.ts'

export interface Loss {
  readonly why: Why
  readonly detail: string
}

export const isLoss = (answer: SmtpReply | Loss): answer is Loss => 'why' in answer

export class Wire {
  readonly clock: Clock
  readonly deadlines: Deadlines
  private readonly connection: Connection
  private readonly watchdog: Watchdog
  private parser = new ReplyParser()
  private pump: Promise<void> | null = null
  private early: SmtpReply | Loss | null = null
  private lossSeen: Loss | null = null
  private finished = false

  constructor(connection: Connection, clock: Clock, deadlines: Deadlines) {
    this.connection = connection
    this.clock = clock
    this.deadlines = deadlines
    this.watchdog = new Watchdog(clock, deadlines.sessionMs, () => {
      this.lose({ why: 'timeout', detail: 'no whole reply within the deadline' })
    })
  }

  get loss(): Loss | null {
    return this.lossSeen
  }

  /** The lines of the last reply, for EHLO. */
  get lines(): readonly string[] {
    return this.parser.lines
  }

  /** Bytes have come that nobody asked for, or not yet. */
  get leftover(): boolean {
    return this.early !== null || this.parser.leftover
  }

  /** Hands bytes over without waiting; a failure shows as the loss of the next reply. */
  send(bytes: Buffer | string): void {
    if (this.lossSeen) return
    this.connection.write(bytes).catch((error: unknown) => this.loseBy(error))
  }

  /** The next reply, within `ms`; or why there is none. */
  async reply(ms: number, transcript: Line[]): Promise<SmtpReply | Loss> {
    const answer = this.takeNow() ?? (await this.waitFor(ms))
    if (isLoss(answer)) return answer
    transcript.push({ by: 'S', text: `${answer.code} ${answer.text}`, atMs: this.clock.now() })
    return answer
  }

  /**
   * Sends content block by block while listening: false once the server answers or is lost before
   * the last block. What it answered is then the next `reply`.
   */
  async stream(blocks: Iterable<Buffer>): Promise<boolean> {
    const startedAt = this.clock.monotonic()
    const { blockMs, floorBytesPerSecond } = this.deadlines
    let answered = false
    const answer = this.listen().then(() => {
      answered = true
    })
    let sent = 0
    for (const block of blocks) {
      if (answered || this.lossSeen) return false
      const spent = this.clock.monotonic() - startedAt
      // The floor: by now this many bytes must be through, one block's patience included.
      const allowed = blockMs + (sent * 1000) / floorBytesPerSecond - spent
      this.watchdog.set(Math.max(1, Math.min(blockMs, allowed)))
      const written = this.connection.write(block).catch((error: unknown) => this.loseBy(error))
      await Promise.race([written, answer])
      sent += block.length
    }
    return !answered && this.lossSeen === null
  }

  /** Handshakes; a loss of kind `tls` where it fails. */
  async startTls(options: Omit<TlsOptions, 'timeoutMs'>): Promise<TlsSession | Loss> {
    const timeoutMs = this.deadlines.startTlsMs
    this.parser = new ReplyParser()
    this.watchdog.set(timeoutMs)
    try {
      const session = await this.connection.startTls({ ...options, timeoutMs })
      this.watchdog.rest()
      return this.lossSeen ?? session
    } catch (error) {
      this.loseBy(error, 'tls')
      return this.lossSeen!
    }
  }

  /** Calls back once if the server ends, or speaks out of turn, before the next `send`. */
  watch(then: () => void): void {
    void this.listen().then(then)
  }

  /** Says QUIT, waits a moment for the answer and closes. */
  async quit(): Promise<void> {
    if (!this.lossSeen && !this.finished) {
      this.send('QUIT\r\n')
      if (!this.leftover) await this.reply(this.deadlines.quitMs, [])
    }
    this.finish()
  }

  /** Closes politely but at once. */
  private finish(): void {
    if (this.finished) return
    this.finished = true
    this.watchdog.stop()
    if (this.lossSeen === null) this.lossSeen = { why: 'closed', detail: 'closed by us' }
    this.connection.end()
  }

  /** Drops the connection without a word. */
  drop(why: Why = 'closed', detail = 'closed by us'): void {
    this.lose({ why, detail })
  }

  private takeNow(): SmtpReply | Loss | undefined {
    const early = this.early
    if (early) {
      this.early = null
      return early
    }
    const taken = this.parser.take()
    if (taken === undefined) return this.lossSeen ?? undefined
    if (typeof taken === 'object') return taken
    this.lose(brokenLoss(taken))
    return this.lossSeen!
  }

  private async waitFor(ms: number): Promise<SmtpReply | Loss> {
    this.watchdog.set(ms)
    for (;;) {
      this.pump ??= this.fill()
      await this.pump
      const answer = this.takeNow()
      if (answer === undefined) continue
      if (this.lossSeen === null) this.watchdog.rest()
      return answer
    }
  }

  /** Waits, under no new deadline, until a reply is there or the connection is lost. */
  private async listen(): Promise<void> {
    while (this.early === null) {
      const answer = this.takeNow()
      if (answer) {
        this.early = answer
        return
      }
      this.pump ??= this.fill()
      await this.pump
    }
  }

  private async fill(): Promise<void> {
    try {
      const bytes = await this.connection.read()
      if (bytes === null) this.lose({ why: 'closed', detail: 'closed by the server' })
      else this.parser.push(bytes)
    } catch (error) {
      this.loseBy(error)
    }
    this.pump = null
  }

  private loseBy(error: unknown, instead?: Why): void {
    const why = error instanceof NetError ? whyOf(error) : 'other'
    const detail = safe(error instanceof Error ? error.message : String(error))
    this.lose({ why: instead && why !== 'timeout' ? instead : why, detail })
  }

  private lose(loss: Loss): void {
    if (this.lossSeen) return
    this.lossSeen = loss
    this.finished = true
    this.watchdog.stop()
    this.connection.destroy()
  }
}

function brokenLoss(broken: BrokenReply): Loss {
  const detail = broken === 'malformed' ? 'not an SMTP reply' : 'a reply without end'
  return { why: broken, detail }
}

/** What a network failure is called in a verdict. */
export function whyOf(error: NetError): Why {
  return error.failure === 'refused' ? 'connection_refused' : error.failure
}
