/** The letters of a draft, with the layout around them, ready to run. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { LiquidFault } from '#sending/content/liquid/ast.ts'
import { type LetterSources, type ReadLetter, readLetter } from '#sending/content/liquid/render.ts'
import { noLayout } from './draft.ts'
import { findTemplate, findVersion } from './store.ts'
import type { Draft, Variant, VersionLetters } from './template.ts'
import { chooseLanguage } from './values.ts'

const contentPlace = /\{\{-?\s*content\s*-?\}\}/

/** By language. Throws Refusal where the layout cannot be used. */
export async function lettersOf(
  sql: Sql,
  projectId: Uuid,
  { variants, layout_id: layoutId, default_language: fallback }: Draft,
): Promise<VersionLetters> {
  const layout = layoutId === null ? null : await layoutOf(sql, projectId, layoutId)
  const inLayout = (html: string, language: string): string => {
    if (layout === null) return html
    const chosen = chooseLanguage(Object.keys(layout), language, fallback)
    const around = layout[chosen ?? Object.keys(layout)[0]!]?.html ?? '{{ content }}'
    return around.replace(contentPlace, () => html)
  }
  return Object.fromEntries(
    Object.entries(variants).map(([language, variant]) => [
      language,
      sourcesOf(variant, html => inLayout(html, language)),
    ]),
  )
}

function sourcesOf(
  { subject, preheader, html, text }: Variant,
  around: (html: string) => string,
): LetterSources {
  return {
    subject: subject ?? '',
    preheader: preheader ?? null,
    html: html === undefined ? null : around(withPreheader(html, preheader)),
    // Empty beside html: it wants no text part.
    text: text === false ? '' : (text ?? null),
  }
}

/** What mail programs show beside the subject, hidden in the letter itself. */
function withPreheader(html: string, preheader: string | undefined): string {
  if (preheader === undefined || preheader.trim() === '') return html
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>`
  const body = /<body\b[^>]*>/i.exec(html)
  if (body === null) return hidden + html
  const at = body.index + body[0].length
  return html.slice(0, at) + hidden + html.slice(at)
}

async function layoutOf(sql: Sql, projectId: Uuid, id: Uuid): Promise<VersionLetters> {
  const template = await findTemplate(sql, projectId, id)
  if (template === null || template.kind !== 'layout') {
    throw new Refusal('invalid_field', { param: 'layout_id', why: noLayout })
  }
  const { published_version: version } = template
  if (version === null) {
    throw new Refusal('invalid_field', {
      param: 'layout_id',
      why: { en: 'The layout is not published.', pt: 'O layout não está publicado.' },
    })
  }
  return (await findVersion(sql, projectId, id, version))!.letters
}

/** Reads the whole of each; a layout may put a value where none can stand. */
export function readLetters(letters: VersionLetters): ReadonlyMap<string, ReadLetter> {
  return new Map(
    Object.entries(letters).map(([language, sources]) => {
      try {
        return [language, readLetter(sources)]
      } catch (error) {
        const fault = (error as { fault?: unknown }).fault
        if (!(fault instanceof LiquidFault)) throw error
        throw new Refusal('invalid_field', { param: `variants.${language}.html`, why: fault.text })
      }
    }),
  )
}
