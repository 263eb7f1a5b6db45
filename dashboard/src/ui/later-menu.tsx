/**
 * A button whose menu is fetched when somebody goes for it, or once the page has what it shows: until
 * then it is the button alone, so that what a menu takes (placing, keys, focus) is not in the way of
 * the first view.
 */
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { type LaterPart, useLaterPart } from './later-part.ts'

export interface MenuButton {
  readonly onClick?: () => void
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

interface LaterMenuProps<Part> {
  readonly button: ReactElement<MenuButton>
  readonly menu: LaterPart<Part>
  /** The whole, with the button in it; opens as it comes. */
  readonly children: (menu: Part, button: ReactElement<MenuButton>) => ReactNode
}

export function LaterMenu<Part>({ button, menu, children }: LaterMenuProps<Part>) {
  const [isWanted, setWanted] = useState(false)
  const Menu = useLaterPart(menu, isWanted)
  if (Menu !== null) return children(Menu, button)
  const fetchIt = () => void menu.bring()
  return cloneElement(button, {
    onClick: () => setWanted(true),
    onPointerEnter: fetchIt,
    onFocus: fetchIt,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
}
