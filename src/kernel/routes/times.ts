/** Two times of a query between which something lies. */
import { Refusal } from '../base/errors.ts'

interface Times {
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

/** Throws Refusal where the later one comes first: nothing can lie between, so it is a mistake. */
export function mustBeInOrder({ created_after: after, created_before: before }: Times): void {
  if (after === undefined || before === undefined) return
  if (Date.parse(after) <= Date.parse(before)) return
  throw new Refusal('invalid_field', {
    param: 'created_before',
    why: {
      en: '{param} must not be earlier than created_after: nothing lies between them.',
      pt: '{param} não pode ser anterior a created_after: nada fica entre os dois.',
    },
  })
}
