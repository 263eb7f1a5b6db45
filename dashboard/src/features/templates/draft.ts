/** The draft of a template while it is written, and what of it has to be saved. */
import type { Body } from '../../api/calls.ts'
import type { Template, TemplateVariable } from '../../api/shapes.ts'
import type { Variants } from '../letters/variant.ts'

export interface Draft {
  readonly name: string
  readonly alias: string
  readonly home: string
  readonly variants: Variants
  readonly variables: readonly TemplateVariable[]
  readonly layout: string
}

export const draftOf = (template: Template): Draft => ({
  name: template.name,
  alias: template.alias ?? '',
  home: template.default_language,
  variants: template.variants,
  variables: template.variables,
  layout: template.layout_id ?? '',
})

type Change = Body<'project.templates.update'>

/** What differs, as the server takes it; an emptied name stays what it was. */
export function changeOf(before: Draft, after: Draft): Change {
  const change: Record<string, unknown> = {}
  if (after.name !== before.name && after.name.trim() !== '') change.name = after.name.trim()
  if (after.alias !== before.alias) change.alias = after.alias.trim() || null
  if (after.home !== before.home) change.default_language = after.home
  if (after.layout !== before.layout) change.layout_id = after.layout || null
  if (after.variables !== before.variables) change.variables = after.variables
  const variants = changedVariants(before.variants, after.variants)
  if (Object.keys(variants).length > 0) change.variants = variants
  return change as Change
}

/** Those that were written, and null for those that were taken away. */
function changedVariants(before: Variants, after: Variants): Readonly<Record<string, unknown>> {
  const changed = Object.entries(after).filter(([tag, one]) => one !== before[tag])
  const gone = Object.keys(before).filter(tag => after[tag] === undefined)
  return { ...Object.fromEntries(changed), ...Object.fromEntries(gone.map(tag => [tag, null])) }
}
