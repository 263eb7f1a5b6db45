/** The topics of the project, with how many people each has. */
import { useMemo } from 'react'
import { useLook } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import type { Topic } from '../../api/shapes.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconTag } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { topics as words } from './texts.ts'
import { AddForm } from './topic-form.tsx'
import { type TopicCounts, useTopicColumns } from './topic-table.tsx'

/** Two conditions each, and a filter may have a hundred. */
const maxCounted = 50
const noTopics: readonly Topic[] = []

export function TopicsPage() {
  const say = useSay()
  const list = useAll('project.topics.list')
  const counts = useCounts(list.data ?? noTopics)
  const columns = useTopicColumns(counts)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton call="project.topics.create" label={say(words.add)} size="lg">
          {close => <AddForm close={close} />}
        </AddButton>
      </PageTitle>
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconTag} title={say(words.noTopics)} about={say(words.noneAbout)} />}
      />
    </>
  )
}

const stated = { choice: ['subscribed'], default: ['subscribed', 'none'] } as const

/** Who gets each and who has yet to confirm: a filter says how many people fit each condition. */
function useCounts(topics: readonly Topic[]): ReadonlyMap<string, TopicCounts> {
  const asked = topics.slice(0, maxCounted)
  const any = asked.flatMap(({ id, joined_by: by }) => [
    { topic: id, state: stated[by] },
    { topic: id, state: ['pending'] },
  ])
  const { data } = useLook(
    'project.segments.preview',
    any.length === 0 ? undefined : { body: { filter: { any } } },
  )
  return useMemo(() => {
    const found = new Map(data?.conditions.map(({ path, count }) => [path, count]))
    return new Map(
      topics.flatMap(({ id }, n) => {
        const [people, pending] = [found.get(`any[${2 * n}]`), found.get(`any[${2 * n + 1}]`)]
        return people === undefined || pending === undefined ? [] : [[id, { people, pending }]]
      }),
    )
  }, [data, topics])
}
