/** The state of a thing, as the server's table of its states has it: a word, a colour, what may be done. */
import { Tag, type Tone } from './show.tsx'
import { type Text, useSay } from './words.tsx'

interface State {
  readonly label: Text
  readonly tone: Tone
  readonly may: readonly string[]
}

export function StateTag({ state: { label, tone } }: { readonly state: State }) {
  const say = useSay()
  return <Tag tone={tone}>{say(label)}</Tag>
}

/** Whether a state allows an act. */
export const allows = <Act extends string>(
  state: { readonly may: readonly Act[] },
  act: NoInfer<Act>,
): boolean => state.may.includes(act)
