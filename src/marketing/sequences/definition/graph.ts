/** Whether the steps make a path: judged when a sequence is published. */

import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type SequenceDefinition, waysOf } from './definition.ts'
import type { Step } from './step.ts'

const wrong = (param: string, en: string, pt: string): Refusal => {
  const why: Text = { en, pt }
  return new Refusal('invalid_field', { param, why })
}

/**
 * Throws Refusal: two of one key, a next that is not there, a loop, a step that nobody reaches, a
 * condition on the letters of a step that sends none.
 */
export function checkGraph({ steps, exits }: Pick<SequenceDefinition, 'steps' | 'exits'>): void {
  if (steps.length === 0) throw new Refusal('missing_field', { param: 'steps' })
  const places = new Map<string, number>()
  for (const [n, { key }] of steps.entries()) {
    if (places.has(key)) {
      throw wrong(`steps[${n}].key`, `There are two steps ${key}.`, `Há duas etapas ${key}.`)
    }
    places.set(key, n)
  }
  for (const [n, step] of steps.entries()) {
    for (const { member, to } of waysOf(step)) {
      if (to === undefined || places.has(to)) continue
      throw wrong(`steps[${n}].${member}`, `There is no step ${to}.`, `Não existe a etapa ${to}.`)
    }
  }
  const reached = new Set<number>()
  walk(steps, places, { n: 0, reached, path: new Set() })
  const lost = steps.findIndex((_, n) => !reached.has(n))
  if (lost >= 0) {
    throw wrong(
      `steps[${lost}].key`,
      'No path leads to this step.',
      'Nenhum caminho leva a esta etapa.',
    )
  }
  for (const [n, exit] of exits.entries()) {
    if ('filter' in exit) checkSenders(exit.filter, `exits[${n}].filter`, steps)
  }
  for (const [n, step] of steps.entries()) {
    if (step.type !== 'branch') continue
    for (const [m, { filter }] of step.cases.entries()) {
      checkSenders(filter, `steps[${n}].cases[${m}].filter`, steps)
    }
  }
}

/** Somebody who renames a step would otherwise have a condition that never holds. */
function checkSenders(filter: unknown, path: string, steps: readonly Step[]): void {
  if (typeof filter !== 'object' || filter === null) return
  const { all, any, not, of } = filter as Readonly<Record<string, unknown>>
  const groups = { all, any }
  for (const [name, nodes] of Object.entries(groups)) {
    if (!Array.isArray(nodes)) continue
    for (const [n, node] of nodes.entries()) checkSenders(node, `${path}.${name}[${n}]`, steps)
  }
  checkSenders(not, `${path}.not`, steps)
  const key = (of as { readonly step?: unknown } | null | undefined)?.step
  if (key == null || steps.some(one => one.type === 'email' && one.key === key)) return
  throw wrong(
    `${path}.of.step`,
    `No step ${key} of this sequence sends an email.`,
    `Nenhuma etapa ${key} desta sequência envia um email.`,
  )
}

/** What somebody at a step may come to in one turn: a span that has still to begin ends it. */
export function stepsAhead(
  { steps }: Pick<SequenceDefinition, 'steps'>,
  at: { readonly step: string; readonly waits: boolean },
): ReadonlySet<Step> {
  const byKey = new Map(steps.map(one => [one.key, one]))
  const ahead = new Set<Step>()
  const open = [byKey.get(at.step)]
  for (const step of open) {
    if (step === undefined || ahead.has(step)) continue
    ahead.add(step)
    const isBegun = at.waits && step.key === at.step
    if (isBegun || !isSpan(step)) open.push(...waysOf(step).map(({ to }) => byKey.get(to ?? '')))
  }
  return ahead
}

const isSpan = (step: Step): boolean =>
  step.type === 'wait' &&
  step.until?.property === undefined &&
  (durationMs(step.for ?? '') ?? 0) > 0

/** By the place of its step: what people are led into before anything lets them wait. */
export function entersAtOnce({
  steps,
}: Pick<SequenceDefinition, 'steps'>): { readonly n: number; readonly into: string }[] {
  const places = new Map(steps.map(({ key }, n) => [key, n]))
  const reached = new Set<number>(steps.length > 0 ? [0] : [])
  for (const n of reached) {
    if (waits(steps[n]!)) continue
    for (const { to } of waysOf(steps[n]!)) {
      const next = places.get(to ?? '')
      if (next !== undefined) reached.add(next)
    }
  }
  return [...reached]
    .sort((a, b) => a - b)
    .flatMap(n => {
      const step = steps[n]!
      return step.type === 'sequence' ? [{ n, into: step.sequence_id }] : []
    })
}

/**
 * Whether somebody who has just come in waits there. A date of theirs may be over and today one of the
 * days; what is waited for has not happened since they came.
 */
function waits(step: Step): boolean {
  const isLong = (text: string | undefined): boolean => (durationMs(text ?? '') ?? 0) > 0
  if (step.type === 'wait_for_event') return isLong(step.within)
  if (step.type !== 'wait' || step.until?.property !== undefined) return false
  return isLong(step.for) || step.until?.time !== undefined
}

interface Walking {
  readonly n: number
  readonly reached: Set<number>
  /** Steps before this one on the way. */
  readonly path: ReadonlySet<number>
}

function walk(
  steps: readonly Step[],
  places: ReadonlyMap<string, number>,
  { n, reached, path }: Walking,
): void {
  if (reached.has(n)) return
  const before = new Set([...path, n])
  for (const { member, to } of waysOf(steps[n]!)) {
    if (to === undefined) continue
    const next = places.get(to)!
    if (before.has(next)) {
      throw wrong(
        `steps[${n}].${member}`,
        'The steps make a loop; a second sequence can begin anew.',
        'As etapas formam um laço; uma segunda sequência pode recomeçar.',
      )
    }
    walk(steps, places, { n: next, reached, path: before })
  }
  reached.add(n)
}
