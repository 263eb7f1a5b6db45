/** What was deleted in the project in the last seven days, and having it back. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import { Opener } from '../../ui/dialog.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { notify } from '../../ui/notify.ts'
import { Empty, PageTitle } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { kinds, deleted as words } from './texts.ts'

type Thing = Answer<'deleted.list'>['data'][number]

export function DeletedPage() {
  const say = useSay()
  const { data, error, refetch } = useApi('deleted.list')
  const columns = useThingColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <ListSection
        label={say(words.title)}
        query={{ data: data?.data, error, refetch }}
        columns={columns}
        empty={<Empty icon={IconTrash} title={say(words.none)} />}
      />
    </>
  )
}

function useThingColumns(): readonly Column<Thing>[] {
  const say = useSay()
  const mayRestore = useMay('deleted.restore')
  return useMemo(() => {
    const kindOf = ({ kind }: Thing) => say(kinds[kind])
    const columns: readonly Column<Thing>[] = [
      {
        id: 'name',
        head: common.name,
        cell: row => <span className="wrap">{row.name}</span>,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      { id: 'kind', head: words.kind, cell: kindOf, sortBy: kindOf, isTight: true },
      {
        id: 'when',
        head: words.when,
        cell: row => <Time at={row.deleted_at} />,
        sortBy: row => row.deleted_at,
        isTight: true,
      },
      {
        id: 'who',
        head: words.who,
        cell: row => <span className="wrap">{row.deleted_by ?? '–'}</span>,
      },
      { id: 'until', head: words.until, cell: row => <Time at={row.until} />, isTight: true },
    ]
    const restore: Column<Thing> = {
      id: 'restore',
      head: words.restore,
      isHeadHidden: true,
      cell: row => <Restore thing={row} />,
      isTight: true,
      onPhone: 'corner',
    }
    return mayRestore ? [...columns, restore] : columns
  }, [say, mayRestore])
}

function Restore({ thing: { id, name } }: { thing: Thing }) {
  const say = useSay()
  const { mutate } = useChange(
    'deleted.restore',
    'deleted',
    'project.domains',
    'project.webhooks',
    'project.templates',
  )
  const run = () =>
    mutate(
      { deleted_id: id },
      {
        onSuccess: () => notify(say(words.restored, { name })),
        onError: ({ message }) => notify(message, { isBad: true }),
      },
    )
  const ariaLabel = say(words.restoreWhat, { name })
  return <Opener look="row" label={say(words.restore)} ariaLabel={ariaLabel} open={run} />
}
