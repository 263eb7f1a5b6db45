/** A menu that opens as soon as it is there, as whoever pressed its button expects. */
import { Menu, type MenuProps } from '@mantine/core'
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { MenuButton } from './later-menu.tsx'

interface OpeningMenuProps {
  readonly button: ReactElement<MenuButton>
  readonly position: NonNullable<MenuProps['position']>
  /** As wide as what is in it, if not said. */
  readonly width?: number
  readonly children: ReactNode
}

export function OpeningMenu({ button, position, width, children }: OpeningMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed has gone: this one takes its focus, and gets it back at the end.
    target.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu
      position={position}
      {...(width === undefined ? {} : { width })}
      opened={isOpen}
      onChange={setOpen}
    >
      <Menu.Target>
        {cloneElement(button as ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: target })}
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
