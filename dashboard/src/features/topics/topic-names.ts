/** Topics by what people call them. */
import { useCallback, useMemo } from 'react'
import { type NamedRow, nameAmong, useAll } from '../../api/lists.ts'
import type { Topic, TopicState } from '../../api/shapes.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { topics as words } from './texts.ts'

interface HalfText {
  readonly pt?: string | undefined
  readonly en?: string | undefined
}

/** A text that may be there in one language only. */
export const wholeText = ({ pt, en }: HalfText): Text => ({
  pt: pt ?? en ?? '–',
  en: en ?? pt ?? '–',
})

/** All topics, and the name of one by its id. */
export function useTopics(): {
  readonly topics: readonly Topic[]
  /** The same, named as it is said; undefined until they have come. */
  readonly named: readonly NamedRow[] | undefined
  readonly nameOf: (id: string) => string
} {
  const say = useSay()
  const { data } = useAll('project.topics.list')
  const topics = useMemo(() => data ?? [], [data])
  const named = useMemo(
    () => data?.map(({ id, name }) => ({ id, name: say(wholeText(name)) })),
    [data, say],
  )
  const nameOf = useCallback((id: string) => nameAmong(named, id) ?? id, [named])
  return { topics, named, nameOf }
}

/** A text in both languages, out of what was typed in one or both. */
export const typedText = (pt: string, en: string): { pt?: string; en?: string } => ({
  ...(pt.trim() && { pt: pt.trim() }),
  ...(en.trim() && { en: en.trim() }),
})

export const stateTexts: Readonly<Record<TopicState, Text>> = {
  subscribed: words.subscribed,
  pending: words.pending,
  unsubscribed: words.unsubscribed,
  none: words.none,
}
