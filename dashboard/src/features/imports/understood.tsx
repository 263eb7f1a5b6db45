/** What a file was found to be, in a sentence, and its first lines. */
import { Text } from '@mantine/core'
import type { RecognisedFile } from '../../api/shapes.ts'
import { Scroll, Section } from '../../ui/show.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { imports as words } from './texts.ts'

const marks: Readonly<Record<NonNullable<RecognisedFile['delimiter']>, Words>> = {
  ',': words.comma,
  ';': words.semicolon,
  '\t': words.tab,
  '|': words.bar,
}

export function Understood({ recognised }: { recognised: RecognisedFile }) {
  const say = useSay()
  const { delimiter, columns, encoding, source } = recognised
  const form =
    delimiter === null
      ? say(words.lines)
      : say(words.table, {
          columns: columns.length,
          mark: say(marks[delimiter]),
          encoding: encoding === 'windows-1252' ? 'Windows-1252' : encoding.toUpperCase(),
        })
  return (
    <Text px="md" pb="sm">
      {form} {source && say(words.looksLike, { source })}
    </Text>
  )
}

const reasons: Readonly<Record<NonNullable<RecognisedFile['difficult']>[number]['why'], Words>> = {
  accents: words.whyAccents,
  number: words.whyNumber,
  date: words.whyDate,
  width: words.whyWidth,
  quotes: words.whyQuotes,
  encoding: words.whyEncoding,
}

export function FirstLines({ recognised }: { recognised: RecognisedFile }) {
  const { columns, sample, difficult = [] } = recognised
  const say = useSay()
  const looks = difficult.map(({ line, why }) =>
    say(words.lookAt, { line: String(line), why: say(reasons[why]) }),
  )
  return (
    <Section
      title={say(words.firstLines)}
      {...(looks.length > 0 && { about: looks.join(' ') })}
      flush
    >
      <Scroll label={say(words.firstLines)}>
        <table className="table">
          <thead>
            <tr>
              {columns.map(name => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have nothing else
              <tr key={n}>
                {columns.map(name => (
                  <td key={name} dir="auto">
                    {line[name] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  )
}
