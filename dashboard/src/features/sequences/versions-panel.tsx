/** The versions that have been published. */
import { useMemo } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Loaded, None, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { sequences as words } from './texts.ts'

interface Version {
  readonly version: number
  readonly published_at: string
}

const useVersions = (sequence: Sequence | undefined) =>
  useApi(
    'project.sequences.versions',
    { id: sequence?.id ?? '' },
    { enabled: sequence !== undefined && sequence.published_version !== null },
  )

/** Whether publishing would change what people go by. */
export function useIsChanged(sequence: Sequence | undefined): boolean {
  const { data } = useVersions(sequence)
  const last = data?.data[0]?.published_at
  if (sequence === undefined || sequence.published_version === null) return true
  return last !== undefined && Date.parse(sequence.updated_at) > Date.parse(last)
}

export function VersionsPanel({ sequence }: { sequence: Sequence }) {
  const say = useSay()
  const query = useVersions(sequence)
  const columns = useMemo(
    (): readonly Column<Version>[] => [
      {
        id: 'version',
        head: words.versions,
        cell: row => say(words.version, { n: row.version }),
        onPhone: 'title',
      },
      {
        id: 'at',
        head: words.publishedAt,
        cell: row => <Time at={row.published_at} form="full" />,
      },
    ],
    [say],
  )
  return (
    <Section title={say(words.versions)} flush>
      {sequence.published_version === null ? (
        <None>{say(words.noVersions)}</None>
      ) : (
        <Loaded query={query}>
          {({ data }) => (
            <DataTable
              label={say(words.versions)}
              columns={columns}
              rows={data}
              idOf={row => String(row.version)}
            />
          )}
        </Loaded>
      )}
    </Section>
  )
}
