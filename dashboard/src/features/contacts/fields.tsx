/** The fields that every contact has beside its address, as pages ask for them and show them. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useCallback } from 'react'
import { contactFields } from '../../api/generated.ts'
import type { Contact } from '../../api/shapes.ts'
import { Fact } from '../../ui/show.tsx'
import { type Text, useSay, useSpeech } from '../../ui/words.tsx'
import { timeZones } from '../../ui/zone.ts'
import { languageName } from '../letters/variant.ts'
import { contacts as words } from './texts.ts'

export type FieldName = (typeof contactFields)[number]['name']

interface Field {
  readonly name: FieldName
  readonly kind: (typeof contactFields)[number]['kind']
  readonly label: Text
  readonly offeredIn: readonly string[]
}

/** In the order in which people are asked for them. */
export const fields: readonly Field[] = contactFields

/** Those that a place offers: the form that adds a contact, sign-up forms, emails, steps. */
export const fieldsIn = (place: 'adding' | 'forms' | 'letters' | 'steps'): readonly Field[] =>
  fields.filter(({ offeredIn }) => offeredIn.includes(place))

/** Fields as the entries of a choice. */
export const choicesOf = (
  some: readonly Field[],
  say: (text: Text) => string,
): { readonly value: FieldName; readonly label: string }[] =>
  some.map(({ name, label }) => ({ value: name, label: say(label) }))

/** What a field is called. */
export function useFieldLabel(): (name: FieldName) => string {
  const say = useSay()
  return name => say(fields.find(one => one.name === name)!.label)
}

/** A text for each of them, by its name. */
export const textOfEach = <Name extends FieldName>(
  some: readonly (Field & { readonly name: Name })[],
  textIn: (name: Name) => string,
) => Object.fromEntries(some.map(({ name }) => [name, textIn(name)])) as Record<Name, string>

/** What a contact has of each, but for its names, which stand together. */
export function FieldFacts({ contact }: { readonly contact: Contact }) {
  const say = useSay()
  const textOf = useFieldText()
  return fields
    .filter(({ kind }) => kind !== 'name')
    .map(field => (
      <Fact key={field.name} name={say(field.label)}>
        <span dir="auto">{textOf(field, contact)}</span>
      </Fact>
    ))
}

export function useFieldText() {
  const say = useSay()
  const { language } = useSpeech()
  return useCallback(
    ({ name, kind }: Field, contact: Contact): string => {
      const value = contact[name]
      if (value === null) return kind === 'zone' ? say(words.ofProject) : '–'
      return kind === 'language' ? languageName(value, language) : value
    },
    [say, language],
  )
}

interface FieldInputProps {
  readonly of: Field
  /** What an input of Mantine's takes. */
  readonly field: object
}

export function FieldInput({ of: { kind, label }, field }: FieldInputProps) {
  const say = useSay()
  if (kind === 'zone') {
    const data = [{ value: '', label: say(words.ofProject) }, ...timeZones]
    return <NativeSelect {...field} label={say(label)} data={data} />
  }
  const about = kind === 'language' ? { placeholder: say(words.languageAbout) } : {}
  return <TextInput {...field} {...about} label={say(label)} />
}
