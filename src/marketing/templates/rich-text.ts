/**
 * The rich text of a block: a few elements without attributes, links with their address alone, words
 * with their colour and size, every element closed. Everything else that a source holds is dropped,
 * its words stay.
 */
import { finished } from 'node:stream/promises'
import { RewritingStream } from 'parse5-html-rewriting-stream'
import { escapedText } from '#sending/content/liquid/escape.ts'

const kept = new Set(['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote'])
/** Whose words are no text. */
const silent = new Set(['script', 'style', 'title', 'textarea', 'template', 'noscript', 'iframe'])

/** Whether an address leads where a letter may; `held` says what stands for a value. */
export const mayLead = (href: string, isHeld: (text: string) => boolean): boolean =>
  /^\s*(https?:\/\/|mailto:|tel:|#)/i.test(href) || isHeld(href.trim())

/** The sizes of words beside that of the text, in pixels. */
export const textSizes = { small: 13, large: 20, huge: 28 } as const
const sizes = new Set(Object.values(textSizes).map(String))

/** A span with nothing but a colour of six digits and a size of ours. */
function spanOf(style: string): string {
  const color = /(?:^|;)\s*color\s*:\s*(#[0-9a-f]{6})\s*(?:;|$)/i.exec(style)?.[1]
  const size = /(?:^|;)\s*font-size\s*:\s*(\d{1,3})px\s*(?:;|$)/i.exec(style)?.[1]
  const rules = [
    ...(color === undefined ? [] : [`color:${color.toLowerCase()}`]),
    ...(size === undefined || !sizes.has(size) ? [] : [`font-size:${size}px`]),
  ]
  return rules.length === 0 ? '<span>' : `<span style="${rules.join(';')}">`
}

/** `isHeld`: whether a text begins with the word of something that is put in its place later. */
export async function cleanRichText(
  html: string,
  isHeld: (text: string) => boolean,
): Promise<string> {
  const open: string[] = []
  const out: string[] = []
  let silence: string | null = null
  const stream = new RewritingStream()
  stream.on('startTag', ({ tagName: name, attrs, selfClosing }) => {
    if (silence !== null) return
    if (silent.has(name)) {
      if (!selfClosing) silence = name
      return
    }
    if (name === 'span') {
      out.push(spanOf(attrs.find(one => one.name === 'style')?.value ?? ''))
      open.push(name)
      return
    }
    if (!kept.has(name)) return
    if (name === 'br') {
      out.push('<br>')
      return
    }
    const href = name === 'a' ? attrs.find(one => one.name === 'href')?.value : undefined
    const leads = href !== undefined && mayLead(href, isHeld)
    out.push(leads ? `<a href="${escapedText(href)}">` : `<${name}>`)
    open.push(name)
  })
  stream.on('endTag', ({ tagName: name }) => {
    if (silence !== null) {
      if (name === silence) silence = null
      return
    }
    const at = open.lastIndexOf(name)
    if (at < 0) return
    for (const one of open.splice(at).toReversed()) out.push(`</${one}>`)
  })
  stream.on('text', ({ text }) => {
    if (silence === null) out.push(escapedText(text))
  })
  stream.on('comment', () => {})
  stream.on('doctype', () => {})
  stream.resume()
  stream.end(html)
  await finished(stream)
  for (const one of open.toReversed()) out.push(`</${one}>`)
  return out.join('')
}
