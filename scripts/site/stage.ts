/**
 * The pages of docs/ as the generator of the site reads them: the index under its name, links to
 * what is not on the site as mere words, and in Portuguese a page that leads on where there is
 * English alone. The menus are the lists of the two indexes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** An entry of the menu; what has `items` opens. */
interface MenuEntry {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: MenuEntry[]
}

/** Every file that the generator needs, by its name. */
export function stage(root: string): Readonly<Record<string, string>> {
  const docs = path.join(root, 'docs')
  const read = (file: string) => readFileSync(path.join(docs, file), 'utf8')
  const names = ['', 'pt', 'decisions'].flatMap(folder =>
    readdirSync(path.join(docs, folder))
      .filter(name => name.endsWith('.md'))
      .map(name => path.posix.join(folder, name)),
  )
  const pages = new Map(names.map(name => [name, read(name)]))
  pages.set('changes.md', changes(root))
  // Pictures stand beside the page that shows them.
  const pictures = ['pictures', 'pt/pictures'].flatMap(folder =>
    readdirSync(path.join(docs, folder)).map(name => path.posix.join(folder, name)),
  )
  const files = [...pages].map(([file, text]) => [siteName(file), sitePage(file, text, pages)])
  const englishAlone = [...pages.keys()].filter(
    name => !name.startsWith('pt/') && !pages.has(`pt/${name}`),
  )
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const menus = { en: menuOf(pages.get('README.md')!), pt: menuOf(pages.get('pt/README.md') ?? '') }
  return {
    ...Object.fromEntries(files),
    ...Object.fromEntries(
      englishAlone.map(name => [siteName(`pt/${name}`), leadOn(name, pages.get(name)!)]),
    ),
    ...Object.fromEntries(pictures.map(name => [name, read(name)])),
    'site.json': JSON.stringify({ version, menus }),
  }
}

const siteName = (file: string): string => file.replace(/(^|\/)README\.md$/, '$1index.md')

const changes = (root: string): string =>
  readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').replaceAll('](docs/', '](')

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)![1]!

/** The page of a name that only English has. */
const leadOn = (name: string, text: string): string =>
  [
    '---',
    'search: false',
    '---',
    '',
    `# ${titleOf(text)}`,
    '',
    `Esta página existe só em inglês: [${titleOf(text)}](/${siteName(name)}).`,
    '',
  ].join('\n')

/** What the menu does anyway, and marks for whoever edits the page, are left out. */
export function sitePage(file: string, text: string, pages: ReadonlyMap<string, string>): string {
  const withoutMarks = text
    .replace(/^\[(?:In English|Em português)\]\([^)]*\)\n\n/m, '')
    .replace(/^<!-- .* -->\n\n/m, '')
  // Code goes first: in it, nothing is a link.
  const codeOrLink = /^```[\s\S]*?^```$|`[^`\n]+`|\[((?:`[^`\n]*`|[^\]`\n])*)\]\(([^()\s]+)\)/gm
  return withoutMarks.replaceAll(codeOrLink, (all, words?: string, to?: string) =>
    words === undefined || to === undefined ? all : linkOf(file, words, to, pages),
  )
}

function linkOf(
  file: string,
  words: string,
  to: string,
  pages: ReadonlyMap<string, string>,
): string {
  // Not a page of the generator's: the browser is to ask the service for it.
  if (to.startsWith('/docs/')) return `[${words}](${to.slice('/docs'.length)}){target="_self"}`
  if (/^([a-z]+:|#)/.test(to) || to.endsWith('.svg')) return `[${words}](${to})`
  const [page = '', anchor] = to.split('#')
  const target = path.posix.join(path.posix.dirname(file), page)
  if (!pages.has(target)) return words
  return `[${words}](/${siteName(target)}${anchor === undefined ? '' : `#${anchor}`})`
}

/** The sections of an index with their pages. */
export function menuOf(index: string): MenuEntry[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map(section => ({ text: section.split('\n')[0]!, items: itemsOf(section.split('\n')) }))
}

function itemsOf(lines: readonly string[]): MenuEntry[] {
  const items: MenuEntry[] = []
  for (const line of lines) {
    const [, indent = '', text = '', to = ''] = /^( *)- \[(.*?)\]\(([^)]*)\)/.exec(line) ?? []
    const group = /^- (.*):$/.exec(line)
    if (group) items.push({ text: group[1]!, collapsed: true, items: [] })
    else if (to.endsWith('.md')) {
      const entry = { text, link: `/${to.replace(/\.md$/, '')}` }
      if (indent === '') items.push(entry)
      else items.at(-1)?.items?.push(entry)
    }
  }
  return items
}
