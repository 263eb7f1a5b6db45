/**
 * Builds the client for both module kinds: dist/esm and dist/cjs, each with its types. The source is
 * the same; the compiler writes it twice. `node build.mjs FOLDER` builds elsewhere.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  mkdirSync(target, { recursive: true })
  const made = mkdtempSync(`${target}-`)
  try {
    const options = ['-p', join(here, 'tsconfig.json'), '--outDir', made, ...flags]
    const done = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' })
    if (done.status !== 0) throw new Error(`the compiler ended with ${done.status}`)
    writeFileSync(join(made, 'package.json'), `{ "type": "${type}" }\n`)
    replace(target, made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** One file after the other: whoever loads the client meanwhile finds all of it. */
function replace(target, made) {
  const names = readdirSync(made)
  for (const name of names) renameSync(join(made, name), join(target, name))
  for (const name of readdirSync(target)) {
    if (!names.includes(name)) rmSync(join(target, name), { recursive: true, force: true })
  }
}
