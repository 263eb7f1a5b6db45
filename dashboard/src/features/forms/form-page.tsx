/** One form, or a new one: where it is used, how it looks, what it asks. */
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { SignUpForm } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { CodeBlock, CopyLine } from '../../ui/copy.tsx'
import { NewOrKnown } from '../../ui/new-or-known.tsx'
import { Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { languageNames } from '../../ui/texts.ts'
import { type Language, useSay, useSpeech } from '../../ui/words.tsx'
import { ChangeForm, CreateForm } from './edit-form.tsx'
import { FormFigures } from './figures.tsx'
import { OpenTag } from './forms-page.tsx'
import { PopupLine } from './popup-line.tsx'
import { FormPreview } from './preview.tsx'
import { forms as words } from './texts.ts'

export const FormPage = () => (
  <NewOrKnown to="/forms" words={words} create={CreateForm} known={Known} />
)

function Known({ id }: { id: string }) {
  const query = useApi('project.forms.get', { id })
  return (
    <Loaded query={query} lines={8}>
      {form => (
        <>
          <PageTitle title={form.name}>
            <OpenTag form={form} />
          </PageTitle>
          <FormFigures id={form.id} />
          <UseSection form={form} />
          <PreviewSection form={form} />
          <ChangeForm form={form} />
        </>
      )}
    </Loaded>
  )
}

function UseSection({ form }: { form: SignUpForm }) {
  const say = useSay()
  const { mode } = useWhere()
  const { language } = useSpeech()
  const [written, setWritten] = useState<Language>(language)
  const url = mode === 'test' ? `${form.url}?mode=test` : form.url
  // What is pasted from here joins people where this page shows them.
  const embed = form.embeds[written].replace(`action="${form.url}"`, `action="${url}"`)
  return (
    <Section title={say(words.use)}>
      <Text size="sm" fw={600}>
        {say(words.url)}
      </Text>
      <CopyLine text={url} what={say(words.url)} />
      <Text size="sm" mb="md">
        <a href={url} target="_blank" rel="noreferrer" className="link">
          {say(words.open)}
        </a>
      </Text>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {say(words.embed)}
        </Text>
        <LanguageChoice label={say(words.embed)} value={written} set={setWritten} />
      </Group>
      <Text size="sm" c="dimmed" mb={6}>
        {say(words.embedAbout)}
      </Text>
      <CodeBlock code={embed.replaceAll('><', '>\n<')} what={say(words.embed)} />
      <Text size="sm" c="dimmed" mt="md" mb={6}>
        {say(words.scriptAbout)}
      </Text>
      <CodeBlock code={form.script} what={say(words.script)} />
      <PopupLine form={form} url={url} />
    </Section>
  )
}

function PreviewSection({ form }: { form: SignUpForm }) {
  const say = useSay()
  const { language } = useSpeech()
  const [shown, setShown] = useState<Language>(language)
  return (
    <Section
      title={say(words.preview)}
      about={say(words.previewAbout)}
      aside={<LanguageChoice label={say(words.preview)} value={shown} set={setShown} />}
    >
      <FormPreview id={form.id} language={shown} />
    </Section>
  )
}

interface LanguageChoiceProps {
  readonly label: string
  readonly value: Language
  readonly set: (language: Language) => void
}

function LanguageChoice({ label, value, set }: LanguageChoiceProps) {
  const say = useSay()
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      onChange={language => set(language as Language)}
      data={(['pt', 'en'] as const).map(one => ({ value: one, label: say(languageNames[one]) }))}
    />
  )
}
