/** Somebody who is not there, to try a sequence on. */
import { Collapse, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useAll } from '../../api/lists.ts'
import { languageNames } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { timeZones } from '../../ui/zone.ts'
import { type FieldName, fieldsIn, useFieldLabel } from '../contacts/fields.tsx'
import { PropertyInput, valueOfText } from '../properties/property-input.tsx'
import { simulator as words } from './simulator-texts.ts'

export interface InventedPerson {
  /** What is typed for the fields that letters print. */
  readonly texts: Readonly<Partial<Record<FieldName, string>>>
  readonly language: string
  readonly zone: string
  readonly properties: Readonly<Record<string, { readonly text: string; readonly value: unknown }>>
}

export const nobodyYet: InventedPerson = { texts: {}, language: '', zone: '', properties: {} }

export function inventedContact({ texts, language, zone, properties }: InventedPerson) {
  const own = Object.entries(properties).filter(([, { value }]) => value !== null)
  return {
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
    ),
    ...(language === '' ? {} : { language }),
    ...(zone === '' ? {} : { time_zone: zone }),
    properties: Object.fromEntries(own.map(([key, { value }]) => [key, value])),
  }
}

interface InventedFieldsProps {
  readonly invented: InventedPerson
  readonly set: (invented: InventedPerson) => void
}

export function InventedFields({ invented, set }: InventedFieldsProps) {
  const say = useSay()
  const labelOf = useFieldLabel()
  const [isOpen, { toggle }] = useDisclosure()
  const { data: properties = [] } = useAll('project.contactProperties.list')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {fieldsIn('letters').map(({ name, label }) => (
          <TextInput
            key={name}
            label={say(label)}
            value={invented.texts[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ ...invented, texts: { ...invented.texts, [name]: value } })
            }
          />
        ))}
        <NativeSelect
          label={labelOf('language')}
          value={invented.language}
          onChange={event => set({ ...invented, language: event.currentTarget.value })}
          data={[
            { value: '', label: say(words.ownLanguage) },
            { value: 'pt', label: say(languageNames.pt) },
            { value: 'en', label: say(languageNames.en) },
          ]}
        />
        <NativeSelect
          label={labelOf('time_zone')}
          value={invented.zone}
          onChange={event => set({ ...invented, zone: event.currentTarget.value })}
          data={[{ value: '', label: say(words.ownZone) }, ...timeZones]}
        />
      </SimpleGrid>
      {properties.length > 0 && (
        <>
          <button
            type="button"
            className="text-button"
            aria-expanded={isOpen}
            onClick={toggle}
            style={{ alignSelf: 'flex-start' }}
          >
            {say(words.properties)}
          </button>
          <Collapse expanded={isOpen}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {properties.map(property => (
                <PropertyInput
                  key={property.key}
                  property={property}
                  field={{
                    value: invented.properties[property.key]?.text ?? '',
                    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
                      const { value: text } = currentTarget
                      const value = valueOfText(property.type, text)
                      const changed = { ...invented.properties, [property.key]: { text, value } }
                      set({ ...invented, properties: changed })
                    },
                  }}
                />
              ))}
            </SimpleGrid>
          </Collapse>
        </>
      )}
    </>
  )
}
