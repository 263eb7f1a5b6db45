/** What pages and letters for people say: ours, and a project's own words, seen while they are written. */
import { Group, NativeSelect, SimpleGrid, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Answer, Body } from '../../api/calls.ts'
import { useApi, useLook } from '../../api/hooks.ts'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Loaded, Refused, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { type Text as Sentence, useSay, useSpeech } from '../../ui/words.tsx'
import { pageNames, pageWords as words } from './texts.ts'

type Settings = Answer<'project.marketingSettings.get'>
type Word = Answer<'project.marketingSettings.words'>['data'][number]
type Page = Word['page']

const languages = ['pt', 'en'] as const
type Language = (typeof languages)[number]
type Own = Readonly<Record<string, string>>
type Values = Readonly<Record<Language, Own>>

const pages = Object.keys(pageNames) as Page[]
const typingMs = 300
/** As the server has it. */
const maxLength = 2_000

export function WordsPanel() {
  const settings = useApi('project.marketingSettings.get')
  const ours = useApi('project.marketingSettings.words')
  return (
    <Loaded query={settings}>
      {known => (
        <Loaded query={ours}>{({ data }) => <WordsForm settings={known} ours={data} />}</Loaded>
      )}
    </Loaded>
  )
}

const valuesOf = ({ pages: { words: own } }: Settings, ours: readonly Word[]): Values => {
  const of = (language: Language): Own =>
    Object.fromEntries(ours.map(({ name }) => [name, own?.[language]?.[name] ?? '']))
  return { pt: of('pt'), en: of('en') }
}

const filled = (own: Own): Record<string, string> =>
  Object.fromEntries(Object.entries(own).filter(([, text]) => text.trim() !== ''))

const wordsOf = ({ pt, en }: Values) => ({ pt: filled(pt), en: filled(en) })

/** Members are replaced whole, so that what is not shown here goes back as it came. */
const bodyOf = (values: Values, { pages }: Settings): Body<'project.marketingSettings.update'> => ({
  pages: { ...pages, words: wordsOf(values) },
})

interface WordsFormProps {
  readonly settings: Settings
  readonly ours: readonly Word[]
}

function WordsForm({ settings, ours }: WordsFormProps) {
  const say = useSay()
  const speech = useSpeech()
  const [page, setPage] = useState<Page>('form')
  const [language, setLanguage] = useState<Language>(speech.language)
  const form = useApiForm('project.marketingSettings.update', {
    stale: ['project.marketingSettings'],
    initial: valuesOf(settings, ours),
    input: values => ({ body: bodyOf(values, settings) }),
    onDone: () => notify(say(common.saved)),
  })
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <ApiForm form={form} action={say(common.save)} isLong>
        <LeaveQuestion isChanged={form.isChanged} />
        <Section title={say(words.title)} about={say(words.about)}>
          <Group mb="md" grow>
            <NativeSelect
              label={say(words.page)}
              value={page}
              onChange={event => setPage(event.currentTarget.value as Page)}
              data={pages.map(value => ({ value, label: say(pageNames[value]) }))}
            />
            <NativeSelect
              label={say(words.language)}
              value={language}
              onChange={event => setLanguage(event.currentTarget.value as Language)}
              data={languages.map(value => ({ value, label: say(words[value]) }))}
            />
          </Group>
          <Text size="sm" c="dimmed" mb="sm">
            {say(words.braces)}
          </Text>
          {ours
            .filter(one => one.page === page)
            .map(one => (
              <Textarea
                key={`${language}.${one.name}`}
                {...form.field(`${language}.${one.name}`)}
                label={one[language]}
                description={placeOf(one.name, say)}
                lang={language}
                maxLength={maxLength}
                autosize
                minRows={1}
                mb="sm"
              />
            ))}
        </Section>
      </ApiForm>
      <WordsPreview values={form.values} page={page} language={language} />
    </SimpleGrid>
  )
}

/** Titles and buttons often say the same. */
function placeOf(name: string, say: (text: Sentence) => string): string | undefined {
  if (name.endsWith('_title')) return say(words.heading)
  return name.endsWith('_button') ? say(words.button) : undefined
}

interface PreviewProps {
  readonly values: Values
  readonly page: Page
  readonly language: Language
}

function WordsPreview({ values, page, language }: PreviewProps) {
  const say = useSay()
  const [asked] = useDebouncedValue(values, typingMs)
  const body = { words: wordsOf(asked), shown: page, language }
  const query = useLook('project.marketingSettings.themePreview', { body })
  return (
    <div className="seen-beside">
      <Section title={say(words.preview)} about={say(words.previewAbout)}>
        <Refused error={query.error} />
        <PageFrame html={query.data?.html} title={say(words.preview)} />
      </Section>
    </div>
  )
}
