/**
 * Builds the pages of docs/ into a site with search, dark mode and both languages, in `site/dist`,
 * which the service serves under /docs where it is there. For the image and packages: a clone
 * never needs it, and its generator (VitePress, docs/decisions/0069-a-generator-for-the-pages.md) is
 * installed in `site` alone.
 *
 *     node scripts/run.mjs scripts/site.ts
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fittingNode } from './node.mjs'
import { packFiles } from './packed.ts'
import { faultsOfSite } from './site/check-built.ts'
import { stage } from './site/stage.ts'

const root = path.resolve(import.meta.dirname, '..')
const site = path.join(root, 'site')

/** Builds the site, or keeps what lies there: a package that is only tested needs no generator. */
export function prepareSite(what: string): void {
  if (what === 'built') build()
  else if (what !== 'kept') throw new Error(`--site is built or kept, not ${what}.`)
}

function build(): void {
  if (!isInstalled()) install()
  writePages()
  const generator = path.join(site, 'node_modules/vitepress/bin/vitepress.js')
  run(fittingNode(), [generator, 'build', '.'])
  const built = path.join(site, 'dist')
  const faults = faultsOfSite(built)
  if (faults.length > 0) throw new Error(`The site is not as it must be:\n${faults.join('\n')}`)
  packFiles(built)
}

/** Whether the packages are those of the lock file. */
function isInstalled(): boolean {
  const mark = path.join(site, 'node_modules/.lock')
  return existsSync(mark) && readFileSync(mark, 'utf8') === lock()
}

const lock = () => readFileSync(path.join(site, 'package-lock.json'), 'utf8')

function install(): void {
  run('npm', [
    'ci',
    '--no-workspaces',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  writeFileSync(path.join(site, 'node_modules/.lock'), lock())
}

function writePages(): void {
  const pages = path.join(site, '.tmp')
  rmSync(pages, { recursive: true, force: true })
  for (const [file, text] of Object.entries(stage(root))) {
    const to = path.join(pages, file)
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(to, text)
  }
}

function run(command: string, words: readonly string[]): void {
  // What a script prints is where its files are.
  const { status, error } = spawnSync(command, words, { cwd: site, stdio: ['inherit', 2, 2] })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

if (import.meta.main) build()
