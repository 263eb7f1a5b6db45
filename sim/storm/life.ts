/**
 * One life of the program on one node: from its start until it is stopped or killed. Everything
 * that comes from outside reaches the program through its life. After a death nothing resolves any
 * more, as if the process were gone; while frozen (a stopped process, a machine that swaps)
 * everything arrives late. What the program does in vain after its death has no effect, because
 * every door to the outside asks first.
 */
import type { Time } from '../world/clock.ts'

export interface Life {
  readonly id: number
  readonly name: string
  readonly bornAt: number
  readonly isAlive: boolean
  readonly isFrozen: boolean
  /** When and where it was killed; null while it lives or after an orderly end. */
  readonly death: Death | null
  readonly freezes: readonly Freeze[]
  /** Its clock differs from the true time by this much. */
  readonly skewMs: number
  /** Does something outside and hands its outcome to the program. */
  through<T>(point: string, outside: () => Promise<T>): Promise<T>
  /** Hands over what comes by itself (a timer, a connection's end): never to the dead. */
  hand(then: () => void): void
  /** Passes a place where the program may be killed; true if it was. */
  pass(point: string): boolean
  /** Arms a death: at the `steps`-th passing of a point that matches. */
  killPlan(killPlan: KillPlan): void
  die(point: string): void
  freeze(ms: number): void
  /** Called when it dies or ends. */
  onEnd(then: () => void): void
  /** An orderly end: the process exits after its drain. */
  end(): void
}

interface Death {
  readonly at: number
  readonly point: string
}

interface Freeze {
  readonly from: number
  readonly to: number
}

export interface KillPlan {
  readonly match: RegExp
  readonly steps: number
}

interface LifeOptions {
  readonly id: number
  readonly name: string
  readonly skewMs: number
  readonly time: Time
  readonly trace: (text: string) => void
}

const never = <T>(): Promise<T> => new Promise<T>(() => {})

export function createLife(options: LifeOptions): Life {
  return new OneLife(options)
}

class OneLife implements Life {
  readonly id: number
  readonly name: string
  readonly skewMs: number
  readonly bornAt: number
  readonly freezes: Freeze[] = []
  isAlive = true
  death: Death | null = null
  readonly #time: Time
  readonly #trace: (text: string) => void
  readonly #endings: (() => void)[] = []
  #armed: { match: RegExp; steps: number } | null = null
  #frozenUntil = 0
  #held: (() => void)[] = []

  constructor({ id, name, skewMs, time, trace }: LifeOptions) {
    this.id = id
    this.name = name
    this.skewMs = skewMs
    this.bornAt = time.now()
    this.#time = time
    this.#trace = trace
  }

  get isFrozen(): boolean {
    return this.#time.now() < this.#frozenUntil
  }

  async through<T>(point: string, outside: () => Promise<T>): Promise<T> {
    if (!this.isAlive || this.pass(`before ${point}`)) return never()
    let outcome: { value: T } | { error: unknown }
    try {
      outcome = { value: await outside() }
    } catch (error) {
      outcome = { error }
    }
    await new Promise<void>(resolve => this.hand(resolve))
    if (this.pass(`after ${point}`)) return never()
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  hand(then: () => void): void {
    if (!this.isAlive) return
    if (this.isFrozen) this.#held.push(then)
    else then()
  }

  pass(point: string): boolean {
    if (!this.isAlive) return true
    if (!this.#armed?.match.test(point) || --this.#armed.steps > 0) return false
    this.die(point)
    return true
  }

  killPlan(armed: KillPlan): void {
    this.#armed = { ...armed }
  }

  die(point: string): void {
    if (!this.isAlive) return
    this.death = { at: this.#time.now(), point }
    this.#trace(`${this.name} is killed ${point}`)
    this.#stop()
  }

  freeze(ms: number): void {
    if (!this.isAlive || this.isFrozen) return
    const from = this.#time.now()
    this.#frozenUntil = from + ms
    this.freezes.push({ from, to: this.#frozenUntil })
    this.#trace(`${this.name} stands still for ${Math.round(ms / 1000)} s`)
    this.#time.after(ms, () => {
      const waiting = this.#held
      this.#held = []
      for (const then of waiting) if (this.isAlive) then()
    })
  }

  onEnd(then: () => void): void {
    if (this.isAlive) this.#endings.push(then)
    else then()
  }

  end(): void {
    if (!this.isAlive) return
    this.#trace(`${this.name} ends`)
    this.#stop()
  }

  #stop(): void {
    this.isAlive = false
    this.#held = []
    for (const then of this.#endings.splice(0)) then()
  }
}
