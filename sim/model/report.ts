/** What the model says as tables, in both languages: the same on the screen and on the page. */
import type { MachineFigures } from './carried.ts'
import { bar, type Comparison, isWithin } from './check.ts'
import type { Day, WallName } from './day.ts'
import type { Cost, Parameters } from './parameters.ts'
import type { Waits } from './tally.ts'

export type Language = 'en' | 'pt'

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
    costTable(costs, language),
    checkTable(checked, language),
    sizeTable(days, language),
    waitTable(days, language),
    failureTable(days, language),
    machineTable(machines, language),
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

const pick = (language: Language, en: string, pt: string): string => (language === 'en' ? en : pt)

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

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const duration = (ms: number, language: Language): string =>
  ms < 1_000 ? `${shown(Math.round(ms), language)} ms` : `${shown(ms / 1_000, language)} s`

const waits = (found: Waits, language: Language): string =>
  [0.5, 0.99, 0.999].map(q => duration(found.quantile(q), language)).join(', ')

export function dayName(perDay: number, language: Language): string {
  if (perDay >= 1e9) return `${perDay / 1e9} ${pick(language, 'billion', 'bilhão')}`
  const millions = perDay / 1e6
  return `${shown(millions, language)} ${pick(language, 'million', millions === 1 ? 'milhão' : 'milhões')}`
}

function costTable({ accept, deliver }: Parameters, language: Language): Table {
  const ms = (cost: Cost): string[] =>
    [cost.perTransaction, cost.perEmail].map(one => `${shown(one, language)} ms`)
  const bytes = (cost: Cost): string[] =>
    [cost.perTransaction, cost.perEmail].map(one => `${shown(one / 1_024, language)} KB`)
  const [accepting, delivering] = [
    pick(language, 'accepting', 'aceitar'),
    pick(language, 'delivering', 'entregar'),
  ]
  const [node, database, log] = [
    pick(language, 'main thread', 'thread principal'),
    pick(language, 'database', 'banco de dados'),
    pick(language, 'log', 'log'),
  ]
  return {
    head: pick(
      language,
      '| part (m) | each transaction | each email |',
      '| parte (m) | cada transação | cada e-mail |',
    ),
    rows: [
      row(`${accepting}, ${node}`, ...ms(accept.node)),
      row(`${accepting}, ${database}`, ...ms(accept.database)),
      row(`${accepting}, ${log}`, ...bytes(accept.log)),
      row(`${delivering}, ${node}`, ...ms(deliver.node)),
      row(`${delivering}, ${database}`, ...ms(deliver.database)),
      row(`${delivering}, ${log}`, ...bytes(deliver.log)),
    ],
  }
}

const measureNames: Readonly<Record<string, string>> = {
  'emails/s': 'e-mails/s',
  'CPU ms per email, nodes': 'CPU por e-mail em ms, nós',
  'CPU ms per email, database': 'CPU por e-mail em ms, banco de dados',
  'transactions per email': 'transações por e-mail',
  'log bytes per email': 'bytes de log por e-mail',
}

function checkTable(checked: readonly Comparison[], language: Language): Table {
  return {
    head: pick(
      language,
      '| nodes | measure | predicted (s) | measured (m) | off | bar |',
      '| nós | medida | previsto (s) | medido (m) | diferença | meta |',
    ),
    rows: checked.flatMap(({ nodes, measures }) =>
      measures.map(one =>
        row(
          String(nodes),
          pick(language, one.name, measureNames[one.name] ?? one.name),
          shown(one.predicted, language),
          shown(one.measured, language),
          `${shown(Math.round((one.predicted / one.measured - 1) * 100), language)} %`,
          isWithin(one)
            ? pick(language, 'within', 'dentro')
            : pick(language, `misses ${bar * 100} %`, `passa de ${bar * 100} %`),
        ),
      ),
    ),
  }
}

const gigabytes = (bytes: number, language: Language): string =>
  bytes >= 1e12 ? `${shown(bytes / 1e12, language)} TB` : `${shown(bytes / 1e9, language)} GB`

function sizeTable(days: readonly Day[], language: Language): Table {
  return {
    head: pick(
      language,
      '| a day (s) | peak a second | cells | machines of each | its database | addresses in all | conversations in all | log of each | kept a day |',
      '| por dia (s) | pico por segundo | células | máquinas de cada | o banco dela | endereços ao todo | conversas ao todo | log de cada | guardado por dia |',
    ),
    rows: days.map(({ plan, peak }) => {
      const { machines, coresOfMachine, processesOfMachine, coresOfDatabase } = plan
      const cores = pick(language, 'cores', 'núcleos')
      const processes = pick(
        language,
        processesOfMachine === 1 ? 'process' : 'processes',
        processesOfMachine === 1 ? 'processo' : 'processos',
      )
      const database =
        coresOfDatabase === 0
          ? pick(language, 'embedded', 'embutido')
          : `${plan.databases} × ${coresOfDatabase} ${cores}`
      const logPerSecond = peak.logBytesThen / peak.seconds / 1e6
      return row(
        dayName(plan.perDay, language),
        shown(plan.peakPerSecond, language),
        String(plan.cells),
        `${machines} × ${coresOfMachine} ${cores}, ${processesOfMachine} ${processes}`,
        database,
        shown(plan.addresses * plan.cells, language),
        shown(peak.conversations * plan.cells, language),
        `${shown(logPerSecond, language)} MB/s`,
        gigabytes(plan.keptBytesPerDay, language),
      )
    }),
  }
}

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

function waitTable(days: readonly Day[], language: Language): Table {
  return {
    head: pick(
      language,
      '| a day (s) | accept p50, p99, p99.9 | first attempt p50, p99, p99.9 | longest queue | transactions per email | used the fullest |',
      '| por dia (s) | aceite p50, p99, p99,9 | primeira tentativa p50, p99, p99,9 | maior fila | transações por e-mail | o mais usado |',
    ),
    rows: days.map(({ plan, peak, walls }) =>
      row(
        dayName(plan.perDay, language),
        waits(peak.accepts, language),
        waits(peak.firstTries, language),
        shown(peak.longestQueue, language),
        shown(peak.transactions / peak.arrived, language),
        walls
          .slice(0, 2)
          .map(({ name, use }) => `${wallName(name, language)} ${Math.round(use * 100)} %`)
          .join(', '),
      ),
    ),
  }
}

function failureTable(days: readonly Day[], language: Language): Table {
  const part = (some: number, all: number): string =>
    `${shown(some, language)} (${shown((100 * some) / all, language)} %)`
  return {
    head: pick(
      language,
      '| a day (s) | failover of 15 s: accept p50, p99, p99.9 | turned away | longest queue | a machine dies: turned away | may come twice | first attempt p99.9 |',
      '| por dia (s) | failover de 15 s: aceite p50, p99, p99,9 | recusadas | maior fila | uma máquina morre: recusadas | podem chegar duas vezes | primeira tentativa p99,9 |',
    ),
    rows: days.map(({ plan, failover, death }) =>
      row(
        dayName(plan.perDay, language),
        waits(failover.accepts, language),
        part(failover.turnedAway, failover.arrived),
        shown(failover.longestQueue, language),
        ...(death === null
          ? [pick(language, 'all, while it is down', 'todas, enquanto estiver fora'), '–', '–']
          : [
              part(death.turnedAway, death.arrived),
              shown(death.uncertain, language),
              duration(death.firstTries.quantile(0.999), language),
            ]),
      ),
    ),
  }
}

function machineTable(machines: readonly MachineFigures[], language: Language): Table {
  return {
    head: pick(
      language,
      '| cores (s) | processes | emails a second | emails for each RSA signature of a core | transactions per email |',
      '| núcleos (s) | processos | e-mails por segundo | e-mails por assinatura RSA de um núcleo | transações por e-mail |',
    ),
    rows: machines.map(({ cores, processes, perSecond, perSignature, outcome }) =>
      row(
        String(cores),
        String(processes),
        shown(perSecond, language),
        shown(perSignature, language),
        shown(outcome.transactions / outcome.arrived, language),
      ),
    ),
  }
}

/** All that is known of one day, for the screen. */
export function dayText(day: Day): string {
  const { plan, walls } = day
  const days = [day]
  const ways = [sizeTable, waitTable, failureTable]
  const tables = ways.map(table => table(days, 'en')).map(({ head, rows }) => told(head, rows[0]!))
  const lines = walls.map(
    ({ name, use }) => `  ${name.padEnd(44)} ${String(Math.round(use * 100)).padStart(4)} %`,
  )
  const { connections } = plan
  return [
    ...tables.flat(),
    `${'connections of each database'.padEnd(46)} ${connections}`,
    'used at the peak, of each cell; the first breaks first',
    ...lines,
  ].join('\n')
}

/** A row as lines, each with the name of its column. */
function told(head: string, cells: string): string[] {
  const [names, values] = [head, cells].map(line => line.split('|').slice(1, -1))
  return names!.map((name, n) => `${name.trim().padEnd(46)} ${values![n]!.trim()}`)
}
