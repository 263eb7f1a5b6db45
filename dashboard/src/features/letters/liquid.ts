/** The names that letters may print, and how they are written into a text. */
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { fieldsIn } from '../contacts/fields.tsx'
import { useLabel } from '../properties/property-input.tsx'
import type { Chip } from './chips.ts'
import { valueTexts } from './texts.ts'

interface NamedValue {
  readonly name: string
  readonly label: string
  /** Nobody lacks it, so no fallback is asked for. */
  readonly isSure: boolean
}

export interface ValueGroup {
  readonly label: string
  readonly values: readonly NamedValue[]
}

const ofLetter = [
  'unsubscribe_url',
  'preferences_url',
  'web_view_url',
  'project.name',
  'topic.name',
  'today',
] as const

const noVariables: readonly string[] = []

/** All there is to insert; `variables` are those that the template declares. */
export function useValueGroups(variables: readonly string[] = noVariables): readonly ValueGroup[] {
  const say = useSay()
  const labelOf = useLabel()
  const { data: properties } = useAll('project.contactProperties.list')
  return useMemo(() => {
    const person = [
      ...fieldsIn('letters').map(({ name, label }) => ({
        name: `contact.${name}`,
        label: say(label),
        isSure: false,
      })),
      { name: 'contact.email', label: say(common.email), isSure: true },
      ...(properties ?? []).map(one => ({
        name: `contact.properties.${one.key}`,
        label: labelOf(one),
        isSure: one.fallback != null,
      })),
    ]
    const letter = ofLetter.map(name => ({ name, label: say(valueTexts[name]), isSure: true }))
    const own = variables.map(name => ({ name, label: name, isSure: false }))
    return [
      { label: say(valueTexts.ofContact), values: person },
      { label: say(valueTexts.ofLetter), values: letter },
      { label: say(valueTexts.ofTemplate), values: own },
    ].filter(({ values }) => values.length > 0)
  }, [properties, variables, say, labelOf])
}

/** `{{ contact.first_name | default: "friend" }}`; a text of Liquid ends at its own quote. */
export function written(name: string, fallback: string): string {
  const text = fallback.trim()
  if (text === '') return `{{ ${name} }}`
  const quote = text.includes('"') ? "'" : '"'
  return `{{ ${name} | default: ${quote}${text.replaceAll(quote, '’')}${quote} }}`
}

/** What a chip says: the name that people have for the value, and what others get. */
export function nameOfValue(
  groups: readonly ValueGroup[],
  { name, fallback }: Chip,
): { readonly label: string; readonly isKnown: boolean } {
  const known = groups.flatMap(({ values }) => values).find(one => one.name === name)
  // What an event carries is known to who tells of it, not to us.
  const isKnown = known !== undefined || name.startsWith('event.')
  const label = known?.label ?? name
  return { label: fallback === '' ? label : `${label} / ${fallback}`, isKnown }
}
