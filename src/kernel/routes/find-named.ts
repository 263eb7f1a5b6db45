import { Refusal } from '../base/errors.ts'
import { type Prefix, read, type Uuid } from '../base/ids.ts'

/**
 * What a path or a field names by its id. Throws Refusal (resource_not_found) where the text is no
 * id of this kind, or the caller has nothing with it.
 */
export async function findNamed<Row>(
  prefix: Prefix,
  text: string,
  find: (id: Uuid) => Promise<Row | null>,
): Promise<Row> {
  const id = read(prefix, text)
  const row = id === null ? null : await find(id)
  if (row === null) throw new Refusal('resource_not_found')
  return row
}
