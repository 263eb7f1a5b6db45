/** Changes to the steps of a sequence, each answering the steps as they are then. */
import { type Step, type StepType, waysOf, withWay } from './sequence.ts'

type Steps = readonly Step[]

/** Where a step comes in: on one way of a step, before a step for all who come there, or first. */
export type Place =
  | { readonly on: 'way'; readonly key: string; readonly member: string }
  | { readonly on: 'before'; readonly key: string }
  | { readonly on: 'start' }

/** Every way that led to one step leads to another, or to the end. */
const redirected = (steps: Steps, from: string, to: string | undefined): Step[] =>
  steps.map(step =>
    waysOf(step).reduce((one, way) => (way.to === from ? withWay(one, way.member, to) : one), step),
  )

/** The way that those go on who are sent on through a step. */
const mainWay = (step: Step): string | null =>
  step.type === 'branch' ? 'else' : (waysOf(step)[0]?.member ?? null)

export function inserted(steps: Steps, step: Step, place: Place): Step[] {
  // Whichever way somebody takes through it, they come to what followed.
  const led = (to: string | undefined): Step =>
    waysOf(step).reduce((one, way) => withWay(one, way.member, to), step)
  if (place.on === 'way') {
    const before = steps.find(one => one.key === place.key)!
    const to = waysOf(before).find(way => way.member === place.member)?.to
    return steps.flatMap(one =>
      one.key === place.key ? [withWay(one, place.member, step.key), led(to)] : one,
    )
  }
  if (place.on === 'start' || steps[0]?.key === place.key) {
    return [led(steps[0]?.key), ...redirected(steps, steps[0]?.key ?? '', step.key)]
  }
  return redirected(steps, place.key, step.key).flatMap(one =>
    one.key === place.key ? [led(place.key), one] : one,
  )
}

/** Without a step, and without those that only it led to. */
export function removed(steps: Steps, key: string): Step[] {
  const gone = steps.find(one => one.key === key)!
  const way = mainWay(gone)
  const heir = way === null ? undefined : waysOf(gone).find(one => one.member === way)?.to
  const lost = lostOf(steps)
  const rest = redirected(steps, key, heir).filter(one => one.key !== key)
  const isStart = steps[0]?.key === key
  const ordered = isStart ? [...rest].sort((a, b) => rank(a, heir) - rank(b, heir)) : rest
  const nowLost = lostOf(ordered)
  return ordered.filter(one => !nowLost.has(one.key) || lost.has(one.key))
}

const rank = (step: Step, first: string | undefined): number => (step.key === first ? 0 : 1)

/** The steps to which no way leads. */
export function lostOf(steps: Steps): ReadonlySet<string> {
  const reached = new Set<string>()
  const left = steps[0] ? [steps[0].key] : []
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    const step = steps.find(one => one.key === key)
    if (step === undefined || reached.has(key)) continue
    reached.add(key)
    for (const { to } of waysOf(step)) if (to !== undefined) left.push(to)
  }
  return new Set(steps.map(one => one.key).filter(key => !reached.has(key)))
}

const isPlain = (step: Step): boolean => waysOf(step).length === 1

/** The step before, if the two can change places. */
function neighbour(steps: Steps, key: string): Step | null {
  const step = steps.find(one => one.key === key)
  const before = steps.filter(one => waysOf(one).some(way => way.to === key))
  const [only] = before
  if (step === undefined || only === undefined || before.length > 1) return null
  return isPlain(step) && isPlain(only) ? only : null
}

export const canMoveUp = (steps: Steps, key: string): boolean => neighbour(steps, key) !== null

export function canMoveDown(steps: Steps, key: string): boolean {
  const next = steps.find(one => one.key === key)?.next
  return next !== undefined && neighbour(steps, next)?.key === key
}

/** A step and the one before it change places. */
export function movedUp(steps: Steps, key: string): Step[] {
  const before = neighbour(steps, key)
  const step = steps.find(one => one.key === key)
  if (before === null || step === undefined) return [...steps]
  const turned = redirected(steps, before.key, key)
  const [a, b] = [withWay(step, 'next', before.key), withWay(before, 'next', step.next)]
  return turned.map(one => (one.key === before.key ? a : one.key === key ? b : one))
}

export function movedDown(steps: Steps, key: string): Step[] {
  const next = steps.find(one => one.key === key)?.next
  return next === undefined ? [...steps] : movedUp(steps, next)
}

/** A step as it is now; where its key is new, whatever named it names it so. */
export function changed(steps: Steps, key: string, step: Step): Step[] {
  const all = steps.map(one => (one.key === key ? step : one))
  if (step.key === key) return all
  return redirected(all, key, step.key).map(one => renamedIn(one, key, step.key) as Step)
}

/** Conditions on the letter of a step name it, too. */
function renamedIn(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map(one => renamedIn(one, from, to))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const isNamed = name === 'of' && (inner as { step?: unknown } | null)?.step === from
    return [name, isNamed ? { step: to } : renamedIn(inner, from, to)]
  })
  return Object.fromEntries(entries)
}

const stems: Partial<Record<StepType, string>> = { wait_for_event: 'event' }

/** The steps from which one comes to a place, the nearest first. */
function upstreamOf(steps: Steps, place: Place): Step[] {
  if (place.on === 'start') return []
  const leadTo = (key: string): Step[] =>
    steps.filter(one => waysOf(one).some(way => way.to === key))
  const found = place.on === 'way' ? steps.filter(one => one.key === place.key) : leadTo(place.key)
  for (const one of found) {
    for (const before of leadTo(one.key)) if (!found.includes(before)) found.push(before)
  }
  return found
}

/** The key of the step whose email people got last before they come to a place. */
export const letterBefore = (steps: Steps, place: Place): string | null =>
  upstreamOf(steps, place).find(one => one.type === 'email')?.key ?? null

/** Where a way may be led instead: no step from which one comes to it, for that would be a loop. */
export function reunions(steps: Steps, place: Extract<Place, { on: 'way' }>): Step[] {
  const from = steps.find(one => one.key === place.key)
  const now = from && waysOf(from).find(way => way.member === place.member)?.to
  const before = new Set(upstreamOf(steps, place).map(one => one.key))
  return steps.filter(one => one.key !== now && !before.has(one.key))
}

/** A way that leads to a step which is there already. */
export const continued = (
  steps: Steps,
  { key, member }: Extract<Place, { on: 'way' }>,
  to: string | undefined,
): Step[] => steps.map(one => (one.key === key ? withWay(one, member, to) : one))

/** A step of a type as it begins, under a key that is free. */
export function freshStep(steps: Steps, type: StepType, place?: Place): Step {
  const stem = stems[type] ?? type.replace('update_', '')
  const taken = new Set(steps.map(one => one.key))
  let n = 1
  while (taken.has(`${stem}${n}`)) n += 1
  const key = `${stem}${n}`
  switch (type) {
    case 'wait':
      return { key, type, for: 'P1D' }
    case 'branch': {
      const letter = place === undefined ? null : letterBefore(steps, place)
      const all = letter === null ? [] : [{ letters: 'opened' as const, of: { step: letter } }]
      return { key, type, cases: [{ filter: { all } }] }
    }
    case 'split':
      return { key, type, ways: [{ weight: 50 }, { weight: 50 }] }
    case 'wait_for_event':
      return { key, type, event: '', within: 'P3D' }
    case 'update_contact':
      return { key, type, set: {} }
    case 'topic':
      return { key, type, topic_id: '', action: 'leave' }
    case 'segment':
      return { key, type, segment_id: '', action: 'add' }
    default:
      return { key, type }
  }
}
