/**
 * The program that a whole run of `npm test` starts, bundled as in the npm package (pack/bundle.ts):
 * its few files are loaded in a quarter of the time of a thousand sources. It is kept until a source
 * changes, below the packages, where it finds those that stay packages; all else that the program
 * reads is a link away.
 */
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { machineClock } from '../test/support/real-clock.ts'
import { bundleProgram } from './pack/bundle.ts'

const place = 'node_modules/.cache/malote-program'
/** What another run may still start from. */
const keptMs = 86_400_000
const sources = ['src/**/*.ts', 'scripts/pack/*', 'package-lock.json', 'scripts/tested-program.ts']
const notLinked = new Set(['.git', 'dist', 'node_modules'])

/** The path of its first file. */
export async function testedProgram(root: string): Promise<string> {
  const all = path.join(root, place)
  const folder = path.join(all, hashOf(root))
  const file = path.join(folder, 'dist/main.js')
  if (fs.existsSync(file)) {
    const now = new Date(machineClock.now())
    fs.utimesSync(folder, now, now)
    return file
  }
  fs.mkdirSync(all, { recursive: true })
  forgetOld(all)
  const unfinished = fs.mkdtempSync(path.join(all, '.new-'))
  await bundleProgram(root, unfinished)
  for (const name of fs.readdirSync(root)) {
    if (!notLinked.has(name)) fs.symlinkSync(path.join(root, name), path.join(unfinished, name))
  }
  try {
    fs.renameSync(unfinished, folder)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    // Another run was faster.
    if (!fs.existsSync(file)) throw error
  }
  return file
}

function hashOf(root: string): string {
  const hash = createHash('sha256').update(process.version)
  for (const name of sources.flatMap(one => fs.globSync(one, { cwd: root })).sort()) {
    hash.update(`${name}\n`).update(fs.readFileSync(path.join(root, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

function forgetOld(all: string): void {
  for (const name of fs.readdirSync(all)) {
    const folder = path.join(all, name)
    if (machineClock.now() - fs.statSync(folder).mtimeMs > keptMs)
      fs.rmSync(folder, { recursive: true })
  }
}
