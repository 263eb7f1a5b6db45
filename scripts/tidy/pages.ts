/** What pages and comments name: links, pages, files of programs. */
import path from 'node:path'
import type { Breach, Repository } from './tree.ts'

/** The anchors of a page, as GitHub makes them from its headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of withoutCode(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugOf(heading!)
    let anchor = slug
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${slug}-${n}`
    anchors.add(anchor)
  }
  for (const [, name] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(name!)
  return anchors
}

function slugOf(heading: string): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** Blanked, so that lines keep their numbers. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, block => block.replace(/[^\n]/g, ' '))
}

/** Links to files or headings that are not there. */
export function brokenLinks({ pages, isThere }: Repository): Breach[] {
  const texts = new Map(pages.map(({ file, text }) => [file, text]))
  return pages.flatMap(({ file, text }) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].flatMap(match => {
      const link = match[1]!
      if (/^([a-z]+:|\/)/.test(link)) return []
      const [page, anchor] = link.split('#') as [string, string | undefined]
      const target = page === '' ? file : path.posix.join(path.posix.dirname(file), page)
      const why = wrongWith(target, anchor, texts, isThere)
      if (why === null) return []
      const line = text.slice(0, match.index).split('\n').length
      return [{ file, line, key: `${file}: ${link}`, sentence: `links to ${link}: ${why}` }]
    }),
  )
}

function wrongWith(
  target: string,
  anchor: string | undefined,
  texts: ReadonlyMap<string, string>,
  isThere: (file: string) => boolean,
): string | null {
  const text = texts.get(target)
  if (text === undefined) return isThere(target) ? null : 'no such file'
  return anchor === undefined || anchorsOf(text).has(anchor) ? null : 'no such heading'
}

const pageName = /(?<![\w/.:-])((?:[\w.-]+\/)*[A-Za-z][\w-]*\.md)(?:#([\w-]+))?/g
const privatePages = /\b(?:decisions?|design|house|spec)[\s*]+§|\(spec[\s*]+"/g

/** Comments that send the reader to a page or heading that is not in the repository. */
export function strayReferences({ files, pages }: Repository): Breach[] {
  const anchors = new Map(pages.map(({ file, text }) => [file, anchorsOf(text)]))
  return files.flatMap(({ file, comments }) =>
    comments.flatMap(({ text, line }) => {
      const breach = (match: RegExpMatchArray, why: string): Breach => {
        const words = match[0].replace(/[\s*]+/g, ' ')
        const before = text.slice(0, match.index).split('\n').length - 1
        return { file, line: line + before, key: file, sentence: `cites ${words}: ${why}` }
      }
      const isThere = ([, page, anchor]: RegExpMatchArray): boolean =>
        homesOf(page!, file, anchors).some(
          home => anchor === undefined || anchors.get(home)!.has(anchor),
        )
      return [
        ...[...text.matchAll(privatePages)].map(match => breach(match, 'no reader has that page')),
        ...[...text.matchAll(pageName)]
          .filter(match => !isThere(match))
          .map(match => breach(match, 'no such page or heading')),
      ]
    }),
  )
}

/** From the root, from the file itself, or a bare name. */
function homesOf(
  page: string,
  file: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const beside = path.posix.join(path.posix.dirname(file), page)
  return [...anchors.keys()].filter(
    one => one === page || one === beside || (!page.includes('/') && one.endsWith(`/${page}`)),
  )
}

const gendered = /\b(?:he|him|his|himself|she|hers?|herself)\b/gi

/** Comments that make a man or a woman of whoever reads, calls or runs something. */
export function genderedComments({ files }: Repository): Breach[] {
  return files.flatMap(({ file, comments }) =>
    comments.flatMap(({ text, line }) =>
      [...text.matchAll(gendered)].map(match => ({
        file,
        line: line + text.slice(0, match.index).split('\n').length - 1,
        key: file,
        sentence: `says ${match[0]}: name the role, or write they or it`,
      })),
    ),
  )
}

const programName = /(?<![\w/.:#@*{}<…-])((?:[\w-]+\/)*[\w-]+(?:\.(?:test|spec))?\.(?:tsx?|mjs))\b/g
/** What they name was there when they were written. */
const isHistory = (file: string): boolean =>
  file === 'CHANGELOG.md' || file.startsWith('docs/decisions/')

/** Comments and pages that name a program which has moved or gone. */
export function goneFiles({ files, pages }: Repository): Breach[] {
  // By every way to cite one: its name, and its path from any folder above it.
  const cited = new Set(
    files.flatMap(({ file }) => {
      const parts = file.split('/')
      return parts.map((_, from) => parts.slice(from).join('/'))
    }),
  )
  const gone = (file: string, text: string, line: number): Breach[] =>
    [...text.matchAll(programName)]
      .filter(match => !cited.has(match[1]!))
      .map(match => ({
        file,
        line: line + text.slice(0, match.index).split('\n').length - 1,
        key: file,
        sentence: `names ${match[1]}: no such file`,
      }))
  return [
    ...files.flatMap(({ file, comments }) =>
      comments.flatMap(({ text, line }) => gone(file, text, line)),
    ),
    ...pages
      .filter(({ file }) => !isHistory(file))
      .flatMap(({ file, text }) => gone(file, withoutCode(text), 1)),
  ]
}
