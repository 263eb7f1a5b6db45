/** The texts at the top of activity's data, as filters compare them. */
import { fold } from '#kernel/mail/fold.ts'

export function foldTexts(
  data: Readonly<Record<string, unknown>> | null,
): Record<string, string> | null {
  if (data === null) return null
  const texts = Object.entries(data).filter(([, value]) => typeof value === 'string')
  if (texts.length === 0) return null
  return Object.fromEntries(texts.map(([key, value]) => [key, fold(value as string)]))
}
