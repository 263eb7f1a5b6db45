/**
 * Whether the values of a person can change where the links of a letter lead, or what they say: all
 * other letters of a template have the same links, and are judged once for everybody.
 */
import type { Node } from './ast.ts'

/** Links that are ours, whosever they are. */
const ours = ['preferences_url', 'web_view_url', 'unsubscribe_url']

type Output = Extract<Node, { kind: 'output' }>
type IsOurs = (output: Output) => boolean

/** Parts of a letter whose links are not the same in every letter. */
export interface OwnParts {
  readonly html: boolean
  readonly text: boolean
}

type Part = readonly Node[] | null
export const ownPartsOf = ({ html, text }: Record<keyof OwnParts, Part>): OwnParts => ({
  html: hasOwnLinks(html ?? []),
  text: hasOwnWords(text ?? []),
})

/** Of html with places. */
const hasOwnLinks = (nodes: readonly Node[]): boolean => walk(nodes, oursIn(nodes), false).isOwn

/** Of plain text, where whatever begins as a link is one. */
function hasOwnWords(nodes: readonly Node[]): boolean {
  const isOurs = oursIn(nodes)
  const hasOwn = (some: readonly Node[]): boolean =>
    some.some(node => (node.kind === 'output' ? !isOurs(node) : bodiesOf(node).some(hasOwn)))
  return hasOwn(nodes)
}

/** What prints a link of ours and nothing else: as it is, and under a name that is given to nothing else. */
function oursIn(nodes: readonly Node[]): IsOurs {
  const given = givenNames(nodes)
  const names = ours.filter(one => !given.has(one))
  return ({ value: { initial, filters } }) =>
    initial.kind === 'path' &&
    initial.path.length === 1 &&
    filters.length === 0 &&
    names.includes(String(initial.path[0]))
}

/** Names to which the letter itself gives a value. */
export function givenNames(nodes: readonly Node[], names = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.kind === 'assign' || node.kind === 'for') names.add(node.name)
    for (const body of bodiesOf(node)) givenNames(body, names)
  }
  return names
}

export function bodiesOf(node: Node): (readonly Node[])[] {
  switch (node.kind) {
    case 'for':
      return [node.body, node.otherwise]
    case 'if':
    case 'case':
      return [...node.branches.map(one => one.body), node.otherwise]
    default:
      return []
  }
}

interface LinkState {
  readonly isOwn: boolean
  /** Whether what follows may stand inside a link. */
  readonly isInside: boolean
}

function walk(nodes: readonly Node[], isOurs: IsOurs, before: boolean): LinkState {
  let isInside = before
  let isOwn = false
  for (const node of nodes) {
    const step = stepOf(node, isOurs, isInside)
    isInside = step.isInside
    isOwn ||= step.isOwn
  }
  return { isOwn, isInside }
}

function stepOf(node: Node, isOurs: IsOurs, isInside: boolean): LinkState {
  switch (node.kind) {
    case 'raw': {
      const last = [...node.text.matchAll(/<(\/?)(?:a|area)(?=[\s/>]|$)/gi)].at(-1)
      return { isOwn: false, isInside: last === undefined ? isInside : last[1] === '' }
    }
    case 'output': {
      const isAddress = ['url', 'path', 'query'].includes(node.place)
      return { isOwn: (isAddress || isInside) && !isOurs(node), isInside }
    }
    case 'assign':
      return { isOwn: false, isInside }
    default: {
      const all = bodiesOf(node).map(body => walk(body, isOurs, isInside))
      return {
        isOwn: all.some(one => one.isOwn),
        isInside: all.some(one => one.isInside),
      }
    }
  }
}
