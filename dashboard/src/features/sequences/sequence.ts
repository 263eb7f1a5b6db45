/** A sequence as its forms have it: what a step may have is what may be given for one. */
import type { Body } from '../../api/calls.ts'
import type { Sequence } from '../../api/shapes.ts'

type SequenceBody = Body<'project.sequences.create'>
export type Step = NonNullable<SequenceBody['steps']>[number]
export type StepType = Step['type']
export type Trigger = NonNullable<SequenceBody['triggers']>[number]
export type Exit = NonNullable<SequenceBody['exits']>[number]
type Reentry = NonNullable<SequenceBody['reentry']>

interface Definition {
  readonly triggers: readonly Trigger[]
  readonly entry_filter: unknown
  readonly reentry: Reentry
  readonly exits: readonly Exit[]
  readonly quiet: { readonly from: string; readonly until: string } | null
  readonly steps: readonly Step[]
}

export const definitionOf = (sequence: Sequence): Definition => sequence

export const stepTypes = [
  'email',
  'wait',
  'branch',
  'wait_for_event',
  'split',
  'exit',
  'update_contact',
  'topic',
  'segment',
  'sequence',
  'webhook',
] as const satisfies readonly StepType[]

/** A way that leads out of a step, by the member that names where it goes. */
interface Way {
  readonly member: string
  /** Absent: the end. */
  readonly to: string | undefined
}

export function waysOf(step: Step): readonly Way[] {
  switch (step.type) {
    case 'branch':
      return [
        ...(step.cases ?? []).map(({ next }, n) => ({ member: `cases[${n}].next`, to: next })),
        { member: 'else', to: step.else },
      ]
    case 'split':
      return (step.ways ?? []).map(({ next }, n) => ({ member: `ways[${n}].next`, to: next }))
    case 'wait_for_event':
      return [
        { member: 'next', to: step.next },
        { member: 'timeout', to: step.timeout },
      ]
    case 'exit':
      return []
    default:
      return [{ member: 'next', to: step.next }]
  }
}

/** Whether its ways have words. */
export const isFork = ({ type }: Step): boolean =>
  type === 'branch' || type === 'split' || type === 'wait_for_event'

const without = <T extends object, K extends keyof T>(one: T, name: K): Omit<T, K> => {
  const { [name]: _gone, ...rest } = one
  return rest
}

/** The step with a way that leads elsewhere. */
export function withWay(step: Step, member: string, to: string | undefined): Step {
  const [, list, at] = /^(cases|ways)\[(\d+)\]/.exec(member) ?? []
  if (list === 'cases' || list === 'ways') {
    const turned = (step[list] ?? []).map((one, n) =>
      n !== Number(at) ? one : to === undefined ? without(one, 'next') : { ...one, next: to },
    )
    return { ...step, [list]: turned } as Step
  }
  const name = member as 'next' | 'else' | 'timeout'
  return to === undefined ? (without(step, name) as Step) : { ...step, [name]: to }
}
