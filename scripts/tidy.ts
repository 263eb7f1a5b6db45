/**
 * The rules of the house that a reader cannot be asked to remember: who may import whom, SQL only
 * in stores, one writer per table, indexes that stop nobody, time and chance only through the world, sizes, names, dead
 * exports, links. `test/suites/tidy` proves of each that it can fail.
 *
 *     node scripts/run.mjs scripts/tidy.ts            all rules
 *     node scripts/run.mjs scripts/tidy.ts --fast     before a commit: no tests, no pages
 *     node scripts/run.mjs scripts/tidy.ts --record   shortens the list of known breaches
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { typeCircles, valueCircles } from './tidy/circles.ts'
import { deadExports, doubleTypeNames } from './tidy/exports.ts'
import { type Findings, judge, readKnown, recorded, writeKnown } from './tidy/known.ts'
import { blockingIndexes } from './tidy/migrations.ts'
import { limitNames, participleTypes } from './tidy/names.ts'
import { brokenLinks, genderedComments, goneFiles, strayReferences } from './tidy/pages.ts'
import { forwarders, inlineBags, reExports, wideFunctions } from './tidy/signatures.ts'
import { longFiles, longFunctions, vagueFiles } from './tidy/sizes.ts'
import { readMigrations, readPages, readSources } from './tidy/sources.ts'
import { insightsOfSpecs } from './tidy/specs.ts'
import { foreignWrites } from './tidy/stores.ts'
import {
  featureImports,
  importForms,
  lostImports,
  outsideImports,
  risingImports,
  sidewaysImports,
  unknownStoreys,
} from './tidy/storeys.ts'
import { type Breach, type Repository, treeOf } from './tidy/tree.ts'
import { databaseClock, sharedTables, strayingSql, strayingTime } from './tidy/world.ts'

type Rule = (repository: Repository) => Breach[]

/** What can be said of the programs that are shipped without reading tests and pages. */
const quickRules = {
  risingImports,
  unknownStoreys,
  importForms,
  sidewaysImports,
  outsideImports,
  featureImports,
  foreignWrites,
  valueCircles,
  typeCircles,
  strayingSql,
  sharedTables,
  strayingTime,
  databaseClock,
  longFunctions,
  doubleTypeNames,
  limitNames,
  participleTypes,
  wideFunctions,
  inlineBags,
  forwarders,
  reExports,
  vagueFiles,
  blockingIndexes,
  genderedComments,
} satisfies Readonly<Record<string, Rule>>

export const rules: Readonly<Record<string, Rule>> = {
  ...quickRules,
  insightsOfSpecs,
  lostImports,
  longFiles,
  deadExports,
  brokenLinks,
  strayReferences,
  goneFiles,
}

const programFolders = ['src', 'sim', 'dashboard', 'client', 'scripts', 'bench']
const knownFile = path.join(import.meta.dirname, 'tidy/known.json')

interface Options {
  readonly fast?: boolean
}

/** All breaches of the tree at `root`, known ones too, by rule. */
export function findingsAt(root: string, { fast = false }: Options = {}): Findings {
  const folders = fast ? programFolders : [...programFolders, 'test', 'bin']
  const repository: Repository = {
    ...treeOf(readSources(root, folders)),
    pages: fast ? [] : readPages(root),
    migrations: readMigrations(root),
    isThere: file => existsSync(path.join(root, file)),
  }
  const asked: Readonly<Record<string, Rule>> = fast ? quickRules : rules
  return Object.fromEntries(Object.entries(asked).map(([name, rule]) => [name, rule(repository)]))
}

/** What is wrong with the tree at `root`, one line each. */
export function breaches(root: string, options: Options = {}): string[] {
  const known = Object.entries(readKnown(knownFile))
  const judged = known.filter(([rule]) => !options.fast || rule in quickRules)
  return judge(findingsAt(root, options), Object.fromEntries(judged))
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  if (process.argv.includes('--record')) {
    writeKnown(knownFile, recorded(findingsAt(root), readKnown(knownFile)))
  }
  const lines = breaches(root, { fast: process.argv.includes('--fast') })
  for (const line of lines) console.log(line)
  process.exitCode = lines.length === 0 ? 0 : 1
}
