/**
 * The raw text of a letter that many get, cut once: at its marks, and so that its whole lines are
 * encoded once.
 */
import { type SharedHtml, sharedHtml } from '#kernel/mail/plain-text.ts'
import { cutLines, type Pieces } from '#kernel/mail/transfer-encoding.ts'
import type { Node } from './liquid/ast.ts'
import type { Raw } from './liquid/evaluate.ts'
import { withoutMarks } from './liquid/marks.ts'
import { bodiesOf } from './liquid/own-links.ts'
import { unsubscribeMark } from './liquid/render.ts'

export interface SharedPart {
  /** A piece is a mark, or holds none. */
  readonly pieces: Pieces
  /** What its text is made of. */
  readonly words: string | SharedHtml
}

export function sharedParts(
  nodes: readonly Node[],
  parts = new Map<Raw, SharedPart>(),
): ReadonlyMap<Raw, SharedPart> {
  for (const node of nodes) {
    if (node.kind === 'raw') parts.set(node, sharedPart(node.text))
    for (const body of bodiesOf(node)) sharedParts(body, parts)
  }
  return parts
}

/** `part`: of what was run; a person's value stays as it is. */
export function partOf(shared: ReadonlyMap<Raw, SharedPart>, part: string | Raw): SharedPart {
  return typeof part === 'string' ? { pieces: [part], words: part } : shared.get(part)!
}

const marks = new RegExp(`([\\uFDD0-\\uFDD2]|${unsubscribeMark.replaceAll(/[{}]/g, '\\$&')})`)

function sharedPart(text: string): SharedPart {
  return {
    pieces: text.split(marks).flatMap(piece => cutLines(compact(piece))),
    words: sharedHtml(compact(withoutMarks(text))),
  }
}

/** Takes a byte a character where that is enough: a mark anywhere in a text makes it two. */
const compact = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
