/** Templates as they are written, kept and shown. */
import { type Static, Type } from 'typebox'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { folderField, folderShape } from '#kernel/routes/folder.ts'
import { jsonShape } from '#kernel/routes/json.ts'
import type { LetterSources } from '#sending/content/liquid/render.ts'
import { designSchema, designShape } from './design.ts'

export const maxVariants = 20
const maxHtmlChars = 5 * 1024 * 1024
const maxVariables = 200

const variableTypes = ['string', 'number', 'boolean', 'date', 'url', 'list'] as const

const letterFields = {
  subject: Type.Optional(Type.String({ maxLength: 998 })),
  preheader: Type.Optional(Type.String({ maxLength: 1_000 })),
  html: Type.Optional(Type.String({ maxLength: maxHtmlChars })),
  mjml: Type.Optional(Type.String({ maxLength: maxHtmlChars })),
}
const textField = {
  text: Type.Optional(
    Type.Union([Type.String({ maxLength: maxHtmlChars }), Type.Literal(false)], {
      description: 'false: no text part; absent: made of the html.',
    }),
  ),
}

/** One language of a letter; one of `html`, `mjml` and `design`. */
export const variantShape = Type.Object(
  { ...letterFields, design: Type.Optional(designShape), ...textField },
  { $id: 'TemplateVariant' },
)
export type Variant = Static<typeof variantShape>

/** The same as it is given. */
export const variantSchema = Type.Object(
  { ...letterFields, design: Type.Optional(designSchema), ...textField },
  { $id: 'TemplateVariantInput', additionalProperties: false },
)

const variableFields = {
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
  type: Type.Enum([...variableTypes]),
  required: Type.Optional(Type.Boolean()),
}

/** As its type has it, which `isOfType` judges. */
const variableValueShape = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(jsonShape),
])

const variableShape = Type.Object(
  {
    ...variableFields,
    fallback: Type.Optional(variableValueShape),
    sample: Type.Optional(variableValueShape),
  },
  { $id: 'TemplateVariable' },
)
export type Variable = Static<typeof variableShape>

/** The same as it is given. */
const variableSchema = Type.Object(
  {
    ...variableFields,
    fallback: Type.Optional(Type.Unknown()),
    sample: Type.Optional(Type.Unknown()),
  },
  { $id: 'TemplateVariableInput', additionalProperties: false },
)
export type GivenVariable = Static<typeof variableSchema>

export interface Draft {
  readonly default_language: string
  readonly variables: readonly Variable[]
  readonly variants: Readonly<Record<string, Variant>>
  readonly layout_id: Uuid | null
}

export interface Template {
  readonly id: Uuid
  readonly name: string
  readonly alias: string | null
  readonly kind: 'email' | 'layout'
  readonly folder: string | null
  readonly revision: number
  readonly draft: Draft
  readonly published_version: number | null
  readonly is_changed: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** A letter of a version: its sources, and whether it wants a text part at all. */
export type VersionLetters = Readonly<Record<string, LetterSources>>

export interface Version {
  readonly version: number
  readonly draft: Draft
  readonly letters: VersionLetters
  readonly published_at: Date
}

/** What POST and PATCH have in common. */
export const templateFields = {
  alias: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A name of your own for it, unique in the project.',
    }),
  ),
  default_language: Type.Optional(Type.String({ maxLength: 35 })),
  variables: Type.Optional(Type.Array(variableSchema, { maxItems: maxVariables })),
  variants: Type.Optional(
    Type.Record(Type.String(), Type.Union([variantSchema, Type.Null()]), {
      description: 'By language, such as pt or en-GB; null takes one away.',
    }),
  ),
  layout_id: Type.Optional(Type.String({ description: 'tpl_… of kind layout.' })),
  folder: folderField,
}

export const templateShape = Type.Object(
  {
    id: Type.String({ description: 'tpl_…' }),
    name: Type.String(),
    alias: Type.Union([Type.String(), Type.Null()]),
    kind: Type.Enum(['email', 'layout']),
    status: Type.Enum(['draft', 'published']),
    default_language: Type.String(),
    variables: Type.Array(variableShape),
    variants: Type.Record(Type.String(), variantShape),
    layout_id: Type.Union([Type.String(), Type.Null()]),
    folder: folderShape,
    revision: Type.Integer({ description: 'Counts changes; given with one, it must be the last.' }),
    published_version: Type.Union([Type.Integer(), Type.Null()]),
    has_changes: Type.Boolean({
      description: 'The draft or the layout is newer than the version.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Template' },
)

export const showTemplate = ({ draft, ...row }: Template) => ({
  id: show('tpl', row.id),
  name: row.name,
  alias: row.alias,
  kind: row.kind,
  status: row.published_version === null ? 'draft' : 'published',
  default_language: draft.default_language,
  variables: draft.variables,
  variants: draft.variants,
  layout_id: draft.layout_id === null ? null : show('tpl', draft.layout_id),
  folder: row.folder,
  revision: row.revision,
  published_version: row.published_version,
  has_changes: row.is_changed,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
