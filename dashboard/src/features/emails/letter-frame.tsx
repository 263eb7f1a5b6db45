/** A letter that is only looked at, in a frame without any permission: nothing runs, nothing loads. */
import { PageFrame } from '../../ui/page-frame.tsx'
import { useSay } from '../../ui/words.tsx'
import { email as words } from './texts.ts'

interface LetterFrameProps {
  readonly html: string | null
  readonly text: string | null
  readonly subject: string
}

export function LetterFrame({ html, text, subject }: LetterFrameProps) {
  const say = useSay()
  return (
    <PageFrame
      html={html ?? `<pre>${escaped(text ?? '')}</pre>`}
      title={say(words.previewOf, { subject })}
    />
  )
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`)
