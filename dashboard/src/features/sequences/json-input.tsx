/** Data as programs have them; what is no JSON yet is said, and not taken. */
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../ui/words.tsx'
import { stepForm as words } from './step-texts.ts'

export function JsonInput({ value, set }: { value: unknown; set: (value: unknown) => void }) {
  const say = useSay()
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const [isBad, setBad] = useState(false)
  const change = (typed: string) => {
    setText(typed)
    try {
      set(typed.trim() === '' ? undefined : JSON.parse(typed))
      setBad(false)
    } catch {
      setBad(true)
    }
  }
  return (
    <Textarea
      label={say(words.data)}
      placeholder='{ "total": 100 }'
      value={text}
      onChange={event => change(event.currentTarget.value)}
      autosize
      minRows={2}
      {...(isBad ? { error: say(words.badJson) } : {})}
    />
  )
}
