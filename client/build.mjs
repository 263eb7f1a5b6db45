/**
 * Builds the client for both module kinds: dist/esm and dist/cjs, each with its types. The source is
 * the same; the compiler writes it twice. `node build.mjs FOLDER` builds elsewhere.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const out = resolve(process.argv[2] ?? join(here, 'dist'))
const compiler = join(here, '../node_modules/typescript/bin/tsc')

const kinds = [
  ['esm', 'module', ['--module', 'nodenext']],
  ['cjs', 'commonjs', ['--module', 'commonjs', '--moduleResolution', 'bundler']],
]

for (const [folder, type, flags] of kinds) {
  const target = join(out, folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const options = ['-p', join(here, 'tsconfig.json'), '--outDir', target, ...flags]
  const done = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
  writeFileSync(join(target, 'package.json'), `{ "type": "${type}" }\n`)
}
