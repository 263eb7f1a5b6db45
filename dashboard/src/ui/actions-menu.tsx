/** What can be done besides the main thing, behind one button: each opens a window of its own. */
import { Button, Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './form.tsx'
import { IconChevronDown } from './icons.ts'

export interface Act {
  readonly label: string
  /** What its window says above, if not the same. */
  readonly title?: string
  /** Destroys something. */
  readonly isDanger?: boolean
  readonly size?: string
  /** What its window holds. */
  readonly content: (close: () => void) => ReactNode
}

interface ActionsMenuProps {
  readonly label: string
  readonly acts: readonly Act[]
  /** The button, if not one that says the label. */
  readonly target?: ReactNode
}

export function ActionsMenu({ label, acts, target }: ActionsMenuProps) {
  const [open, setOpen] = useState<Act | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          {target ?? (
            <Button variant="default" rightSection={<IconChevronDown size={16} />}>
              {label}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {acts.map(act => (
            <Menu.Item
              key={act.label}
              {...(act.isDanger ? { color: 'var(--bad)' } : {})}
              onClick={() => {
                setOpen(act)
                setIsOpen(true)
              }}
            >
              {act.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open && (
        <Dialog
          title={open.title ?? open.label}
          isOpen={isOpen}
          close={close}
          {...(open.size ? { size: open.size } : {})}
        >
          {open.content(close)}
        </Dialog>
      )}
    </>
  )
}
