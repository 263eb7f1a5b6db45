/**
 * The part of Liquid that templates may use, as plain data: what is not in these types cannot be
 * written, stored or run.
 */
import type { Text } from '#kernel/base/languages.ts'

type Literal = string | number | boolean | null

export const operators = ['==', '!=', '<', '>', '<=', '>=', 'contains', 'and', 'or'] as const
type Operator = (typeof operators)[number]

export type Expression =
  | { readonly kind: 'literal'; readonly value: Literal }
  /** `empty` and `blank`, which are only compared with. */
  | { readonly kind: 'nothing'; readonly isBlank: boolean }
  | { readonly kind: 'path'; readonly path: readonly (string | number | Expression)[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }

export interface Filter {
  readonly name: string
  readonly args: readonly Expression[]
  readonly spot: Spot
}

export interface Value {
  readonly initial: Expression
  readonly filters: readonly Filter[]
}

/**
 * Where a value stands, which decides how it is escaped. `root` is behind the first slash of an
 * address; in `host` no value is taken that is written now.
 */
export type Place =
  | 'plain'
  | 'header'
  | 'text'
  | 'attribute'
  | 'url'
  | 'host'
  | 'root'
  | 'path'
  | 'query'
  | 'style'

export interface Spot {
  readonly line: number
  readonly column: number
}

export type Node =
  | { readonly kind: 'raw'; readonly text: string }
  | {
      readonly kind: 'output'
      readonly value: Value
      readonly place: Place
      readonly spot: Spot
    }
  | {
      readonly kind: 'if'
      readonly branches: readonly { readonly when: Expression; readonly body: readonly Node[] }[]
      readonly otherwise: readonly Node[]
      readonly spot: Spot
    }
  | {
      readonly kind: 'case'
      readonly of: Value
      readonly branches: readonly {
        readonly values: readonly Expression[]
        readonly body: readonly Node[]
      }[]
      readonly otherwise: readonly Node[]
      readonly spot: Spot
    }
  | {
      readonly kind: 'for'
      readonly name: string
      readonly list: Expression
      readonly limit: Expression | null
      readonly offset: Expression | null
      readonly isReversed: boolean
      readonly body: readonly Node[]
      readonly otherwise: readonly Node[]
      readonly spot: Spot
    }
  | {
      readonly kind: 'assign'
      readonly name: string
      readonly value: Value
      readonly spot: Spot
    }

/** What a template may not say, or not there; line and column count from one. */
export class LiquidFault extends Error {
  readonly text: Text
  readonly spot: Spot
  constructor(text: Text, spot: Spot) {
    super(text.en)
    this.text = text
    this.spot = spot
  }
}
