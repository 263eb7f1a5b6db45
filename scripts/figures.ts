/**
 * What can be counted of the shape of the code, each figure beside its bar in `tidy/bars.json`:
 * `npm run check` prints them, and fails where one is worse than its bar.
 *
 *     node scripts/run.mjs scripts/figures.ts [FOLDER] [--record | --duplicates]
 *
 * FOLDER is another checkout to measure, without judging it. `--record` lowers the bars of counts
 * that have become better; a bar is raised by hand. `--duplicates` lists the places alike, too.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { typeCircles, valueCircles } from './tidy/circles.ts'
import { type DuplicatePair, duplicatePairs } from './tidy/duplicates.ts'
import { deadExports } from './tidy/exports.ts'
import type { ParsedFile } from './tidy/parse.ts'
import { linesIn } from './tidy/sizes.ts'
import { isGenerated, readSources } from './tidy/sources.ts'
import { statementsOfSpecs } from './tidy/specs.ts'
import { foreignWrites } from './tidy/stores.ts'
import { type Tree, treeOf } from './tidy/tree.ts'
import { unknownsOfAnswers } from './tidy/unknowns.ts'

/** By name; fewer is better in all of them. */
export type Figures = Readonly<Record<string, number>>

const folders = ['src', 'sim', 'dashboard', 'client', 'scripts', 'bench', 'test', 'bin']
const barsFile = path.join(import.meta.dirname, 'tidy/bars.json')
const pathFile = 'test/golden/path-of-one-email.txt'
const maxFunctionLines = 70

/** Measures the checkout at `root`. */
export function figuresAt(root: string): Figures {
  const tree = treeOf(readSources(root, folders))
  const below = (folder: string): ParsedFile[] => filesBelow(tree, folder)
  return {
    ...filesOf('src', below('src')),
    ...functionsOf('src', below('src')),
    ...functionsOf('dashboard', below('dashboard/src')),
    ...functionsOf('sim', below('sim')),
    'import circles by value': valueCircles(tree).length,
    'import circles with types': valueCircles(tree).length + typeCircles(tree).length,
    'exports without a user': deadExports(tree).length,
    'writes round a verb of their module': foreignWrites(tree).length,
    'src: pairs of places alike': duplicatePairs(below('src')).length,
    'dashboard: pairs of places alike': duplicatePairs(below('dashboard/src')).length,
    ...unknownsOf(tree),
    'test/spec: statements of SQL': statementsOfSpecs(tree.files),
    ...pathOf(root),
  }
}

function filesBelow({ files }: Tree, folder: string): ParsedFile[] {
  return files.filter(({ file }) => file.startsWith(`${folder}/`) && !isGenerated(file))
}

/** The value below which `share` of all lie. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function filesOf(name: string, files: readonly ParsedFile[]): Figures {
  const lines = files.map(({ text }) => linesIn(text))
  return {
    [`${name}: lines a file, median`]: quantile(lines, 0.5),
    [`${name}: lines a file, p90`]: quantile(lines, 0.9),
    [`${name}: lines a file, longest`]: Math.max(...lines),
  }
}

/** Of functions that are bound to a name; what is passed as an argument belongs to its surroundings. */
function functionsOf(name: string, files: readonly ParsedFile[]): Figures {
  const bound = files
    .filter(({ file }) => !/\.test\.tsx?$/.test(file))
    .flatMap(({ functions }) => functions.filter(({ passedTo }) => passedTo === null))
  const lines = bound.map(one => one.lines)
  return {
    [`${name}: lines a function, median`]: quantile(lines, 0.5),
    [`${name}: lines a function, p90`]: quantile(lines, 0.9),
    [`${name}: functions over ${maxFunctionLines} lines`]: lines.filter(n => n > maxFunctionLines)
      .length,
  }
}

function unknownsOf({ files }: Tree): Figures {
  const { ours, callers } = unknownsOfAnswers(files.filter(({ file }) => isGenerated(file)))
  return {
    'answers: unknown': ours.length,
    "answers: unknown, callers' own": callers.length,
  }
}

/** The files that one email executes, as a test of their list has measured them. */
function pathOf(root: string): Figures {
  const list = path.join(root, pathFile)
  if (!existsSync(list)) return {}
  const files = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  const lines = files.map(file => linesIn(readFileSync(path.join(root, file), 'utf8')))
  return {
    'path of one email: files': files.length,
    'path of one email: lines': lines.reduce((all, one) => all + one, 0),
  }
}

/** Figures that are worse than their bar, or have none, and bars without a figure. */
export function fallenBehind(figures: Figures, bars: Figures): string[] {
  const judged = Object.entries(figures).flatMap(([name, value]) => {
    const bar = bars[name]
    if (bar === undefined) return [`${name}: no bar in scripts/tidy/bars.json`]
    return value > bar ? [`${name}: ${value}, and ${bar} is the bar`] : []
  })
  const idle = Object.keys(bars).filter(name => figures[name] === undefined)
  return [...judged, ...idle.map(name => `${name}: a bar without a figure`)]
}

/** One line more in the middle file is no harm: such bars are aims, and set by hand. */
const isAim = (name: string): boolean => /(median|p90|longest|email: lines)$/.test(name)

/** The bars after this measurement: lower where a count has become better, never higher. */
export function lowered(figures: Figures, bars: Figures): Figures {
  const barOf = (name: string, value: number): number => {
    const bar = bars[name] ?? value
    return isAim(name) ? bar : Math.min(value, bar)
  }
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, barOf(name, value)]),
  )
}

export function readBars(): Figures {
  return JSON.parse(readFileSync(barsFile, 'utf8'))
}

/** One line for each figure, with its bar where it has one. */
export function table(figures: Figures, bars: Figures): string {
  const width = Math.max(...Object.keys(figures).map(name => name.length))
  const rows = Object.entries(figures).map(([name, value]) => {
    const bar = bars[name]
    const beside = bar === undefined ? '' : `  ≤ ${bar}${value > bar ? '  ✖' : ''}`
    return `  ${name.padEnd(width)} ${String(value).padStart(6)}${beside}`
  })
  return rows.join('\n')
}

function listDuplicates(root: string): void {
  const tree = treeOf(readSources(root, folders))
  const pairs: DuplicatePair[] = ['src', 'dashboard/src'].flatMap(folder =>
    duplicatePairs(filesBelow(tree, folder)),
  )
  for (const { first, second, lines } of pairs) console.log(`${first} ${second} (${lines} lines)`)
}

function main(words: readonly string[]): void {
  const own = path.resolve(import.meta.dirname, '..')
  const other = words.find(word => !word.startsWith('-'))
  const root = path.resolve(other ?? own)
  if (words.includes('--duplicates')) listDuplicates(root)
  const figures = figuresAt(root)
  if (words.includes('--record')) {
    writeFileSync(barsFile, `${JSON.stringify(lowered(figures, readBars()), null, 2)}\n`)
  }
  const bars = root === own ? readBars() : {}
  console.log(table(figures, bars))
  const behind = root === own ? fallenBehind(figures, bars) : []
  for (const line of behind) console.log(line)
  process.exitCode = behind.length === 0 ? 0 : 1
}

if (import.meta.main) main(process.argv.slice(2))
