/**
 * The rules of the house that a reader cannot be asked to remember: which floor may import which,
 * SQL only in stores, one writer per table, time and chance only through the world, sizes. Each rule
 * returns its breaches; `test/tidy` proves that each can fail.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Source {
  /** From the root of the project, with slashes. */
  readonly file: string
  readonly text: string
}

/** Storeys from the ground up: a storey imports only those before it. */
const storeys: readonly string[] = [
  'kernel',
  'protocol',
  'platform',
  'tenants',
  'sending',
  'boot',
  'faces',
]

/** Within one storey, which module may lean on which. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  mail: ['base'],
  world: ['base'],
  lifecycle: ['queue'],
  webhooks: ['lifecycle', 'queue'],
  identity: ['accounts'],
  installation: ['identity', 'accounts'],
  limits: ['accounts', 'identity', 'installation'],
  trust: ['accounts', 'limits'],
  domains: ['suppression'],
  timeline: ['suppression', 'explain'],
  outbox: ['timeline'],
  tlsrpt: ['outbox', 'timeline', 'domains'],
  delivery: ['outbox', 'tlsrpt', 'timeline', 'domains', 'suppression'],
  inbound: ['outbox', 'delivery', 'timeline', 'suppression'],
  tracking: ['delivery', 'timeline', 'domains', 'suppression'],
  intake: ['outbox', 'delivery', 'content', 'timeline', 'explain', 'domains', 'suppression'],
  console: ['api', 'doctor'],
  resend: ['api'],
  cli: ['doctor'],
}

/** Every TypeScript file below the folders, with its text. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  const sources: Source[] = []
  const walk = (folder: string): void => {
    for (const name of readdirSync(path.join(root, folder))) {
      const file = `${folder}/${name}`
      if (name === 'node_modules' || name === 'dist' || name === 'generated') continue
      if (statSync(path.join(root, file)).isDirectory()) walk(file)
      else if (/\.tsx?$/.test(name) && !name.endsWith('.d.ts')) {
        sources.push({ file, text: readFileSync(path.join(root, file), 'utf8') })
      }
    }
  }
  for (const folder of folders) walk(folder)
  return sources
}

const roomOf = (file: string): { storey: string; module: string } | null => {
  const match = /^src\/([a-z]+)\/(?:([a-z]+)\/)?/.exec(file)
  return match === null ? null : { storey: match[1]!, module: match[2] ?? match[1]! }
}

const moduleOf = (file: string): string | null => roomOf(file)?.module ?? null

/** Imports that go up, or sideways where no order is agreed. */
export function risingImports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const from = roomOf(file)
    if (from === null) return []
    const found = [...text.matchAll(/^import (type )?[^'"]*from '((?:\.\.?\/|#)[^']+)'/gm)]
    return found.flatMap(match => {
      const target = match[2]!.startsWith('#')
        ? `src/${match[2]!.slice(1)}`
        : path.posix.join(path.posix.dirname(file), match[2]!)
      const to = roomOf(target)
      if (to === null || to.module === from.module || match[1]) return []
      if (storeys.indexOf(to.storey) < storeys.indexOf(from.storey)) return []
      if (to.storey === from.storey && neighbours[from.module]?.includes(to.module)) return []
      return [`${file} imports ${target}: ${from.module} stands below or beside ${to.module}`]
    })
  })
}

const sqlWords =
  /`\s*(with [a-z_]+ (as|\()|select |insert into |update [a-z_]+ (set|[a-z] set)|delete from |create table |alter table )/i
const quotedSql = /'(select|insert into|update|delete from) [a-z_*$]/i
const sqlFiles = /(^|\/)([a-z-]+-)?store\.ts$|^src\/kernel\/world\//

/** SQL outside of the stores. */
export function strayingSql(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => file.startsWith('src/') && !sqlFiles.test(file))
    .filter(({ text }) => sqlWords.test(text) || quotedSql.test(text))
    .map(({ file }) => `${file} holds SQL: move it to the module's store`)
}

/** Tables written by more than one module. */
export function sharedTables(sources: readonly Source[]): string[] {
  const writers = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const module = moduleOf(file)
    if (module === null || !sqlFiles.test(file) || module === 'world') continue
    const writes = text.matchAll(/\b(?:insert into|delete from|update)\s+([a-z_]+)(?=[\s(])/g)
    for (const [, table] of writes) {
      if (table === 'of' || table === 'skip' || table === 'set') continue
      writers.set(table!, (writers.get(table!) ?? new Set()).add(module))
    }
  }
  return [...writers]
    .filter(([, modules]) => modules.size > 1)
    .map(([table, modules]) => `table ${table} is written by ${[...modules].sort().join(' and ')}`)
}

const outside =
  /\b(Date\.now\(|new Date\(\)|Math\.random\(|setTimeout\(|setInterval\(|performance\.now\()/

/** Time or chance that no test could turn. */
export function strayingTime(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => file.startsWith('src/') && !file.startsWith('src/kernel/world/'))
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, i) =>
          outside.test(line.replace(/\/\/.*|^\s*\*.*/, ''))
            ? [`${file}:${i + 1} takes time or chance outside the world`]
            : [],
        ),
    )
}

/** `now()` in SQL is a second clock. */
export function databaseClock(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ file }) =>
        file.startsWith('src/') && sqlFiles.test(file) && !file.startsWith('src/kernel/world/'),
    )
    .filter(({ text }) =>
      /\b(now\(\)|current_timestamp|clock_timestamp\(\))/i.test(text.replace(/\.now\(\)/g, '')),
    )
    .map(({ file }) => `${file} asks the database for the time`)
}

const maxLines = 500

/** Files too long to read in one go. */
export function longFiles(sources: readonly Source[]): string[] {
  return sources
    .map(({ file, text }) => ({ file, lines: text.split('\n').length }))
    .filter(({ file, lines }) => lines > maxLines && !file.endsWith('generated.ts'))
    .map(({ file, lines }) => `${file} has ${lines} lines; ${maxLines} are allowed`)
}

const vagueNames = /(^|\/)(index|utils|util|types|service|helpers|helper|common|misc)\.tsx?$/

/** Names that say nothing; `src/service.ts` is the running service itself. */
export function vagueFiles(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ file }) => file.startsWith('src/') && file !== 'src/service.ts' && vagueNames.test(file),
    )
    .map(({ file }) => `${file}: name it after what it does`)
}

/** Links between the pages of the repository that lead nowhere. */
export function brokenLinks(root: string, pages: readonly string[]): string[] {
  return pages.flatMap(page => {
    const text = readFileSync(path.join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '')
    return [...text.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)]
      .map(match => match[1]!)
      .filter(link => !/^[a-z]+:/.test(link) && !link.startsWith('/'))
      .filter(link => {
        try {
          statSync(path.resolve(root, path.dirname(page), link))
          return false
        } catch {
          return true
        }
      })
      .map(link => `${page} links to ${link}, which is not there`)
  })
}

/** All breaches of the tree at `root`. */
export function breaches(root: string): string[] {
  const sources = readSources(root, ['src', 'sim', 'test', 'bench', 'scripts'])
  const pages = ['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'CHANGELOG.md']
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`)
  return [
    ...risingImports(sources),
    ...strayingSql(sources),
    ...sharedTables(sources),
    ...strayingTime(sources),
    ...databaseClock(sources),
    ...longFiles(sources),
    ...vagueFiles(sources),
    ...brokenLinks(root, [...pages, ...docs]),
  ]
}
