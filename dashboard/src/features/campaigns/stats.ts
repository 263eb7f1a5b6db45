/** The figures of a campaign as the API has them, all of one moment. */
import type { Answer } from '../../api/calls.ts'

export type CampaignReport = Answer<'project.campaigns.report'>
export type Stats = CampaignReport['stats']
export type Part = CampaignReport['provider'][number]
export type Link = CampaignReport['links'][number]

export const sumOf = (counts: Readonly<Record<string, number>> | undefined): number =>
  Object.values(counts ?? {}).reduce((all, one) => all + one, 0)
