/** Creating a project, and changing one. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sessionKey } from '../../api/hooks.ts'
import type { Project } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common, languageNames } from '../../ui/texts.ts'
import { type Language, useSay } from '../../ui/words.tsx'
import { projects as words } from './texts.ts'

interface ProjectValues {
  readonly name: string
  /** Empty for the account's. */
  readonly language: Language | ''
}

export function CreateForm({ close }: { close: () => void }) {
  const say = useSay()
  const renew = useSessionRenewal()
  const form = useApiForm('projects.create', {
    stale: ['projects'],
    initial: { name: '', language: '' } as ProjectValues,
    input: ({ name, language }) => ({ body: { name: name.trim(), ...(language && { language }) } }),
    onDone: () => renew().then(close),
  })
  return (
    <ApiForm form={form} action={say(common.create)} onCancel={close}>
      <ProjectFields field={form.field} />
    </ApiForm>
  )
}

export function ChangeForm({ project, close }: { project: Project; close: () => void }) {
  const say = useSay()
  const renew = useSessionRenewal()
  const form = useApiForm('projects.update', {
    stale: ['projects'],
    initial: { name: project.name, language: project.language ?? '' } as ProjectValues,
    input: ({ name, language }) => ({
      project_id: project.id,
      body: { name: name.trim(), language: language || null },
    }),
    onDone: () => renew().then(close),
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <ProjectFields field={form.field} />
    </ApiForm>
  )
}

/** The session names the projects that the header offers. */
export function useSessionRenewal(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionKey })
}

interface ProjectFieldsProps {
  readonly field: (name: keyof ProjectValues) => object
}

function ProjectFields({ field }: ProjectFieldsProps) {
  const say = useSay()
  return (
    <>
      <TextInput {...field('name')} label={say(common.name)} required data-autofocus />
      <NativeSelect
        {...field('language')}
        label={say(common.language)}
        description={say(words.languageAbout)}
        data={[
          { value: '', label: say(words.accountLanguage) },
          { value: 'pt', label: say(languageNames.pt) },
          { value: 'en', label: say(languageNames.en) },
        ]}
      />
    </>
  )
}
