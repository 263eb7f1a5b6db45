/**
 * Text that is edited where it stands in the letter. Its file holds the whole editor and is loaded
 * when it is needed.
 */
import '@mantine/tiptap/styles.css'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/words.tsx'
import { useCanvas, useTools } from './canvas.ts'
import { type Chip, chipOf, htmlOfLines, withChips, withoutChips } from './chips.ts'
import { lineExtensions, richExtensions, valueNode } from './in-place-nodes.ts'
import { nameOfValue, type ValueGroup } from './liquid.ts'
import { richTexts as words } from './rich-texts.ts'
import { valueTexts } from './texts.ts'
import { ValueButton, ValueForm, ValuesContext } from './value-menu.tsx'

export interface InPlaceProps {
  /** A line has no marks; what it is given and tells is plain text. */
  readonly kind: 'rich' | 'line'
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
}

const contentOf = ({ kind, value }: InPlaceProps): string =>
  kind === 'rich' ? withChips(value) : htmlOfLines(value)

const toldBy = (editor: Editor, kind: InPlaceProps['kind']): string => {
  if (kind === 'line') return editor.getText({ blockSeparator: '\n' })
  return editor.isEmpty ? '' : withoutChips(editor.getHTML())
}

/** Where a value stands that is being changed. */
interface ValueSpot {
  readonly at: number
  readonly chip: Chip
}

export function InPlace(props: InPlaceProps) {
  const tools = useTools()
  const say = useSay()
  const [asked, ask] = useState<ValueSpot | null>(null)
  const editor = useInPlace(props, ask)
  const insert = (liquid: string) => editor.chain().focus().insertContent(nodeOf(liquid)).run()
  const change = ({ at }: ValueSpot, liquid: string) =>
    editor
      .chain()
      .focus()
      .deleteRange({ from: at, to: at + 1 })
      .insertContentAt(at, nodeOf(liquid))
      .run()
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
              <ValueButton into={props.label} insert={insert} />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>,
          tools,
        )}
      <RichTextEditor.Content />
      <Dialog title={say(valueTexts.change)} isOpen={asked !== null} close={() => ask(null)}>
        {asked && (
          <ValueForm
            start={asked.chip}
            close={() => ask(null)}
            insert={liquid => {
              ask(null)
              change(asked, liquid)
            }}
          />
        )}
      </Dialog>
    </RichTextEditor>
  )
}

const nodeOf = (liquid: string) => ({ type: 'value', attrs: { liquid } })

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

/** The editor, kept alike with what it is given: undoing changes that from outside. */
function useInPlace(props: InPlaceProps, ask: (asked: ValueSpot) => void): Editor {
  const { kind, label, value } = props
  const groups = useContext(ValuesContext)
  const { clicked } = useCanvas()
  const latest = useRef({ props, groups })
  latest.current = { props, groups }
  const told = useRef(value)
  const editor = useEditor({
    extensions: [
      ...(kind === 'rich' ? richExtensions : lineExtensions),
      valueNode.configure({ nameOf: (liquid: string) => nameIn(latest.current.groups, liquid) }),
    ],
    content: contentOf(props),
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': kind === 'rich' ? 'true' : 'false',
      },
      handleClickOn: (_view, at, node) => asks(ask, node, at),
      handleKeyDown: ({ state }, event) => {
        const { $from } = state.selection
        return event.key === 'Enter' && asks(ask, $from.nodeAfter, $from.pos, state.selection.empty)
      },
    },
    onCreate: ({ editor: made }) => {
      const at = clicked === null ? null : placeIn(made, clicked)
      made.commands.focus(at ?? 'end')
    },
    onUpdate: ({ editor: changed }) => {
      told.current = toldBy(changed, kind)
      latest.current.props.set(told.current)
    },
  })
  useEffect(() => {
    if (value === told.current || editor.isDestroyed) return
    told.current = value
    editor.commands.setContent(contentOf(latest.current.props), { emitUpdate: false })
  }, [editor, value])
  return editor
}

const nameIn = (groups: readonly ValueGroup[], liquid: string) => {
  const chip = chipOf(liquid)
  return chip === null ? { label: liquid, isKnown: true } : nameOfValue(groups, chip)
}

/** Opens the window over a value, if that is what was pressed. */
function asks(
  ask: (asked: ValueSpot) => void,
  node: { type: { name: string }; attrs: Record<string, unknown> } | null,
  at: number,
  isOff = false,
): boolean {
  const chip = node?.type.name === 'value' ? chipOf(String(node.attrs.liquid)) : null
  if (chip === null || isOff) return false
  ask({ at, chip })
  return true
}

/** Where in its text a place of the window is; a document without a layout knows no such thing. */
function placeIn(editor: Editor, point: { left: number; top: number }): number | null {
  try {
    return editor.view.posAtCoords(point)?.pos ?? null
  } catch {
    return null
  }
}

const labelsOf = (say: ReturnType<typeof useSay>) =>
  Object.fromEntries(Object.entries(words).map(([name, text]) => [name, say(text)]))
