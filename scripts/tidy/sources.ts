/** The files that the rules read: every program of the repository, every page and migration. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Source {
  /** From the root of the project, with slashes. */
  readonly file: string
  readonly text: string
}

const skippedFolders = new Set(['node_modules', 'dist', 'generated', '.git', '.tmp', 'data'])
const programs = /(?<!\.d)\.[cm]?[jt]sx?$/

/** Every program below the folders, with its text. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return readBelow(root, folders, name => programs.test(name) && !name.endsWith('.d.mts'))
}

/** Every page of the repository. */
export function readPages(root: string): Source[] {
  return readBelow(root, ['.'], name => name.endsWith('.md'))
}

/** The files that make the database, in their order. */
export function readMigrations(root: string): Source[] {
  const found = readBelow(root, ['db/migrations'], name => name.endsWith('.sql'))
  return found.sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** Written by a program, from a source that is judged itself. */
export const isGenerated = (file: string): boolean => file.endsWith('/generated.ts')

function readBelow(
  root: string,
  folders: readonly string[],
  isWanted: (name: string) => boolean,
): Source[] {
  const sources: Source[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name)) walk(file)
      } else if (isWanted(entry.name)) {
        sources.push({ file, text: readFileSync(path.join(root, file), 'utf8') })
      }
    }
  }
  for (const folder of folders) walk(folder)
  return sources
}
