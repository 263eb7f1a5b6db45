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

export function createLife({ id, name, skewMs, time, trace }: LifeOptions): Life {
  const endings: (() => void)[] = []
  const freezes: Freeze[] = []
  let alive = true
  let death: Death | null = null
  let killPlan: { match: RegExp; steps: number } | null = null
  let frozenUntil = 0
  let held: (() => void)[] = []

  const stop = (): void => {
    alive = false
    held = []
    for (const then of endings.splice(0)) then()
  }

  const life: Life = {
    id,
    name,
    skewMs,
    bornAt: time.now(),
    freezes,
    get isAlive() {
      return alive
    },
    get isFrozen() {
      return time.now() < frozenUntil
    },
    get death() {
      return death
    },
    async through<T>(point: string, outside: () => Promise<T>): Promise<T> {
      if (!alive || life.pass(`before ${point}`)) return never()
      let outcome: { value: T } | { error: unknown }
      try {
        outcome = { value: await outside() }
      } catch (error) {
        outcome = { error }
      }
      await new Promise<void>(resolve => life.hand(resolve))
      if (life.pass(`after ${point}`)) return never()
      if ('error' in outcome) throw outcome.error
      return outcome.value
    },
    hand(then) {
      if (!alive) return
      if (time.now() < frozenUntil) held.push(then)
      else then()
    },
    pass(point) {
      if (!alive) return true
      if (!killPlan?.match.test(point) || --killPlan.steps > 0) return false
      life.die(point)
      return true
    },
    killPlan(armed) {
      killPlan = { ...armed }
    },
    die(point) {
      if (!alive) return
      death = { at: time.now(), point }
      trace(`${name} is killed ${point}`)
      stop()
    },
    freeze(ms) {
      if (!alive || time.now() < frozenUntil) return
      frozenUntil = time.now() + ms
      freezes.push({ from: time.now(), to: frozenUntil })
      trace(`${name} stands still for ${Math.round(ms / 1000)} s`)
      time.after(ms, () => {
        const waiting = held
        held = []
        for (const then of waiting) if (alive) then()
      })
    },
    onEnd(then) {
      if (alive) endings.push(then)
      else then()
    },
    end() {
      if (!alive) return
      trace(`${name} ends`)
      stop()
    },
  }
  return life
}
