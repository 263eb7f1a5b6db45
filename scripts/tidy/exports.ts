/** What files give away: dead exports, type names that stand for two things, names of limits. */
import { isGenerated } from './sources.ts'
import type { Breach, Tree } from './tree.ts'

const judgedFolders = /^(src|dashboard\/src|client\/src|sim)\//

/** Read by a runner, a bundler or a customer, not by an import. */
const entries: readonly RegExp[] = [
  /^dashboard\/vite\.config\.ts$/,
  /^client\/src\/malote\.ts$/,
  /^client\/src\/webhooks\.ts$/,
]

/** Exported names that no other file uses; tests count as users. */
export function deadExports({ files, edges }: Tree): Breach[] {
  const used = new Map<string, Set<string>>()
  const usedWhole = new Set<string>()
  for (const { from, to, names } of edges) {
    if (from === to) continue
    if (names === 'all') usedWhole.add(to)
    else for (const name of names) used.set(to, (used.get(to) ?? new Set()).add(name))
  }
  return files
    .filter(({ file }) => judgedFolders.test(file) && !isGenerated(file) && !usedWhole.has(file))
    .filter(({ file }) => !entries.some(entry => entry.test(file)))
    .flatMap(({ file, exports }) =>
      exports
        .filter(({ name }) => !used.get(file)?.has(name))
        .map(({ name, line }) => ({
          file,
          line,
          key: `${file}: ${name}`,
          sentence: `exports ${name}, which no other file uses`,
        })),
    )
}

const typeKinds = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'])

/** A type name that two files of `src` export for different things. */
export function doubleTypeNames({ files }: Tree): Breach[] {
  const places = new Map<string, { file: string; line: number }[]>()
  for (const { file, exports } of files) {
    if (!file.startsWith('src/')) continue
    for (const { name, kind, line } of exports) {
      if (typeKinds.has(kind)) places.set(name, [...(places.get(name) ?? []), { file, line }])
    }
  }
  return [...places].flatMap(([name, found]) => {
    const homes = [...new Set(found.map(({ file }) => file))]
    if (homes.length < 2) return []
    const sentence = `${name} is also a type of ${homes.slice(1).join(' and ')}`
    return [{ ...found[0]!, key: name, sentence, size: homes.length }]
  })
}

const superlatives: readonly (readonly ['max' | 'min', RegExp])[] = [
  ['max', /^(most|longest|largest|biggest|highest)(?=[A-Z])/],
  ['min', /^(least|shortest|smallest|lowest|fewest)(?=[A-Z])/],
]

/** Limits are called max… and min…, so that a search finds all of them. */
export function limitNames({ files }: Tree): Breach[] {
  return files.flatMap(({ file, numbers }) =>
    numbers.flatMap(({ name, line }) =>
      superlatives
        .filter(([, word]) => word.test(name))
        .map(([right, word]) => ({
          file,
          line,
          key: `${file}: ${name}`,
          sentence: `call the limit ${name.replace(word, right)}`,
        })),
    ),
  )
}
