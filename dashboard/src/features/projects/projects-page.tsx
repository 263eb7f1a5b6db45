/** The projects of the account. */

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionKey, useApi, useChange } from '../../api/hooks.ts'
import type { Project } from '../../api/shapes.ts'
import { IconPlus } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from '../../ui/old-confirm.tsx'
import { FormDialog } from '../../ui/old-form.tsx'
import { Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common, languageNames } from '../../ui/texts.ts'
import { type Language, useSay } from '../../ui/words.tsx'
import { projects as words } from './texts.ts'

export function ProjectsPage() {
  const say = useSay()
  const query = useApi('projects.list')
  const [edited, setEdited] = useState<Project | 'new' | null>(null)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {say(words.create)}
        </Button>
      </PageTitle>
      {edited && (
        <ProjectDialog project={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
      <Section flush>
        <Loaded query={query}>
          {({ data }) => (
            <table className="table">
              <thead>
                <tr>
                  <th>{say(common.name)}</th>
                  <th className="tight wide">{say(common.language)}</th>
                  <th className="tight">
                    <span className="sr-only">{say(common.actions)}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map(project => (
                  <tr key={project.id}>
                    <td className="wrap">
                      <Link to={`/p/${project.id}/test`}>{project.name}</Link>
                    </td>
                    <td className="tight wide">
                      {say(
                        project.language ? languageNames[project.language] : words.accountLanguage,
                      )}
                    </td>
                    <td className="tight">
                      <Button.Group>
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setEdited(project)}
                          aria-label={`${say(common.change)}: ${project.name}`}
                        >
                          {say(common.change)}
                        </Button>
                        <RemoveProject project={project} />
                      </Button.Group>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </Section>
    </>
  )
}

function RemoveProject({ project }: { project: Project }) {
  const say = useSay()
  const client = useQueryClient()
  const remove = useChange('projects.delete', 'projects')
  return (
    <Confirm
      title={say(common.removeWhat, { what: project.name })}
      about={say(words.removeAbout)}
      action={say(common.remove)}
      run={async () => {
        await remove.mutateAsync({ project_id: project.id })
        await client.invalidateQueries({ queryKey: sessionKey })
        notify(say(common.removed))
      }}
    >
      {open => (
        <Button
          size="compact-sm"
          variant="default"
          onClick={open}
          aria-label={say(common.removeWhat, { what: project.name })}
        >
          {say(common.remove)}
        </Button>
      )}
    </Confirm>
  )
}

function ProjectDialog({ project, close }: { project: Project | null; close: () => void }) {
  const say = useSay()
  const client = useQueryClient()
  const [name, setName] = useState(project?.name ?? '')
  const [language, setLanguage] = useState<Language | ''>(project?.language ?? '')
  const create = useChange('projects.create', 'projects')
  const update = useChange('projects.update', 'projects')
  const save = project ? update : create
  const submit = () => {
    const onSuccess = async () => {
      await client.invalidateQueries({ queryKey: sessionKey })
      close()
    }
    const fields = { name: name.trim() }
    if (!project) {
      create.mutate({ body: { ...fields, ...(language && { language }) } }, { onSuccess })
      return
    }
    const body = { ...fields, language: language || null }
    update.mutate({ project_id: project.id, body }, { onSuccess })
  }
  return (
    <FormDialog
      title={say(project ? words.edit : words.create)}
      isOpen
      onCancel={close}
      submit={submit}
      action={say(project ? common.save : common.create)}
      isRunning={save.isPending}
      error={save.error}
    >
      <TextInput
        label={say(common.name)}
        required
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={say(common.language)}
        description={say(words.languageAbout)}
        value={language}
        onChange={event => setLanguage(event.currentTarget.value as Language | '')}
        data={[
          { value: '', label: say(words.accountLanguage) },
          { value: 'pt', label: say(languageNames.pt) },
          { value: 'en', label: say(languageNames.en) },
        ]}
      />
    </FormDialog>
  )
}
