/** What the doctor says: which check, how bad, and a sentence with the fix in both languages. */
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'

export interface CheckResult {
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: Text
}

export type Check = (world: World) => Promise<CheckResult[]>

const finding =
  (level: CheckResult['level']) =>
  (check: string, en: string, pt: string): CheckResult => ({ check, level, text: { en, pt } })

export const ok = finding('ok')
export const warn = finding('warning')
export const fail = finding('error')
