/** What the answers of many routes have in common. */
import { Type } from 'typebox'
import type { Refusal } from '../base/errors.ts'
import type { Language } from '../base/languages.ts'

export const deleted = {
  status: 200,
  schema: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
} as const

/** What is wrong with one item of a batch, in its place. */
export const itemErrorShape = Type.Object(
  {
    code: Type.String(),
    param: Type.Optional(Type.String()),
    message: Type.String(),
  },
  { $id: 'ItemError' },
)

/** `path`: of the item, such as `contacts[3]`. */
export function showItemError(refusal: Refusal, path: string, language: Language) {
  const { code, param, text } = refusal.at(path)
  return { error: { code, ...(param === undefined ? {} : { param }), message: text[language] } }
}
