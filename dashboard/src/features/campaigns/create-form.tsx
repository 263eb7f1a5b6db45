/** A new campaign: what it is called; everything else is asked step by step. */
import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Body } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay } from '../../ui/words.tsx'
import { campaigns as words } from './texts.ts'

export function CreateForm() {
  const say = useSay()
  const { template = '' } = useSearch({ strict: false }) as { template?: string }
  // Most people write as who they wrote as the last time.
  const last = useApi('project.campaigns.list', { limit: 1 })
  const from = last.data?.data[0]?.from
  const form = useApiForm('project.campaigns.create', {
    stale: ['project.campaigns'],
    initial: { name: '' },
    input: ({ name }) => ({
      body: {
        name: name.trim(),
        ...(from ? { from } : {}),
        ...(template ? { content: { template_id: template } } : {}),
      } as Body<'project.campaigns.create'>,
    }),
    onDone: useOpenMade('/campaigns'),
  })
  return (
    <ApiForm form={form} action={say(words.begin)}>
      <Section>
        <TextInput
          {...form.field('name')}
          label={say(common.name)}
          description={say(words.nameAbout)}
          required
          maw={420}
          data-autofocus
        />
      </Section>
    </ApiForm>
  )
}
