/** The optional members of a change that null clears, where elsewhere null is absence. */
import { type TOptional, type TSchema, type TUnion, Type } from 'typebox'

type Clearable<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends TOptional<infer Inner extends TSchema>
    ? TOptional<TUnion<[Inner, ReturnType<typeof Type.Null>]>>
    : never
}

export function clearable<Fields extends Readonly<Record<string, TSchema>>>(
  fields: Fields,
): Clearable<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      Type.Optional(Type.Union([field, Type.Null()])),
    ]),
  ) as Clearable<Fields>
}
