/**
 * What is in the packages `malote` and `@malote/client`, written into folders that `npm pack` takes as
 * they are. Theirs is a package.json of their own: the repository's is private, and names what builds.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { bundleProgram, keptPackages } from './bundle.ts'
import { billOfMaterials, noticesOf } from './notices.ts'

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** The program, the pages, what they read, and nothing that builds or tests. */
export async function writeProgram(root: string, to: string): Promise<void> {
  const pages = path.join(root, 'dashboard/dist')
  if (!fs.existsSync(path.join(pages, 'index.html'))) {
    throw new Error('There is no built dashboard: node scripts/ready.mjs builds it.')
  }
  const { packages } = await bundleProgram(root, to)
  for (const file of [
    ...['LICENSE', 'README.md', 'bin', 'dashboard/dist', 'db/migrations', 'db/invariants.sql'],
    ...(fs.existsSync(path.join(root, 'site/dist')) ? ['site/dist'] : []),
    ...['docs', 'scripts/healthy.mjs', 'scripts/node.mjs', 'scripts/run.mjs'],
    'src/marketing/forms/form-script.js',
    'src/marketing/forms/popup-frame.js',
    'src/marketing/forms/popup-script.js',
  ]) {
    fs.cpSync(path.join(root, file), path.join(to, file), { recursive: true, filter: isKept })
  }
  const manifest = manifestOf(root)
  writeJson(to, 'package.json', programManifest(manifest))
  writeJson(to, 'sbom.cdx.json', billOfMaterials(root, packages, manifest))
  fs.writeFileSync(path.join(to, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, packages))
}

/** Pictures of the pages are for whoever reads about them elsewhere. */
const isKept = (file: string): boolean => path.basename(file) !== 'screenshots'

const programManifest = (own: Manifest): object => ({
  name: 'malote',
  version: own.version,
  description: own.description,
  license: own.license,
  type: 'module',
  // The oldest that it has been run with; what it is bundled for lacks nothing else.
  engines: { node: '>=20.20' },
  bin: { malote: './bin/malote.mjs' },
  dependencies: Object.fromEntries(keptPackages.map(name => [name, own.dependencies[name]])),
  optionalDependencies: own.optionalDependencies,
})

/** The built client, of both module kinds, with its types. */
export function writeClient(root: string, to: string): void {
  const build = path.join(root, 'client/build.mjs')
  const { status } = spawnSync(process.execPath, [build, path.join(to, 'dist')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The client could not be built; the compiler says why above.')
  for (const [from, name] of [
    ['client/README.md', 'README.md'],
    ['LICENSE', 'LICENSE'],
  ] as const) {
    fs.copyFileSync(path.join(root, from), path.join(to, name))
  }
  const { private: _, scripts: __, ...own } = readJson(path.join(root, 'client/package.json'))
  writeJson(to, 'package.json', own)
}

export const manifestOf = (root: string): Manifest =>
  readJson(path.join(root, 'package.json')) as unknown as Manifest

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(file, 'utf8'))

const writeJson = (to: string, name: string, value: object): void =>
  fs.writeFileSync(path.join(to, name), `${JSON.stringify(value, null, 2)}\n`)
