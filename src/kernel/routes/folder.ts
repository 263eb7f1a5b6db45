/** Where lists file something, as people name it: a text of the thing itself, and null for nowhere. */
import { Type } from 'typebox'

export const maxFolderChars = 100

export const folderField = Type.Optional(
  Type.String({
    maxLength: maxFolderChars,
    description: 'Where lists file it; null or empty: nowhere.',
  }),
)

export const folderShape = Type.Union([Type.String(), Type.Null()])

/** As it will be, where nothing given leaves it as it is. */
export function folderAfter(
  before: string | null,
  given: string | null | undefined,
): string | null {
  if (given === undefined) return before
  const folder = given?.trim() ?? ''
  return folder === '' ? null : folder
}
