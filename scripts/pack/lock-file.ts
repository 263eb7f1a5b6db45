/** Which packages npm installs of package-lock.json for whoever runs the service, and nobody else. */
import * as fs from 'node:fs'
import path from 'node:path'

interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type Packages = Readonly<Record<string, Entry>>

/**
 * Folders (`node_modules/pg`) that `npm ci --omit=dev` without workspaces fills by the lock file of
 * `folder`, of those that `installed` has.
 */
export function productionFolders(folder: string, installed: string): string[] {
  return closure(lockedIn(folder), [''], installed)
}

/** Those of packages by their names, with what each of them needs. */
export function foldersOf(names: readonly string[], root: string): string[] {
  const first = names.map(name => path.posix.join('node_modules', name))
  return closure(lockedIn(root), first, root)
}

const lockedIn = (folder: string): Packages =>
  (
    JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Packages
    }
  ).packages

function closure(packages: Packages, first: readonly string[], installed: string): string[] {
  const found = new Set(first.filter(place => place !== ''))
  const open = [...first]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const name of neededBy(packages[at]!)) {
      const place = resolveFrom(at, name, packages)
      if (place === null || found.has(place)) continue
      found.add(place)
      open.push(place)
    }
  }
  // Those for other kinds of machines are in the lock file alone.
  return [...found].filter(one => fs.existsSync(path.join(installed, one))).sort()
}

function neededBy(entry: Entry): string[] {
  const isWanted = (name: string): boolean => entry.peerDependenciesMeta?.[name]?.optional !== true
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...Object.keys(entry.peerDependencies ?? {}).filter(isWanted),
  ]
}

/** Where Node would look for it, from the package on upwards. */
function resolveFrom(at: string, name: string, packages: Packages): string | null {
  for (let base = at; ; ) {
    const folder = path.posix.join(base, 'node_modules', name)
    if (packages[folder] !== undefined) return folder
    if (base === '') return null
    const end = base.lastIndexOf('/node_modules/')
    base = end === -1 ? '' : base.slice(0, end)
  }
}
