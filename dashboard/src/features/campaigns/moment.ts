/** When a campaign begins, as people of the account read it: with whose clocks it goes by. */
import { useMe } from '../../api/hooks.ts'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { isInstant } from './draft.ts'
import { campaigns as words } from './texts.ts'

/** `of`: a time zone, or `recipient`; the account's own if absent. */
export function useMoment(): (at: string, of?: string | null) => string {
  const say = useSay()
  const times = useTimes()
  const { time_zone: own } = useMe().account
  return (at, of) => {
    if (isInstant(at)) return times.full(at)
    const whose = of === 'recipient' ? say(words.ofEach) : (of ?? own)
    return `${times.local(at)} (${whose})`
  }
}
