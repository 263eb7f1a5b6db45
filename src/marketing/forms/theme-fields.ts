/** The fields of the theme: how everything for people looks, once for all of it. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { PageFont } from '#kernel/routes/page-style.ts'
import type { Sql } from '#kernel/world/db.ts'
import { holdFile, logoPath } from '../files/logo.ts'

const colour = (description: string) =>
  Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description }))

export const themeSchema = Type.Object(
  {
    logo_file_id: Type.Optional(Type.String({ description: 'fil_…, a picture of the project.' })),
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Of whoever writes.' })),
    color: colour('#rrggbb, of buttons and links; the text on it is chosen to be readable.'),
    background: colour('#rrggbb, behind the card on which everything stands.'),
    radius: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 48, description: 'Of corners, in pixels.' }),
    ),
    font: Type.Optional(Type.Enum(['system', 'serif', 'mono'])),
  },
  {
    additionalProperties: false,
    description: 'How all pages and service letters for people look.',
  },
)

export interface Theme {
  readonly logo_file_id?: string
  readonly name?: string
  readonly color?: string
  readonly background?: string
  readonly radius?: number
  readonly font?: PageFont
}

/** What no pattern says. Throws Refusal. */
export function checkTheme(theme: Theme | null | undefined): void {
  const { name = '' } = theme ?? {}
  // It stands in a header of mail, and in the title of a window.
  if (name.search(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u) < 0) return
  throw new Refusal('invalid_field', {
    param: 'theme.name',
    why: {
      en: '{param} must be one line without hidden characters.',
      pt: '{param} deve ser uma só linha sem caracteres ocultos.',
    },
  })
}

/** Throws Refusal unless the project has the logo. */
export const mustHaveLogo = (sql: Sql, projectId: Uuid, theme: Theme | null | undefined) =>
  mustBeFile(theme, async id => (await logoPath(sql, projectId, id)) !== null)

/** The same; to the end of the transaction it stays, and it is everybody's from now on. */
export const holdLogo = (tx: Sql, projectId: Uuid, theme: Theme | null | undefined) =>
  mustBeFile(theme, id => holdFile(tx, projectId, id))

async function mustBeFile(
  theme: Theme | null | undefined,
  isThere: (id: Uuid) => Promise<boolean>,
): Promise<void> {
  const given = theme?.logo_file_id ?? ''
  if (given === '') return
  const id = read('fil', given)
  if (id !== null && (await isThere(id))) return
  throw new Refusal('invalid_field', { param: 'theme.logo_file_id', why: noFile })
}

const noFile: Text = { en: 'There is no such file.', pt: 'Não existe este arquivo.' }
