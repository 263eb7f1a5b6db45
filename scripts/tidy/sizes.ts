/** Sizes and names of files and functions. */
import type { MeasuredFunction } from './parse.ts'
import { isGenerated } from './sources.ts'
import type { Breach, Tree } from './tree.ts'

const maxFileLines = 500
const maxFunctionLines = 70

/** Lines of a text; the newline at its end begins none. */
export const linesIn = (text: string): number => text.replace(/\n$/, '').split('\n').length

/** Files too long to read in one go. */
export function longFiles({ files }: Tree): Breach[] {
  return files.flatMap(({ file, text }) => {
    const lines = linesIn(text)
    if (lines <= maxFileLines || isGenerated(file)) return []
    const sentence = `has ${lines} lines; ${maxFileLines} are allowed`
    return [{ file, line: 1, key: file, sentence, size: lines }]
  })
}

const judgedFolders = /^(src|dashboard|sim|client|scripts|bench)\//
const testBlocks = new Set(['describe', 'it', 'test', 'suite'])

const isJudged = ({ passedTo }: MeasuredFunction): boolean => !testBlocks.has(passedTo ?? '')

/** Functions too long to see at once; what `describe` and `it` are given is no function to a reader. */
export function longFunctions({ files }: Tree): Breach[] {
  return files
    .filter(({ file }) => judgedFolders.test(file) && !isGenerated(file))
    .flatMap(({ file, functions }) =>
      functions.filter(isJudged).flatMap(({ name, line, lines }) => {
        if (lines <= maxFunctionLines) return []
        const sentence = `${name} has ${lines} lines; ${maxFunctionLines} are allowed`
        return [{ file, line, key: `${file}: ${name}`, sentence, size: lines }]
      }),
    )
}

const vagueNames = /(^|\/)(index|utils|util|types|service|helpers|helper|common|misc)\.tsx?$/

/** Names that say nothing; `src/service.ts` is the running service itself. */
export function vagueFiles({ files }: Tree): Breach[] {
  return files
    .filter(({ file }) => judgedFolders.test(file) && file !== 'src/service.ts')
    .filter(({ file }) => vagueNames.test(file))
    .map(({ file }) => ({ file, line: 1, key: file, sentence: 'name it after what it does' }))
}
