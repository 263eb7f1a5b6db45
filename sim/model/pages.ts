/** The page on scaling: its tables and pictures, written from what the model says, in both languages. */
import { readFileSync } from 'node:fs'
import { carriedBy } from './carried.ts'
import type { Comparison } from './check.ts'
import { type Day, simulateDay } from './day.ts'
import { readParameters } from './parameters.ts'
import { pictureOf } from './picture.ts'
import { tablesOf, withTables } from './report.ts'
import type { Language } from './words.ts'

const root = new URL('../../', import.meta.url)
export const checkedFile = new URL('checked.json', import.meta.url)
const seed = 1
const sizes = { 1e6: '1m', 1e7: '10m', 1e8: '100m', 1e9: '1b' } as const
const folders = { en: 'docs', pt: 'docs/pt' } as const

/** Every file of the pages by its place in the repository, as it is to be. */
export function pages(): Readonly<Record<string, string>> {
  const costs = readParameters()
  const days = Object.keys(sizes).map(size => simulateDay(Number(size), costs, seed))
  const machines = [2, 4, 8, 16].map(cores => carriedBy(cores, costs, seed))
  const checked = JSON.parse(readFileSync(checkedFile, 'utf8')) as Comparison[]
  const files = Object.entries(folders).flatMap(([language, folder]) => {
    const tables = tablesOf({ costs, days, machines, checked }, language as Language)
    const page = readFileSync(new URL(`${folder}/scaling.md`, root), 'utf8')
    return [
      [`${folder}/scaling.md`, withTables(page, tables)],
      ...days.map(day => [
        `${folder}/pictures/scaling-${nameOf(day)}.svg`,
        pictureOf(day, language as Language),
      ]),
    ]
  })
  return Object.fromEntries(files)
}

const nameOf = ({ plan }: Day): string => sizes[plan.perDay as keyof typeof sizes]
