/**
 * `npm run check`: types, style, the rules of the house, subjects of commits, pages in both
 * languages, figures beside their bars, and everything generated equal to its source. Runs all of
 * it even when one fails, so that one run shows all there is to mend.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fallenBehind, figuresAt, readBars, table } from './figures.ts'
import { faultyLanguages } from './languages.ts'
import { faultySubjects } from './subjects.ts'
import { breaches } from './tidy.ts'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name)

interface Check {
  readonly name: string
  run(): boolean
}

function command(name: string, file: string, args: readonly string[]): Check {
  return {
    name,
    run: () => spawnSync(file, args, { cwd: root, stdio: 'inherit' }).status === 0,
  }
}

const checks: readonly Check[] = [
  command('types', bin('tsc'), ['-p', '.']),
  command('types of the dashboard', bin('tsc'), ['-p', 'dashboard']),
  command('style', bin('biome'), ['check', '.', '--diagnostic-level=error']),
  {
    name: 'rules of the house',
    run() {
      const found = breaches(root)
      for (const breach of found) console.log(`  ${breach}`)
      return found.length === 0
    },
  },
  {
    name: 'subjects of the commits',
    run() {
      const faults = faultySubjects(root)
      for (const fault of faults) console.log(`  ${fault}`)
      return faults.length === 0
    },
  },
  {
    name: 'pages in both languages',
    run() {
      const faults = faultyLanguages(root)
      for (const fault of faults) console.log(`  ${fault}`)
      return faults.length === 0
    },
  },
  {
    name: 'figures',
    run() {
      const figures = figuresAt(root)
      const bars = readBars()
      console.log(table(figures, bars))
      return fallenBehind(figures, bars).length === 0
    },
  },
  command('db/schema.sql', process.execPath, ['scripts/schema.ts', '--check']),
  command('client/src/generated.ts and docs/collection.json', process.execPath, [
    'scripts/client.ts',
    '--check',
  ]),
  command('dashboard/src/api/generated.ts', process.execPath, [
    'scripts/dashboard-client.ts',
    '--check',
  ]),
]

const failed = checks.filter(check => {
  const passed = check.run()
  console.log(`${passed ? '✔' : '✖'} ${check.name}`)
  return !passed
})
process.exit(failed.length === 0 ? 0 : 1)
