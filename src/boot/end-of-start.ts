/** A start that came to nothing. */
import { languageOfRefusal, StartRefused } from '#kernel/base/start-refused.ts'

/** Ends the process: with a sentence where the operator can mend it. */
export function endWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartRefused) return error.text[languageOfRefusal(process.env)]
  const { message, stack } = error as Error
  return stack ?? message
}
