/** The projects of the account, and the way to all of them. */
import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Session } from '../api/shapes.ts'
import { useNavigate } from '../routing/routing.tsx'
import { IconFolder } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'
import type { MenuButton } from './later-menu.tsx'
import { OpeningMenu } from './opening-menu.tsx'
import type { Place } from './place.ts'
import { shell } from './texts.ts'
import { baseOf } from './ways.ts'

interface ProjectMenuProps {
  readonly me: Session
  readonly place: Place
  readonly button: ReactElement<MenuButton>
}

export function ProjectMenu({ me, place, button }: ProjectMenuProps) {
  const say = useSay()
  const navigate = useNavigate()
  const go = (to: string) => void navigate({ to })
  return (
    <OpeningMenu button={button} position="bottom-start">
      <Menu.Label>{say(shell.switchProject)}</Menu.Label>
      {me.projects.map(project => (
        <Menu.Item
          key={project.id}
          onClick={() => go(baseOf({ project: project.id, mode: place.mode }))}
          aria-current={project.id === place.project}
          fw={project.id === place.project ? 600 : 400}
        >
          {project.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => go('/projects')}>
        {say(shell.manageProjects)}
      </Menu.Item>
    </OpeningMenu>
  )
}
