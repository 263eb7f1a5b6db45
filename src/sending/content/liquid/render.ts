/** A letter's parts from their sources and a person's values. */
import { LiquidFault, type Node } from './ast.ts'
import { evaluate, type LetterValues, textOfParts } from './evaluate.ts'
import type { Locale } from './filter.ts'
import { TooMuch } from './filters.ts'
import { parseLiquid } from './parse.ts'
import { placed } from './places.ts'

/** Liquid sources, ready to run: layout, footer and design are in them. */
export interface LetterSources {
  readonly subject: string
  readonly preheader: string | null
  readonly html: string | null
  readonly text: string | null
}

/** The same, read: of one version of a template, for as many letters as there are. */
export type ReadLetter = Readonly<Record<keyof LetterSources, readonly Node[] | null>>

export interface RenderedLetter {
  readonly subject: string
  readonly preheader: string | null
  readonly html: string | null
  /** null: it is to be made of `html`. */
  readonly text: string | null
  /** Names that are printed, and have neither value nor fallback. */
  readonly missing: readonly string[]
}

/** A fault in one of the parts. */
export class PartFault extends Error {
  readonly part: keyof LetterSources
  readonly fault: LiquidFault
  constructor(part: keyof LetterSources, fault: LiquidFault) {
    super(fault.message)
    this.part = part
    this.fault = fault
  }
}

/** Throws PartFault. */
export function readLetter(sources: LetterSources): ReadLetter {
  const read = (part: keyof LetterSources): readonly Node[] | null => {
    const source = sources[part]
    if (source === null) return null
    try {
      const nodes = parseLiquid(source)
      if (part === 'html') return withUnsubscribe(placed(nodes))
      return part === 'text' ? withUnsubscribe(nodes) : inHeader(nodes)
    } catch (error) {
      if (error instanceof LiquidFault) throw new PartFault(part, error)
      throw error
    }
  }
  return {
    subject: read('subject'),
    preheader: read('preheader'),
    html: read('html'),
    text: read('text'),
  }
}

/** LetterValues of a subject never end its line. */
const inHeader = (nodes: readonly Node[]): readonly Node[] =>
  eachOutput(nodes, node => ({ ...node, place: 'header' }))

/** Each recipient's own link is put in by delivery, where this stands. */
export const unsubscribeMark = '{{unsubscribe_url}}'

const withUnsubscribe = (nodes: readonly Node[]): readonly Node[] =>
  eachOutput(nodes, node => {
    const { initial } = node.value
    const isLink = initial.kind === 'path' && initial.path.join('.') === 'unsubscribe_url'
    return isLink ? { kind: 'raw', text: unsubscribeMark } : node
  })

export function eachOutput(
  nodes: readonly Node[],
  change: (node: Extract<Node, { kind: 'output' }>) => Node,
): readonly Node[] {
  const inside = (body: readonly Node[]): readonly Node[] => eachOutput(body, change)
  return nodes.map((node): Node => {
    switch (node.kind) {
      case 'output':
        return change(node)
      case 'for':
        return { ...node, body: inside(node.body), otherwise: inside(node.otherwise) }
      case 'if':
        return {
          ...node,
          branches: node.branches.map(one => ({ ...one, body: inside(one.body) })),
          otherwise: inside(node.otherwise),
        }
      case 'case':
        return {
          ...node,
          branches: node.branches.map(one => ({ ...one, body: inside(one.body) })),
          otherwise: inside(node.otherwise),
        }
      default:
        return node
    }
  })
}

/** Throws PartFault where it takes too much. */
export function renderLetter(
  letter: ReadLetter,
  values: LetterValues,
  locale: Locale,
  marking: Parameters<typeof evaluate>[3] = {},
): RenderedLetter {
  const missing = new Set<string>()
  const render = (part: keyof LetterSources): string | null => {
    const nodes = letter[part]
    if (nodes === null) return null
    try {
      const result = evaluate(nodes, values, locale, marking)
      for (const name of result.missing) missing.add(name)
      return textOfParts(result.parts)
    } catch (error) {
      if (error instanceof TooMuch) throw new PartFault(part, tooMuch)
      throw error
    }
  }
  const rendered = {
    subject: (render('subject') ?? '').replace(/\s+/g, ' ').trim(),
    preheader: render('preheader'),
    html: render('html'),
    text: render('text'),
  }
  return { ...rendered, missing: [...missing] }
}

const tooMuch = new LiquidFault(
  { en: 'Rendering it takes too much.', pt: 'Gerá-lo exige demais.' },
  { line: 1, column: 1 },
)
