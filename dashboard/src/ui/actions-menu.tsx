/** What can be done besides the main thing, behind one button: each asks in a window of its own. */
import { Button, Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { useMayOf } from '../api/may.ts'
import { Dialog } from './dialog.tsx'
import { IconChevronDown } from './icons.ts'

interface ActBase {
  readonly label: string
  /** Not there for whom the server would refuse it. */
  readonly call?: ChangeName
  /** Destroys something. */
  readonly isDanger?: boolean
}

/** Opens a window. */
interface WindowAct extends ActBase {
  /** What its window says above, if not the same. */
  readonly title?: string
  readonly size?: string
  /** What its window holds. */
  readonly content: (close: () => void) => ReactNode
}

/** Is done at once. */
interface DirectAct extends ActBase {
  readonly run: () => void
}

export type Act = WindowAct | DirectAct

interface ActionsMenuProps {
  readonly label: string
  readonly acts: readonly Act[]
  /** The button, if not one that says the label. */
  readonly target?: ReactNode
}

export function ActionsMenu({ label, acts, target }: ActionsMenuProps) {
  const [open, setOpen] = useState<WindowAct | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const allowed = useMayOf(acts)
  if (allowed.length === 0) return null
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
          {allowed.map(act => (
            <Menu.Item
              key={act.label}
              {...(act.isDanger ? { color: 'var(--bad)' } : {})}
              onClick={() => {
                if ('run' in act) return act.run()
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
