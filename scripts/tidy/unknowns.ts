/**
 * `unknown` in what calls answer, as the generated types have it: a customer's program cannot use
 * such a field without a cast. Allowed is what callers have made themselves and get back as it was.
 */
import { parseSync, visitorKeys } from 'oxc-parser'
import type { Source } from './sources.ts'

/** Fields that callers own, by the type that has them. */
const callersOwn: ReadonlySet<string> = new Set([
  'Activity.data',
  'ContactsDossierAnswer.enrollments.event',
  'HistoryItem.data',
  'WebhookStep.data',
])

interface Node {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: which fields it has follows from its type
  readonly [field: string]: any
}

/** A type of the generated files: where it says `unknown`, and which other types it names. */
interface Declaration {
  readonly unknowns: string[]
  readonly names: Set<string>
}

interface Unknowns {
  /** `Notice.data`, once for each place. */
  readonly ours: readonly string[]
  readonly callers: readonly string[]
}

/** In all that is reached from the types of answers and of items of lists. */
export function unknownsOfAnswers(files: readonly Source[]): Unknowns {
  const declared = new Map<string, Declaration>()
  for (const { file, text } of files) {
    for (const statement of parseSync(file, text, { lang: 'ts' }).program.body) {
      const declaration = (statement as Node).declaration
      if (!/^TS(Interface|TypeAlias)Declaration$/.test(declaration?.type ?? '')) continue
      const one: Declaration = { unknowns: [], names: new Set() }
      note(one, declaration.id.name, declaration.body ?? declaration.typeAnnotation)
      declared.set(declaration.id.name, one)
    }
  }
  const reached = new Set([...declared.keys()].filter(name => /(Answer|Item)$/.test(name)))
  for (const name of reached)
    for (const other of declared.get(name)?.names ?? []) reached.add(other)
  const found = [...reached].flatMap(name => declared.get(name)?.unknowns ?? [])
  return {
    ours: found.filter(path => !callersOwn.has(path)),
    callers: found.filter(path => callersOwn.has(path)),
  }
}

function note(into: Declaration, path: string, node: Node): void {
  if (node.type === 'TSUnknownKeyword') into.unknowns.push(path)
  if (node.type === 'TSTypeReference') into.names.add(node.typeName.name)
  const below = node.type === 'TSPropertySignature' ? `${path}.${node.key.name}` : path
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child != null) note(into, below, child)
  }
}
