/**
 * The steps of a sequence as a list from top to bottom: what lies on one way stands below each
 * other, the ways of a branch are indented, and where ways meet again the list goes on at the old
 * indent. Each way ends with a line that says where it leads.
 */
import type { Place } from './edits.ts'
import { type Step, waysOf } from './sequence.ts'

export type Line =
  | { readonly kind: 'step'; readonly step: Step; readonly n: number; readonly depth: number }
  /** A way of a step above begins here. */
  | { readonly kind: 'way'; readonly step: Step; readonly member: string; readonly depth: number }
  /** Where a way leads that does not simply go on below; undefined: to the end. */
  | {
      readonly kind: 'goal'
      readonly to: string | undefined
      readonly place: Place
      readonly depth: number
    }
  /** What follows is reached by nothing. */
  | { readonly kind: 'lost' }

export function outlineOf(steps: readonly Step[]): Line[] {
  const [first] = steps
  if (first === undefined) return []
  const walker = new Walker(steps)
  walker.walk(first.key, { on: 'start' }, { depth: 0, stops: new Set() })
  for (const { key } of steps) {
    if (walker.placed.has(key)) continue
    walker.lines.push({ kind: 'lost' })
    walker.walk(key, { on: 'start' }, { depth: 0, stops: new Set() })
  }
  return walker.lines
}

interface Within {
  readonly depth: number
  /** Steps that stand further down, where ways meet. */
  readonly stops: ReadonlySet<string>
}

class Walker {
  readonly lines: Line[] = []
  readonly placed = new Set<string>()
  readonly #steps: ReadonlyMap<string, { readonly step: Step; readonly n: number }>
  readonly #reached = new Map<string, ReadonlySet<string>>()

  constructor(steps: readonly Step[]) {
    this.#steps = new Map(steps.map((step, n) => [step.key, { step, n }]))
  }

  walk(start: string | undefined, from: Place, { depth, stops }: Within): void {
    let [key, place] = [start, from]
    for (;;) {
      const found = key === undefined ? undefined : this.#steps.get(key)
      if (found === undefined || stops.has(key!) || this.placed.has(key!)) {
        this.lines.push({ kind: 'goal', to: key, place, depth })
        return
      }
      const { step } = found
      this.placed.add(step.key)
      this.lines.push({ kind: 'step', ...found, depth })
      const ways = waysOf(step)
      if (ways.length === 0) return
      if (ways.length === 1) {
        place = { on: 'way', key: step.key, member: ways[0]!.member }
        key = ways[0]!.to
        continue
      }
      const join = this.#joinOf(ways.map(way => way.to))
      const inner = { depth: depth + 1, stops: new Set([...stops, ...(join ? [join] : [])]) }
      for (const { member, to } of ways) {
        this.lines.push({ kind: 'way', step, member, depth: depth + 1 })
        this.walk(to, { on: 'way', key: step.key, member }, inner)
      }
      if (join === undefined || stops.has(join) || this.placed.has(join)) return
      key = join
    }
  }

  /** The first step at which two of the ways meet. */
  #joinOf(starts: readonly (string | undefined)[]): string | undefined {
    const all = starts.flatMap(key => (key === undefined ? [] : [this.#reachOf(key)]))
    const shared = [...new Set(all.flatMap(one => [...one]))].filter(
      key => all.filter(one => one.has(key)).length > 1,
    )
    const sizeOf = (key: string): number => this.#reachOf(key).size
    return shared.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  }

  /** A step and all that lies behind it. */
  #reachOf(start: string): ReadonlySet<string> {
    const known = this.#reached.get(start)
    if (known) return known
    const reached = new Set<string>()
    const left = [start]
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const found = this.#steps.get(key)
      if (found === undefined || reached.has(key)) continue
      reached.add(key)
      for (const { to } of waysOf(found.step)) if (to !== undefined) left.push(to)
    }
    this.#reached.set(start, reached)
    return reached
  }
}
