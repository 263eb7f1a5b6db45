/** What the fields of a step are given, whatever its type. */
import type { At } from './fault.ts'
import type { Step } from './sequence.ts'

export interface FieldsProps {
  readonly step: Step
  /** Changes members; undefined takes one away. */
  readonly put: (members: Partial<Step>) => void
  readonly at: At
  /** All steps of the sequence, with this one as it is. */
  readonly steps: readonly Step[]
}
