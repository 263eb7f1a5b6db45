/** Windows above a page, and the buttons that open them. */
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { useMay } from '../api/may.ts'
import { useBlocker } from '../routing/routing.tsx'
import { IconPlus } from './icons.ts'
import { laterPart, useLaterPart } from './later-part.ts'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface LeaveQuestionProps {
  readonly isChanged: () => boolean
  /** Where the window takes more along than a page that is left. */
  readonly isLostWithWindow?: () => boolean
  /** What was changed lives as long as the page: its tabs and filters are no way out of it. */
  readonly isOfPage?: boolean
}

/** Stands between a change and the link, the tab or the button Back that would lose it. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const { isChanged, isLostWithWindow = isChanged, isOfPage = false } = props
  const say = useSay()
  const blocked = useBlocker({
    shouldBlock: (from, to) => isChanged() && !(isOfPage && from.pathname === to.pathname),
    isLostWithWindow,
  })
  const stay = () => blocked?.answer(false)
  return (
    <Dialog title={say(common.unsaved)} isOpen={blocked !== null} close={stay}>
      <Text size="sm">{say(common.unsavedAbout)}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={stay} data-autofocus>
          {say(common.stay)}
        </Button>
        <Button color="red.9" onClick={() => blocked?.answer(true)}>
          {say(common.leave)}
        </Button>
      </Group>
    </Dialog>
  )
}

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  /** What takes the focus as the window closes, in place of what opened it. */
  readonly next?: (() => void) | null
  readonly size?: string
  readonly children: ReactNode
}

/** Exported for tests, which have no files to fetch it from. */
export const windowPart = laterPart(() => import('./window.tsx'), 'Window')

/**
 * A window over the page. It must stay where it is while it is closed: only then does the focus go
 * back to what opened it. What is in it is there only while it is open.
 */
export function Dialog({ title, isOpen, close, next = null, size, children }: DialogProps) {
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const Window = useLaterPart(windowPart, wasOpen)
  useEffect(() => {
    if (!isOpen) next?.()
  }, [isOpen, next])
  if (Window === null) return null
  return (
    <Window title={title} isOpen={isOpen} close={close} returnsFocus={next === null} size={size}>
      {children}
    </Window>
  )
}

interface DialogButtonProps {
  readonly label: string
  /** What the window says above, if not the same. */
  readonly title?: string
  readonly icon?: ReactNode
  readonly look?: ButtonLook
  readonly ariaLabel?: string
  readonly size?: string
  /** Not there for whom the server would refuse it. */
  readonly call?: ChangeName
  readonly children: (close: () => void) => ReactNode
}
/** The main thing of a page, one among others, one in each row, or only its icon. */
export type ButtonLook = 'filled' | 'default' | 'row' | 'icon'

/** A button with the dialog it opens. */
export function DialogButton(props: DialogButtonProps) {
  const { label, title = label, icon, look = 'default', ariaLabel, size, call, children } = props
  const [isOpen, { open, close }] = useDisclosure()
  if (!useMay(call)) return null
  return (
    <>
      <Opener look={look} icon={icon} label={label} ariaLabel={ariaLabel} open={open} />
      <Dialog title={title} isOpen={isOpen} close={close} {...(size ? { size } : {})}>
        {children(close)}
      </Dialog>
    </>
  )
}

/** The button of a list's page that adds to it. */
export function AddButton(props: Omit<DialogButtonProps, 'icon' | 'look'>) {
  const { label, size, call, children } = props
  return (
    <DialogButton
      {...(call ? { call } : {})}
      label={label}
      icon={<IconPlus size={16} />}
      look="filled"
      {...(size ? { size } : {})}
    >
      {children}
    </DialogButton>
  )
}

interface OpenerProps {
  readonly look: ButtonLook
  readonly icon?: ReactNode
  readonly label: string
  readonly ariaLabel?: string | undefined
  readonly open: () => void
}

/** What opens a dialog or a question. */
export function Opener({ look, icon, label, ariaLabel, open }: OpenerProps) {
  if (look === 'icon') {
    return (
      <ActionIcon variant="subtle" color="gray" aria-label={ariaLabel ?? label} onClick={open}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Button
      variant={look === 'filled' ? 'filled' : 'default'}
      {...(look === 'row' ? { size: 'compact-sm' } : {})}
      leftSection={icon}
      aria-label={ariaLabel}
      onClick={open}
    >
      {label}
    </Button>
  )
}
