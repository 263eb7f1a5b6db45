/** The page on the benchmark: what the published run has found, in both languages, and its pictures. */
import { existsSync, readFileSync } from 'node:fs'
import { pictureOf, pictureText } from './picture.ts'
import { type RawResults, readRaw } from './raw.ts'
import { asMarkdown, fateTable, speedTable } from './tables.ts'
import { contestantName, type Language, number, pick } from './words.ts'

export const root = new URL('../../', import.meta.url)
/** The run whose figures the pages show; absent until one was made on a quiet machine. */
export const publishedFile = new URL('published.jsonl', import.meta.url)

const folders = { en: 'docs', pt: 'docs/pt' } as const
const headings = { en: '## What the last run found', pt: '## O que a última medição encontrou' }
const none = {
  en: 'No run on a quiet machine has been published yet.',
  pt: 'Ainda não se publicou nenhuma medição feita numa máquina ociosa.',
}

export const published = (): RawResults | null =>
  existsSync(publishedFile) ? readRaw(readFileSync(publishedFile, 'utf8')) : null

/** Every file of the pages by its place in the repository, as it is to be. */
export function pages(results = published()): Readonly<Record<string, string>> {
  const files = Object.entries(folders).flatMap(([language, folder]) => {
    const file = `${folder}/benchmark.md`
    const page = readFileSync(new URL(file, root), 'utf8')
    const written = withFindings(page, results, language as Language)
    const picture = [
      `${folder}/${pictureFile}`,
      results && pictureOf(results, language as Language),
    ]
    return [[file, written], ...(results ? [picture] : [])]
  })
  return Object.fromEntries(files)
}

const pictureFile = 'pictures/benchmark.svg'

/** The page with these findings instead of its own. Throws where it lacks the heading. */
export function withFindings(page: string, results: RawResults | null, language: Language): string {
  const lines = page.split('\n')
  const at = lines.indexOf(headings[language])
  if (at < 0) throw new Error(`the page lacks the heading ${headings[language]}`)
  const next = lines.findIndex((line, i) => i > at && line.startsWith('## '))
  const findings = results === null ? none[language] : findingsOf(results, language)
  return [...lines.slice(0, at + 1), '', findings, '', ...lines.slice(next)].join('\n')
}

function findingsOf(results: RawResults, language: Language): string {
  return [
    aboutRun(results, language),
    `![${pictureText(results, language)}](${pictureFile})`,
    asMarkdown(speedTable(results, language)),
    asMarkdown(fateTable(results, language)),
  ].join('\n\n')
}

function aboutRun({ run, cells }: RawResults, language: Language): string {
  const rounds = Math.max(0, ...cells.map(({ round }) => round))
  const day = run.begun.slice(0, 10)
  const rsa = number(Math.round(run.rsaPerSecond), language, 0)
  const load = number(run.loadBefore, language, 1)
  const memory = number(Math.round(run.memoryMb / 1024), language, 0)
  const machine = `${run.processor}, ${run.system}, ${run.fileSystem}, Node ${run.node}`
  const versions = run.contestants
    .map(({ name, version }) => `${contestantName(name, language)}: ${version}`)
    .join('; ')
  const missing = run.missing.map(({ name }) => name).join(', ')
  const left = pick(language, `Not measured: ${missing}.`, `Não medidos: ${missing}.`)
  return [
    pick(
      language,
      `${day}, ${run.cores} cores with ${rsa} RSA-2048 signatures a second, ${memory} GB, a load of ${load} before it began (${machine})${ofRounds(rounds, language)}.`,
      `${day}, ${run.cores} núcleos com ${rsa} assinaturas RSA-2048 por segundo, ${memory} GB, carga de ${load} antes de começar (${machine})${ofRounds(rounds, language)}.`,
    ),
    `${versions}.`,
    ...(missing === '' ? [] : [left]),
  ].join(' ')
}

const ofRounds = (rounds: number, language: Language): string =>
  rounds === 1
    ? pick(language, ', of one round', ', de uma só rodada')
    : pick(language, `; medians of ${rounds} rounds`, `; medianas de ${rounds} rodadas`)
