/** Figures of the model and their names as words of either language: for tables and for pictures. */
import type { Day, WallName } from './day.ts'
import type { Waits } from './tally.ts'

export type Language = 'en' | 'pt'

export const pick = (language: Language, en: string, pt: string): string =>
  language === 'en' ? en : pt

export function shown(value: number, language: Language): string {
  const size = Math.abs(value)
  const digits = size === 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  const rounded = size >= 1_000 ? Number(value.toPrecision(3)) : value
  return (
    rounded
      .toLocaleString(language === 'en' ? 'en-US' : 'pt-BR', { maximumFractionDigits: digits })
      // 1.000 to 9.999 have their dot, too.
      .replace(/^(\d)(\d{3})$/, language === 'en' ? '$1,$2' : '$1.$2')
  )
}

export const duration = (ms: number, language: Language): string =>
  ms < 1_000 ? `${shown(Math.round(ms), language)} ms` : `${shown(ms / 1_000, language)} s`

export const waits = (found: Waits, language: Language): string =>
  [0.5, 0.99, 0.999].map(q => duration(found.quantile(q), language)).join(', ')

export function dayName(perDay: number, language: Language): string {
  if (perDay >= 1e9) return `${perDay / 1e9} ${pick(language, 'billion', 'bilhão')}`
  const millions = perDay / 1e6
  return `${shown(millions, language)} ${pick(language, 'million', millions === 1 ? 'milhão' : 'milhões')}`
}

export const gigabytes = (bytes: number, language: Language): string =>
  bytes >= 1e12 ? `${shown(bytes / 1e12, language)} TB` : `${shown(bytes / 1e9, language)} GB`

export const cores = (count: number, language: Language): string =>
  `${count} ${pick(language, 'cores', 'núcleos')}`

export const logSpeed = ({ peak }: Pick<Day, 'peak'>, language: Language): string =>
  `${shown(peak.logBytesThen / peak.seconds / 1e6, language)} MB/s`

const wallNames: Readonly<Record<WallName, string>> = {
  'main threads': 'threads principais',
  'cores of nodes': 'núcleos dos nós',
  'cores of the database': 'núcleos do banco de dados',
  'replay of the log': 'reprodução do log',
  conversations: 'conversas',
  'connections (of 100)': 'conexões (de 100)',
  'limits per address': 'limites por endereço',
}

export const wallName = (name: WallName, language: Language): string =>
  pick(language, name, wallNames[name])

export const part = (some: number, all: number, language: Language): string =>
  `${shown(some, language)} (${shown((100 * some) / all, language)} %)`
