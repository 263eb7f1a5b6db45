/** To whom a campaign goes, as one question: the people of a topic, or everybody; and who of them. */
import type { CampaignDraft } from './draft.ts'

/** In the place of a topic. */
export const everybody = 'everybody'

interface Who {
  /** A topic's id, or `everybody`; empty: nobody yet. */
  readonly who: string
  readonly segments: readonly string[]
  readonly match: 'all' | 'any'
}

/** null: an audience that takes more than one question, such as people of one of two topics. */
export function whoOf(draft: CampaignDraft): Who | null {
  const { topic, topics, segments, match } = draft
  const narrowed = { segments, match }
  const isAlone = topics.length === 0 || (topics.length === 1 && topics[0] === topic)
  if (!isAlone || (draft.everybody && segments.length > 0)) return null
  const hasTopic = topics.length === 1
  if (hasTopic && segments.length > 0 && match === 'any') return null
  const isAnybody = draft.everybody || hasTopic || segments.length > 0
  return { who: isAnybody ? topic || everybody : '', ...narrowed }
}

/** The audience that this asks for; who left the topic gets nothing either way. */
export function withWho(draft: CampaignDraft, { who, segments, match }: Who): CampaignDraft {
  const isEverybody = who === everybody
  const isOneOfMany = segments.length > 1 && match === 'any'
  return {
    ...draft,
    topic: isEverybody ? '' : who,
    topics: isEverybody || isOneOfMany ? [] : [who],
    everybody: isEverybody && segments.length === 0,
    segments,
    match: segments.length === 1 ? 'all' : match,
  }
}
