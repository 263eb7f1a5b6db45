/**
 * The other processes of the same service on this machine (MALOTE_PROCESSES): each has figures that
 * the one which is asked for them does not have.
 */
export interface Siblings {
  /** This process among them, from 1. */
  readonly number: number
  /** How many they are with this one. */
  readonly count: number
  /** Says what is answered where another asks about the topic. */
  tell(topic: string, answer: () => Promise<unknown>): void
  /** What those others that tell of it answer in time, as it went over a JSON channel, and if all did. */
  ask(
    topic: string,
  ): Promise<{ readonly answers: readonly unknown[]; readonly isComplete: boolean }>
}
