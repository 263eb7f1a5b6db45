/** The theme: how pages and service letters for people look, seen before it is saved. */
import { Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useLook } from '../../api/hooks.ts'
import type { Theme } from '../../api/shapes.ts'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Loaded, Refused, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { BrandFromSite, type ThemeParts } from './brand-from-site.tsx'
import { ColourPair } from './colour-pair.tsx'
import { LogoChoice } from './logo-choice.tsx'
import { brandSite, pageNames, theme as words } from './texts.ts'

type Settings = Answer<'project.marketingSettings.get'>

export function ThemePanel() {
  const query = useApi('project.marketingSettings.get')
  return <Loaded query={query}>{settings => <ThemeForm settings={settings} />}</Loaded>
}

const fonts = ['system', 'serif', 'mono'] as const
const radii = ['0', '4', '8', '12', '16', '24']
const defaultRadius = '8'

/** The older settings hold where the theme says nothing. */
const valuesOf = ({ theme, pages }: Settings) => ({
  name: theme?.name ?? '',
  logo_file_id: theme?.logo_file_id ?? '',
  color: theme?.color ?? pages.color ?? '',
  background: theme?.background ?? pages.background ?? '',
  radius: String(theme?.radius ?? defaultRadius),
  font: theme?.font ?? 'system',
})
type Values = ReturnType<typeof valuesOf>

const themeOf = ({ radius, ...rest }: Values): Theme => ({
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')) as Theme),
  radius: Number(radius),
})

/** As the server names what it refuses. */
const params = Object.fromEntries(
  ['name', 'logo_file_id', 'color', 'background', 'radius', 'font'].map(one => [
    `theme.${one}`,
    one,
  ]),
) as Readonly<Record<string, keyof Values>>

function ThemeForm({ settings }: { settings: Settings }) {
  const say = useSay()
  const form = useApiForm('project.marketingSettings.update', {
    stale: ['project.marketingSettings', 'project.files'],
    initial: valuesOf(settings),
    params,
    input: values => ({ body: { theme: themeOf(values) } }),
    onDone: () => notify(say(common.saved)),
  })
  const { values } = form
  const take = (taken: ThemeParts) => {
    for (const [name, value] of Object.entries(taken)) form.set(name as keyof Values, value)
  }
  return (
    <>
      {/* Beside the form: a form in a dialog is, to React, within the one that opened it. */}
      <Group gap="sm" mb="md">
        <BrandFromSite take={take} />
        <Text size="sm" c="dimmed">
          {say(brandSite.about)}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ApiForm form={form} action={say(common.save)}>
          <LeaveQuestion isChanged={form.isChanged} />
          <Section title={say(words.title)} about={say(words.about)}>
            <TextInput
              {...form.field('name')}
              label={say(words.name)}
              description={say(words.nameAbout)}
              mb="sm"
            />
            <LogoChoice id={values.logo_file_id} set={id => form.set('logo_file_id', id)} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
              <ColourPair form={form} words={words} />
              <NativeSelect
                {...form.field('radius')}
                label={say(words.radius)}
                data={radii.includes(values.radius) ? radii : [...radii, values.radius]}
              />
              <NativeSelect
                {...form.field('font')}
                label={say(words.font)}
                data={fonts.map(value => ({ value, label: say(words[value]) }))}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed" mt="sm">
              {say(words.readable)}
            </Text>
          </Section>
        </ApiForm>
        <ThemePreview values={values} />
      </SimpleGrid>
    </>
  )
}

const kinds = Object.keys(pageNames) as (keyof typeof pageNames)[]
const typingMs = 300

function ThemePreview({ values }: { values: Values }) {
  const say = useSay()
  const { language } = useSpeech()
  const [shown, setShown] = useState<(typeof kinds)[number]>('form')
  const [asked] = useDebouncedValue(values, typingMs)
  const body = { theme: themeOf(asked), shown, language }
  const query = useLook('project.marketingSettings.themePreview', { body })
  return (
    <Section title={say(words.preview)}>
      <NativeSelect
        aria-label={say(words.shown)}
        value={shown}
        onChange={event => setShown(event.currentTarget.value as typeof shown)}
        data={kinds.map(value => ({ value, label: say(pageNames[value]) }))}
        mb="sm"
      />
      <Refused error={query.error} />
      <PageFrame html={query.data?.html} title={say(words.preview)} />
    </Section>
  )
}
