/** What may be said of a file where it was understood wrongly, or not at all. */
import { NativeSelect, SimpleGrid } from '@mantine/core'
import type { Body } from '../../api/calls.ts'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import type { Import, RecognisedFile } from '../../api/shapes.ts'
import { Refused, Section } from '../../ui/show.tsx'
import { type Text, useSay } from '../../ui/words.tsx'
import { imports as words } from './texts.ts'

type SaidOfFile = Body<'project.imports.recognise'>

const marks: readonly (readonly [NonNullable<SaidOfFile['delimiter']>, Text])[] = [
  [',', words.comma],
  [';', words.semicolon],
  ['\t', words.tab],
  ['|', words.bar],
]

/** The file is looked at again with each of these, and the columns are those that it then has. */
export function FormChoices({ one, recognised }: { one: Import; recognised: RecognisedFile }) {
  const say = useSay()
  const again = useChange('project.imports.recognise', 'project.imports')
  const isAllowed = useMay('project.imports.recognise')
  if (recognised.delimiter === null || !isAllowed) return null
  const look = (body: SaidOfFile): void => again.mutate({ id: one.id, body })
  const isWide = recognised.encoding === 'utf-16'
  return (
    <Section title={say(words.misread)} about={say(words.misreadAbout)}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NativeSelect
          label={say(words.delimiter)}
          value={recognised.delimiter}
          disabled={again.isPending}
          onChange={event =>
            look({ delimiter: event.currentTarget.value as SaidOfFile['delimiter'] })
          }
          data={marks.map(([value, label]) => ({ value, label: say(label) }))}
        />
        <NativeSelect
          label={say(words.encoding)}
          value={recognised.encoding}
          disabled={again.isPending || isWide}
          onChange={event =>
            look({ encoding: event.currentTarget.value as SaidOfFile['encoding'] })
          }
          data={
            isWide
              ? [{ value: 'utf-16', label: 'UTF-16' }]
              : [
                  { value: 'utf-8', label: 'UTF-8' },
                  { value: 'windows-1252', label: 'Windows-1252' },
                ]
          }
        />
        <NativeSelect
          label={say(words.header)}
          value={recognised.header === false ? 'no' : 'yes'}
          disabled={again.isPending}
          onChange={event => look({ header: event.currentTarget.value === 'yes' })}
          data={[
            { value: 'yes', label: say(words.headerYes) },
            { value: 'no', label: say(words.headerNo) },
          ]}
        />
      </SimpleGrid>
      <Refused error={again.error} />
    </Section>
  )
}

interface HabitChoicesProps {
  readonly recognised: RecognisedFile
  readonly field: (name: 'decimal_mark' | 'date_order') => object
}

/** Asked where numbers or days of the file can be read in two ways. */
export function HabitChoices({ recognised: { formats = [] }, field }: HabitChoicesProps) {
  const say = useSay()
  const example = (kind: 'number' | 'date') => formats.find(one => one.kind === kind)?.example
  const [number, date] = [example('number'), example('date')]
  if (number === undefined && date === undefined) return null
  return (
    <Section title={say(words.habits)} about={say(words.habitsAbout)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {number !== undefined && (
          <NativeSelect
            {...field('decimal_mark')}
            label={say(words.decimalMark, { example: number })}
            data={[
              { value: '', label: say(words.asRows) },
              { value: ',', label: say(words.decimalComma) },
              { value: '.', label: say(words.decimalPoint) },
            ]}
          />
        )}
        {date !== undefined && (
          <NativeSelect
            {...field('date_order')}
            label={say(words.dateOrder, { example: date })}
            data={[
              { value: '', label: say(words.asRows) },
              { value: 'dmy', label: say(words.dayFirst) },
              { value: 'mdy', label: say(words.monthFirst) },
            ]}
          />
        )}
      </SimpleGrid>
    </Section>
  )
}
