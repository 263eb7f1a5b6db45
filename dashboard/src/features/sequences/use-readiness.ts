/** Whether a draft can be published, and what is in its way: looked at whenever it changes. */
import { useLook } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import { lostOf } from './edits.ts'
import { type Fault, faultOf } from './fault.ts'
import { useDistinctNames } from './sentences.ts'
import { definitionOf } from './sequence.ts'
import { stateOf } from './sequence-state.tsx'
import { actions, readiness } from './texts.ts'

export interface Readiness {
  readonly fault: Fault | null
  /** What is in the way, as one sentence; null: nothing, or it is not known yet. */
  readonly why: string | null
  readonly version: number | undefined
  readonly isReady: boolean
}

export function useReadiness(sequence: Sequence): Readiness {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const nameOf = useDistinctNames(steps)
  const isOpen = stateOf(sequence).isInUse
  const own = isOpen ? ownFault(sequence, say) : null
  const isAsked = isOpen && own === null
  // The server is asked only once what can be seen from here is there.
  const ask = { id: sequence.id, body: { dry_run: true, inside: 'finish' as const } }
  const query = useLook('project.sequences.publish', isAsked ? ask : undefined)
  // Whoever may not publish is not told what is missing for it.
  const isForbidden = query.error?.code === 'insufficient_scope'
  const error = isAsked && !isForbidden ? query.error : null
  const fault = own ?? faultOf(error)
  const place =
    fault?.list === 'steps' && steps[fault.n]
      ? ` (${say(actions.atStep, { step: nameOf(steps[fault.n]!.key) })})`
      : ''
  const message = fault?.message ?? error?.message ?? null
  return {
    fault,
    why: message === null ? null : `${message}${place}`,
    version: query.data?.version,
    isReady: isAsked && query.data !== undefined && query.error === null,
  }
}

/** What is missing as far as it can be seen here; the rest is the server's to say. */
function ownFault(sequence: Sequence, say: ReturnType<typeof useSay>): Fault | null {
  const { steps } = definitionOf(sequence)
  if (steps.length === 0) return { list: 'steps', n: -1, member: '', message: say(actions.noSteps) }
  const [lost] = lostOf(steps)
  if (lost !== undefined) {
    const n = steps.findIndex(one => one.key === lost)
    return { list: 'steps', n, member: '', message: say(readiness.lost) }
  }
  const isUnsent = steps.some(one => one.type === 'email' && !one.from) && sequence.from === null
  return isUnsent ? { list: 'from', n: -1, member: '', message: say(actions.noFrom) } : null
}
