/** The editor of a text that is edited where it is seen, its values as chips. */
import { type Editor, useEditor } from '@tiptap/react'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { useCanvas } from './canvas.ts'
import { type Chip, chipOf, htmlOfLines, withChips, withoutChips } from './chips.ts'
import { lineExtensions, oneLineExtensions, richExtensions, valueNode } from './in-place-nodes.ts'
import { nameOfValue, type ValueGroup } from './liquid.ts'
import { ValuesContext } from './value-menu.tsx'
import { withHexColours } from './word-style.ts'

export interface InPlaceProps {
  /**
   * A line has no marks; what it is given and tells is plain text. `one` is never broken, as an input,
   * and no part of the canvas.
   */
  readonly kind: 'rich' | 'line' | 'one'
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
}

const contentOf = ({ kind, value }: InPlaceProps): string =>
  kind === 'rich' ? withChips(value) : htmlOfLines(value)

const toldBy = (editor: Editor, kind: InPlaceProps['kind']): string => {
  if (kind === 'one') return editor.getText({ blockSeparator: ' ' }).replaceAll('\n', ' ')
  if (kind === 'line') return editor.getText({ blockSeparator: '\n' })
  return editor.isEmpty ? '' : withHexColours(withoutChips(editor.getHTML()))
}

/** Where a value stands that is being changed. */
export interface ValueSpot {
  readonly at: number
  readonly chip: Chip
}

const extensionsOf = { rich: richExtensions, line: lineExtensions, one: oneLineExtensions } as const

interface Asking {
  readonly ask: (asked: ValueSpot) => void
  /** Whether the caret comes into it at once; default: yes. */
  readonly takesFocus?: boolean
  /** Of the element, beside its name. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** The editor, kept alike with what it is given: undoing changes that from outside. */
export function useInPlace(
  props: InPlaceProps,
  { ask, takesFocus = true, attributes = {} }: Asking,
): Editor {
  const { kind, label, value } = props
  const groups = useContext(ValuesContext)
  const { clicked } = useCanvas()
  const latest = useRef({ props, groups })
  latest.current = { props, groups }
  const told = useRef(value)
  const editor = useEditor({
    extensions: [
      ...extensionsOf[kind],
      valueNode.configure({ nameOf: (liquid: string) => nameIn(latest.current.groups, liquid) }),
    ],
    content: contentOf(props),
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': kind === 'rich' ? 'true' : 'false',
        ...attributes,
      },
      handleClickOn: (_view, at, node) => asks(ask, node, at),
      handleKeyDown: ({ state, dom }, event) => {
        const { $from } = state.selection
        // The draft's undoing is meant, which listens at the window.
        if (kind === 'one' && isUndoing(event) && dom.closest('.letter-editor')) return true
        if (event.key !== 'Enter') return false
        return asks(ask, $from.nodeAfter, $from.pos, state.selection.empty) || kind === 'one'
      },
    },
    onUpdate: ({ editor: changed }) => {
      told.current = toldBy(changed, kind)
      latest.current.props.set(told.current)
    },
  })
  const begin = useEffectEvent((made: Editor) => {
    if (!takesFocus || made.isDestroyed) return
    const at = clicked === null ? null : placeIn(made, clicked)
    made.commands.focus(at ?? 'end')
  })
  // An editor that is made before it is on the page cannot take the focus, and another may replace it.
  useEffect(() => begin(editor), [editor])
  useEffect(() => {
    if (value === told.current || editor.isDestroyed) return
    told.current = value
    editor.commands.setContent(contentOf(latest.current.props), { emitUpdate: false })
  }, [editor, value])
  return editor
}

const isUndoing = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && /^[zy]$/i.test(key)

const nodeOf = (liquid: string) => ({ type: 'value', attrs: { liquid } })

/** Where the caret is, which then stands behind it. */
export function insertValue(editor: Editor, liquid: string): void {
  editor.chain().focus().insertContent(nodeOf(liquid)).run()
}

export function changeValue(editor: Editor, { at }: ValueSpot, liquid: string): void {
  const value = { from: at, to: at + 1 }
  editor.chain().focus().deleteRange(value).insertContentAt(at, nodeOf(liquid)).run()
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
