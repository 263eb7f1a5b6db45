/**
 * What specs know of how things are kept: they say what a customer sees, through the API, a command
 * or a webhook. What happens without a call has a sentence in `test/support/happened.ts`, what no
 * answer shows in `test/support/kept.ts`; what is really about statements is a test of `test/unit`.
 */
import type { Source } from './sources.ts'

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
