/**
 * The raw results of a run as JSON lines, one shape each: a `run` first, then a `cell` for every turn
 * that somebody had, and an `end` if the run has come to its end. docs/benchmark.md tells the fields;
 * who reads a file that is not like that is told the line.
 */

import type { Static } from 'typebox'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

export const rawVersion = 1

const Strict = { additionalProperties: false } as const
const count = Type.Integer({ minimum: 0 })
const measure = Type.Number({ minimum: 0 })

const scenario = Type.Object(
  {
    bodyKb: measure,
    tls: Type.Boolean(),
    roundTripMs: measure,
    defers: Type.Boolean(),
    kill: Type.Boolean(),
    emails: count,
  },
  Strict,
)

const run = Type.Object(
  {
    kind: Type.Literal('run'),
    version: Type.Literal(rawVersion),
    begun: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }),
    quick: Type.Boolean(),
    cores: count,
    processor: Type.String(),
    memoryMb: count,
    system: Type.String(),
    fileSystem: Type.String(),
    node: Type.String(),
    /** Average number of programs that ran or wanted to, in the minute before. */
    loadBefore: measure,
    /** By all cores, as OpenSSL measures them: the wall of signing. */
    rsaPerSecond: measure,
    connections: count,
    contestants: Type.Array(
      Type.Object({ name: Type.String(), version: Type.String(), got: Type.String() }, Strict),
    ),
    missing: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() }, Strict)),
  },
  Strict,
)

const figures = Type.Object(
  {
    /** Over all of the turn; of a kill with the time that it lay there. */
    seconds: measure,
    /** These two are null where it was killed. */
    perSecond: Type.Union([measure, Type.Null()]),
    cpuMs: Type.Union([measure, Type.Null()]),
    /** To the receiver at a time, at the peak. */
    connections: count,
    /** Handed in and accepted; begun and without an answer; refused. */
    accepted: count,
    unanswered: count,
    refused: count,
    /** Different ones at the receiver, in the end. */
    arrived: count,
    /** Put off at the first try. */
    putOff: count,
    /** Accepted and never at the receiver. */
    lost: count,
    /** Emails at the receiver more than once. */
    doubled: count,
    /** Of these, such as the sender has marked as perhaps doubled; null: it marks none. */
    marked: Type.Union([count, Type.Null()]),
    /** null: it was not killed. */
    kill: Type.Union([
      Type.Object(
        {
          /** Told by the submitter and by the receiver just before. */
          accepted: count,
          arrived: count,
          /** Until it answered again. */
          downSeconds: measure,
        },
        Strict,
      ),
      Type.Null(),
    ]),
  },
  Strict,
)

const cell = Type.Object(
  {
    kind: Type.Literal('cell'),
    round: Type.Integer({ minimum: 1 }),
    contestant: Type.String(),
    scenario,
    /** Exactly one of both is null. */
    figures: Type.Union([figures, Type.Null()]),
    failed: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
  },
  Strict,
)

const end = Type.Object({ kind: Type.Literal('end'), seconds: measure }, Strict)

export type RawRun = Static<typeof run>
export type RawCell = Static<typeof cell>
export type RawFigures = Static<typeof figures>
type RawLine = RawRun | RawCell | Static<typeof end>

export interface RawResults {
  readonly run: RawRun
  readonly cells: readonly RawCell[]
  /** null: it was broken off. */
  readonly seconds: number | null
}

const lineSchemas = { run: Compile(run), cell: Compile(cell), end: Compile(end) }

export const rawLine = (line: RawLine): string => `${JSON.stringify(checked(line))}\n`

/** Throws at the first line that is not as it is to be. */
export function readRaw(text: string): RawResults {
  const lines = text
    .split('\n')
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, at }) => parsed(line, at))
  const [first, ...others] = lines
  if (first?.kind !== 'run') throw new Error('line 1: it is no run')
  const ends = others.findIndex(line => line.kind === 'end')
  if (ends >= 0 && ends < others.length - 1) throw new Error('something comes after the end')
  if (others.some(line => line.kind === 'run')) throw new Error('there are two runs in it')
  const names = new Set(first.contestants.map(({ name }) => name))
  const cells = others.filter(line => line.kind === 'cell')
  const stranger = cells.find(({ contestant }) => !names.has(contestant))
  if (stranger) throw new Error(`a cell of ${stranger.contestant}, who is not in the run`)
  const last = others.at(-1)
  return { run: first, cells, seconds: last?.kind === 'end' ? last.seconds : null }
}

function parsed(text: string, at: number): RawLine {
  try {
    return checked(JSON.parse(text))
  } catch (error) {
    throw new Error(`line ${at}: ${(error as Error).message}`)
  }
}

function checked(value: unknown): RawLine {
  const kind = (value as { kind?: unknown } | null)?.kind
  const schema = Object.entries(lineSchemas).find(([name]) => name === kind)?.[1]
  if (schema === undefined) throw new Error(`no line is of the kind ${JSON.stringify(kind)}`)
  if (!schema.Check(value)) {
    const [fault] = schema.Errors(value)
    throw new Error(`${fault?.instancePath || 'the line'} ${fault?.message}`)
  }
  const line = value as RawLine
  if (line.kind === 'cell' && (line.figures === null) === (line.failed === null)) {
    throw new Error('a cell has either figures or a reason')
  }
  return line
}
