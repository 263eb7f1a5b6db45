/** The columns of the list of projects. */
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Project } from '../../api/shapes.ts'
import { Answering } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, languageNames } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { ChangeForm, useSessionRenewal } from './project-forms.tsx'
import { contentTexts, projects as words } from './texts.ts'

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
  return (
    <Group gap={4} wrap="nowrap">
      <DialogButton
        call="projects.update"
        look="row"
        label={say(common.change)}
        title={say(words.edit)}
        ariaLabel={`${say(common.change)}: ${project.name}`}
      >
        {close => <ChangeForm project={project} close={close} />}
      </DialogButton>
      <DialogButton
        call="projects.delete"
        look="row"
        label={say(common.remove)}
        title={say(common.removeWhat, { what: project.name })}
        ariaLabel={say(common.removeWhat, { what: project.name })}
      >
        {close => <Removing project={project} close={close} />}
      </DialogButton>
    </Group>
  )
}

/** What goes with it, and its name to be typed: no other deletion costs as much. */
function Removing({ project, close }: { project: Project; close: () => void }) {
  const say = useSay()
  const { whole } = useNumbers()
  const times = useTimes()
  const renew = useSessionRenewal()
  const remove = useChange('projects.delete', 'projects')
  const { data } = useApi('projects.contents', { project_id: project.id })
  const counts = contentNames
    .filter(name => data !== undefined && data[name] > 0)
    .map(name => `${say(contentTexts[name])}: ${whole(data![name])}`)
  const used = data?.key_used_at
  const about = [
    counts.length === 0 ? '' : say(words.removeCounts, { counts: counts.join(', ') }),
    used ? say(words.keyUsed, { at: times.full(used) }) : '',
    say(words.removeAbout),
  ]
  return (
    <Answering
      about={about.filter(part => part !== '').join(' ')}
      action={say(common.remove)}
      done={say(common.removed)}
      tone="danger"
      typed={project.name}
      close={close}
      run={async () => {
        await remove.mutateAsync({ project_id: project.id })
        await renew()
      }}
    />
  )
}

const contentNames = ['keys', 'domains', 'webhooks', 'suppressions', 'contacts'] as const
