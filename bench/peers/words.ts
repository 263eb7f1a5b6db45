/** Scenarios and figures as words of either language: for the screen, the page and the picture. */
import type { Scenario } from './scenarios.ts'

export type Language = 'en' | 'pt'

export const pick = (language: Language, en: string, pt: string): string =>
  language === 'en' ? en : pt

export function nameOf(scenario: Scenario, language: Language): string {
  const { bodyKb, tls, roundTripMs, defers, kill } = scenario
  return [
    `${number(bodyKb, language, bodyKb % 1 === 0 ? 0 : 1)} KB`,
    ...(tls ? ['TLS'] : []),
    ...(roundTripMs > 0 ? [`${roundTripMs} ms`] : []),
    ...(defers ? [pick(language, 'a tenth put off', 'um décimo adiado')] : []),
    ...(kill ? [pick(language, 'killed', 'derrubado')] : []),
  ].join(', ')
}

/** Names of other programs are the same in both. */
export const contestantName = (name: string, language: Language): string =>
  language === 'en'
    ? name
    : name
        .replace(', by ', ' por ')
        .replace(/(\d+) workers$/, '$1 processos')
        .replace(/(\d+) worker$/, '$1 processo')

export const number = (value: number, language: Language, digits: number): string =>
  value
    .toLocaleString(language === 'en' ? 'en-US' : 'pt-BR', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    // 1.000 to 9.999 have their dot, too.
    .replace(/^(\d)(\d{3})(?!\d)/, language === 'en' ? '$1,$2' : '$1.$2')

/** As many digits as say something. */
export const speed = (value: number, language: Language): string =>
  number(value, language, value < 10 ? 1 : 0)

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^it needs root/, 'precisa de root'],
  [/^it needs Debian/, 'precisa do Debian'],
  [/^it needs the right/, 'precisa poder criar namespaces'],
  [/^it could not be set up/, 'não pôde ser instalado'],
  [/^no time was left for it$/, 'faltou tempo'],
  [/^it did not get up again/, 'não voltou a funcionar'],
  [/^\d+ of \d+ arrived in time$/, 'nem tudo chegou a tempo'],
  [/^\d+ were still in its queue/, 'a fila não se esvaziou'],
  [/^nothing was accepted/, 'nada foi aceito'],
  [/came without a signature$/, 'chegaram sem assinatura'],
  [/came in plain$/, 'chegaram sem TLS'],
  [/^all was accepted before/, 'tudo foi aceito antes da queda'],
]

/** In Portuguese in short: the raw file has it as it was. */
export const reason = (text: string, language: Language): string =>
  language === 'en'
    ? text.split('\n')[0]!
    : (reasons.find(([known]) => known.test(text))?.[1] ?? 'falhou')
