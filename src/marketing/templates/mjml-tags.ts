/** Whether the elements of MJML are closed: its parser closes what is open, and drops what it holds. */
import type { Text } from '#kernel/base/languages.ts'

interface OpenTag {
  readonly name: string
  readonly at: number
}

interface TagFault {
  readonly at: number
  readonly why: Text
}

/** The first that is not; null: all are. Comments are given as spaces. */
export function unclosedTag(mjml: string): TagFault | null {
  // What stands in there is text, whatever it looks like.
  if (mjml.includes('<![CDATA[')) return null
  const open: OpenTag[] = []
  const tags = /<(\/?)(mjml|mj-[\w-]+)(?=[\s/>]|$)/g
  for (let found = tags.exec(mjml); found !== null; found = tags.exec(mjml)) {
    const { index: at } = found
    const name = found[2]!
    const end = endOfTag(mjml, tags.lastIndex)
    if (end < 0) return notClosed({ name, at })
    tags.lastIndex = end
    if (found[1] === '/') {
      const last = open.pop()
      if (last === undefined) return closesNothing(name, at)
      if (last.name !== name) {
        return open.some(one => one.name === name) ? notClosed(last) : closesNothing(name, at)
      }
    } else if (mjml[end - 1] !== '/') open.push({ name, at })
  }
  const last = open.pop()
  return last === undefined ? null : notClosed(last)
}

/** Where its `>` is, outside of quotes; -1: nowhere. */
function endOfTag(mjml: string, from: number): number {
  let quote = ''
  for (let at = from; at < mjml.length; at++) {
    const char = mjml[at]!
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  return -1
}

const notClosed = ({ name, at }: OpenTag): TagFault => ({
  at,
  why: { en: `<${name}> is not closed.`, pt: `<${name}> não foi fechado.` },
})

const closesNothing = (name: string, at: number): TagFault => ({
  at,
  why: { en: `</${name}> closes nothing.`, pt: `</${name}> não fecha nada.` },
})
