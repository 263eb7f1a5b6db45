/**
 * One line whose values stand as chips, looking like an input. Its file holds the whole editor and is
 * loaded where there is a value to show.
 */
import { EditorContent } from '@tiptap/react'
import { type RefObject, useEffect, useState } from 'react'
import { insertValue, useInPlace, type ValueSpot } from './use-in-place.ts'
import { ValueQuestion } from './value-question.tsx'

export interface ChipLineProps {
  /** The frame keeps `label` for itself. */
  readonly called: string
  readonly value: string
  readonly set: (value: string) => void
  readonly takesFocus: boolean
  /** Puts a value where the caret is, as long as the line is there. */
  readonly inserter: RefObject<((liquid: string) => void) | null>
  /** What an input has of its frame. */
  readonly id?: string
  readonly className?: string
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean | 'true' | 'false'
}

export function ChipLine(props: ChipLineProps) {
  const { called: label, value, set, takesFocus, inserter, id, className, onFocus, onBlur } = props
  const { 'aria-describedby': about, 'aria-invalid': isWrong } = props
  const [asked, ask] = useState<ValueSpot | null>(null)
  const editor = useInPlace(
    { kind: 'one', label, value, set },
    {
      ask,
      takesFocus,
      attributes: {
        ...(about ? { 'aria-describedby': about } : {}),
        ...(isWrong ? { 'aria-invalid': 'true' } : {}),
      },
    },
  )
  useEffect(() => {
    inserter.current = liquid => insertValue(editor, liquid)
    return () => {
      inserter.current = null
    }
  }, [editor, inserter])
  return (
    <>
      <EditorContent
        {...{ id, onFocus, onBlur, editor }}
        className={`${className ?? ''} chip-line`}
      />
      <ValueQuestion editor={editor} asked={asked} ask={ask} />
    </>
  )
}
