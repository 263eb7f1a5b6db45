/** Topics by what people call them. */
import { useCallback, useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
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
  readonly nameOf: (id: string) => string
  readonly isLoaded: boolean
} {
  const say = useSay()
  const { data } = useAll('project.topics.list')
  const topics = useMemo(() => data ?? [], [data])
  const nameOf = useCallback(
    (id: string) => {
      const topic = topics.find(one => one.id === id)
      if (topic) return say(wholeText(topic.name))
      return data === undefined ? '…' : id
    },
    [data, topics, say],
  )
  return { topics, nameOf, isLoaded: data !== undefined }
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
