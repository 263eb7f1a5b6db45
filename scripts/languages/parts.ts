/**
 * A page of docs/ as the parts that its other language must have, too: each heading, sample, row,
 * item and paragraph, with a shape that is the same in both languages.
 */

export interface Part {
  readonly kind: 'heading' | 'sample' | 'row' | 'item' | 'quote' | 'paragraph'
  /** The same for the same part in another language. */
  readonly shape: string
  /** What stands there, without the marks of Markdown before it. */
  readonly text: string
  /** Where its links lead, in their order. */
  readonly links: readonly string[]
}

export function partsOf(page: string): Part[] {
  const parts: Part[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const fence = /^(\s*)```(\w*)$/.exec(line)
    if (fence) {
      const start = at + 1
      const end = lines.indexOf(`${fence[1]}\`\`\``, start)
      at = end < 0 ? lines.length : end
      parts.push(sample(fence[2]!, lines.slice(start, at).join('\n')))
    } else if (line.trim() !== '' && !/^<!--.*-->$/.test(line)) {
      const last = parts.at(-1)
      const part = partOf(line)
      const goesOn = part.kind === 'paragraph' && lines[at - 1]?.trim() !== '' && last !== undefined
      // A line without a mark belongs to the paragraph, item or quote before it.
      if (goesOn && isProse(last)) parts[parts.length - 1] = joined(last, part)
      else parts.push(part)
    }
  }
  return parts
}

const isProse = ({ kind }: Part) => kind === 'paragraph' || kind === 'item'

const joined = (before: Part, part: Part): Part => ({
  ...before,
  text: `${before.text}\n${part.text}`,
  links: [...before.links, ...part.links],
})

function partOf(line: string): Part {
  const heading = /^(#+) (.*)$/.exec(line)
  if (heading) return prose('heading', heading[1]!, heading[2]!)
  if (line.startsWith('|')) return row(line)
  const item = /^(\s*)(-|\*|\d+\.) (.*)$/.exec(line)
  if (item) return prose('item', `${item[1]}${item[2]}`, item[3]!)
  const quote = /^> ?(.*)$/.exec(line)
  return quote ? prose('quote', '', quote[1]!) : prose('paragraph', '', line.trim())
}

const prose = (kind: Part['kind'], mark: string, text: string): Part => ({
  kind,
  shape: `${kind} ${mark}`,
  text,
  links: linksOf(text),
})

/** As many cells; where the first is code alone, it is the same code. */
function row(line: string): Part {
  const cells = line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/)
  const first = cells[0]!.trim()
  const name = /^(`[^`]*`(, )?)+$/.test(first) ? first : ''
  return {
    kind: 'row',
    shape: `row of ${cells.length} ${name}`,
    text: cells.map(cell => cell.trim()).join(' | '),
    links: linksOf(line),
  }
}

const sample = (language: string, code: string): Part => ({
  kind: 'sample',
  shape: `sample ${language}\n${withoutProse(language, code)}`,
  text: code,
  links: [],
})

const hashes = /^(sh|py|python|rb|ruby|yaml|nginx|toml|ini|env|Caddyfile|caddy|systemd)$/
const slashes = /^(js|ts|javascript|typescript|php|go|jsonc|java|rust|cs)$/

/** People read comments and subjects, so they are translated; what a program reads is the same. */
function withoutProse(language: string, code: string): string {
  if (language === 'json') {
    return code.replaceAll(/"[^"\n]*"/g, text => (text.includes(' ') ? '"…"' : text))
  }
  const comment = hashes.test(language)
    ? /(^|\s)# .*$/gm
    : slashes.test(language)
      ? /(^|\s)\/\/ .*$/gm
      : null
  return comment === null ? code : code.replaceAll(comment, '$1#').replaceAll(/[ \t]+#$/gm, ' #')
}

const withoutCode = (text: string) => text.replaceAll(/`[^`]*`/g, '`')

function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, to]) => to!)
}

/** What people read of it: no code, and of a link its words alone. */
export const wordsOf = ({ text }: Part): string =>
  withoutCode(text).replaceAll(/\]\([^()\s]+\)/g, ']')
