/** The columns of the list of projects. */
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Project } from '../../api/shapes.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/form.tsx'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, languageNames } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { ChangeForm, useSessionRenewal } from './project-forms.tsx'
import { projects as words } from './texts.ts'

export function useProjectColumns(): readonly Column<Project>[] {
  const say = useSay()
  return useMemo(() => {
    const languageOf = ({ language }: Project) =>
      say(language ? languageNames[language] : words.accountLanguage)
    return [
      {
        id: 'name',
        head: common.name,
        cell: row => (
          <span className="wrap">
            <Link to={`/projects/${row.id}/test`}>{row.name}</Link>
          </span>
        ),
        sortBy: row => row.name,
        onPhone: 'title',
      },
      {
        id: 'language',
        head: common.language,
        cell: languageOf,
        sortBy: languageOf,
        isTight: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <ProjectActions project={row} />,
        isTight: true,
      },
    ]
  }, [say])
}

function ProjectActions({ project }: { project: Project }) {
  const say = useSay()
  const renew = useSessionRenewal()
  const remove = useChange('projects.delete', 'projects')
  return (
    <Group gap={4} wrap="nowrap">
      <DialogButton
        look="row"
        label={say(common.change)}
        title={say(words.edit)}
        ariaLabel={`${say(common.change)}: ${project.name}`}
      >
        {close => <ChangeForm project={project} close={close} />}
      </DialogButton>
      <DeleteButton
        look="row"
        what={project.name}
        about={say(words.removeAbout)}
        run={async () => {
          await remove.mutateAsync({ project_id: project.id })
          await renew()
        }}
      />
    </Group>
  )
}
