/** Where visits come from, as analytics programs read it: the three parameters that links get. */
import { SimpleGrid, TextInput } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { utm as words } from './texts.ts'

const utmNames = ['source', 'medium', 'campaign'] as const
export type UtmName = (typeof utmNames)[number]
type UtmValues = Readonly<Record<UtmName, string>>

const noUtm: UtmValues = { source: '', medium: '', campaign: '' }

interface UtmSettings {
  readonly source?: string | undefined
  readonly medium?: string | undefined
  readonly campaign?: string | undefined
}

export const utmValuesOf = (utm: UtmSettings | null | undefined): UtmValues => ({
  ...noUtm,
  ...utm,
})

/** Those that were filled in. */
export const utmOf = (values: UtmValues): Partial<Record<UtmName, string>> =>
  Object.fromEntries(
    utmNames.flatMap(name => (values[name].trim() ? [[name, values[name].trim()]] : [])),
  )

interface UtmFieldsProps {
  readonly values: UtmValues
  readonly set: (name: UtmName, value: string) => void
  readonly errorOf?: (name: UtmName) => string | undefined
  /** What holds where one is left empty. */
  readonly otherwise?: UtmSettings | null
}

export function UtmFields({ values, set, errorOf, otherwise }: UtmFieldsProps) {
  const say = useSay()
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      {utmNames.map(name => (
        <TextInput
          key={name}
          label={say(words[name])}
          placeholder={otherwise?.[name] ?? say(examples[name])}
          value={values[name]}
          onChange={event => set(name, event.currentTarget.value)}
          error={errorOf?.(name)}
          errorProps={{ role: 'alert' }}
          maxLength={200}
          spellCheck={false}
          autoCapitalize="none"
        />
      ))}
    </SimpleGrid>
  )
}

const examples = {
  source: words.sourceExample,
  medium: words.mediumExample,
  campaign: words.campaignExample,
}
