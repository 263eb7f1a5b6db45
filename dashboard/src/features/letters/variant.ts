/** One language of a letter, and the ways in which it can be written. */
import type { Design, TemplateVariant } from '../../api/shapes.ts'

export const sourceKinds = ['design', 'html', 'mjml'] as const
export type SourceKind = (typeof sourceKinds)[number]

export type Variant = Readonly<TemplateVariant>
export type Variants = Readonly<Record<string, Variant>>

/** What a variant is written in; one without any source begins with blocks. */
export const kindOf = ({ html, mjml }: Variant): SourceKind =>
  html === undefined ? (mjml === undefined ? 'design' : 'mjml') : 'html'

/** Whether it is written in anything yet; one that is not cannot be shown. */
export const isWritten = (variant: Variant): boolean =>
  hasSource(variant) || (typeof variant.text === 'string' && variant.text.trim() !== '')

/** Whether switching away would lose anything. */
function hasSource(variant: Variant): boolean {
  const { html = '', mjml = '', design } = variant
  return html.trim() !== '' || mjml.trim() !== '' || (design?.blocks.length ?? 0) > 0
}

/** A fragment of html fits into a block of blocks; a whole page does not. */
const isFragment = (html: string): boolean => !/<(!doctype|html|head|body)\b/i.test(html)

/** The same letter, written anew in another way. */
export function rewritten(variant: Variant, kind: SourceKind, fresh: Design): Variant {
  const { html, mjml: _mjml, design: _design, ...rest } = variant
  if (kind === 'html') return { ...rest, html: '' }
  if (kind === 'mjml') return { ...rest, mjml: mjmlBeginning }
  if (html?.trim() && isFragment(html))
    return { ...rest, design: { blocks: [{ type: 'html', html }] } }
  return { ...rest, design: fresh }
}

/** Whether `rewritten` would leave something behind. */
export const losesSource = (variant: Variant, kind: SourceKind): boolean =>
  hasSource(variant) &&
  !(kind === 'design' && variant.html !== undefined && isFragment(variant.html))

const mjmlBeginning = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

/** A language tag in its usual form; null if it is none. */
export function tagOf(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim())[0] ?? null
  } catch {
    return null
  }
}

/** What a language is called, in words. */
export function languageName(tag: string, speaker: string): string {
  try {
    const name = new Intl.DisplayNames([speaker], { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(speaker) + name.slice(1)
  } catch {
    return tag
  }
}
