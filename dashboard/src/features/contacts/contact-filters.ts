/** By what the list of contacts can be narrowed. */
import { useMemo } from 'react'
import { useAll, useList } from '../../api/lists.ts'
import { topicStates } from '../../api/shapes.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import type { FilterField } from '../../ui/filters.tsx'
import { useTimes } from '../../ui/time.tsx'
import { startOfDay } from '../../ui/zone.ts'
import { stateTexts, useTopics, wholeText } from '../topics/topic-names.ts'
import { contacts as words } from './texts.ts'

const names = ['q', 'marketing', 'topic', 'state', 'segment', 'import', 'after', 'before'] as const
type Field = FilterField<(typeof names)[number]>

export const firstFields: readonly Field[] = [
  { name: 'q', kind: 'search', label: words.search },
  {
    name: 'marketing',
    kind: 'choice',
    label: words.receives,
    any: words.anyone,
    choices: [
      { value: 'may', label: words.onlyMay },
      { value: 'left', label: words.onlyLeft },
    ],
  },
]

/** Those of which the project says what there is to choose. */
export function useMoreFields(): readonly Field[] {
  const { topics } = useTopics()
  const { data: segments } = useAll('project.segments.list')
  const { data: imports } = useList('project.imports.list')
  return useMemo(
    () => [
      {
        name: 'topic',
        kind: 'choice',
        label: words.inTopic,
        any: words.anyTopic,
        choices: topics.map(({ id, name }) => ({ value: id, label: wholeText(name) })),
      },
      {
        name: 'state',
        kind: 'choice',
        label: words.topicState,
        any: words.anyState,
        choices: topicStates.map(value => ({ value, label: stateTexts[value] })),
      },
      {
        name: 'segment',
        kind: 'choice',
        label: words.segment,
        any: words.anySegment,
        choices: (segments ?? []).map(({ id, name }) => ({
          value: id,
          label: { en: name, pt: name },
        })),
      },
      {
        name: 'import',
        kind: 'choice',
        label: words.import,
        any: words.anyImport,
        choices: (imports ?? []).map(({ id, name, created_at: at }) => {
          const label = name ?? at.slice(0, 10)
          return { value: id, label: { en: label, pt: label } }
        }),
      },
      { name: 'after', kind: 'day', label: words.after },
      { name: 'before', kind: 'day', label: words.before },
    ],
    [topics, segments, imports],
  )
}

/** The filters of the address, and what they ask of the list. */
export function useContactFilters() {
  const filters = useFilters(names)
  const { zone } = useTimes()
  const { q, marketing, topic, state, segment, after, before } = filters.values
  const input = {
    q,
    topic,
    segment,
    import: filters.values.import,
    // A state is one of a topic: without it there is nothing to be in.
    state: topic ? oneOf(topicStates, state) : undefined,
    unsubscribed: marketing === 'left' ? true : marketing === 'may' ? false : undefined,
    created_after: after && startOfDay(after, zone),
    created_before: before && startOfDay(before, zone, 1),
  }
  return { filters, input }
}
