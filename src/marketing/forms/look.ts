/**
 * How the pages and service letters of a project look: by its theme, and by the older `pages` of the
 * settings where the theme says nothing. What a form says of itself goes before both.
 */
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import type { Sql } from '#kernel/world/db.ts'
import { logoPath } from '../files/logo.ts'
import { type MarketingSettings, settingsOf } from './settings.ts'
import type { Theme } from './theme-fields.ts'
import type { Pages } from './words.ts'

export async function pagesOf(sql: Sql, projectId: Uuid): Promise<Pages> {
  const { pages, theme } = await settingsOf(sql, projectId)
  return themed(sql, projectId, { pages, theme })
}

/** The same of a theme that is only tried. */
export async function themed(
  sql: Sql,
  projectId: Uuid,
  { pages, theme }: { readonly pages: MarketingSettings['pages']; readonly theme: Theme | null },
): Promise<Pages> {
  const { logo_file_id: logoId, ...look } = theme ?? {}
  const id = logoId === undefined ? null : read('fil', logoId)
  const logo = id === null ? null : await logoPath(sql, projectId, id)
  return { ...pages, ...look, ...(logo === null ? {} : { logo }) }
}

/** What of it is a style, with a logo that can be found from a letter. */
export const inLetters = (style: PageStyle, base: string): PageStyle =>
  style.logo?.startsWith('/') ? { ...style, logo: `${base}${style.logo}` } : style
