/** What functions take, and functions and files that only pass on what others have. */
import { type AnyNode, lineIn, nodesOf, type ParsedFile } from './parse.ts'
import { isGenerated } from './sources.ts'
import type { Breach, Tree } from './tree.ts'

const judgedFolders = /^(src|dashboard\/src|client\/src|sim|scripts|bench)\//
const judged = ({ files }: Tree): ParsedFile[] =>
  files.filter(({ file }) => judgedFolders.test(file) && !isGenerated(file))

const maxParameters = 4
/** An object written where it is taken; with one more it is worth a name of its own. */
const maxInlineMembers = 4

interface OwnFunction {
  readonly name: string
  readonly node: AnyNode
}

/**
 * Functions that have a name of their own. What is passed to somebody, and the members of an object
 * literal, often take what a library gives them.
 */
function* ownFunctions(file: ParsedFile): Generator<OwnFunction> {
  for (const [node, parent] of nodesOf(file.program)) {
    if (!node.body) continue
    if (node.type === 'FunctionDeclaration') yield { name: node.id?.name ?? 'default', node }
    const isBound = parent?.type === 'VariableDeclarator' || parent?.type === 'MethodDefinition'
    if (isBound && /^(ArrowFunction|Function)Expression$/.test(node.type)) {
      yield { name: (parent.id ?? parent.key).name ?? '', node }
    }
  }
}

/** More than a caller can tell apart by their place: the fifth becomes a field with a name. */
export function wideFunctions(tree: Tree): Breach[] {
  return judged(tree).flatMap(file =>
    [...ownFunctions(file)].flatMap(({ name, node }) => {
      const { length } = node.params
      if (length <= maxParameters) return []
      const sentence = `${name} takes ${length} parameters; give some of them names in an object`
      return [breach(file, node, { key: name, sentence })]
    }),
  )
}

/** Objects whose type is written inside a parameter list, where nobody can name or document it. */
export function inlineBags(tree: Tree): Breach[] {
  return judged(tree).flatMap(file =>
    [...ownFunctions(file)].flatMap(({ name, node }) =>
      node.params.flatMap((parameter: AnyNode) => {
        const count = membersOf((parameter.left ?? parameter).typeAnnotation?.typeAnnotation)
        if (count <= maxInlineMembers) return []
        const sentence = `${name} takes an object of ${count} fields: give its type a name`
        return [breach(file, node, { key: name, sentence })]
      }),
    ),
  )
}

function membersOf(type: AnyNode | undefined): number {
  if (type?.type === 'TSTypeLiteral') return type.members.length
  const inner = type?.type === 'TSIntersectionType' ? type.types : type?.typeArguments?.params
  const isPlain = type?.type === 'TSIntersectionType' || type?.typeName?.name === 'Readonly'
  return isPlain ? Math.max(0, ...inner.map(membersOf)) : 0
}

/** Functions that do nothing but call another with what they were given: one thing, two names. */
export function forwarders(tree: Tree): Breach[] {
  return judged(tree).flatMap(file =>
    [...ownFunctions(file)].flatMap(({ name, node }) => {
      const called = forwardedTo(node)
      if (called === null) return []
      const sentence = `${name} only calls ${called}: let callers do so`
      return [breach(file, node, { key: name, sentence })]
    }),
  )
}

/** null as well where it says more of the type than what it calls: a guard, an assertion. */
function forwardedTo({ params, body, returnType }: AnyNode): string | null {
  if (returnType?.typeAnnotation.type === 'TSTypePredicate') return null
  const [only, ...more] = body.type === 'BlockStatement' ? body.body : [body]
  if (only === undefined || more.length > 0 || params.length === 0) return null
  const isStatement = only.type === 'ReturnStatement' || only.type === 'ExpressionStatement'
  const said: AnyNode | null = isStatement ? (only.argument ?? only.expression) : only
  if (!said) return null
  const call: AnyNode = said.type === 'AwaitExpression' ? said.argument : said
  if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return null
  const isSame = (one: AnyNode, i: number): boolean =>
    params[i]?.type === 'Identifier' && one.type === 'Identifier' && params[i].name === one.name
  const isAll = call.arguments.length === params.length && call.arguments.every(isSame)
  return isAll ? call.callee.name : null
}

/** What others may import comes from the file that has it. */
export function reExports(tree: Tree): Breach[] {
  return judged(tree).flatMap(file =>
    isDoor(file.file)
      ? []
      : [...nodesOf(file.program)].flatMap(([node]) => {
          const isList = node.type === 'ExportNamedDeclaration' && node.specifiers.length > 0
          if (!isList && node.type !== 'ExportAllDeclaration') return []
          const from = node.source?.value ?? 'a list'
          const sentence = `passes on what ${from} has: let others import it from there`
          return [breach(file, node, { key: from, sentence })]
        }),
  )
}

/** The client's one door, and the icons by short names: both are lists and nothing else. */
const isDoor = (file: string): boolean =>
  file === 'client/src/malote.ts' || file === 'dashboard/src/ui/icons.ts'

const breach = (
  file: ParsedFile,
  node: AnyNode,
  one: { key: string; sentence: string },
): Breach => ({
  file: file.file,
  line: lineIn(file, node),
  key: `${file.file}: ${one.key}`,
  sentence: one.sentence,
})
