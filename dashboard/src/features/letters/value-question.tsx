/** The window over a value that stands in a text: another one, or another word for who has none. */
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/words.tsx'
import { valueTexts } from './texts.ts'
import { changeValue, type ValueSpot } from './use-in-place.ts'
import { ValueForm } from './value-menu.tsx'

interface ValueQuestionProps {
  readonly editor: Editor
  readonly asked: ValueSpot | null
  readonly ask: (asked: ValueSpot | null) => void
}

export function ValueQuestion({ editor, asked, ask }: ValueQuestionProps) {
  const say = useSay()
  const [change, setChange] = useState<(() => void) | null>(null)
  const close = () => {
    setChange(null)
    ask(null)
  }
  return (
    <Dialog title={say(valueTexts.change)} isOpen={asked !== null} close={close} next={change}>
      {asked && (
        <ValueForm
          start={asked.chip}
          close={close}
          insert={liquid => {
            setChange(() => () => changeValue(editor, asked, liquid))
            ask(null)
          }}
        />
      )}
    </Dialog>
  )
}
