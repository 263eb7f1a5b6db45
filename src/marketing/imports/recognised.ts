/** What a file was found to be: shown to a person before anything runs, and kept with the import. */
import { type Static, Type } from 'typebox'
import { propertyTypes } from '../contacts/fields/property.ts'
import { dateOrders } from './dates.ts'
import { fileEncodings } from './encoding.ts'
import { decimalMarks } from './numbers.ts'
import { delimiters } from './table.ts'

const columnFormatShape = Type.Object(
  {
    column: Type.String(),
    kind: Type.Enum(['number', 'date']),
    decimal_mark: Type.Optional(
      Type.Union([Type.Enum([...decimalMarks]), Type.Null()], {
        description: 'null: it can be read in two ways.',
      }),
    ),
    date_order: Type.Optional(
      Type.Union([Type.Enum([...dateOrders]), Type.Null()], {
        description: 'null: it can be read in two ways.',
      }),
    ),
    example: Type.String({ description: 'A cell as it stands there.' }),
  },
  { $id: 'ColumnFormat' },
)
export type ColumnFormat = Static<typeof columnFormatShape>

const difficultRowShape = Type.Object(
  {
    line: Type.Integer(),
    why: Type.Enum(['accents', 'number', 'date', 'width', 'quotes', 'encoding']),
  },
  { $id: 'DifficultRow', description: 'A row that is worth a look.' },
)
export type DifficultRow = Static<typeof difficultRowShape>

const proposedShape = Type.Object(
  {
    column: Type.String(),
    key: Type.String({ description: 'Of the property that the column could be.' }),
    type: Type.Enum([...propertyTypes]),
  },
  { $id: 'ProposedProperty' },
)

export const recognisedShape = Type.Object(
  {
    encoding: Type.Enum([...fileEncodings]),
    delimiter: Type.Union([Type.Enum([...delimiters]), Type.Null()], {
      description: 'null: NDJSON.',
    }),
    header: Type.Optional(
      Type.Boolean({
        description: 'Of a table; absent of files that came before there were tables without one.',
      }),
    ),
    workbook: Type.Optional(
      Type.Boolean({
        description: 'That the file was a workbook: its encoding and delimiter cannot be said.',
      }),
    ),
    columns: Type.Array(Type.String()),
    mapping: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: 'The field of each column; null: left out; absent: somebody has to say it.',
    }),
    source: Type.Union([Type.String(), Type.Null()], {
      description: 'The program whose export it looks like.',
    }),
    sample: Type.Array(Type.Record(Type.String(), Type.String()), {
      description: 'Twenty of its rows, by column, the difficult ones among them.',
    }),
    difficult: Type.Optional(Type.Array(difficultRowShape)),
    formats: Type.Optional(Type.Array(columnFormatShape)),
    proposed: Type.Optional(
      Type.Array(proposedShape, {
        description:
          'Columns that are no field yet, as the properties that they could be, by their cells: ' +
          'for mapping and create_properties.',
      }),
    ),
    agreeing: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Columns whose yes or no seems to say who has agreed: for consent.column.',
      }),
    ),
    leaving: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Columns that say, or may say, who has left where the file comes from.',
      }),
    ),
  },
  { $id: 'RecognisedFile' },
)
export type RecognisedFile = Static<typeof recognisedShape>
