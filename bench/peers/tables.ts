/** What a run has found as tables, worked out from its raw results alone. */
import { median } from '../median.ts'
import type { RawCell, RawFigures, RawResults } from './raw.ts'
import { keyOf, type Scenario } from './scenarios.ts'
import { contestantName, type Language, nameOf, number, pick, reason, speed } from './words.ts'

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** One scenario over all rounds, in the order in which it was first met. */
export interface Summary {
  readonly scenario: Scenario
  readonly rounds: number
  /** By the names of contestants. */
  readonly of: Readonly<Record<string, Outcome>>
  /** Of each of ours: its speed divided by that of the best other in the same round, the median. */
  readonly ratios: Readonly<Record<string, number>>
}

export interface Outcome {
  /** Medians over the rounds; null where none went well, or there is none to tell. */
  readonly perSecond: number | null
  readonly cpuMs: number | null
  readonly downSeconds: number | null
  /** Sums over the rounds. */
  readonly accepted: number
  readonly unanswered: number
  readonly refused: number
  readonly lost: number
  readonly doubled: number
  /** null: it marks none. */
  readonly marked: number | null
  /** Of the rounds in which it failed, the last. */
  readonly failed: string | null
}

export const isOurs = (name: string): boolean => name.startsWith('Malote')

export function summarize({ run, cells }: RawResults): Summary[] {
  const names = run.contestants.map(({ name }) => name)
  const byScenario = Map.groupBy(cells, ({ scenario }) => keyOf(scenario))
  return [...byScenario.values()].map(some => ({
    scenario: some[0]!.scenario,
    rounds: new Set(some.map(({ round }) => round)).size,
    of: Object.fromEntries(
      names.map(name => [name, outcomeOf(some.filter(({ contestant }) => contestant === name))]),
    ),
    ratios: ratiosOf(some, names),
  }))
}

function outcomeOf(cells: readonly RawCell[]): Outcome {
  const all = cells.flatMap(({ figures }) => figures ?? [])
  const middle = (figure: (one: RawFigures) => number | null | undefined): number | null => {
    const values = all.flatMap(one => figure(one) ?? [])
    return values.length === 0 ? null : median(values)
  }
  const sum = (figure: 'accepted' | 'unanswered' | 'refused' | 'lost' | 'doubled'): number =>
    all.reduce((total, one) => total + one[figure], 0)
  const marked = all.flatMap(one => one.marked ?? [])
  return {
    perSecond: middle(one => one.perSecond),
    cpuMs: middle(one => one.cpuMs),
    downSeconds: middle(one => one.kill?.downSeconds),
    accepted: sum('accepted'),
    unanswered: sum('unanswered'),
    refused: sum('refused'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    marked: marked.length === 0 ? null : marked.reduce((total, one) => total + one, 0),
    failed: cells.findLast(({ failed }) => failed !== null)?.failed ?? null,
  }
}

function ratiosOf(cells: readonly RawCell[], names: readonly string[]): Record<string, number> {
  const rounds = [...Map.groupBy(cells, ({ round }) => round).values()]
  return Object.fromEntries(
    names.filter(isOurs).flatMap(name => {
      const ratios = rounds.flatMap(round => ratioIn(round, name) ?? [])
      return ratios.length === 0 ? [] : [[name, median(ratios)]]
    }),
  )
}

function ratioIn(round: readonly RawCell[], name: string): number | null {
  const speedOf = (cell: RawCell): number => cell.figures?.perSecond ?? 0
  const ours = round.find(({ contestant }) => contestant === name)
  const best = Math.max(0, ...round.filter(one => !isOurs(one.contestant)).map(speedOf))
  return ours === undefined || speedOf(ours) === 0 || best === 0 ? null : speedOf(ours) / best
}

// The tables -------------------------------------------------------------------------------------

/** Emails a second and what one costs, of whoever was not killed. */
export function speedTable(results: RawResults, language: Language): Table {
  const names = results.run.contestants.map(({ name }) => name)
  const ours = names.filter(isOurs)
  const beside = pick(language, 'beside the best other', 'ao lado do melhor dos outros')
  return {
    head: [
      pick(language, 'emails/s (CPU ms each)', 'e-mails/s (ms de CPU cada)'),
      ...names.map(name => contestantName(name, language)),
      beside,
    ],
    rows: summarize(results)
      .filter(({ scenario }) => !scenario.kill)
      .map(({ scenario, of, ratios }) => [
        nameOf(scenario, language),
        ...names.map(name => speedCell(of[name]!, language)),
        ours
          .map(name => (ratios[name] === undefined ? '–' : times(ratios[name], language)))
          .join(', '),
      ]),
  }
}

const times = (ratio: number, language: Language): string => `${number(ratio, language, 2)} ×`

function speedCell({ perSecond, cpuMs, failed }: Outcome, language: Language): string {
  if (perSecond === null) return failed === null ? '–' : reason(failed, language)
  const cost = cpuMs === null ? '' : ` (${number(cpuMs, language, 2)})`
  return `${speed(perSecond, language)}${cost}`
}

/** What became of what was accepted, over everything that each was put through, kills apart. */
export function fateTable(results: RawResults, language: Language): Table {
  const summaries = summarize(results)
  const kills = summaries.filter(({ scenario }) => scenario.kill)
  const others = summaries.filter(({ scenario }) => !scenario.kill)
  const names = results.run.contestants.map(({ name }) => name)
  const line = (what: string, name: string, outcomes: readonly Outcome[]): string[] => [
    what,
    contestantName(name, language),
    ...fateCells(outcomes, language),
  ]
  return {
    head: [
      '',
      pick(language, 'server', 'servidor'),
      pick(language, 'accepted', 'aceitos'),
      pick(language, 'no answer', 'sem resposta'),
      pick(language, 'lost', 'perdidos'),
      pick(language, 'doubled', 'em dobro'),
      pick(language, 'of these marked', 'destes, marcados'),
      pick(language, 'away for', 'fora do ar por'),
    ],
    rows: [
      ...names.map(name =>
        line(
          pick(language, 'in peace', 'em paz'),
          name,
          others.map(({ of }) => of[name]!),
        ),
      ),
      ...kills.flatMap(({ scenario, of }) =>
        names.map(name => line(nameOf(scenario, language), name, [of[name]!])),
      ),
    ],
  }
}

function fateCells(outcomes: readonly Outcome[], language: Language): string[] {
  const sum = (figure: 'accepted' | 'unanswered' | 'lost' | 'doubled'): number =>
    outcomes.reduce((total, one) => total + one[figure], 0)
  const accepted = sum('accepted')
  const failed = outcomes.find(one => one.failed !== null)?.failed ?? null
  if (accepted === 0) return [failed === null ? '–' : reason(failed, language), '', '', '', '', '']
  const marked = outcomes.flatMap(one => one.marked ?? [])
  const down = outcomes.flatMap(one => one.downSeconds ?? [])
  const count = (value: number): string => number(value, language, 0)
  return [
    count(accepted),
    count(sum('unanswered')),
    count(sum('lost')),
    count(sum('doubled')),
    marked.length === 0 ? '–' : count(marked.reduce((total, one) => total + one, 0)),
    down.length === 0 ? '' : `${number(down[0]!, language, 1)} s`,
  ]
}

// As text ----------------------------------------------------------------------------------------

/** For the screen: columns of one width, figures to the right. */
export function asText({ head, rows }: Table): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map(row => row[i]!.length)))
  const isText = (at: number): boolean => rows.every(row => /^\p{L}{3}/u.test(row[at]!))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) =>
        i === 0 || isText(i) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
      )
      .join('   ')
      .trimEnd()
  return [head, ...rows].map(line).join('\n')
}

export function asMarkdown({ head, rows }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
