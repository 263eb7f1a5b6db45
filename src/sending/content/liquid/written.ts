/**
 * Reading what somebody writes now: beside what cannot be read, what can never mean anything is
 * refused. What was kept before a rule is read without it, and goes on as it did.
 */
import { LiquidFault, type Node, type Value } from './ast.ts'
import { wrongArgument } from './filters.ts'
import { parseLiquid } from './parse.ts'
import { type LetterSources, PartFault, type ReadLetter, readLetter } from './render.ts'

const parts = ['subject', 'preheader', 'html', 'text'] as const

/** Throws PartFault. */
export function readWritten(sources: LetterSources): ReadLetter {
  const letter = readLetter(sources)
  for (const part of parts) {
    try {
      mustMeanSomething(letter[part] ?? [])
    } catch (error) {
      throw error instanceof LiquidFault ? new PartFault(part, error) : error
    }
  }
  return letter
}

/** Throws LiquidFault. */
export const checkWritten = (source: string): void => mustMeanSomething(parseLiquid(source))

function mustMeanSomething(nodes: readonly Node[]): void {
  for (const { filters } of valuesIn(nodes)) {
    for (const filter of filters) {
      const wrong = wrongArgument(filter)
      if (wrong !== null) throw new LiquidFault(wrong, filter.spot)
    }
  }
}

function valuesIn(nodes: readonly Node[]): Value[] {
  return nodes.flatMap((node): Value[] => {
    switch (node.kind) {
      case 'output':
      case 'assign':
        return [node.value]
      case 'for':
        return [...valuesIn(node.body), ...valuesIn(node.otherwise)]
      case 'if':
      case 'case': {
        const inside = [...node.branches.flatMap(one => one.body), ...node.otherwise]
        return [...(node.kind === 'case' ? [node.of] : []), ...valuesIn(inside)]
      }
      default:
        return []
    }
  })
}
