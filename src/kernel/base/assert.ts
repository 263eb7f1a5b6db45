/**
 * Assertions are for our own mistakes. They stay on in production: a broken promise must stop the
 * work in hand (the lease brings it back) rather than become a wrong fact in somebody's timeline.
 * What a stranger sends is never asserted; it is refused (errors.ts).
 */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
}

/** Throws AssertionFailed unless the condition holds; the message addresses whoever trips it. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message)
}

/** For the last branch of an exhaustive switch over a union. */
export function never(value: never, where: string): never {
  throw new AssertionFailed(`${where}: a case is missing for ${JSON.stringify(value)}`)
}
