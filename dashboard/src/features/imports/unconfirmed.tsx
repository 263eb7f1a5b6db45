import { type Text, useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'

interface Props {
  /** Ids of those that people join. */
  readonly topics: readonly string[]
  readonly isSent: boolean
  /** Names the `{topics}`. */
  readonly text: Text
}

/** Who joins a topic that wants a confirmation, and gets no letter to confirm by, waits for ever. */
export function Unconfirmed({ topics: joined, isSent, text }: Props) {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  const waits = topics.filter(one => one.double_opt_in && joined.includes(one.id))
  if (isSent || waits.length === 0) return null
  return (
    <div className="note" data-tone="wait">
      {say(text, { topics: waits.map(one => nameOf(one.id)).join(', ') })}
    </div>
  )
}
