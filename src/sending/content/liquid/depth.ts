/**
 * Bounds on what an author may put into each other, looked at before anything reads it by calling
 * itself: where the stack ends differs with how warm the engine is.
 */
import { LiquidFault, type Spot } from './ast.ts'

/** Of tags in each other. */
export const maxDepth = 50
/** Of brackets in each other, within one value or tag. */
const maxBrackets = 20
/** Names and operators of a condition, filters of a value. */
const maxTerms = 200

export const tooDeep = (spot: Spot): LiquidFault =>
  new LiquidFault(
    { en: 'Tags lie too deep in each other.', pt: 'Há marcações aninhadas demais.' },
    spot,
  )

/** Throws LiquidFault. */
export function mustBeShort(terms: number, spot: Spot): void {
  if (terms <= maxTerms) return
  throw new LiquidFault(
    {
      en: `A value or a condition has more than ${maxTerms} parts.`,
      pt: `Um valor ou uma condição tem mais de ${maxTerms} partes.`,
    },
    spot,
  )
}

const opening = /\{(?:\{|%-?\s*(\w*))/g
const blocks = new Set(['if', 'unless', 'case', 'for'])

/** Throws LiquidFault. */
export function mustBeShallow(source: string): void {
  let depth = 0
  let silent: string | null = null
  const marks = new RegExp(opening)
  for (let found = marks.exec(source); found !== null; found = marks.exec(source)) {
    const name = found[1] ?? ''
    if (silent !== null) {
      if (name === `end${silent}`) silent = null
      continue
    }
    if (name === 'raw' || name === 'comment') {
      silent = name
      continue
    }
    if (blocks.has(name)) depth += 1
    else if (name.startsWith('end')) depth = Math.max(0, depth - 1)
    if (depth > maxDepth + 1) throw tooDeep(spotAt(source, found.index))
    marks.lastIndex = behindBrackets(source, marks.lastIndex, found.index)
  }
}

/** Where the value or tag ends, or is seen not to go deep any more. */
function behindBrackets(source: string, from: number, index: number): number {
  let depth = 0
  let at = from
  for (; at < source.length; at++) {
    const char = source[at]
    if (char === '[' || char === '(') depth += 1
    else if (char === ']' || char === ')') depth -= 1
    else if (char === '}' && (source[at - 1] === '}' || source[at - 1] === '%')) break
    if (depth <= maxBrackets) continue
    throw new LiquidFault(
      { en: 'Brackets lie too deep in each other.', pt: 'Há colchetes aninhados demais.' },
      spotAt(source, index),
    )
  }
  return at
}

function spotAt(source: string, index: number): Spot {
  const before = source.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
