/** The check of a draft, always of what is saved: what is sent by is never an answer from before. */
import type { Answer } from '../../api/calls.ts'
import { useLook } from '../../api/hooks.ts'
import type { Autosave } from '../letters/autosave.ts'
import type { CardState } from './card.tsx'
import { type CampaignDraft, type Card, cardOf, cards } from './draft.ts'

export type Flight = Answer<'project.campaigns.preflight'>
export type Finding = Flight['checks'][number]

export interface FlightState {
  readonly flight: Flight | undefined
  /** Whether it is of what the page shows. */
  readonly isFresh: boolean
  readonly isLooking: boolean
  readonly query: ReturnType<typeof useLook<'project.campaigns.preflight'>>
}

export function useFlight(id: string, turn: number, { state, error }: Autosave): FlightState {
  const query = useLook('project.campaigns.preflight', { id }, turn, { isNeverOld: true })
  const { data: flight, isFetching, isPlaceholderData } = query
  const isOf = state === 'saved' && error === null
  const isFresh = flight !== undefined && !query.error && isOf && !isFetching && !isPlaceholderData
  return { flight, isFresh, isLooking: isFetching || !isOf, query }
}

/** How many are meant stands above the findings already. */
export const findingsOf = ({ checks }: Flight): readonly Finding[] =>
  checks.filter(one => one.code !== 'audience' && one.code !== 'forecast')

const hasAudience = ({ everybody, topics, segments, deedOf }: CampaignDraft): boolean =>
  everybody || topics.length + segments.length > 0 || deedOf !== ''

/** Whether whoever leaves by this email leaves all marketing; the check is of letters, and silent. */
export const hasNoTopic = (draft: CampaignDraft): boolean =>
  draft.topic === '' && hasAudience(draft)

/** How far each card is: what is not filled in is missing; of the rest the check speaks. */
export function cardStates(
  draft: CampaignDraft,
  subject: string,
  isLetterThere: boolean,
  flight: Flight | undefined,
): Readonly<Record<Card, CardState>> {
  const isFilled: Readonly<Record<Card, boolean>> = {
    sender: draft.from !== '',
    subject: subject.trim() !== '',
    audience: hasAudience(draft),
    time: true,
    letter: isLetterThere,
  }
  const worst = (card: Card): CardState => {
    const levels = (flight?.checks ?? []).filter(one => cardOf(one) === card)
    const has = (level: Finding['level']) => levels.some(one => one.level === level)
    const isOdd = has('warning') || (card === 'audience' && hasNoTopic(draft))
    return has('error') ? 'error' : isOdd ? 'warning' : 'ready'
  }
  return Object.fromEntries(
    cards.map(card => [card, isFilled[card] ? worst(card) : 'missing']),
  ) as Record<Card, CardState>
}
