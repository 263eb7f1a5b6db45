/** The projects of the account, and the way to all of them. */
import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Session } from '../api/shapes.ts'
import { useNavigate } from '../routing/routing.tsx'
import { IconFolder } from '../ui/icons.ts'
import type { MenuButton } from '../ui/later-menu.tsx'
import { OpeningMenu } from '../ui/opening-menu.tsx'
import { useSay } from '../ui/words.tsx'
import type { Place } from './place.ts'
import { shell } from './texts.ts'
import { baseOf } from './ways.ts'

/** In pixels, of the menus above every page. */
export const menuWidth = 240

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
    <OpeningMenu button={button} position="bottom-start" width={menuWidth}>
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
