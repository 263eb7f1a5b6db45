/**
 * The pages of docs/ in both languages: nothing is missing in either. The Portuguese page has the
 * headings, samples, tables, lists and paragraphs of the English one in their order, its links lead
 * to the same places, and none of its sentences is English. Pages for people who change the code
 * are English alone.
 *
 *     node scripts/run.mjs scripts/languages.ts [--check]
 *
 * Without `--check` it first writes what needs no translator: the line that leads to the other
 * language, and links of Portuguese pages to pages that are Portuguese by now.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { englishLeft } from './languages/english.ts'
import { type Part, partsOf } from './languages/parts.ts'
import { anchorsOf } from './tidy/pages.ts'

/** Read by people who change the code, who do so in English, as the code is. */
export const forTheCode: Readonly<Record<string, string>> = {
  'adding-an-endpoint.md': 'leads through the code',
  'dashboard-api.md': 'changes with the dashboard, and nobody else may call it',
  'mutation.md': 'figures about the tests',
  'mutation-operators.md': 'figures about the tests',
}

/** A page in both languages, and how its links are understood. */
export interface Pair {
  readonly english: string
  readonly portuguese: string
  /** Where a link of the page in this language leads, the same for both; null: nowhere. */
  placeOf(language: 'en' | 'pt', link: string): string | null
}

/** What one of the pages lacks or says otherwise; the first of it, since the rest follows from it. */
export function faultOfPair(pair: Pair): string | null {
  const [english, portuguese] = [pair.english, pair.portuguese].map(page =>
    partsOf(page).filter(part => !isDecision.test(part.text)),
  ) as [Part[], Part[]]
  return (
    faultOfShape(english, portuguese) ??
    faultOfLinks(pair, english, portuguese) ??
    faultOfWords(english, portuguese)
  )
}

/** Decisions are for the code, and so is their list. */
const isDecision = /^\[[^\]]*\]\([^)]*decisions\/[^)]*\)$/

function faultOfShape(english: readonly Part[], portuguese: readonly Part[]): string | null {
  const last = Math.max(english.length, portuguese.length)
  for (let at = 0; at < last; at++) {
    const [one, other] = [english[at], portuguese[at]]
    if (one?.shape !== other?.shape) return `${told(other)} stands where English has ${told(one)}`
  }
  return null
}

function faultOfLinks(pair: Pair, english: readonly Part[], portuguese: readonly Part[]) {
  for (const [at, part] of portuguese.entries()) {
    const original = english[at]!
    const places = part.links.map(link => pair.placeOf('pt', link))
    const dead = places.indexOf(null)
    if (dead >= 0) return `“${part.links[dead]}” leads nowhere`
    const wanted = original.links.map(link => pair.placeOf('en', link))
    if (places.toSorted().join(' ') !== wanted.toSorted().join(' ')) {
      return `${told(part)} leads to ${places.join(' ')}, English to ${wanted.join(' ')}`
    }
  }
  return null
}

function faultOfWords(english: readonly Part[], portuguese: readonly Part[]): string | null {
  for (const [at, part] of portuguese.entries()) {
    const word = englishLeft(part, english[at]!)
    if (word !== null) return `${told(part)} is English (“${word}”)`
  }
  return null
}

function told(part: Part | undefined): string {
  if (part === undefined) return 'nothing'
  const text = part.text.length > 70 ? `${part.text.slice(0, 70)}…` : part.text
  return `${part.kind} “${text.replaceAll('\n', ' ')}”`
}

/** What is wrong with the pages of a repository, each fault with its file. */
export function faultyLanguages(root: string): string[] {
  const docs = path.join(root, 'docs')
  const english = pagesIn(docs).filter(name => !(name in forTheCode))
  const portuguese = pagesIn(path.join(docs, 'pt'))
  const lacking = english.filter(name => !portuguese.includes(name))
  return [
    ...lacking.map(name => `docs/pt/${name} is missing`),
    ...portuguese.flatMap(name => {
      if (!english.includes(name)) return [`docs/${name} is missing, or is for the code`]
      const fault = faultOfPair(pairAt(docs, name))
      return fault === null ? [] : [`docs/pt/${name}: ${fault}`]
    }),
    ...pagesToRewrite(docs).map(([name]) => `docs/${name}: run scripts/languages.ts`),
  ]
}

const pagesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : []

function pairAt(docs: string, name: string): Pair {
  const read = (file: string) => readFileSync(path.join(docs, file), 'utf8')
  return {
    english: read(name),
    portuguese: read(`pt/${name}`),
    placeOf: (language, link) => placeOf(docs, language === 'pt' ? `pt/${name}` : name, link),
  }
}

/** A page and the number of its heading, by which both languages name the same place. */
function placeOf(docs: string, from: string, link: string): string | null {
  if (/^([a-z]+:|\/)/.test(link)) return link
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : path.join(path.dirname(from), file)
  const name = target.replace(/^pt\//, '')
  const absolute = path.join(docs, target)
  if (!existsSync(absolute)) return null
  if (anchor === undefined) return name
  const number = anchorsIn(absolute).indexOf(decodeURIComponent(anchor))
  return number < 0 ? null : `${name}#${number}`
}

const anchorsIn = (file: string): string[] => [...anchorsOf(readFileSync(file, 'utf8'))]

/** Pages whose line to the other language, or a link to English, is not as this script writes it. */
function pagesToRewrite(docs: string): (readonly [string, string])[] {
  const portuguese = pagesIn(path.join(docs, 'pt'))
  const files = portuguese.flatMap(name => [name, `pt/${name}`])
  return files.flatMap(file => {
    const absolute = path.join(docs, file)
    if (!existsSync(absolute)) return []
    const before = readFileSync(absolute, 'utf8')
    const after = withPortugueseLinks(docs, file, withLanguageLine(file, before))
    return after === before ? [] : [[file, after] as const]
  })
}

/** Stands under the title of each page that is there in both languages. */
export function withLanguageLine(file: string, page: string): string {
  const line = file.startsWith('pt/')
    ? `[In English](../${file.slice(3)})`
    : `[Em português](pt/${file})`
  return page.replace(
    /^(# .*\n\n)(?:\[(?:In English|Em português)\]\([^)\n]*\)\n\n)?/,
    (_all, title: string) => `${title}${line}\n\n`,
  )
}

/** Whoever reads Portuguese stays in it where the next page is there in it. */
function withPortugueseLinks(docs: string, file: string, page: string): string {
  if (!file.startsWith('pt/')) return page
  const linked = /\]\(\.\.\/([\w-]+\.md)(#[^)\s]+)?\)/g
  return page.replaceAll(linked, (link, name: string, anchor: string | undefined) => {
    const translated = path.join(docs, 'pt', name)
    if (name === path.basename(file) || !existsSync(translated)) return link
    if (anchor === undefined) return `](${name})`
    const number = anchorsIn(path.join(docs, name)).indexOf(decodeURIComponent(anchor.slice(1)))
    const there = anchorsIn(translated)[number]
    return there === undefined ? link : `](${name}#${there})`
  })
}

function main(): void {
  const root = path.resolve(import.meta.dirname, '..')
  if (!process.argv.includes('--check')) {
    for (const [file, page] of pagesToRewrite(path.join(root, 'docs'))) {
      writeFileSync(path.join(root, 'docs', file), page)
    }
  }
  const faults = faultyLanguages(root)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
