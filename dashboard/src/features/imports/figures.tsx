/** What an import did or would do, in figures, and the lines that it could not read. */
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Import, ImportCounts } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FileButton } from '../../ui/export.tsx'
import { May } from '../../ui/may.tsx'
import { Refused, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { countTexts, imports as words } from './texts.ts'
import { Unconfirmed } from './unconfirmed.tsx'

const names = Object.keys(countTexts) as (keyof ImportCounts)[]

export function Figures({ counts }: { counts: ImportCounts }) {
  const say = useSay()
  const { whole } = useNumbers()
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {names.map(name => (
        <div key={name} className="tile">
          <Text size="sm" c="dimmed">
            {say(countTexts[name])}
          </Text>
          <div className="figure">{whole(counts[name])}</div>
        </div>
      ))}
    </SimpleGrid>
  )
}

export function TrialSection({ one, change }: { one: Import; change: () => void }) {
  const say = useSay()
  const start = useChange('project.imports.start', 'project.imports', 'project.contacts')
  return (
    <>
      <Section title={say(words.wouldHappen)} about={say(words.wouldAbout)}>
        <Figures counts={one.preview ?? one.counts} />
        <Stack mt="md">
          <Unconfirmed topics={one.topics} isSent={one.confirm !== 'none'} text={words.wouldWait} />
          <May call="project.imports.start">
            <Group>
              <Button
                loading={start.isPending}
                onClick={() => start.mutate({ id: one.id, body: { dry_run: false } })}
              >
                {say(words.run)}
              </Button>
              <Button variant="default" onClick={change}>
                {say(words.again)}
              </Button>
              <Refused error={start.error} />
            </Group>
          </May>
        </Stack>
      </Section>
      <ErrorLines one={one} />
    </>
  )
}

type ErrorLine = NonNullable<ReturnType<typeof useLines>['data']>['data'][number]

const maxShownLines = 50
const useLines = (id: string) => useApi('project.imports.errors', { id, limit: maxShownLines })

const columns: readonly Column<ErrorLine>[] = [
  { id: 'line', head: words.line, cell: row => row.line, isTight: true, isNumber: true },
  { id: 'problem', head: words.problem, cell: row => row.message, onPhone: 'title' },
  {
    id: 'text',
    head: words.text,
    cell: row => (
      <code className="mono break" dir="auto">
        {row.excerpt}
      </code>
    ),
  },
]

/** Lines that were refused, and those whose people came in without something. */
export function ErrorLines({ one }: { one: Import }) {
  const say = useSay()
  const { data } = useLines(one.id)
  const { invalid, noted } = one.counts
  if (invalid + noted === 0 || !data) return null
  const refused = data.data.filter(({ taken }) => !taken)
  const taken = data.data.filter(line => line.taken)
  return (
    <>
      {invalid > 0 && (
        <Lines
          one={one}
          lines={refused}
          title={say(words.errors, { n: invalid })}
          about={say(words.errorsAbout)}
        />
      )}
      {noted > 0 && (taken.length > 0 || !data.has_more) && (
        <Lines
          one={one}
          lines={taken}
          title={say(words.noted, { n: noted })}
          about={say(words.notedAbout)}
        />
      )}
    </>
  )
}

interface LinesProps {
  readonly one: Import
  readonly lines: readonly ErrorLine[]
  readonly title: string
  readonly about: string
}

function Lines({ one, lines, title, about }: LinesProps) {
  const say = useSay()
  return (
    <Section
      title={title}
      about={about}
      aside={
        <FileButton
          call="project.imports.errors"
          input={{ id: one.id, format: 'csv' }}
          file={`errors-${one.id}.csv`}
          label={say(words.download)}
        />
      }
      flush
    >
      <DataTable
        label={title}
        columns={columns}
        rows={lines}
        idOf={row => `${row.line} ${row.code} ${row.param}`}
      />
    </Section>
  )
}
