/** Text with bold, links and lists. Its file holds the whole editor and is loaded when it is needed. */
import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useSay } from '../../ui/words.tsx'
import { richTexts as words } from './rich-texts.ts'
import { ValueButton } from './value-menu.tsx'

interface RichTextProps {
  readonly label: string
  readonly html: string
  readonly set: (html: string) => void
  readonly error?: string | undefined
}

/** Only what mail programs show alike. */
const extensions = [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    code: false,
    blockquote: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      // A value of the letter may be where it leads.
      isAllowedUri: (url, { defaultValidate }) => /^\s*\{\{/.test(url) || defaultValidate(url),
    },
  }),
]

export function RichText({ label, html, set, error }: RichTextProps) {
  const say = useSay()
  const editor = useEditor({
    extensions,
    content: html,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => set(changed.isEmpty ? '' : changed.getHTML()),
  })
  const insert = (text: string) => editor?.chain().focus().insertContent(escaped(text)).run()
  return (
    <div>
      <RichTextEditor editor={editor} labels={labelsOf(say)} withTypographyStyles={false}>
        <RichTextEditor.Toolbar>
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
          <RichTextEditor.ControlsGroup>
            <ValueButton into={label} insert={insert} />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

const labelsOf = (say: ReturnType<typeof useSay>) =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, say(text)]))

/** It is put in as html, where quotes stay what they are. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
