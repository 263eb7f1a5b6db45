/**
 * Pairs of places that share six lines or more. Lines are compared without their spaces, texts and
 * numbers; imports, comments, blank lines and lines that only close something are left out.
 */
import type { ParsedFile } from './parse.ts'

const minLines = 6
/** Below it a run is a table: rows of one form. */
const minDistinct = 5
/** A route is told by such lines: they are data, and alike on purpose. */
const plainProperty = /^'?\w+'?:(''|0|true|false|null),?$/

export interface DuplicatePair {
  /** `file:line`, where each of the two begins. */
  readonly first: string
  readonly second: string
  readonly lines: number
}

interface TellingLine {
  readonly text: string
  /** `file:line`. */
  readonly place: string
  readonly file: number
}

/** All pairs, each as long as it goes; one place that is found three times makes three pairs. */
export function duplicatePairs(files: readonly ParsedFile[]): DuplicatePair[] {
  const lines = files.flatMap(tellingLines)
  const starts = new Map<string, number[]>()
  for (let at = 0; at + minLines <= lines.length; at += 1) {
    const run = lines.slice(at, at + minLines)
    const texts = run.map(({ text }) => text)
    if (run.at(-1)!.file !== run[0]!.file || new Set(texts).size < minDistinct) continue
    const key = texts.join('\n')
    starts.set(key, [...(starts.get(key) ?? []), at])
  }
  return [...starts.values()].flatMap(same =>
    same.flatMap((first, i) => same.slice(i + 1).flatMap(second => pairAt(lines, first, second))),
  )
}

function tellingLines({ file, text, comments }: ParsedFile, index: number): TellingLine[] {
  const later = new Set(
    comments.flatMap(({ text: words, line }) =>
      words
        .split('\n')
        .map((_, i) => line + i)
        .slice(1),
    ),
  )
  const importing = importedLines(text)
  return text.split('\n').flatMap((line, i) => {
    const trimmed = line.trim()
    const shape = shapeOf(trimmed)
    if (importing.has(i + 1) || !/[a-z]/i.test(shape) || plainProperty.test(shape)) return []
    if (later.has(i + 1) || /^(\/\*|\/\/|\{\/\*)/.test(trimmed)) return []
    return [{ text: shape, place: `${file}:${i + 1}`, file: index }]
  })
}

/** A line without what may differ between two of a kind: texts, numbers, space. */
function shapeOf(line: string): string {
  return line
    .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''")
    .replace(/\b\d[\d_]*\b/g, '0')
    .replace(/\s+/g, '')
}

function importedLines(text: string): Set<number> {
  const lines = new Set<number>()
  for (const match of text.matchAll(/^import\b[^'"]*['"][^'"]+['"].*$/gm)) {
    const first = text.slice(0, match.index).split('\n').length
    match[0].split('\n').forEach((_, i) => {
      lines.add(first + i)
    })
  }
  return lines
}

/** The pair that begins at both; none where it began earlier or the two overlap. */
function pairAt(lines: readonly TellingLine[], first: number, second: number): DuplicatePair[] {
  const isSame = (offset: number): boolean => {
    const a = lines[first + offset]
    const b = lines[second + offset]
    return a?.text === b?.text && a?.file === lines[first]!.file && b?.file === lines[second]!.file
  }
  if (isSame(-1) || second - first < minLines) return []
  let length = minLines
  while (isSame(length)) length += 1
  return [{ first: lines[first]!.place, second: lines[second]!.place, lines: length }]
}
