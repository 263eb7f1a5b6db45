/** The figures of a campaign as the API has them: of all, or in parts. */
import type { Answer } from '../../api/calls.ts'

type Any = Answer<'project.campaigns.stats'>
export type Stats = Extract<Any, { released: number }>
export type Part = Extract<Any, { data: unknown }>['data'][number]

export const sumOf = (counts: Readonly<Record<string, number>> | undefined): number =>
  Object.values(counts ?? {}).reduce((all, one) => all + one, 0)
