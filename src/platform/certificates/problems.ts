/**
 * Why a certificate was not issued, and when to ask again. An authority counts tries: what it has
 * refused is asked for again ever more seldom, at most once a day, and never before it said.
 */
import { dayMs, hourMs, minuteMs } from '#kernel/base/durations.ts'
import type { Text } from '#kernel/base/languages.ts'

export type Problem = 'away' | 'limited' | 'challenge' | 'refused' | 'unusable'

/** Why, for people; what the authority said stands behind it. */
export const problemTexts: Readonly<Record<Problem, Text>> = {
  away: {
    en: 'the authority does not answer',
    pt: 'a autoridade não responde',
  },
  limited: {
    en: 'the authority has had too many requests of late',
    pt: 'a autoridade recebeu pedidos demais ultimamente',
  },
  challenge: {
    en: 'the authority did not find this installation under the name; look at its A and AAAA records and at the ports 80 and 443',
    pt: 'a autoridade não encontrou esta instalação sob o nome; confira os registros A e AAAA dele e as portas 80 e 443',
  },
  refused: {
    en: 'the authority refuses the name',
    pt: 'a autoridade recusa o nome',
  },
  unusable: {
    en: 'what the authority issued does not fit the name and its key',
    pt: 'o que a autoridade emitiu não serve para o nome e sua chave',
  },
}

/** What an order came to instead of a certificate. */
export class OrderFailed extends Error {
  override readonly name = 'OrderFailed'
  readonly problem: Problem
  /** What the authority asks to wait; 0: nothing. */
  readonly waitMs: number
  constructor(problem: Problem, detail: string, waitMs = 0) {
    super(detail)
    this.problem = problem
    this.waitMs = waitMs
  }
}

const nameDelays = [10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs]
const maxDelayMs = dayMs
/** Of an authority that has had enough: its limits are those of hours. */
const limitedMs = hourMs

/** Until a name is asked for again, after so many failures in a row. */
export function nameDelayMs(failures: number, { problem, waitMs }: OrderFailed): number {
  const min = problem === 'limited' ? limitedMs : 0
  return Math.max(nameDelays[failures - 1] ?? maxDelayMs, min, Math.min(waitMs, maxDelayMs))
}

/** Until the authority itself is asked again. Its limits are often those of one name. */
export function accountDelayMs(failures: number, { problem, waitMs }: OrderFailed): number {
  const min = problem === 'away' ? Math.min(waitMs, maxDelayMs) : 0
  return Math.max(Math.min(minuteMs * 2 ** (failures - 1), hourMs), min)
}

/** It would be the same for every other name. */
export const isOfAuthority = ({ problem }: OrderFailed): boolean =>
  problem === 'away' || problem === 'limited'

/** Two thirds of its life (as authorities advise), and never at once. */
export const renewAtMs = (startsAt: Date, endsAt: Date, now: number): number =>
  Math.max(startsAt.getTime() + ((endsAt.getTime() - startsAt.getTime()) * 2) / 3, now + hourMs)
