/** What a download of the list holds, and for what it is written. */
import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { InputOf } from '../../api/calls.ts'
import { ExportButton } from '../../ui/export.tsx'
import { type Language, useSay, useSpeech } from '../../ui/words.tsx'
import { exporting as words } from './texts.ts'

type EmailFilters = InputOf<'project.emails.export'>

/** By what opens the file: a spreadsheet goes by its language, and needs the mark to read accents. */
const forms = {
  semicolons: { delimiter: ';', bom: '1' },
  commas: { delimiter: ',', bom: '1' },
  plain: { delimiter: ',' },
  tabs: { delimiter: 'tab' },
} as const
type Form = keyof typeof forms
const formNames = Object.keys(forms) as Form[]

/** Spreadsheets in Portuguese part cells by semicolons: a comma is in their numbers. */
const usual: Readonly<Record<Language, Form>> = { pt: 'semicolons', en: 'commas' }

const rows = ['emails', 'recipients'] as const
type Rows = (typeof rows)[number]

const kept = { rows: 'malote-export-rows', form: 'malote-export-form' } as const

interface ExportFormProps {
  /** The filters of the list. */
  readonly input: EmailFilters
  readonly close: () => void
}

export function ExportForm({ input, close }: ExportFormProps) {
  const say = useSay()
  const { language } = useSpeech()
  const [row, setRow] = useKept<Rows>(kept.rows, rows, 'emails')
  const [form, setForm] = useKept<Form>(kept.form, formNames, usual[language])
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {say(words.about)}
      </Text>
      <NativeSelect
        label={say(words.rows)}
        description={say(row === 'emails' ? words.emailsAbout : words.recipientsAbout)}
        value={row}
        onChange={event => setRow(event.currentTarget.value)}
        data={rows.map(value => ({ value, label: say(words[value]) }))}
        data-autofocus
      />
      <NativeSelect
        label={say(words.form)}
        description={say(words.formAbout)}
        value={form}
        onChange={event => setForm(event.currentTarget.value)}
        data={formNames.map(value => ({ value, label: say(words[value]) }))}
      />
      <div>
        <ExportButton
          call="project.emails.export"
          input={{ ...input, rows: row, ...forms[form] }}
          file={`${row}.csv`}
          label={say(words.download)}
          onSaved={close}
        />
      </div>
    </Stack>
  )
}

/** A choice that this browser keeps: whoever exports every week chooses once. */
function useKept<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  usualOne: Choice,
): readonly [Choice, (choice: string) => void] {
  const [chosen, setChosen] = useState(() => among(choices, localStorage.getItem(name)))
  const choose = (text: string) => {
    const choice = among(choices, text)
    if (choice !== undefined) localStorage.setItem(name, choice)
    setChosen(choice)
  }
  return [chosen ?? usualOne, choose]
}

const among = <Choice extends string>(
  choices: readonly Choice[],
  text: string | null,
): Choice | undefined => choices.find(choice => choice === text)
