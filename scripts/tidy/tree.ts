/** All programs together: each import resolved to the file that it names. */
import path from 'node:path'
import { type ParsedFile, parse } from './parse.ts'
import type { Source } from './sources.ts'

export interface Edge {
  readonly from: string
  readonly to: string
  readonly specifier: string
  readonly names: readonly string[] | 'all'
  readonly byType: boolean
  readonly byUrl: boolean
  readonly line: number
}

export interface Tree {
  readonly files: readonly ParsedFile[]
  readonly edges: readonly Edge[]
}

/** All that a rule may look at. */
export interface Repository extends Tree {
  readonly pages: readonly Source[]
  /** In their order. */
  readonly migrations: readonly Source[]
  /** Whether a file or folder is there, from the root. */
  isThere(file: string): boolean
}

/** One breach of one rule. */
export interface Breach {
  readonly file: string
  readonly line: number
  /** What is wrong and what to do. */
  readonly sentence: string
  /** The same in the list of known ones, where it must not change with every line. */
  readonly key: string
  /** How much of it there is, where that is measured; else one. */
  readonly size?: number
}

/** Parses the sources and resolves what they import from each other. */
export function treeOf(sources: readonly Source[]): Tree {
  const files = sources.map(parse)
  const known = new Set(files.map(({ file }) => file))
  const edges = files.flatMap(({ file, imports }) =>
    imports.flatMap(one => {
      const to = resolve(file, one.specifier, known)
      return to === null ? [] : [{ ...one, from: file, to }]
    }),
  )
  return { files, edges }
}

/** The path that an import of ours names, from the root; null for packages. */
export function namedPath(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier === '@malote/client') return 'client/src/malote.ts'
  if (!specifier.startsWith('.')) return null
  return path.posix.join(path.posix.dirname(from), specifier)
}

/** Imports name files with their endings here; `#` is `src`, as package.json says. */
function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  const named = namedPath(from, specifier)
  if (named === null) return null
  const written = named.replace(/\.([cm]?)js$/, '.$1ts')
  const endings = ['', '.ts', '.tsx', '/index.ts']
  const found = endings.map(ending => named + ending).find(file => known.has(file))
  return found ?? (known.has(written) ? written : null)
}

/** The folders of a file in `src`; null elsewhere. Billing is one module, whose folders are rooms in it. */
export function roomOf(file: string): { storey: string; module: string } | null {
  const match = /^src\/(?:([a-z-]+)\/(?:([a-z-]+)\/)?)?([a-z-]+\.ts$)?/.exec(file)
  if (match === null) return null
  const storey = match[1] ?? file.slice('src/'.length)
  return { storey, module: storey === 'billing' ? storey : (match[2] ?? storey) }
}

/** The storeys from the ground up: each imports only those before it. */
export const storeys: readonly string[] = [
  'kernel',
  'protocol',
  'platform',
  'tenants',
  'sending',
  'marketing',
  'billing',
  'boot',
  'faces',
  'service.ts',
  'serve.ts',
  'worker.ts',
  'start.ts',
  'main.ts',
]
