/** The languages in which a reply can be copied (answers.tsx). */
import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { RecipientAnswer } from '../../api/shapes.ts'
import type { MenuButton } from '../../ui/later-menu.tsx'
import { OpeningMenu } from '../../ui/opening-menu.tsx'

interface ReplyMenuProps {
  readonly button: ReactElement<MenuButton>
  readonly reply: RecipientAnswer['reply']
  readonly copy: (text: string) => void
}

export function ReplyMenu({ button, reply, copy }: ReplyMenuProps) {
  return (
    <OpeningMenu button={button} position="bottom-end">
      <Menu.Item onClick={() => copy(reply.pt)} lang="pt-BR">
        Em português
      </Menu.Item>
      <Menu.Item onClick={() => copy(reply.en)} lang="en">
        In English
      </Menu.Item>
    </OpeningMenu>
  )
}
