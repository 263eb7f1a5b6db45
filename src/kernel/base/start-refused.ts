/**
 * A start, or a command, that comes to nothing for what the operator can mend: one sentence of the
 * table, in the language of whoever reads it. The message of the error, for the log, is English.
 */
import { cellFaults } from './cell-faults.ts'
import { databaseFaults } from './database-faults.ts'
import { fillEach, type Language, languageOfStart, type Text } from './languages.ts'
import { startFaults } from './start-faults.ts'

/** All parts of the table. */
export const faults = { ...startFaults, ...databaseFaults, ...cellFaults } as const

type FaultName = keyof typeof faults

/** The names between the braces of a sentence. */
type PlacesOf<S extends string> = S extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never

/** Others' words are the same in both languages. */
type Value = string | number | Text

type ValuesOf<N extends FaultName> = Readonly<Record<PlacesOf<(typeof faults)[N]['en']>, Value>>

declare const ofTable: unique symbol

/** What the table alone gives: a sentence that is written where it is thrown does not compile. */
export type FaultText = Text & { readonly [ofTable]: true }

/** One sentence of the table with its places filled; the compiler asks for each of them. */
export function faultText<N extends FaultName>(
  name: N,
  ...[values]: PlacesOf<(typeof faults)[N]['en']> extends never ? [] : [ValuesOf<N>]
): FaultText {
  const both = Object.entries<Value>(values ?? {}).map(([place, value]) => [
    place,
    typeof value === 'object' ? value : { en: String(value), pt: String(value) },
  ])
  return fillEach(faults[name], Object.fromEntries(both)) as FaultText
}

export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
  readonly text: Text
  /** The option or setting that it is about, where there is one. */
  readonly param: string | undefined

  constructor(text: FaultText, param?: string) {
    super(text.en)
    this.text = text
    this.param = param
  }
}

/** In what a start is refused: what MALOTE_LANGUAGE says counts before anything else is read. */
export function languageOfRefusal(
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const set = environment.MALOTE_LANGUAGE
  return languageOfStart({ MALOTE_LANGUAGE: set === 'pt' || set === 'en' ? set : '' }, environment)
}
