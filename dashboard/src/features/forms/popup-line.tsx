/** The line that a page needs over which the form opens. */
import { Text } from '@mantine/core'
import type { SignUpForm } from '../../api/shapes.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { useSay } from '../../ui/words.tsx'
import { forms as words } from './texts.ts'

interface PopupLineProps {
  readonly form: SignUpForm
  /** Of its page, in this mode. */
  readonly url: string
}

export function PopupLine({ form, url }: PopupLineProps) {
  const say = useSay()
  if (form.popup === null) return null
  const script = `${form.url}/popup.js${url.slice(form.url.length)}`
  // In test mode what is pasted from here leads to test mode, too.
  const line = form.popup_script
    .replace(`"${form.url}/popup.js"`, `"${script}"`)
    .replace(`"${form.url}"`, `"${url}"`)
  return (
    <>
      <Text size="sm" fw={600} mt="md">
        {say(words.popupLine)}
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        {say(words.popupLineAbout)} {say(words.popupPolicy, { source: new URL(form.url).origin })}
      </Text>
      <CodeBlock code={line} what={say(words.popupLine)} />
    </>
  )
}
