/** What files give away: dead exports, and type names that stand for two things. */
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

/** A type name that two files of `src` give away for different things. */
export function doubleTypeNames(tree: Tree): Breach[] {
  const declaredAt = originsIn(tree)
  const places = new Map<string, { file: string; line: number; origin: string }[]>()
  for (const { file, exports } of tree.files) {
    if (!file.startsWith('src/')) continue
    for (const { name, line } of exports) {
      const origin = declaredAt(file, name)
      if (origin === null) continue
      places.set(name, [...(places.get(name) ?? []), { file, line, origin }])
    }
  }
  return [...places].flatMap(([name, found]) => {
    const origins = [...new Set(found.map(({ origin }) => origin))]
    if (origins.length < 2) return []
    const others = found.filter(({ origin }) => origin !== found[0]!.origin).map(one => one.file)
    const { file, line } = found[0]!
    const sentence = `${name} is also a type of ${others.join(' and ')}`
    return [{ file, line, key: name, sentence, size: origins.length }]
  })
}

/** Finds the file and the name that a type is declared by, over lists that pass it on; else null. */
function originsIn({ files, edges }: Tree): (file: string, name: string) => string | null {
  const byName = new Map(files.map(one => [one.file, one]))
  const targets = new Map(edges.map(({ from, specifier, to }) => [`${from} ${specifier}`, to]))
  const declaredAt = (file: string, name: string): string | null => {
    const parsed = byName.get(file)
    const given = parsed?.exports.find(one => one.name === name)
    if (!parsed || !given) return null
    const { local, source } = given
    if (source === null && parsed.types.has(local)) return `${file}: ${local}`
    const taken = source === null ? parsed.taken.get(local) : { specifier: source, name: local }
    const target = taken && targets.get(`${file} ${taken.specifier}`)
    return target ? declaredAt(target, taken.name) : null
  }
  return declaredAt
}
