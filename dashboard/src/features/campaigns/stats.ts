/** The figures of a campaign as the API has them: of all, or in parts. */
import type { Answer } from '../../api/calls.ts'

export type AnyStats = Answer<'project.campaigns.stats'>
export type Stats = Extract<AnyStats, { released: number }>
export type Part = Extract<AnyStats, { data: unknown }>['data'][number]

export const sumOf = (counts: Readonly<Record<string, number>> | undefined): number =>
  Object.values(counts ?? {}).reduce((all, one) => all + one, 0)
