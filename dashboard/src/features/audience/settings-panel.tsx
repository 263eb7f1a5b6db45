/** Caps, quiet hours, the reserve, leaving, keeping. */
import { NativeSelect, Radio, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer, Body } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Loaded, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { RevenueSection, revenueOf, revenueParams, revenueValuesOf } from './revenue-section.tsx'
import { utm, audience as words } from './texts.ts'
import { UtmFields, utmOf, utmValuesOf } from './utm-fields.tsx'

type Settings = Answer<'project.marketingSettings.get'>

export function SettingsPanel() {
  const query = useApi('project.marketingSettings.get')
  return <Loaded query={query}>{settings => <SettingsForm settings={settings} />}</Loaded>
}

const daysOf = (duration: string | undefined): string => /^P(\d+)D$/.exec(duration ?? '')?.[1] ?? ''

function valuesOf(settings: Settings) {
  const [cap] = settings.cap
  return {
    letters: cap ? String(cap.letters) : '',
    per: cap ? daysOf(cap.per) : '7',
    from: settings.quiet?.from ?? '',
    until: settings.quiet?.until ?? '',
    reserve: settings.reserve === 'auto' ? '' : String(settings.reserve),
    one_click: settings.one_click,
    postal_address: settings.postal_address ?? '',
    keepLetters: daysOf(settings.retention.letters),
    keepConsents: daysOf(settings.retention.consents),
    ...utmValuesOf(settings.utm),
    ...revenueValuesOf(settings.revenue),
  }
}
type Values = ReturnType<typeof valuesOf>

const hasUtm = (values: Values): boolean => Object.keys(utmOf(values)).length > 0

/** Members are replaced whole, so that what is not shown here goes back as it came. */
function bodyOf(values: Values, settings: Settings): Body<'project.marketingSettings.update'> {
  const { letters, per, from, until, reserve } = values
  const first = { letters: Number(letters), per: `P${per}D` }
  const isQuiet = from !== '' || until !== ''
  return {
    cap: letters.trim() === '' ? null : [first, ...settings.cap.slice(1)],
    quiet: isQuiet ? { from, until } : null,
    reserve: reserve.trim() === '' ? null : Number(reserve),
    one_click: values.one_click,
    postal_address: values.postal_address.trim() || null,
    utm: hasUtm(values) ? utmOf(values) : null,
    revenue: revenueOf(values, settings.revenue),
    retention: {
      ...(values.keepLetters && { letters: `P${values.keepLetters}D` }),
      ...(values.keepConsents && { consents: `P${values.keepConsents}D` }),
    },
  }
}

/** As the server names what it refuses. */
const utmParams = {
  'utm.source': 'source',
  'utm.medium': 'medium',
  'utm.campaign': 'campaign',
} as const

function useSettingsForm(settings: Settings) {
  const say = useSay()
  return useApiForm('project.marketingSettings.update', {
    stale: ['project.marketingSettings'],
    initial: valuesOf(settings),
    params: {
      cap: 'letters',
      quiet: 'from',
      retention: 'keepLetters',
      ...utmParams,
      ...revenueParams,
    },
    input: values => ({ body: bodyOf(values, settings) }),
    onDone: () => notify(say(common.saved)),
  })
}
type Form = ReturnType<typeof useSettingsForm>

function SettingsForm({ settings }: { settings: Settings }) {
  const say = useSay()
  const form = useSettingsForm(settings)
  return (
    <ApiForm form={form} action={say(common.save)} isLong>
      <LeaveQuestion isChanged={form.isChanged} />
      <PaceSection form={form} />
      <LeavingSection form={form} />
      <Section title={say(utm.title)} about={say(utm.about)}>
        <UtmFields
          values={form.values}
          set={(name, value) => form.set(name, value)}
          errorOf={name => form.field(name).error}
        />
      </Section>
      <RevenueSection form={form} />
      <KeepingSection form={form} />
    </ApiForm>
  )
}

/** Two inputs beside each other stand on one line whatever is said of them. */
const underInput: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

function PaceSection({ form }: { form: Form }) {
  const say = useSay()
  return (
    <Section title={say(words.pace)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...form.field('letters')}
          label={say(words.letters)}
          description={say(words.lettersAbout)}
          inputMode="numeric"
          inputWrapperOrder={underInput}
        />
        <TextInput {...form.field('per')} label={say(words.per)} inputMode="numeric" />
        <TextInput
          {...form.field('from')}
          type="time"
          label={say(words.quietFrom)}
          description={say(words.quietAbout)}
          inputWrapperOrder={underInput}
        />
        <TextInput {...form.field('until')} type="time" label={say(words.quietUntil)} />
      </SimpleGrid>
      <TextInput
        {...form.field('reserve')}
        label={say(words.reserve)}
        description={say(words.reserveAbout)}
        inputMode="numeric"
        maw={420}
        mt="sm"
      />
    </Section>
  )
}

function LeavingSection({ form }: { form: Form }) {
  const say = useSay()
  return (
    <Section title={say(words.leaving)}>
      <Radio.Group {...form.field('one_click')} label={say(words.oneClick)}>
        <Stack gap={6} mt="xs" mb="sm">
          <Radio value="topic" label={say(words.topic)} />
          <Radio value="all" label={say(words.all)} />
        </Stack>
      </Radio.Group>
      <Textarea
        {...form.field('postal_address')}
        label={say(words.address)}
        description={say(words.addressAbout)}
        autosize
        minRows={2}
        maw={560}
      />
    </Section>
  )
}

/** How long people say that something is kept. */
const spans: Readonly<Record<string, Text>> = {
  90: { en: '3 months', pt: '3 meses' },
  180: { en: '6 months', pt: '6 meses' },
  396: { en: '13 months', pt: '13 meses' },
  731: { en: '2 years', pt: '2 anos' },
  1096: { en: '3 years', pt: '3 anos' },
  1826: { en: '5 years', pt: '5 anos' },
  3653: { en: '10 years', pt: '10 anos' },
}

function KeepingSection({ form }: { form: Form }) {
  const say = useSay()
  // What was set by the API stays a choice, in days.
  const [known] = useState(form.values)
  const spansOf = (days: readonly string[], set: string) =>
    (set === '' || days.includes(set) ? days : [set, ...days]).map(value => ({
      value,
      label: say(spans[value] ?? words.days, { n: Number(value) }),
    }))
  return (
    <Section title={say(words.keeping)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          {...form.field('keepLetters')}
          label={say(words.keepLetters)}
          data={spansOf(['90', '180', '396', '731', '1826'], known.keepLetters)}
        />
        <NativeSelect
          {...form.field('keepConsents')}
          label={say(words.keepConsents)}
          data={spansOf(['396', '731', '1096', '1826', '3653'], known.keepConsents)}
        />
      </SimpleGrid>
    </Section>
  )
}
