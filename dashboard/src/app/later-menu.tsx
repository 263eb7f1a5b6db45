/**
 * A button whose menu is fetched when somebody goes for it: until then it is the button alone, so
 * that what a menu takes (placing, keys, focus) is not in the way of the first view.
 */
import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

export interface MenuButton {
  readonly onClick?: () => void
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

interface LaterMenuProps {
  readonly button: ReactElement<MenuButton>
  /** Fetches what the menu is made of. */
  readonly warm: () => unknown
  /** The whole, with the button in it; opens as it comes. */
  readonly children: (button: ReactElement<MenuButton>) => ReactNode
}

export function LaterMenu({ button, warm, children }: LaterMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const fetchIt = () => void warm()
  const alone = cloneElement(button, {
    onClick: () => setWanted(true),
    onPointerEnter: fetchIt,
    onFocus: fetchIt,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  return <Suspense fallback={alone}>{isWanted ? children(button) : alone}</Suspense>
}
