/** Names that say too little. */
import { type AnyNode, lineIn, nameOf, nodesOf, type ParsedFile } from './parse.ts'
import { isGenerated } from './sources.ts'
import type { Breach, Tree } from './tree.ts'

const judgedFolders = /^(src|dashboard\/src|client\/src|sim|scripts|bench)\//

const superlatives: readonly (readonly ['max' | 'min', RegExp])[] = [
  ['max', /^(most|longest|largest|biggest|highest)(?=[A-Z])/],
  ['min', /^(least|shortest|smallest|lowest|fewest)(?=[A-Z])/],
]

/** The bare words, whatever they name: a limit that a caller gives is one too. */
const bareWords: ReadonlyMap<string, 'max' | 'min'> = new Map([
  ['most', 'max'],
  ['least', 'min'],
  ['fewest', 'min'],
])

/** Limits are called max… and min…, so that a search finds all of them. */
export function limitNames({ files }: Tree): Breach[] {
  return files.flatMap(parsed => {
    const { file, numbers } = parsed
    const called = numbers.flatMap(({ name, line }) =>
      superlatives
        .filter(([, word]) => word.test(name))
        .map(([right, word]) => ({ name, line, right: name.replace(word, right) })),
    )
    const isJudged = judgedFolders.test(file) && !isGenerated(file)
    return [...called, ...(isJudged ? bareIn(parsed) : [])].map(({ name, line, right }) => ({
      file,
      line,
      key: `${file}: ${name}`,
      sentence: `call the limit ${right}`,
    }))
  })
}

/** Variables, parameters and properties that are called by the word alone. */
function bareIn(file: ParsedFile): { name: string; line: number; right: string }[] {
  return [...nodesOf(file.program)].flatMap(([node, parent]) => {
    const name = boundBy(node, parent)
    const right = bareWords.get(name ?? '')
    return name === null || right === undefined ? [] : [{ name, line: lineIn(file, node), right }]
  })
}

const members = new Set([
  'Property',
  'PropertyDefinition',
  'TSPropertySignature',
  'MethodDefinition',
])

function boundBy(node: AnyNode, parent: AnyNode | null): string | null {
  if (members.has(node.type)) return node.computed ? null : nameOf(node.key)
  if (node.type !== 'Identifier' || parent === null) return null
  const isBound =
    (parent.type === 'VariableDeclarator' && parent.id === node) ||
    (parent.type === 'AssignmentPattern' && parent.left === node) ||
    parent.params?.includes(node)
  return isBound ? nameOf(node) : null
}
