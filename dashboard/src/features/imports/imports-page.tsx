/** The files of contacts that were brought in, and the way to bring in another. */
import { useMemo } from 'react'
import { useList } from '../../api/lists.ts'
import type { Import } from '../../api/shapes.ts'
import { IconFileImport } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { ImportButton } from './file-form.tsx'
import { ImportTag } from './import-state.tsx'
import { countTexts, imports as words } from './texts.ts'

export function ImportsPage() {
  const say = useSay()
  const list = useList('project.imports.list')
  const columns = useImportColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <ImportButton look="filled" />
      </PageTitle>
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconFileImport} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}

const shownCounts = ['lines', 'created', 'updated', 'invalid'] as const

function useImportColumns(): readonly Column<Import>[] {
  const { whole } = useNumbers()
  return useMemo(
    () => [
      { id: 'name', head: words.name, cell: row => <Name row={row} />, onPhone: 'title' },
      { id: 'when', head: words.when, cell: row => <Time at={row.created_at} />, isTight: true },
      {
        id: 'status',
        head: common.status,
        cell: row => <ImportTag one={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      ...shownCounts.map(
        (name): Column<Import> => ({
          id: name,
          head: countTexts[name],
          cell: row => whole(row.counts[name]),
          isTight: true,
          isNumber: true,
        }),
      ),
    ],
    [whole],
  )
}

function Name({ row }: { row: Import }) {
  return <RowLink to={`/imports/${row.id}`}>{useTitle(row)}</RowLink>
}

/** What the file is called; of those without a name, when it came. */
export function useTitle({ name, created_at: at }: Pick<Import, 'name' | 'created_at'>): string {
  const say = useSay()
  const times = useTimes()
  return name ?? say(words.one, { at: times.short(at) })
}
