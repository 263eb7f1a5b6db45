/** By which activity a project knows what people spent, and how long after a click that counts. */
import { SimpleGrid, TextInput } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { revenue as words } from './texts.ts'

type Revenue = Answer<'project.marketingSettings.get'>['revenue']

export const revenueValuesOf = (revenue: Revenue) => ({
  event: revenue?.event ?? '',
  amount: revenue?.amount ?? '',
  currency: revenue?.currency ?? '',
  currencyProperty: revenue?.currency_property ?? '',
  revenueDays: /^P(\d+)D$/.exec(revenue?.within ?? '')?.[1] ?? '',
})
type Values = ReturnType<typeof revenueValuesOf>
type Name = keyof Values

/** null: nothing is named. A span of another kind than days is not shown, and stays. */
export function revenueOf(values: Values, before: Revenue): Revenue {
  const event = values.event.trim()
  if (event === '') return null
  const currencyProperty = values.currencyProperty.trim()
  const days = values.revenueDays.trim()
  const isShown = before?.within === undefined || /^P\d+D$/.test(before.within)
  const within = days ? `P${days}D` : isShown ? undefined : before.within
  return {
    event,
    amount: values.amount.trim() || 'total',
    currency: values.currency.trim().toUpperCase() || 'BRL',
    ...(currencyProperty ? { currency_property: currencyProperty } : {}),
    ...(within === undefined ? {} : { within }),
  }
}

/** As the server names what it refuses. */
export const revenueParams = {
  'revenue.event': 'event',
  'revenue.amount': 'amount',
  'revenue.currency': 'currency',
  'revenue.currency_property': 'currencyProperty',
  'revenue.within': 'revenueDays',
} as const

const examples: Readonly<Record<Name, string>> = {
  event: 'order.paid',
  amount: 'total',
  currency: 'BRL',
  currencyProperty: 'currency',
  revenueDays: '7',
}

interface RevenueSectionProps {
  readonly form: { readonly field: (name: Name) => object }
}

export function RevenueSection({ form }: RevenueSectionProps) {
  const say = useSay()
  const names = Object.keys(examples) as Name[]
  return (
    <Section title={say(words.title)} about={say(words.about)}>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
        {names.map(name => (
          <TextInput
            key={name}
            {...form.field(name)}
            label={say(words[name])}
            placeholder={examples[name]}
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            {...(name === 'revenueDays' ? { inputMode: 'numeric' as const } : {})}
          />
        ))}
      </SimpleGrid>
    </Section>
  )
}
