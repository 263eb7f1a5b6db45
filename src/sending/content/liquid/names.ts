/** The names that a template asks for, and whether each has a fallback wherever it is printed. */
import type { Expression, Node, Spot, Value } from './ast.ts'
import { bodiesOf } from './own-links.ts'

/** A name, a place in a list, or what only a value says: null. */
export type NameStep = string | number | null

interface AskedName {
  /** The names alone. */
  readonly path: readonly string[]
  readonly steps: readonly NameStep[]
  /** Printed somewhere without `default`. */
  readonly isBare: boolean
  /** A loop goes over it. */
  readonly isLooped: boolean
  readonly spot: Spot | null
}

/** Names of loops and assignments are not among them. */
export function namesIn(nodes: readonly Node[]): AskedName[] {
  const found = new Map<string, AskedName>()
  collect(nodes, new Set(), (steps, isBare, spot, isLooped = false) => {
    const key = JSON.stringify(steps)
    const known = found.get(key)
    found.set(key, {
      path: steps.filter(step => typeof step === 'string'),
      steps,
      isBare: isBare || known?.isBare === true,
      isLooped: isLooped || known?.isLooped === true,
      spot: known?.spot ?? spot,
    })
  })
  return [...found.values()]
}

type Note = (
  steps: readonly NameStep[],
  isBare: boolean,
  spot: Spot | null,
  isLooped?: boolean,
) => void

function collect(nodes: readonly Node[], outer: ReadonlySet<string>, note: Note): void {
  const local = new Set(outer)
  const noted: Note = (steps, isBare, spot, isLooped) => {
    if (!local.has(String(steps[0]))) note(steps, isBare, spot, isLooped)
  }
  for (const node of nodes) {
    switch (node.kind) {
      case 'output': {
        const isBare = !node.value.filters.some(one => one.name === 'default')
        inValue(node.value, isBare, node.spot, noted)
        break
      }
      case 'assign':
        inValue(node.value, false, null, noted)
        local.add(node.name)
        break
      case 'if':
        for (const { when, body } of node.branches) {
          inExpression(when, false, null, noted)
          collect(body, local, note)
        }
        collect(node.otherwise, local, note)
        break
      case 'case':
        inValue(node.of, false, null, noted)
        for (const { values, body } of node.branches) {
          for (const one of values) inExpression(one, false, null, noted)
          collect(body, local, note)
        }
        collect(node.otherwise, local, note)
        break
      case 'for':
        inExpression(node.list, false, null, (steps, isBare, spot) =>
          noted(steps, isBare, spot, true),
        )
        for (const one of [node.limit, node.offset]) if (one) inExpression(one, false, null, noted)
        collect(node.body, new Set([...local, node.name, 'forloop']), note)
        collect(node.otherwise, local, note)
    }
    // What is assigned in a branch has its name behind it, too.
    for (const body of bodiesOf(node)) for (const name of assignedIn(body)) local.add(name)
  }
}

const assignedIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(node =>
    node.kind === 'assign' ? [node.name] : bodiesOf(node).flatMap(body => assignedIn(body)),
  )

function inValue(
  { initial, filters }: Value,
  isBare: boolean,
  spot: Spot | null,
  note: Note,
): void {
  inExpression(initial, isBare, spot, note)
  for (const { args } of filters) for (const one of args) inExpression(one, false, spot, note)
}

function inExpression(one: Expression, isBare: boolean, spot: Spot | null, note: Note): void {
  switch (one.kind) {
    case 'path':
      note(
        one.path.map(step => (typeof step === 'object' ? null : step)),
        isBare,
        spot,
      )
      for (const step of one.path)
        if (typeof step === 'object') inExpression(step, false, spot, note)
      break
    case 'not':
      inExpression(one.of, false, spot, note)
      break
    case 'binary':
      inExpression(one.left, false, spot, note)
      inExpression(one.right, false, spot, note)
  }
}
