/**
 * Whether the values of a person can change where the links of a letter lead, or what they say: all
 * other letters of a template have the same links, and are judged once for everybody.
 */
import type { Node } from './ast.ts'

/** Links that are ours, whosever they are. */
const ours = ['preferences_url', 'web_view_url', 'unsubscribe_url']

/** Of html with places. */
export const hasOwnLinks = (nodes: readonly Node[]): boolean => walk(nodes, false).isOwn

/** Of plain text, where whatever begins as a link is one. */
export const hasOwnWords = (nodes: readonly Node[]): boolean =>
  nodes.some(node => {
    switch (node.kind) {
      case 'output':
        return !isOurs(node)
      case 'for':
        return [node.body, node.otherwise].some(hasOwnWords)
      case 'if':
      case 'case':
        return [...node.branches.map(one => one.body), node.otherwise].some(hasOwnWords)
      default:
        return false
    }
  })

interface Walked {
  readonly isOwn: boolean
  /** Whether what follows may stand inside a link. */
  readonly isInside: boolean
}

function walk(nodes: readonly Node[], before: boolean): Walked {
  let isInside = before
  let isOwn = false
  for (const node of nodes) {
    const step = stepOf(node, isInside)
    isInside = step.isInside
    isOwn ||= step.isOwn
  }
  return { isOwn, isInside }
}

function stepOf(node: Node, isInside: boolean): Walked {
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
      const bodies =
        node.kind === 'for'
          ? [node.body, node.otherwise]
          : [...node.branches.map(one => one.body), node.otherwise]
      const all = bodies.map(body => walk(body, isInside))
      return {
        isOwn: all.some(one => one.isOwn),
        isInside: all.some(one => one.isInside),
      }
    }
  }
}

const isOurs = ({ value: { initial } }: Extract<Node, { kind: 'output' }>): boolean =>
  initial.kind === 'path' && ours.includes(String(initial.path[0]))
