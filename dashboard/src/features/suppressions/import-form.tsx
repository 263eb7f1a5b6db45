/** Suppressing many addresses at once, from a file. */
import { NativeSelect, Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApiForm } from '../../ui/form.tsx'
import { FileInput } from '../../ui/inputs.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { type Blocks, useBlocks } from './add-form.tsx'
import { suppressions as words } from './texts.ts'

/** So many bad lines are shown; the rest is counted. */
const maxShownLines = 5

export function ImportForm() {
  const say = useSay()
  const choices = useBlocks()
  const form = useApiForm('project.suppressions.import', {
    stale: ['project.suppressions'],
    initial: { csv: '', stream: 'all' as Blocks },
    input: body => ({ body }),
  })
  const read = async (file: File | undefined) => form.set('csv', file ? await file.text() : '')
  return (
    <>
      <Text size="sm" mb="sm">
        {say(words.importAbout)}
      </Text>
      <ApiForm form={form} action={say(words.import)}>
        <FileInput
          label={say(words.file)}
          accept=".csv,text/csv,text/plain"
          onChange={file => void read(file)}
        />
        <NativeSelect {...form.field('stream')} label={say(words.blocks)} data={choices} />
      </ApiForm>
      {form.answer && <Imported {...form.answer} />}
    </>
  )
}

function Imported({ added, already, invalid }: Answer<'project.suppressions.import'>) {
  const say = useSay()
  const lines = invalid
    .slice(0, maxShownLines)
    .map(({ line, text }) => `${say(words.line, { n: line })}: ${text}`)
  return (
    <div role="status" style={{ marginTop: 12 }}>
      <Text>
        {say(words.imported, { n: added })} {say(words.already, { n: already })}
      </Text>
      {invalid.length > 0 && (
        <Text size="sm" c="dimmed">
          {say(words.invalid, { n: invalid.length })} {lines.join('; ')}
        </Text>
      )}
    </div>
  )
}
