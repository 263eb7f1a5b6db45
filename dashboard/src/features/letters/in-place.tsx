/**
 * Text that is edited where it stands in the letter. Its file holds the whole editor and is loaded
 * when it is needed.
 */
import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useSay } from '../../ui/words.tsx'
import { useTools } from './canvas.ts'
import { EmojiControl, StyleControls } from './in-place-tools.tsx'
import { richTexts as words } from './rich-texts.ts'
import { type InPlaceProps, insertValue, useInPlace, type ValueSpot } from './use-in-place.ts'
import { ValueButton } from './value-menu.tsx'
import { ValueQuestion } from './value-question.tsx'

export function InPlace(props: InPlaceProps) {
  const tools = useTools()
  const say = useSay()
  const [asked, ask] = useState<ValueSpot | null>(null)
  const editor = useInPlace(props, { ask })
  return (
    <RichTextEditor
      editor={editor}
      labels={labelsOf(say)}
      withTypographyStyles={false}
      className="in-place"
    >
      {tools &&
        createPortal(
          <RichTextEditor.Toolbar>
            {props.kind === 'rich' && <Marks />}
            <RichTextEditor.ControlsGroup>
              {props.kind === 'rich' && <StyleControls editor={editor} />}
              <EmojiControl insert={emoji => editor.chain().focus().insertContent(emoji).run()} />
              <ValueButton into={props.label} insert={liquid => insertValue(editor, liquid)} />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>,
          tools,
        )}
      <RichTextEditor.Content />
      <ValueQuestion editor={editor} asked={asked} ask={ask} />
    </RichTextEditor>
  )
}

function Marks() {
  return (
    <>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
    </>
  )
}

const labelsOf = (say: ReturnType<typeof useSay>) =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, say(text)]))
