/** Findings as the API shows them. */
import { Type } from 'typebox'
import type { Language } from '#kernel/base/languages.ts'
import type { Finding } from './findings.ts'

export const findingShape = Type.Object(
  {
    code: Type.String(),
    level: Type.Enum(['error', 'warning', 'info']),
    param: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer({ description: 'People whom it concerns.' })),
    message: Type.String(),
  },
  { $id: 'Finding' },
)

export const showFindings = (findings: readonly Finding[], language: Language) =>
  findings.map(({ message, ...rest }) => ({ ...rest, message: message[language] }))
