/**
 * Our own documentation as HTML: the part of Markdown that docs/ uses (headings, paragraphs, lists,
 * code, tables, quotes, links, emphasis). Everything is escaped first, so no text becomes markup.
 */

/** The page's title (its first heading) and its body. */
interface RenderedPage {
  readonly title: string
  readonly html: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, c => escapes[c]!)

export function renderMarkdown(source: string): RenderedPage {
  const lines = source.split('\n')
  const blocks: string[] = []
  let title = ''
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    const heading = /^(#{1,6}) (.+)$/.exec(line)
    if (heading) {
      if (title === '') title = plainText(heading[2]!)
      blocks.push(renderHeading(heading[1]!.length, heading[2]!))
      at++
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((one, i) => i > at && one.startsWith('```'))
      const stop = end < 0 ? lines.length : end
      const code = lines.slice(at + 1, stop).join('\n')
      blocks.push(`<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`)
      at = stop + 1
    } else if (line.trim() === '' || /^<!--.*-->$/.test(line)) at++
    else {
      const end = endOfBlock(lines, at)
      blocks.push(renderBlock(lines.slice(at, end)))
      at = end
    }
  }
  return { title, html: blocks.join('\n') }
}

function endOfBlock(lines: readonly string[], start: number): number {
  let end = start + 1
  while (end < lines.length && !/^\s*$|^#{1,6} |^```/.test(lines[end]!)) end++
  return end
}

function renderBlock(lines: readonly string[]): string {
  const [first = '', second = ''] = lines
  if (first.startsWith('|') && /^\|[\s:|-]+\|$/.test(second.trim())) return renderTable(lines)
  if (/^\s*([-*]|\d+\.) /.test(first)) return renderList(lines)
  if (first.startsWith('>')) {
    const inner = lines.map(line => line.replace(/^> ?/, '')).join('\n')
    return `<blockquote>${renderMarkdown(inner).html}</blockquote>`
  }
  return `<p>${renderInline(lines.join('\n'))}</p>`
}

function renderHeading(level: number, text: string): string {
  return `<h${level} id="${anchorOf(text)}">${renderInline(text)}</h${level}>`
}

/** As most hosts of Markdown make it; a heading that is a code name keeps it: `missing_field`. */
export function anchorOf(text: string): string {
  const words = plainText(text).toLowerCase()
  return words
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

const plainText = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')

/** One level of nesting, by indentation; a line without a mark belongs to the item before it. */
function renderList(lines: readonly string[]): string {
  const items: { text: string; inner: string[] }[] = []
  for (const line of lines) {
    const mark = /^([-*]|\d+\.) (.*)$/.exec(line)
    const last = items.at(-1)
    if (mark || !last) items.push({ text: mark?.[2] ?? line.trim(), inner: [] })
    else if (last.inner.length > 0 || /^\s+([-*]|\d+\.) /.test(line)) last.inner.push(line.trim())
    else last.text += `\n${line.trim()}`
  }
  const tag = /^\d/.test(lines[0]!) ? 'ol' : 'ul'
  const rows = items.map(({ text, inner }) => {
    const nested = inner.length === 0 ? '' : renderList(inner)
    return `<li>${renderInline(text)}${nested}</li>`
  })
  return `<${tag}>\n${rows.join('\n')}\n</${tag}>`
}

function renderTable([head = '', , ...rows]: readonly string[]): string {
  const row = (line: string, tag: string) => {
    const cells = cellsOf(line).map(cell => `<${tag}>${renderInline(cell)}</${tag}>`)
    return `<tr>${cells.join('')}</tr>`
  }
  const body = rows.map(line => row(line, 'td')).join('\n')
  return `<div class="table" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>`
}

/** `\|` is a bar inside a cell. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}

/** Code first, so that nothing inside it is taken for emphasis. */
function renderInline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map(part => {
      const isCode = part.length > 2 && part.startsWith('`') && part.endsWith('`')
      return isCode ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : renderWords(part)
    })
    .join('')
}

function renderWords(text: string): string {
  return escapeHtml(text)
    .replaceAll(
      /!\[([^\][]*)\]\((pictures\/[\w-]+\.svg)\)/g,
      (_all, words: string, from: string) => `<img src="${from}" alt="${words}">`,
    )
    .replaceAll(/\[([^\][]+)\]\(([^()\s]+)\)/g, (_all, words: string, to: string) =>
      link(words, to),
    )
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*(?! )([^*\n]+)(?<! )\*(?![\w*])/g, '<em>$1</em>')
}

/** Only to the web, to places of this site and to anchors; our pages are served without `.md`. */
function link(words: string, to: string): string {
  if (!/^(https?:\/\/|\/|#|\.{0,2}\/?[\w-]+)/.test(to) || /^\w+:(?!\/\/)/.test(to)) return words
  return `<a href="${to.replace(/\.md(?=#|$)/, '')}">${words}</a>`
}
