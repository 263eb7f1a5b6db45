/**
 * An OpenAPI document as it is served, through JSON: its parts by their places, what its references
 * lead to, and whether a value fits a schema of it.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: any part of a document
export type Part = any

export interface OpenApiDocument {
  readonly document: Part
  /** What a reference, such as `#/components/schemas/Email`, leads to. */
  readonly resolve: (ref: string) => Part
  /** The part at a place, by the names that lead there. */
  readonly partAt: (place: readonly string[]) => Part
  /** What the value does not fit of the schema at a place; null where it fits. */
  readonly checkAt: (place: readonly string[], value: unknown) => string | null
}

interface Strictness {
  /** Whether `format` of a text is looked at. */
  readonly checksFormats: boolean
}

const base = 'https://malote.test/'
const toName = (piece: string): string => piece.replaceAll('~1', '/').replaceAll('~0', '~')
const toPiece = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** What has no place in JSON is not in it. */
export function readOpenApi(told: object, { checksFormats }: Strictness): OpenApiDocument {
  const document: Part = JSON.parse(JSON.stringify(told))
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: checksFormats })
  if (checksFormats) addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: base })
  const checks = new Map<string, ValidateFunction>()
  const partAt = (place: readonly string[]): Part =>
    place.reduce((part, name) => part[name], document)
  return {
    document,
    partAt,
    resolve: ref => partAt(ref.replace(/^#\//, '').split('/').map(toName)),
    checkAt(place, value) {
      const $ref = `${base}#/${place.map(name => encodeURIComponent(toPiece(name))).join('/')}`
      const check = checks.get($ref) ?? ajv.compile({ $ref })
      checks.set($ref, check)
      if (check(value)) return null
      const errors = check.errors ?? []
      return errors.map(one => `${one.instancePath} ${one.message}`).join('; ')
    },
  }
}
