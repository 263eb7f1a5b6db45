/** Circles in a graph of imports (Tarjan's strongly connected components). */
import type { Breach, Edge, Tree } from './tree.ts'

/** Components of more than one node, each sorted. A node that points at itself is no circle. */
export function circlesOf(pairs: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of pairs) {
    next.set(from, (next.get(from) ?? new Set()).add(to))
    if (!next.has(to)) next.set(to, new Set())
  }
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const enter = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    stack.push(node)
    for (const one of next.get(node)!) {
      if (!order.has(one)) enter(one)
      if (stack.includes(one)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(one)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of next.keys()) if (!order.has(node)) enter(node)
  return circles.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}

/** Files that import each other in a circle, by value. */
export function valueCircles({ edges }: Tree): Breach[] {
  return breachesOf(edges.filter(({ byType, byUrl }) => !byType && !byUrl))
}

/** Files that import each other in a circle once types are followed, too. */
export function typeCircles(tree: Tree): Breach[] {
  const byValue = new Set(valueCircles(tree).map(({ key }) => key))
  return breachesOf(tree.edges.filter(({ byUrl }) => !byUrl)).filter(({ key }) => !byValue.has(key))
}

function breachesOf(edges: readonly Edge[]): Breach[] {
  return circlesOf(edges.map(({ from, to }) => [from, to] as const)).map(circle => {
    const first = edges.find(({ from, to }) => from === circle[0] && circle.includes(to))!
    const key = circle.join(', ')
    return { file: first.from, line: first.line, key, sentence: `imports in a circle: ${key}` }
  })
}
