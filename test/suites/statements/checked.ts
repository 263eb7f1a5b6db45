/**
 * Holds the types of rows against the columns that the database gives: a copy of the program, in which
 * each row type is asked to fit its columns, is given to the compiler, which says what does not.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Column } from './described.ts'
import type { Statement } from './statements.ts'

export interface Described extends Statement {
  readonly columns: readonly Column[]
}

/**
 * A row type that may be null is fine with any column, since no description says whether one is. What
 * nobody gave a type has the columns that are asked of it.
 */
const declarations = `
type Fault<K, V, C> =
  unknown extends V ? never : [NonNullable<V>] extends [C] ? never : \`\${K & string}: other type\`
type Missing<Row, C> = { [K in keyof Row]-?: K extends keyof C ? Fault<K, Row[K], C[K]>
  : undefined extends Row[K] ? never : \`\${K & string}: no column\` }[keyof Row]
type Surplus<Row, C> = { [K in keyof C]: K extends keyof Row ? never : \`\${K & string}: not in the type\` }[keyof C]
type Faults<Row, C> = string extends keyof Row ? never : Missing<Row, C> | Surplus<Row, C>
type Checked<Row, F extends never> = Row
declare const fits: 'fits'
declare function checked<C>(): <Row>(rows: Promise<Row[]>, verdict:
  [Faults<Row, C>] extends [never] ? unknown : Faults<Row, C>) => Promise<Row[]>
`

/**
 * A line for each fault: where, and what is wrong with which column. `beside`: further sources, by the
 * names that they would have.
 */
export async function faultsOf(
  root: string,
  statements: readonly Described[],
  beside: Readonly<Record<string, string>>,
): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-statements-'))
  try {
    await copyProgram(root, folder, beside)
    for (const [file, own] of Map.groupBy(statements, one => one.file)) {
      const place = path.join(folder, file)
      await writeFile(place, withChecks(await readFile(place, 'utf8'), own))
    }
    return (await compiled(root, folder)).map(line => line.replace(/^.*?(?=src\/)/, ''))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyProgram(
  root: string,
  folder: string,
  beside: Readonly<Record<string, string>>,
): Promise<void> {
  for (const part of ['src', 'package.json'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true })
  for (const [name, text] of Object.entries(beside)) await writeFile(path.join(folder, name), text)
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'checked.d.ts'), declarations)
  const { compilerOptions } = JSON.parse(await readFile(path.join(root, 'tsconfig.json'), 'utf8'))
  const config = { compilerOptions, include: ['src', 'checked.d.ts'] }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
}

/** From the end of the file to its beginning, so that places before a change stay where they are. */
function withChecks(text: string, statements: readonly Described[]): string {
  const backwards = statements.toSorted((a, b) => b.call.start - a.call.start)
  return backwards.reduce((sofar, { call, type, columns }) => {
    const given = `{ ${[...new Map(columns.map(one => [one.name, `'${one.name}': ${one.type}`])).values()].join('; ')} }`
    const { start, end } = type ?? call
    const old = sofar.slice(start, end)
    const checked = type
      ? `Checked<${old}, Faults<${old}, ${given}>>`
      : `checked<${given}>()(${old}, fits)`
    return sofar.slice(0, start) + checked + sofar.slice(end)
  }, text)
}

/** The compiler's complaints. */
function compiled(root: string, folder: string): Promise<string[]> {
  const compiler = path.join(root, 'node_modules', 'typescript', 'lib', 'tsc.js')
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [compiler, '-p', folder, '--pretty', 'false'],
      { maxBuffer: 2 ** 24 },
      (error, said) => {
        const lines = said.split('\n').filter(line => line.includes(': error '))
        if (error && lines.length === 0) reject(error)
        else resolve(lines)
      },
    )
  })
}
