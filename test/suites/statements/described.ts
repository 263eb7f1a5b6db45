/** What the rows of statements are, as the database says without running them. */
import pg from 'pg'

/** A column's name, and the TypeScript type of its values as the program gets them. */
export interface Column {
  readonly name: string
  readonly type: string
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

interface Reader {
  parse(statement: { name: string; text: string }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

/** As db-parsers.ts and the driver read them; whatever is not here is read as text. */
const types: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  void: 'unknown',
}

/** The columns of each text, in the order of the texts; an error where the database refuses one. */
export async function describedBy(
  connectionString: string,
  texts: readonly string[],
): Promise<(readonly Column[] | Error)[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const typeOf = await typesOf(client)
    const all: (readonly Column[] | Error)[] = []
    for (const text of texts) {
      const fields = await fieldsOf(client, text)
      if (fields instanceof Error) all.push(fields)
      else all.push(fields.map(one => ({ name: one.name, type: typeOf(one.dataTypeID) })))
    }
    return all
  } finally {
    await client.end()
  }
}

async function typesOf(client: pg.Client): Promise<(oid: number) => string> {
  const { rows } = await client.query<{ oid: number; typname: string; elements: number }>(
    `select oid, typname, case when typcategory = 'A' then typelem else 0 end as elements from pg_type`,
  )
  const known = new Map(rows.map(row => [row.oid, row]))
  const typeOf = (oid: number): string => {
    const { typname, elements } = known.get(oid)!
    return elements > 0 ? `readonly (${typeOf(elements)})[]` : (types[typname] ?? 'string')
  }
  return typeOf
}

/** PARSE and DESCRIBE without EXECUTE: the driver itself has no call for it. */
function fieldsOf(client: pg.Client, text: string): Promise<readonly Field[] | Error> {
  return new Promise(resolve => {
    let fields: readonly Field[] = []
    const nothing = () => {}
    const asked = {
      submit(connection: Reader) {
        connection.parse({ name: '', text })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription(said: { readonly fields: readonly Field[] }) {
        fields = said.fields
      },
      handleParameterDescription: nothing,
      handleParseComplete: nothing,
      handleNoData: nothing,
      // Nothing more is told of what failed.
      handleError: resolve,
      handleReadyForQuery: () => resolve(fields),
    }
    client.query(asked as unknown as pg.Submittable)
  })
}
