/** Any value of JSON, for answers that show fields of many kinds side by side (RFC 8259, section 3). */
import { Type } from 'typebox'

export const jsonShape = Type.Cyclic(
  {
    Json: Type.Union([
      Type.String(),
      Type.Number(),
      Type.Boolean(),
      Type.Null(),
      Type.Array(Type.Ref('Json')),
      Type.Record(Type.String(), Type.Ref('Json')),
    ]),
  },
  'Json',
)
