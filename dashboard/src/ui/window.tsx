/** The window itself, fetched when it is first opened or before (dialog.tsx). */
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

export interface WindowProps {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly returnsFocus: boolean
  readonly size: string | undefined
  readonly children: ReactNode
}

export function Window({ title, isOpen, close, returnsFocus, size, children }: WindowProps) {
  const say = useSay()
  // It notes what has the focus as it opens, not where it is open from the first.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return (
    <Modal
      opened={isOpen && isThere}
      onClose={close}
      returnFocus={returnsFocus}
      title={title}
      {...(size ? { size } : {})}
      closeButtonProps={{ 'aria-label': say(common.close) }}
      // A header in a dialog would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
    </Modal>
  )
}
