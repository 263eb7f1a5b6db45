/**
 * What the columns that are no field yet could be: properties with the type that their cells have,
 * and the column that says who has agreed. Pure.
 */
import { fold } from '#kernel/mail/fold.ts'
import { type PropertyType, propertyKey } from '../contacts/fields/property.ts'
import { isBookkeeping, type KnownProperties } from './columns.ts'
import type { RecognisedFile } from './recognised.ts'

/** As many as people look through; a project may have few more. */
const maxProposed = 50
const maxKeyChars = 40

type ColumnProposal = NonNullable<RecognisedFile['proposed']>[number]

interface Proposing {
  readonly columns: readonly string[]
  readonly mapping: RecognisedFile['mapping']
  readonly leaving: readonly string[]
  readonly source: string | null
  readonly known: KnownProperties
  /** null: nothing stands in it. */
  readonly typeOf: (at: number) => PropertyType | null
}

/** The property that each column without a field could be, in the order of the file. */
export function proposedProperties(proposing: Proposing): ColumnProposal[] {
  const { columns, mapping, leaving, source, known, typeOf } = proposing
  const taken = new Set([...known.values()])
  const found: ColumnProposal[] = []
  columns.forEach((column, at) => {
    const isOpen = Object.hasOwn(mapping, column) && mapping[column] === null
    const key = isOpen && !leaving.includes(column) ? keyOfTitle(column) : null
    const type = key === null || found.length === maxProposed ? null : typeOf(at)
    if (key === null || type === null || taken.has(key)) return
    if (source !== null && isBookkeeping(column)) return
    taken.add(key)
    found.push({ column, key, type })
  })
  return found
}

/** The key that a property for a column would have: `Cidade natal` becomes `cidade_natal`. */
export function keyOfTitle(title: string): string | null {
  const key = fold(title)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxKeyChars)
    .replace(/_+$/, '')
  return propertyKey.test(key) ? key : null
}

const agreeing =
  /aceit|consent|autoriz|concord|agree|optin|accept|novidade|newsletter|informativo|promoc|ofertas|marketing|receber/
const refusing = /^(nao|no)_|recus|bloque|block|unsub|descad|optout|_nao_/

/** Whether a title is about who agreed to get letters. */
export function isAgreeingTitle(title: string): boolean {
  const words = fold(title).replaceAll(/[^a-z0-9]+/g, '_')
  return agreeing.test(words.replaceAll('_', '')) && !refusing.test(words)
}
