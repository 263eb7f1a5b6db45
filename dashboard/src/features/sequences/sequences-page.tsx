/** The sequences of the project: what begins each, and how many people are inside. */
import { useMemo } from 'react'
import { useApi } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import type { Sequence } from '../../api/shapes.ts'
import { IconRoute } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { WholeListPage } from '../../ui/whole-list-page.tsx'
import { useTriggerLine } from './sentences.ts'
import { definitionOf } from './sequence.ts'
import { SequenceTag } from './sequence-state.tsx'
import { sequences as words } from './texts.ts'

const page = {
  call: 'project.sequences.create',
  filing: 'project.sequences.update',
  words,
  to: '/sequences/new',
  icon: IconRoute,
} as const

export function SequencesPage() {
  const query = useAll('project.sequences.list')
  return <WholeListPage {...page} query={query} columns={useSequenceColumns()} />
}

const lettersOf = (sequence: Sequence): number =>
  definitionOf(sequence).steps.filter(step => step.type === 'email').length

function useSequenceColumns(): readonly Column<Sequence>[] {
  const { whole } = useNumbers()
  const lineOf = useTriggerLine()
  const { data: figures } = useApi('project.sequences.figures')
  return useMemo(() => {
    const inside = new Map(figures?.data.map(one => [one.id, one.inside]))
    return [
      {
        id: 'name',
        head: common.name,
        cell: row => <RowLink to={`/sequences/${row.id}`}>{row.name}</RowLink>,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      {
        id: 'status',
        head: common.status,
        cell: row => <SequenceTag sequence={row} />,
        sortBy: row => row.status,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'begins',
        head: words.begins,
        cell: row => definitionOf(row).triggers.map(lineOf).join('; ') || '–',
        isDim: true,
      },
      {
        id: 'inside',
        head: words.inside,
        cell: row => (figures === undefined ? '' : whole(inside.get(row.id) ?? 0)),
        sortBy: row => inside.get(row.id) ?? 0,
        isTight: true,
        isNumber: true,
      },
      {
        id: 'letters',
        head: words.letters,
        cell: row => whole(lettersOf(row)),
        isTight: true,
        isNumber: true,
      },
      {
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
        sortBy: row => row.created_at,
        isTight: true,
        isDim: true,
      },
    ]
  }, [whole, lineOf, figures])
}
