/** A picture of a day's installation, as an SVG that reads in light and dark: what there is, and how full it is at the peak. */
import type { Day } from './day.ts'
import type { Plan } from './plan.ts'
import { dayName, type Language, logSpeed, pick, shown, wallName } from './words.ts'

const style = `
  .ground { fill: #ffffff } .box { fill: #f3f5f8; stroke: #5a6675; stroke-width: 1.2 }
  .frame { fill: none; stroke: #8a96a5; stroke-dasharray: 5 4 }
  .behind { fill: #e4e8ee; stroke: #5a6675; stroke-width: 1.2 }
  .way { stroke: #3d4855; stroke-width: 1.5; fill: none } .tip { fill: #3d4855 }
  .rail { fill: #e4e8ee } .full { fill: #2f6fde } .over { fill: #c2410c }
  text { font: 14px system-ui, sans-serif; fill: #1c232c }
  .name { font-weight: 600 } .small { font-size: 12.5px; fill: #46515e }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #14181d } .box { fill: #222932; stroke: #97a3b2 }
    .frame { stroke: #77838f } .behind { fill: #2d3641; stroke: #97a3b2 }
    .way { stroke: #b8c2cd } .tip { fill: #b8c2cd } .rail { fill: #2d3641 }
    .full { fill: #6ea1f7 } .over { fill: #f59e5b }
    text { fill: #eef1f4 } .small { fill: #b8c2cd }
  }`

const width = 880
const wallTop = 300
const wallHeight = 24

interface Box {
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly high: number
  readonly lines: readonly string[]
  /** More of the same behind it. */
  readonly behind?: number
}

export function pictureOf({ plan, peak, walls }: Day, language: Language): string {
  const say: Say = (en, pt) => pick(language, en, pt)
  const high = wallTop + 34 + walls.length * wallHeight + 14
  const title = say(
    `${dayName(plan.perDay, language)} emails a day`,
    `${dayName(plan.perDay, language)} de e-mails por dia`,
  )
  const parts = plan.machines === 1 ? alone(plan, say) : many({ plan, peak }, language, say)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${high}" viewBox="0 0 ${width} ${high}" role="img">`,
    `<title>${title}</title><style>${style}\n</style>`,
    `<rect class="ground" width="${width}" height="${high}"/>`,
    words(24, 34, title, 'name'),
    words(24, 56, summary({ plan, peak }, language, say), 'small'),
    ...parts,
    words(24, wallTop + 20, say('Used at the peak', 'Uso no pico'), 'name'),
    ...walls.map(({ name, use }, n) =>
      wall(wallName(name, language), use, wallTop + 34 + n * wallHeight),
    ),
    '</svg>',
    '',
  ].join('\n')
}

type Say = (en: string, pt: string) => string
type PeakDay = Pick<Day, 'plan' | 'peak'>

function summary({ plan, peak }: PeakDay, language: Language, say: Say): string {
  const number = (value: number): string => shown(value, language)
  const cells =
    plan.cells === 1
      ? ''
      : say(`, in ${plan.cells} cells like this one`, `, em ${plan.cells} células como esta`)
  const accept = number(Math.round(peak.accepts.quantile(0.99)))
  return say(
    `${number(plan.peakPerSecond)} a second at the peak${cells}; 99 of 100 calls answered within ${accept} ms`,
    `${number(plan.peakPerSecond)} por segundo no pico${cells}; 99 de 100 chamadas respondidas em ${accept} ms`,
  )
}

function alone({ coresOfMachine, addresses }: Plan, say: Say): string[] {
  const from =
    addresses === 1
      ? say('from 1 address', 'de 1 endereço')
      : say(`from ${addresses} addresses`, `de ${addresses} endereços`)
  return [
    box({
      x: 40,
      y: 130,
      wide: 150,
      high: 70,
      lines: [say('Callers', 'Quem chama'), 'https, smtp'],
    }),
    arrow(190, 165, 330),
    box({
      x: 330,
      y: 90,
      wide: 240,
      high: 150,
      lines: [
        say('One machine', 'Uma máquina'),
        say(`${coresOfMachine} cores`, `${coresOfMachine} núcleos`),
        'Malote',
        say('embedded PostgreSQL', 'PostgreSQL embutido'),
      ],
    }),
    arrow(570, 165, 690),
    box({
      x: 690,
      y: 130,
      wide: 150,
      high: 70,
      lines: [say('Receivers', 'Quem recebe'), from],
    }),
  ]
}

function many({ plan, peak }: PeakDay, language: Language, say: Say): string[] {
  const talking = shown(peak.conversations, language)
  const { machines, coresOfMachine, processesOfMachine, databases, coresOfDatabase } = plan
  const log = logSpeed({ peak }, language)
  return [
    ...(plan.cells > 1 ? [`<rect class="frame" x="16" y="70" width="848" height="222"/>`] : []),
    box({
      x: 24,
      y: 96,
      wide: 134,
      high: 60,
      lines: [say('Callers', 'Quem chama'), 'https, smtp'],
    }),
    arrow(158, 126, 190),
    box({ x: 190, y: 96, wide: 120, high: 60, lines: [say('Balancer', 'Balanceador'), '/readyz'] }),
    arrow(310, 126, 360),
    box({
      x: 360,
      y: 84,
      wide: 220,
      high: 84,
      behind: 2,
      lines: [
        say(`${machines} machines`, `${machines} máquinas`),
        say(
          `${coresOfMachine} cores, ${processesOfMachine} processes each`,
          `${coresOfMachine} núcleos, ${processesOfMachine} processos cada`,
        ),
        say(`${talking} conversations`, `${talking} conversas`),
      ],
    }),
    arrow(592, 126, 680),
    box({
      x: 680,
      y: 90,
      wide: 170,
      high: 72,
      lines: [
        say('Receivers', 'Quem recebe'),
        say(`from ${plan.addresses} addresses`, `de ${plan.addresses} endereços`),
      ],
    }),
    `<path class="way" d="M470 168V206"/><path class="tip" d="M465 204h10l-5 8z"/>`,
    box({
      x: 360,
      y: 212,
      wide: 220,
      high: 68,
      lines: [
        say('PostgreSQL, primary', 'PostgreSQL, primário'),
        say(`${coresOfDatabase} cores, log ${log}`, `${coresOfDatabase} núcleos, log ${log}`),
      ],
    }),
    arrow(580, 246, 680),
    box({
      x: 680,
      y: 212,
      wide: 170,
      high: 68,
      behind: databases > 2 ? 1 : 0,
      lines: [
        databases > 2 ? `${databases - 1} standbys` : 'Standby',
        databases > 2 ? say('one synchronous', 'um síncrono') : say('synchronous', 'síncrono'),
      ],
    }),
  ]
}

const words = (x: number, y: number, text: string, kind = ''): string =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`}>${text}</text>`

function box({ x, y, wide, high, lines, behind = 0 }: Box): string {
  const rect = (at: number, kind: string): string =>
    `<rect class="${kind}" x="${x + at}" y="${y + at}" width="${wide}" height="${high}" rx="6"/>`
  const first = y + high / 2 - ((lines.length - 1) * 20) / 2 + 5
  return [
    ...Array.from({ length: behind }, (_, n) => rect(6 * (behind - n), 'behind')),
    rect(0, 'box'),
    ...lines.map((line, n) => words(x + 14, first + n * 20, line, n === 0 ? 'name' : 'small')),
  ].join('')
}

const arrow = (x: number, y: number, to: number): string =>
  `<path class="way" d="M${x} ${y}H${to - 8}"/><path class="tip" d="M${to - 9} ${y - 5}v10l9-5z"/>`

function wall(name: string, use: number, y: number): string {
  const rail = 480
  const full = Math.max(2, Math.min(1, use) * rail)
  return [
    words(24, y + 14, name, 'small'),
    `<rect class="rail" x="270" y="${y + 3}" width="${rail}" height="14" rx="3"/>`,
    `<rect class="${use > 1 ? 'over' : 'full'}" x="270" y="${y + 3}" width="${full.toFixed(0)}" height="14" rx="3"/>`,
    words(762, y + 14, `${Math.round(use * 100)} %`, 'small'),
  ].join('')
}
