/** The letters of a draft, with the layout around them, ready to run. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import { escapedText } from '#sending/content/liquid/escape.ts'
import { createHeld } from '#sending/content/liquid/held.ts'
import { type LetterSources, PartFault, type ReadLetter } from '#sending/content/liquid/render.ts'
import { bodyOf, withAdded } from '#sending/content/page.ts'
import type { Owner } from '../contacts/people/contact.ts'
import { noLayout } from './draft.ts'
import { type Compiling, compiledDesign, compiledMjml } from './mjml.ts'
import { findTemplate, findVersion } from './store.ts'
import type { Draft, Variant, VersionLetters } from './template.ts'
import { chooseLanguage } from './values.ts'

const contentPlace = /\{\{-?\s*content\s*-?\}\}/

/** What reads templates and compiles what they are written in. */
interface Reading {
  readonly sql: Sql
  readonly world: Compiling
  /** Whose layouts, and for which mode. */
  readonly owner: Owner
}

/** By language. Throws Refusal where the layout cannot be used, or what was written not compiled. */
export async function lettersOf(
  reading: Reading,
  { variants, layout_id: layoutId, default_language: fallback }: Draft,
): Promise<VersionLetters> {
  const layout = layoutId === null ? null : await layoutOf(reading, layoutId)
  const inLayout = (html: string, language: string): string => {
    if (layout === null) return html
    const chosen = chooseLanguage(Object.keys(layout), language, fallback)
    const around = layout[chosen ?? Object.keys(layout)[0]!]?.html ?? '{{ content }}'
    return around.replace(contentPlace, () => bodyOf(html))
  }
  const letters = await Promise.all(
    Object.entries(variants).map(async ([language, variant]) => {
      const html = await htmlOf(reading.world, variant, language)
      return [language, sourcesOf(variant, html, one => inLayout(one, language))] as const
    }),
  )
  return Object.fromEntries(letters)
}

/** What a variant is written in. */
export const bodyName = ({ mjml, design }: Variant): 'html' | 'mjml' | 'design' =>
  mjml !== undefined ? 'mjml' : design !== undefined ? 'design' : 'html'

/** Nothing but blanks is no letter: an empty text clears what was written. */
export function hasBody(variant: Variant): boolean {
  const source = variant[bodyName(variant)]
  return typeof source === 'string' ? source.trim() !== '' : source !== undefined
}

async function htmlOf(
  world: Compiling,
  { html, mjml, design }: Variant,
  language: string,
): Promise<string | null> {
  if (mjml !== undefined) return compiledMjml(world, mjml, `variants.${language}.mjml`)
  if (design === undefined) return html === undefined || html.trim() === '' ? null : html
  return compiledDesign(world, design, { language, param: `variants.${language}.design` })
}

/** Compiles what compiling takes long for, before somebody waits for a lock. Throws Refusal. */
export async function compileAhead(world: Compiling, { variants }: Draft): Promise<void> {
  for (const [language, variant] of Object.entries(variants)) {
    await htmlOf(world, variant, language)
  }
}

function sourcesOf(
  { subject, preheader, text }: Variant,
  html: string | null,
  around: (html: string) => string,
): LetterSources {
  return {
    subject: subject ?? '',
    preheader: preheader ?? null,
    html: html === null ? null : withPreheader(around(html), preheader),
    // Empty beside html: it wants no text part.
    text: text === false ? '' : (text ?? null),
  }
}

/** What mail programs show beside the subject, hidden in the letter itself. */
function withPreheader(html: string, preheader: string | undefined): string {
  if (preheader === undefined || preheader.trim() === '') return html
  const held = createHeld(preheader)
  const words = held.restore(escapedText(held.holdLiquid(preheader)))
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${words}</div>`
  return withAdded(html, { first: hidden })
}

async function layoutOf({ sql, owner }: Reading, id: Uuid): Promise<VersionLetters> {
  const { projectId } = owner
  const template = await findTemplate(sql, projectId, id)
  if (template === null || template.kind !== 'layout') {
    throw new Refusal('invalid_field', { param: 'layout_id', why: noLayout })
  }
  const { published_version: version } = template
  if (version === null || !(await mayUse(sql, owner, id))) {
    throw new Refusal('invalid_field', {
      param: 'layout_id',
      why: { en: 'The layout is not published.', pt: 'O layout não está publicado.' },
    })
  }
  return (await findVersion(sql, projectId, id, version))!.letters
}

/** Reads the whole of each; a layout may put a value where none can stand. */
export function readLetters(
  letters: VersionLetters,
  { variants }: Draft,
  read: (sources: LetterSources) => ReadLetter,
): ReadonlyMap<string, ReadLetter> {
  return new Map(
    Object.entries(letters).map(([language, sources]) => {
      try {
        return [language, read(sources)]
      } catch (error) {
        if (!(error instanceof PartFault)) throw error
        const { part, fault } = error
        const name = part === 'html' ? bodyName(variants[language]!) : part
        throw new Refusal('invalid_field', {
          param: `variants.${language}.${name}`,
          why: fault.text,
        })
      }
    }),
  )
}
