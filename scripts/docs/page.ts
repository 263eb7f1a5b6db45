/** What the generated pages of docs/ have in common. */
import type { Language, Text } from '#kernel/base/languages.ts'
import { withLanguageLine } from '../languages.ts'

export const command = 'node scripts/run.mjs scripts/docs.ts'

/** Who writes a page in one language. */
export type Writer = (language: Language) => readonly string[]

/** Both pages of a name; the first line that the writer gives is the title. */
export function pagesOf(name: string, writer: Writer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (['en', 'pt'] as const).map(language => {
      const file = language === 'pt' ? `pt/${name}` : name
      const [title, ...rest] = writer(language)
      const mark = `<!-- Generated: do not edit, run ${command} -->`
      const page = `${[`# ${title}`, '', mark, '', ...rest].join('\n')}\n`
      return [file, withLanguageLine(file, page)]
    }),
  )
}

/** A table of names, each with its sentence. */
export const tableOf = (
  head: readonly string[],
  rows: Readonly<Record<string, Text>>,
  language: Language,
): string[] => [
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...Object.entries(rows).map(([name, about]) => `| \`${name}\` | ${cell(about[language])} |`),
]

export const cell = (text: string): string => text.replaceAll('|', '\\|')
