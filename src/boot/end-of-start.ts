/** A start that came to nothing. */
import { BadSetting } from '#kernel/base/config.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'

/** Ends the process: with a sentence where the operator can mend it. */
export function endWith(error: unknown): never {
  const isPlain = error instanceof BadSetting || error instanceof DatabaseRefused
  const { message, stack } = error as Error
  process.stderr.write(`${isPlain ? message : (stack ?? message)}\n`)
  process.exit(1)
}
