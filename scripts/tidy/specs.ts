/**
 * What specs know of how things are kept: they say what a customer sees, through the API, a command
 * or a webhook. What happens without a call has a sentence in `test/support/happened.ts`, what no
 * answer shows in `test/support/kept.ts`; what is really about statements is a test of `test/unit`.
 */
import type { Source } from './sources.ts'
import type { Breach, Tree } from './tree.ts'

const calls = /\.query\s*[<(]/g
const words =
  /[`'"]\s*(with [a-z_]+ (as|\()|select [^`'"]*from |(insert into|delete from|create table|alter table|lock table) |update [a-z_]+ set )/gi

const isSpec = ({ file }: Pick<Source, 'file'>): boolean => /^test\/spec\/.*\.ts$/.test(file)

/** Calls that hand a statement to the database, and statements that stand elsewhere. */
export function statementsOfSpecs(files: readonly Source[]): number {
  return files.filter(isSpec).reduce((all, { text }) => all + countOf(text), 0)
}

function countOf(text: string): number {
  // A statement that stands right behind the call that takes it is one.
  const alone = text.replaceAll(/(\.query\s*(<[^()]*>)?\()\s*[`'"]/g, '$1')
  return [...alone.matchAll(calls)].length + [...alone.matchAll(words)].length
}

const insight = (file: string): string => `test/spec/${file}.spec.ts`

/**
 * Specs that import a file of the program, each with the reason why no call, no command and no
 * sentence of `test/support` stands for it. A spec that needs it no more leaves the list.
 */
const insights: Readonly<Record<string, string>> = {
  [insight('carrying-reports')]:
    'A letter that is no report has no outcome that a customer sees: its reader says so.',
  [insight('exporting')]:
    'Places of exports are taken by streams that nobody reads, which HTTP would buffer.',
  [insight('folders')]: 'Folders are listed for a signed-in dashboard alone.',
  [insight('mail-log')]: 'Lines are compared as the log of a process prints them.',
  [insight('sequence-days')]: 'Figures three months old are made, not waited for.',
  [insight('sequence-people')]: 'What the dashboard says of many ways is held against each answer.',
  [insight('sequence-segments')]: 'A look that takes too long is made where looks are made.',
  [insight('watching-files')]:
    'Files that ship are held against all types of events that there are.',
}

/** Specs that import the program, and entries of the list above that are needed no more. */
export function insightsOfSpecs({ files, edges }: Tree): Breach[] {
  const reaching = edges.filter(({ from, to }) => isSpec({ file: from }) && to.startsWith('src/'))
  const unexplained = reaching.filter(({ from }) => !(from in insights))
  const stale = files.filter(
    ({ file }) => file in insights && !reaching.some(({ from }) => from === file),
  )
  return [
    ...unexplained.map(({ from, to, line }) => ({
      file: from,
      line,
      key: from,
      sentence: `imports ${to}: say it by a call or in test/support, or move the test to test/unit`,
    })),
    ...stale.map(({ file }) => ({
      file,
      line: 1,
      key: file,
      sentence: 'imports nothing of src: take it off the list in scripts/tidy/specs.ts',
    })),
  ]
}
