/** Tools over a text of a letter beside those that the editor brings: colour, size, emoji. */
import { Button, ColorSwatch, Popover, SegmentedControl, UnstyledButton } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, useState } from 'react'
import { textSizes } from '../../api/generated.ts'
import { IconLetterCase, IconMoodSmile, IconPalette } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { emojiNames } from './emoji.ts'
import { wordColours, richTools as words } from './rich-texts.ts'

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  readonly children: (close: () => void) => ReactNode
}

/** A button of the toolbar and what opens below it. */
function Tool({ label, icon, children }: ToolProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} withArrow trapFocus returnFocus position="bottom">
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={label}
          title={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(before => !before)}
        >
          {icon}
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

type Size = keyof typeof textSizes | 'usual'

export function StyleControls({ editor }: { editor: Editor }) {
  const say = useSay()
  const now = useEditorState({ editor, selector: () => editor.getAttributes('wordStyle') })
  const color = (now.color as string | null | undefined) ?? null
  const size = (Object.entries(textSizes).find(([, px]) => px === now.size)?.[0] ?? 'usual') as Size
  const put = (next: { readonly color?: string | null; readonly size?: number | null }) => {
    const style = { color, size: (now.size as number | null | undefined) ?? null, ...next }
    const chain = editor.chain().focus().extendMarkRange('wordStyle', now)
    if (style.color === null && style.size === null) chain.unsetMark('wordStyle').run()
    else chain.setMark('wordStyle', style).run()
  }
  const sizes: readonly Size[] = ['small', 'usual', 'large', 'huge']
  return (
    <>
      <Tool label={say(words.colour)} icon={<IconPalette size={16} />}>
        {close => (
          <div className="word-colours">
            {wordColours.map(({ value, name }) => (
              <UnstyledButton
                key={value}
                aria-label={say(name)}
                title={say(name)}
                aria-pressed={color === value}
                onClick={() => {
                  close()
                  put({ color: value })
                }}
              >
                <ColorSwatch component="span" color={value} size={26} />
              </UnstyledButton>
            ))}
            <input
              type="color"
              className="colour-picker"
              aria-label={say(words.otherColour)}
              title={say(words.otherColour)}
              value={color ?? '#000000'}
              onChange={event => put({ color: event.currentTarget.value })}
            />
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                close()
                put({ color: null })
              }}
            >
              {say(words.noColour)}
            </Button>
          </div>
        )}
      </Tool>
      <Tool label={say(words.size)} icon={<IconLetterCase size={16} />}>
        {close => (
          <SegmentedControl
            size="xs"
            aria-label={say(words.size)}
            value={size}
            onChange={next => {
              close()
              put({ size: next === 'usual' ? null : textSizes[next as keyof typeof textSizes] })
            }}
            data={sizes.map(value => ({ value, label: say(words[value]) }))}
          />
        )}
      </Tool>
    </>
  )
}

export function EmojiControl({ insert }: { insert: (emoji: string) => void }) {
  const say = useSay()
  return (
    <Tool label={say(words.emoji)} icon={<IconMoodSmile size={16} />}>
      {close => (
        <div className="emojis">
          {Object.entries(emojiNames).map(([emoji, name]) => (
            <UnstyledButton
              key={emoji}
              aria-label={say(name)}
              title={say(name)}
              onClick={() => {
                close()
                insert(emoji)
              }}
            >
              {emoji}
            </UnstyledButton>
          ))}
        </div>
      )}
    </Tool>
  )
}
