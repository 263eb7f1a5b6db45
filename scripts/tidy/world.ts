/** SQL in stores only, one writer per table, and no clock or chance beside the world's. */
import { type Breach, roomOf, type Tree } from './tree.ts'

const sqlWords =
  /`\s*(with [a-z_]+ (as|\()|select |insert into |update [a-z_]+ (set|[a-z] set)|delete from |create table |alter table )/gi
const quotedSql = /'(select|insert into|update|delete from) [a-z_*$]/gi
const sqlFiles = /(^|\/)([a-z-]+-)?store\.ts$|^src\/kernel\/world\//
const worldFiles = /^src\/kernel\/world\//

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function found(
  { file, text }: { file: string; text: string },
  pattern: RegExp,
  sentence: string,
): Breach[] {
  return [...text.matchAll(pattern)].map(({ index }) => ({
    file,
    line: lineAt(text, index),
    key: file,
    sentence,
  }))
}

/** SQL outside of the stores. */
export function strayingSql({ files }: Tree): Breach[] {
  const sentence = "holds SQL: move it to the module's store"
  return files
    .filter(({ file }) => file.startsWith('src/') && !sqlFiles.test(file))
    .flatMap(one => [...found(one, sqlWords, sentence), ...found(one, quotedSql, sentence)])
}

const writes = /\b(?:insert into|delete from|update)\s+([a-z_]+)(?=[\s(])/g
const noTables = new Set(['of', 'skip', 'set', 'nowait'])

/** Tables written by more than one module. */
export function sharedTables({ files }: Tree): Breach[] {
  const writers = new Map<string, { module: string; file: string; line: number }[]>()
  for (const { file, text } of files) {
    const module = roomOf(file)?.module
    if (module === undefined || !sqlFiles.test(file) || worldFiles.test(file)) continue
    for (const match of text.matchAll(writes)) {
      const table = match[1]!
      if (noTables.has(table)) continue
      const writer = { module, file, line: lineAt(text, match.index) }
      writers.set(table, [...(writers.get(table) ?? []), writer])
    }
  }
  return [...writers].flatMap(([table, all]) => {
    const modules = [...new Set(all.map(({ module }) => module))].sort()
    if (modules.length < 2) return []
    const { file, line } = all.find(({ module }) => module !== all[0]!.module)!
    const sentence = `writes ${table}, as ${modules.join(' and ')} do: a table has one writer`
    return [{ file, line, key: table, sentence }]
  })
}

/** Time or chance that no test could turn; what runs in browsers has only theirs (`.js`). */
export function strayingTime({ files }: Tree): Breach[] {
  return files
    .filter(({ file }) => file.startsWith('src/') && !/\.js$/.test(file) && !worldFiles.test(file))
    .flatMap(({ file, chances }) =>
      chances.map(({ what, line }) => ({
        file,
        line,
        key: `${file}: ${what}`,
        sentence: `takes time or chance outside the world: ${what}`,
      })),
    )
}

const databaseClocks = /(?<!\.)\b(now\(\)|current_timestamp|localtimestamp|clock_timestamp\(\))/gi

/** `now()` in SQL is a second clock. */
export function databaseClock({ files }: Tree): Breach[] {
  return files
    .filter(({ file }) => file.startsWith('src/') && sqlFiles.test(file) && !worldFiles.test(file))
    .flatMap(one => found(one, databaseClocks, 'asks the database for the time'))
}
