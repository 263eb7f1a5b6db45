/** The window over a value that stands in a text: another one, or another word for who has none. */
import type { Editor } from '@tiptap/react'
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
  return (
    <Dialog title={say(valueTexts.change)} isOpen={asked !== null} close={() => ask(null)}>
      {asked && (
        <ValueForm
          start={asked.chip}
          close={() => ask(null)}
          insert={liquid => {
            ask(null)
            changeValue(editor, asked, liquid)
          }}
        />
      )}
    </Dialog>
  )
}
