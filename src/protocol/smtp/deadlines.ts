/**
 * How long a server may take (RFC 5321 §4.5.3.2). The deadlines are for whole replies, not for
 * reads: a server that sends one byte a second is as silent as one that sends none. One cap bounds
 * the whole session. MALOTE_SMTP_DEADLINE_DIVISOR divides them all, for tests of hostile servers.
 */
import { minuteMs } from '#kernel/base/durations.ts'
import type { Clock, Timer } from '#kernel/world/world.ts'

const full = {
  /** TCP; the RFC names none. Another address is usually there to be tried. */
  connectMs: 30_000,
  /** §4.5.3.2.1 */
  bannerMs: 5 * minuteMs,
  ehloMs: 5 * minuteMs,
  /** The reply, and then the handshake. */
  startTlsMs: 2 * minuteMs,
  authMs: 2 * minuteMs,
  /** §4.5.3.2.2 */
  mailMs: 5 * minuteMs,
  /** §4.5.3.2.3 */
  rcptMs: 5 * minuteMs,
  /** §4.5.3.2.4 */
  dataMs: 2 * minuteMs,
  /** §4.5.3.2.5: to take one block of the content; the floor below holds over the whole. */
  blockMs: 3 * minuteMs,
  /** §4.5.3.2.6 */
  dotMs: 10 * minuteMs,
  rsetMs: minuteMs,
  /** Nothing hangs on QUIT's reply: the email has been answered for. */
  quitMs: 5_000,
  /** A session takes no new transaction after this long. */
  reuseMs: 5 * minuteMs,
  /** And ends after this long, whatever it is doing. */
  sessionMs: 30 * minuteMs,
}

export interface Deadlines extends Readonly<typeof full> {
  /** Slower than this over a whole content is stalling. */
  readonly floorBytesPerSecond: number
}

/** The deadlines divided by MALOTE_SMTP_DEADLINE_DIVISOR. */
export function deadlines(divisor: number): Deadlines {
  const by = Math.max(1, divisor)
  const divided = Object.entries(full).map(([name, ms]) => [name, Math.max(1, ms / by)])
  return {
    ...(Object.fromEntries(divided) as typeof full),
    // The kernel's part: a busy machine needs it, and no hostile server can stretch it.
    connectMs: Math.max(full.connectMs / by, Math.min(full.connectMs, 2_000)),
    floorBytesPerSecond: 500 * by,
  }
}

const hurriedMs = { connectMs: 5_000, bannerMs: 8_000, ehloMs: 15_000 } as const

/** For an opening whose place others wait for: RFC 5321's patience is for when nobody does. */
export function hurried(usual: Deadlines): Deadlines {
  return {
    ...usual,
    connectMs: Math.min(usual.connectMs, hurriedMs.connectMs),
    bannerMs: Math.min(usual.bannerMs, hurriedMs.bannerMs),
    ehloMs: Math.min(usual.ehloMs, hurriedMs.ehloMs),
  }
}

/**
 * One deadline that moves. Moving it later costs no timer: the armed one looks again when it goes
 * off. A conversation moves it with every reply, thousands of times a second.
 */
export class Watchdog {
  private readonly clock: Clock
  private readonly expire: () => void
  private readonly capAt: number
  private dueAt = Number.POSITIVE_INFINITY
  private armedAt = Number.POSITIVE_INFINITY
  private timer: Timer | null = null

  /** `expire` is called once the deadline passes, and never later than `capMs` from now. */
  constructor(clock: Clock, capMs: number, expire: () => void) {
    this.clock = clock
    this.expire = expire
    this.capAt = clock.monotonic() + capMs
    this.rest()
  }

  /** Moves the deadline to `ms` from now. */
  set(ms: number): void {
    this.aim(Math.min(this.clock.monotonic() + ms, this.capAt))
  }

  /** No deadline but the session's own. */
  rest(): void {
    this.aim(this.capAt)
  }

  stop(): void {
    this.timer?.cancel()
    this.timer = null
    this.dueAt = Number.POSITIVE_INFINITY
    this.armedAt = Number.POSITIVE_INFINITY
  }

  private aim(at: number): void {
    this.dueAt = at
    if (at >= this.armedAt) return
    this.timer?.cancel()
    this.arm()
  }

  private arm(): void {
    this.armedAt = this.dueAt
    const ms = Math.max(0, Math.ceil(this.dueAt - this.clock.monotonic()))
    this.timer = this.clock.timer(ms, () => {
      this.timer = null
      this.armedAt = Number.POSITIVE_INFINITY
      if (this.dueAt === Number.POSITIVE_INFINITY) return
      if (this.clock.monotonic() < this.dueAt) this.arm()
      else this.expire()
    })
  }
}
