/** What a script was called with. `--help` shows its own opening comment, and so does a mistake. */
import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The options of the script of this URL, as `parseArgs` reads them. */
export function optionsOf<const T extends ParseArgsConfig>(
  url: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    console.log(openingOf(url))
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${openingOf(url)}`)
    process.exit(2)
  }
}

/** The first comment of a file, as text. */
function openingOf(url: string): string {
  const [comment = ''] = /\/\*\*.*?\*\//s.exec(readFileSync(new URL(url), 'utf8')) ?? []
  return comment
    .slice(3, -2)
    .replaceAll(/^ \* ?/gm, '')
    .trim()
}
