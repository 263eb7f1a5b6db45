/**
 * Writes the pages of docs/ that are tables of the program, in both languages: errors, events,
 * settings, commands. With `--check` it only compares.
 *
 *     node scripts/run.mjs scripts/docs.ts [--check]
 */
import * as fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { commandPages } from './docs/commands.ts'
import { errorPages } from './docs/errors.ts'
import { eventPages } from './docs/events.ts'
import { command } from './docs/page.ts'
import { settingPages } from './docs/settings.ts'

/** The generated pages by their name in docs/. */
export function generatedDocs(): Readonly<Record<string, string>> {
  return { ...errorPages(), ...eventPages(), ...settingPages(), ...commandPages() }
}

async function main(): Promise<void> {
  for (const [name, text] of Object.entries(generatedDocs())) {
    const file = fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
    const before = await fs.readFile(file, 'utf8').catch(() => '')
    if (before === text) continue
    if (!process.argv.includes('--check')) await fs.writeFile(file, text)
    else {
      console.error(`docs/${name} is not what the program says: run ${command}.`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) await main()
