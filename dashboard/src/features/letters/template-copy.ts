/** The letters of a template, to go on with as letters of one's own. */
import { useApi } from '../../api/hooks.ts'
import type { Variants } from './variant.ts'

/** null: there is no template, or it is not read yet. */
export function useTemplateLetters(
  id: string,
): { readonly variants: Variants; readonly home: string } | null {
  const { data } = useApi('project.templates.get', { id }, { enabled: id !== '' })
  return data ? { variants: data.variants, home: data.default_language } : null
}
