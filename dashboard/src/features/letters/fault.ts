/** What the server says against a letter, said at the place that it is about. */
import type { ApiError } from '../../api/client.ts'

export interface LetterFault {
  readonly param: string | null
  readonly message: string
}

/** The first of several refusals; its place is shown, so its sentence need not name it. */
export function faultFrom(...errors: readonly (ApiError | null)[]): LetterFault | null {
  const error = errors.find(one => one !== null)
  if (!error) return null
  const { param } = error
  const rest = param === null ? error.message : error.message.replace(param, '').trim()
  return { param, message: rest.charAt(0).toUpperCase() + rest.slice(1) }
}
