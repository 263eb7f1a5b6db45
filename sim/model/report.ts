/** What the model says as tables, in both languages: the same on the screen and on the page. */
import type { MachineFigures } from './carried.ts'
import { bar, type Comparison, isWithin } from './check.ts'
import type { Day } from './day.ts'
import type { Cost, Parameters } from './parameters.ts'
import {
  cores,
  dayName,
  duration,
  gigabytes,
  type Language,
  logSpeed,
  part,
  pick,
  shown,
  waits,
  wallName,
} from './words.ts'

/** A head and what stands below it. */
interface Column<Item> {
  readonly en: string
  readonly pt: string
  cell(item: Item, language: Language): string
}

interface Table {
  /** By which the page's own is found. */
  readonly head: string
  readonly rows: readonly string[]
}

interface Results {
  readonly costs: Parameters
  readonly days: readonly Day[]
  readonly machines: readonly MachineFigures[]
  readonly checked: readonly Comparison[]
}

export function tablesOf(results: Results, language: Language): Table[] {
  const { costs, days, machines, checked } = results
  return [
    tableOf(costColumns, costLines(costs), language),
    tableOf(checkColumns, checkLines(checked), language),
    tableOf(sizeColumns, days, language),
    tableOf(waitColumns, days, language),
    tableOf(failureColumns, days, language),
    tableOf(machineColumns, machines, language),
  ]
}

/** The page with these tables instead of its own. Throws where it lacks one. */
export function withTables(page: string, tables: readonly Table[]): string {
  let lines = page.split('\n')
  for (const { head, rows } of tables) {
    const at = lines.indexOf(head)
    if (at < 0) throw new Error(`the page lacks the table ${head}`)
    const end = lines.indexOf('', at)
    lines = [...lines.slice(0, at + 2), ...rows, ...lines.slice(end)]
  }
  return lines.join('\n')
}

function tableOf<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  language: Language,
): Table {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return {
    head: row(columns.map(column => column[language])),
    rows: items.map(item => row(columns.map(column => column.cell(item, language)))),
  }
}

interface CostLine {
  readonly en: string
  readonly pt: string
  readonly cost: Cost
  readonly show: (amount: number, language: Language) => string
}

function costLines({ accept, deliver }: Parameters): CostLine[] {
  const ms = (amount: number, language: Language): string => `${shown(amount, language)} ms`
  const kilobytes = (bytes: number, language: Language): string =>
    `${shown(bytes / 1_024, language)} KB`
  const kinds = [
    { en: 'accepting', pt: 'aceitar', costs: accept },
    { en: 'delivering', pt: 'entregar', costs: deliver },
  ]
  return kinds.flatMap(({ en, pt, costs }) => [
    { en: `${en}, main thread`, pt: `${pt}, thread principal`, cost: costs.node, show: ms },
    { en: `${en}, database`, pt: `${pt}, banco de dados`, cost: costs.database, show: ms },
    { en: `${en}, log`, pt: `${pt}, log`, cost: costs.log, show: kilobytes },
  ])
}

const costColumns: readonly Column<CostLine>[] = [
  { en: 'part (m)', pt: 'parte (m)', cell: (line, language) => line[language] },
  {
    en: 'each transaction',
    pt: 'cada transação',
    cell: ({ cost, show }, language) => show(cost.perTransaction, language),
  },
  {
    en: 'each email',
    pt: 'cada e-mail',
    cell: ({ cost, show }, language) => show(cost.perEmail, language),
  },
]

const measureNames: Readonly<Record<string, string>> = {
  'emails/s': 'e-mails/s',
  'CPU ms per email, nodes': 'CPU por e-mail em ms, nós',
  'CPU ms per email, database': 'CPU por e-mail em ms, banco de dados',
  'transactions per email': 'transações por e-mail',
  'log bytes per email': 'bytes de log por e-mail',
}

type CheckLine = Comparison['measures'][number] & Pick<Comparison, 'nodes'>

const checkLines = (checked: readonly Comparison[]): CheckLine[] =>
  checked.flatMap(({ nodes, measures }) => measures.map(one => ({ ...one, nodes })))

const checkColumns: readonly Column<CheckLine>[] = [
  { en: 'nodes', pt: 'nós', cell: ({ nodes }) => String(nodes) },
  {
    en: 'measure',
    pt: 'medida',
    cell: ({ name }, language) => pick(language, name, measureNames[name] ?? name),
  },
  {
    en: 'predicted (s)',
    pt: 'previsto (s)',
    cell: ({ predicted }, language) => shown(predicted, language),
  },
  {
    en: 'measured (m)',
    pt: 'medido (m)',
    cell: ({ measured }, language) => shown(measured, language),
  },
  {
    en: 'off',
    pt: 'diferença',
    cell: ({ predicted, measured }, language) =>
      `${shown(Math.round((predicted / measured - 1) * 100), language)} %`,
  },
  {
    en: 'bar',
    pt: 'meta',
    cell: (line, language) =>
      isWithin(line)
        ? pick(language, 'within', 'dentro')
        : pick(language, `misses ${bar * 100} %`, `passa de ${bar * 100} %`),
  },
]

const perDay: Column<Day> = {
  en: 'a day (s)',
  pt: 'por dia (s)',
  cell: ({ plan }, language) => dayName(plan.perDay, language),
}

const sizeColumns: readonly Column<Day>[] = [
  perDay,
  {
    en: 'peak a second',
    pt: 'pico por segundo',
    cell: ({ plan }, language) => shown(plan.peakPerSecond, language),
  },
  { en: 'cells', pt: 'células', cell: ({ plan }) => String(plan.cells) },
  {
    en: 'machines of each',
    pt: 'máquinas de cada',
    cell({ plan: { machines, coresOfMachine, processesOfMachine } }, language) {
      const processes =
        processesOfMachine === 1
          ? pick(language, 'process', 'processo')
          : pick(language, 'processes', 'processos')
      return `${machines} × ${cores(coresOfMachine, language)}, ${processesOfMachine} ${processes}`
    },
  },
  {
    en: 'its database',
    pt: 'o banco dela',
    cell: ({ plan: { databases, coresOfDatabase } }, language) =>
      coresOfDatabase === 0
        ? pick(language, 'embedded', 'embutido')
        : `${databases} × ${cores(coresOfDatabase, language)}`,
  },
  {
    en: 'addresses in all',
    pt: 'endereços ao todo',
    cell: ({ plan }, language) => shown(plan.addresses * plan.cells, language),
  },
  {
    en: 'conversations in all',
    pt: 'conversas ao todo',
    cell: ({ plan, peak }, language) => shown(peak.conversations * plan.cells, language),
  },
  { en: 'log of each', pt: 'log de cada', cell: logSpeed },
  {
    en: 'kept a day',
    pt: 'guardado por dia',
    cell: ({ plan }, language) => gigabytes(plan.keptBytesPerDay, language),
  },
]

const waitColumns: readonly Column<Day>[] = [
  perDay,
  {
    en: 'accept p50, p99, p99.9',
    pt: 'aceite p50, p99, p99,9',
    cell: ({ peak }, language) => waits(peak.accepts, language),
  },
  {
    en: 'first attempt p50, p99, p99.9',
    pt: 'primeira tentativa p50, p99, p99,9',
    cell: ({ peak }, language) => waits(peak.firstTries, language),
  },
  {
    en: 'longest queue',
    pt: 'maior fila',
    cell: ({ peak }, language) => shown(peak.longestQueue, language),
  },
  {
    en: 'transactions per email',
    pt: 'transações por e-mail',
    cell: ({ peak }, language) => shown(peak.transactions / peak.arrived, language),
  },
  {
    en: 'used the fullest',
    pt: 'o mais usado',
    cell: ({ walls }, language) =>
      walls
        .slice(0, 2)
        .map(({ name, use }) => `${wallName(name, language)} ${Math.round(use * 100)} %`)
        .join(', '),
  },
]

const failureColumns: readonly Column<Day>[] = [
  perDay,
  {
    en: 'failover of 15 s: accept p50, p99, p99.9',
    pt: 'failover de 15 s: aceite p50, p99, p99,9',
    cell: ({ failover }, language) => waits(failover.accepts, language),
  },
  {
    en: 'turned away',
    pt: 'recusadas',
    cell: ({ failover }, language) => part(failover.turnedAway, failover.arrived, language),
  },
  {
    en: 'longest queue',
    pt: 'maior fila',
    cell: ({ failover }, language) => shown(failover.longestQueue, language),
  },
  {
    en: 'a machine dies: turned away',
    pt: 'uma máquina morre: recusadas',
    cell: ({ death }, language) =>
      death === null
        ? pick(language, 'all, while it is down', 'todas, enquanto estiver fora')
        : part(death.turnedAway, death.arrived, language),
  },
  {
    en: 'may come twice',
    pt: 'podem chegar duas vezes',
    cell: ({ death }, language) => (death === null ? '–' : shown(death.uncertain, language)),
  },
  {
    en: 'first attempt p99.9',
    pt: 'primeira tentativa p99,9',
    cell: ({ death }, language) =>
      death === null ? '–' : duration(death.firstTries.quantile(0.999), language),
  },
]

const machineColumns: readonly Column<MachineFigures>[] = [
  { en: 'cores (s)', pt: 'núcleos (s)', cell: machine => String(machine.cores) },
  { en: 'processes', pt: 'processos', cell: ({ processes }) => String(processes) },
  {
    en: 'emails a second',
    pt: 'e-mails por segundo',
    cell: ({ perSecond }, language) => shown(perSecond, language),
  },
  {
    en: 'emails for each RSA signature of a core',
    pt: 'e-mails por assinatura RSA de um núcleo',
    cell: ({ perSignature }, language) => shown(perSignature, language),
  },
  {
    en: 'transactions per email',
    pt: 'transações por e-mail',
    cell: ({ outcome }, language) => shown(outcome.transactions / outcome.arrived, language),
  },
]

/** All that is known of one day, for the screen. */
export function dayText(day: Day): string {
  const line = (name: string, value: string): string => `${name.padEnd(46)} ${value}`
  const told = [...sizeColumns, ...waitColumns, ...failureColumns]
  const used = day.walls.map(
    ({ name, use }) => `  ${name.padEnd(44)} ${String(Math.round(use * 100)).padStart(4)} %`,
  )
  return [
    ...told.map(({ en, cell }) => line(en, cell(day, 'en'))),
    line('connections of each database', String(day.plan.connections)),
    'used at the peak, of each cell; the first breaks first',
    ...used,
  ].join('\n')
}
