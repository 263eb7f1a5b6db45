/** What a run has found as a picture: an SVG that reads in light and dark, worked out from the raw results. */
import type { RawResults } from './raw.ts'
import { isOurs, type Outcome, type Summary, summarize } from './tables.ts'
import { contestantName, type Language, nameOf, pick, reason, speed } from './words.ts'

const style = `
  .ground { fill: #ffffff } .rail { fill: #eef1f5 }
  .ours { fill: #2f6fde } .theirs { fill: #7b8794 }
  text { font: 13px system-ui, sans-serif; fill: #1c232c }
  .name { font-weight: 600; font-size: 14px } .small { fill: #46515e }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #14181d } .rail { fill: #222932 }
    .ours { fill: #6ea1f7 } .theirs { fill: #97a3b2 }
    text { fill: #eef1f4 } .small { fill: #b8c2cd }
  }`

const width = 880
const left = 24
const barLeft = 236
const barWidth = 440
const barHeight = 15
const rowHeight = 21
const groupGap = 18
const top = 92

export function pictureOf(results: RawResults, language: Language): string {
  const groups = summarize(results).filter(({ scenario }) => !scenario.kill)
  const names = results.run.contestants.map(({ name }) => name)
  const groupHeight = 22 + names.length * rowHeight + groupGap
  const high = top + groups.length * groupHeight
  const title = pick(language, 'Emails a second', 'E-mails por segundo')
  const subtitle = pick(
    language,
    'Medians. Each group has its own scale: its longest bar is its fastest server.',
    'Medianas. Cada grupo tem a sua escala: a barra mais longa é a do servidor mais rápido.',
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${high}" viewBox="0 0 ${width} ${high}" role="img">`,
    `<title>${escaped(pictureText(results, language))}</title><style>${style}\n</style>`,
    `<rect class="ground" width="${width}" height="${high}"/>`,
    words(left, 34, title, 'name'),
    words(left, 55, subtitle, 'small'),
    ...groups.map((group, n) => groupOf(group, names, top + n * groupHeight, language)),
    '</svg>',
    '',
  ].join('\n')
}

/** What it shows, for who does not see it: everyone's speed in every scenario. */
export function pictureText(results: RawResults, language: Language): string {
  const names = results.run.contestants.map(({ name }) => name)
  const groups = summarize(results)
    .filter(({ scenario }) => !scenario.kill)
    .map(({ scenario, of }) => {
      const told = names.map(
        name => `${contestantName(name, language)} ${figure(of[name]!, language)}`,
      )
      return `${nameOf(scenario, language)}: ${told.join(', ')}`
    })
  return `${pick(language, 'Emails a second', 'E-mails por segundo')}. ${groups.join('; ')}`
}

function figure({ perSecond, failed }: Outcome, language: Language): string {
  if (perSecond !== null) return speed(perSecond, language)
  return failed === null ? '–' : reason(failed, language)
}

function groupOf(
  { scenario, of }: Summary,
  names: readonly string[],
  y: number,
  language: Language,
): string {
  const best = Math.max(...names.map(name => of[name]!.perSecond ?? 0))
  const rows = names.map((name, n) => {
    const at = y + 12 + n * rowHeight
    const { perSecond } = of[name]!
    const long = perSecond === null || best === 0 ? 0 : Math.max(2, (perSecond / best) * barWidth)
    return [
      words(left + 12, at + 12, contestantName(name, language), 'small'),
      `<rect class="rail" x="${barLeft}" y="${at}" width="${barWidth}" height="${barHeight}" rx="3"/>`,
      `<rect class="${isOurs(name) ? 'ours' : 'theirs'}" x="${barLeft}" y="${at}" width="${long.toFixed(1)}" height="${barHeight}" rx="3"/>`,
      words(barLeft + barWidth + 12, at + 12, figure(of[name]!, language)),
    ].join('')
  })
  return [words(left, y, nameOf(scenario, language), 'name'), ...rows].join('\n')
}

const words = (x: number, y: number, text: string, kind = ''): string =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`}>${escaped(text)}</text>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
