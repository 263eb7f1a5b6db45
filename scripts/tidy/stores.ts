/** What a module may take out of the store of another. */
import { type AnyNode, nodesOf, type ParsedFile } from './parse.ts'
import { type Breach, type Edge, roomOf, type Tree } from './tree.ts'

const storeFile = /(^|[/-])store\.ts$/
const writing =
  /\b(?:insert\s+into|(?<!\bfor\s|\bkey\s)update|delete\s+from|merge\s+into)\s+[a-z_$]/i

const moduleOf = (file: string): string | null => {
  const room = roomOf(file)
  return room === null ? null : `${room.storey}/${room.module}`
}

/** The texts inside of a node: statements are written in them, names of functions are not. */
function* textsIn(node: AnyNode): Generator<string> {
  for (const [one] of nodesOf(node)) {
    if (one.type === 'TemplateLiteral') {
      yield one.quasis.map((part: AnyNode) => part.value.cooked ?? '').join('$')
    }
    if (one.type === 'Literal' && typeof one.value === 'string') yield one.value
  }
}

/** What stands at the top of a file, by its name. */
function* declarationsOf({ program }: ParsedFile): Generator<[name: string, node: AnyNode]> {
  for (const statement of program.body as AnyNode[]) {
    const node: AnyNode = statement.declaration ?? statement
    if (node.type === 'FunctionDeclaration' && node.id) yield [node.id.name, node]
    if (node.type !== 'VariableDeclaration') continue
    for (const one of node.declarations) if (one.id.type === 'Identifier') yield [one.id.name, one]
  }
}

/** The names at the top of a store that write, by themselves or by what they call in it. */
function writersOf(file: ParsedFile): ReadonlySet<string> {
  const all = [...declarationsOf(file)]
  const found = new Set<string>()
  const writes = ([, node]: [string, AnyNode]): boolean =>
    [...textsIn(node)].some(text => writing.test(text)) ||
    [...nodesOf(node)].some(([one]) => one.type === 'Identifier' && found.has(one.name))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const one of all) if (writes(one)) found.add(one[0])
  }
  return found
}

const takes = ({ names }: Edge, name: string): boolean => names === 'all' || names.includes(name)

/**
 * Statements that write, taken out of another module's store although a verb of that module uses
 * them: who goes round the verb goes round what it checks and tells. A statement that none of its
 * own module uses is a verb by itself.
 */
export function foreignWrites({ files, edges }: Tree): Breach[] {
  const stores = files.filter(({ file }) => storeFile.test(file) && moduleOf(file) !== null)
  return stores.flatMap(store => {
    const others = edges.filter(edge => edge.to === store.file && !edge.byType)
    const isOwn = ({ from }: Edge): boolean => moduleOf(from) === moduleOf(store.file)
    const own = others.filter(edge => isOwn(edge) && !storeFile.test(edge.from))
    return [...writersOf(store)].flatMap(name => {
      if (!own.some(edge => takes(edge, name))) return []
      const strangers = others.filter(
        edge => moduleOf(edge.from) !== null && !isOwn(edge) && takes(edge, name),
      )
      return strangers.map(({ from, line }) => ({
        file: from,
        line,
        key: `${from} -> ${store.file}: ${name}`,
        sentence: `writes by ${name} of ${store.file}: ask the verb that uses it there`,
      }))
    })
  })
}
