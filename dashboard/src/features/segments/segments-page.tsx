/** The segments of the project: what each is, and how many people are in it. */
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Segment } from '../../api/shapes.ts'
import { IconFilter } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { DeleteOne } from '../../ui/row-actions.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { WholeListPage } from '../../ui/whole-list-page.tsx'
import { useSay } from '../../ui/words.tsx'
import { groupOf } from './filter.ts'
import { segments as words } from './texts.ts'
import { lineOf, useVocabulary } from './vocabulary.ts'

const page = {
  call: 'project.segments.create',
  filing: 'project.segments.update',
  words,
  to: '/segments/new',
  icon: IconFilter,
} as const

export function SegmentsPage() {
  const query = useAll('project.segments.list')
  return <WholeListPage {...page} query={query} columns={useSegmentColumns()} />
}

function useSegmentColumns(): readonly Column<Segment>[] {
  const say = useSay()
  const { whole } = useNumbers()
  const vocabulary = useVocabulary()
  return useMemo(
    () => [
      {
        id: 'name',
        head: common.name,
        cell: row => <Name row={row} />,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      {
        id: 'what',
        head: words.conditions,
        cell: row =>
          row.kind === 'static'
            ? say(words.static)
            : lineOf(groupOf(row.filter), vocabulary, say) || '–',
        isDim: true,
      },
      {
        id: 'people',
        head: words.people,
        cell: row => (row.count === null ? '–' : `${row.exact ? '' : '≈ '}${whole(row.count)}`),
        sortBy: row => row.count,
        isTight: true,
        isNumber: true,
      },
      {
        id: 'tracked',
        head: words.tracked,
        cell: row => say(row.tracked ? common.yes : common.no),
        isTight: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Remove row={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [say, whole, vocabulary],
  )
}

function Name({ row }: { row: Segment }) {
  return <RowLink to={`/segments/${row.id}`}>{row.name}</RowLink>
}

function Remove({ row: { id, name } }: { row: Segment }) {
  const about = useSay()(words.removeAbout, { name })
  return <DeleteOne call="project.segments.delete" id={id} what={name} about={about} />
}
