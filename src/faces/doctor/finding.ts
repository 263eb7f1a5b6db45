/** What the doctor says: which check, how bad, and a sentence with the fix in both languages. */
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'

export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: Text
}

export type Check = (world: World) => Promise<Finding[]>

const finding =
  (level: Finding['level']) =>
  (check: string, en: string, pt: string): Finding => ({ check, level, text: { en, pt } })

export const ok = finding('ok')
export const warn = finding('warning')
export const fail = finding('error')
