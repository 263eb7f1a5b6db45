/**
 * Text of a block, drawn from the few elements that a letter keeps (rich-text.ts of the server).
 * Nothing else of what its author wrote becomes a part of our page.
 */
import { type CSSProperties, createElement, Fragment, type ReactNode, useContext } from 'react'
import { textSizes } from '../../api/generated.ts'
import { chipOf, cutAtValues } from './chips.ts'
import { nameOfValue } from './liquid.ts'
import { ValuesContext } from './value-menu.tsx'
import { hexOf } from './word-style.ts'

/** Links are drawn as words: nothing leads away from a letter that is being written. */
const kept: Readonly<Record<string, string>> = {
  P: 'p',
  BR: 'br',
  STRONG: 'strong',
  B: 'strong',
  EM: 'em',
  I: 'em',
  U: 'u',
  S: 's',
  A: 'u',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  BLOCKQUOTE: 'blockquote',
}
const silent = new Set(['SCRIPT', 'STYLE', 'TITLE', 'TEXTAREA', 'TEMPLATE', 'NOSCRIPT', 'IFRAME'])

export function DrawnHtml({ html }: { html: string }) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return createElement(Fragment, null, ...drawn(page.body))
}

const drawn = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map(node => {
    if (node.nodeType === 3) return createElement(DrawnWords, { text: node.nodeValue ?? '' })
    const name = node.nodeName.toUpperCase()
    if (node.nodeType !== 1 || silent.has(name)) return null
    const tag = kept[name]
    if (tag === 'br') return createElement('br')
    if (name === 'SPAN') {
      return createElement('span', { style: styleOf(node as HTMLElement) }, ...drawn(node))
    }
    if (tag === undefined) return createElement(Fragment, null, ...drawn(node))
    return createElement(tag, name === 'A' ? { className: 'drawn-link' } : null, ...drawn(node))
  })

/** Colour and size, as the server keeps them. */
function styleOf({ style: { color, fontSize } }: HTMLElement): CSSProperties {
  const px = Number.parseInt(fontSize, 10)
  const isKept = Object.values<number>(textSizes).includes(px)
  const hex = hexOf(color)
  return { ...(hex === null ? {} : { color: hex }), ...(isKept ? { fontSize: px } : {}) }
}

/** Words with their values as chips. */
export function DrawnWords({ text }: { text: string }) {
  const groups = useContext(ValuesContext)
  return (
    <>
      {cutAtValues(text).map((part, n) => {
        const chip = n % 2 === 1 ? chipOf(part) : null
        if (chip === null) return part
        const { label, isKnown } = nameOfValue(groups, chip)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place alone
          <span key={n} className="chip" data-unknown={!isKnown}>
            {label}
          </span>
        )
      })}
    </>
  )
}
