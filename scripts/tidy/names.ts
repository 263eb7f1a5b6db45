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

/** Nouns that end as participles do. */
const nouns = /^(Feed|Deed|Seed|Speed|Need|Bed|Red|Shed)$/
const irregular =
  /^(Begun|Bound|Bought|Brought|Built|Caught|Chosen|Done|Drawn|Felt|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Left|Lost|Made|Meant|Met|Paid|Said|Seen|Sent|Shown|Sold|Sought|Spent|Taken|Thrown|Told|Understood|Written)$/

/**
 * A type is a noun: `Judged` says that something was done, and neither to what nor what came of it.
 * Of two words the participle may be the first: `JudgedRow`.
 */
export function participleTypes({ files }: Tree): Breach[] {
  return files.flatMap(({ file, types }) =>
    judgedFolders.test(file) && !isGenerated(file)
      ? [...types].flatMap(([name, line]) => {
          const isParticiple = /^[A-Z][a-z]+ed$/.test(name) && !nouns.test(name)
          if (!isParticiple && !irregular.test(name)) return []
          const sentence = `name the type ${name} by what it is, not by what was done to it`
          return [{ file, line, key: `${file}: ${name}`, sentence }]
        })
      : [],
  )
}
