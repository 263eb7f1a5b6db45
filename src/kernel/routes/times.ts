/** Two times of a query between which something lies. */
import { Refusal } from '../base/errors.ts'

type Times<Of extends string> = {
  readonly [Name in `${Of}_after` | `${Of}_before`]?: string | undefined
}

/** Throws Refusal where the later one comes first: nothing can lie between, so it is a mistake. */
export function mustBeInOrder<Of extends string = 'created'>(
  query: Times<Of>,
  of: Of = 'created' as Of,
): void {
  const after = query[`${of}_after`]
  const before = query[`${of}_before`]
  if (after === undefined || before === undefined) return
  if (Date.parse(after) <= Date.parse(before)) return
  throw new Refusal('invalid_field', {
    param: `${of}_before`,
    why: {
      en: `{param} must not be earlier than ${of}_after: nothing lies between them.`,
      pt: `{param} não pode ser anterior a ${of}_after: nada fica entre os dois.`,
    },
  })
}
