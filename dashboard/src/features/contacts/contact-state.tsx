/** Whether a person may be written to, in one word and in one sentence. */
import type { Contact } from '../../api/shapes.ts'
import { Tag, type Tone } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { type Text, useSay } from '../../ui/words.tsx'
import { useTopics, wholeText } from '../topics/topic-names.ts'
import { person, contacts as words } from './texts.ts'

type Reason = NonNullable<Contact['suppressed']>['reason']

const reasons: Readonly<Record<Reason, Text>> = {
  unsubscribe: person.whyUnsubscribe,
  manual: person.whyManual,
  complaint: person.whyComplaint,
  hard_bounce: person.whyHardBounce,
  repeated_soft_bounce: person.whyRepeated,
}

export const isSnoozed = ({ snoozed_until: until }: Contact): boolean =>
  until !== null && Date.parse(until) > Date.now()

function stateOf(contact: Contact): { readonly tone: Tone; readonly word: Text } {
  const { suppressed } = contact
  if (suppressed?.stream === 'all') return { tone: 'bad', word: words.blocked }
  if (suppressed) return { tone: 'wait', word: words.left }
  if (isSnoozed(contact)) return { tone: 'wait', word: words.snoozed }
  const states = new Set(contact.topics.map(({ state }) => state))
  if (states.has('pending') && !states.has('subscribed')) {
    return { tone: 'wait', word: words.waiting }
  }
  return { tone: 'good', word: words.may }
}

export function ContactTag({ contact }: { contact: Contact }) {
  const say = useSay()
  const { tone, word } = stateOf(contact)
  return <Tag tone={tone}>{say(word)}</Tag>
}

/** What this person gets: the first thing that anybody asks. */
export function useAnswer(contact: Contact): { readonly tone: Tone; readonly sentence: string } {
  const say = useSay()
  const times = useTimes()
  const { topics: known } = useTopics()
  const { tone } = stateOf(contact)
  const { suppressed, snoozed_until: until, topics } = contact
  if (suppressed) {
    const values = { at: times.short(suppressed.since), why: say(reasons[suppressed.reason]) }
    const text = suppressed.stream === 'all' ? person.getsNothing : person.getsNone
    return { tone, sentence: say(text, values) }
  }
  const states = new Map(topics.map(one => [one.id, one.state]))
  const pending = known
    .filter(({ id }) => states.get(id) === 'pending')
    .map(({ name }) => say(wholeText(name)))
  const awaited =
    pending.length > 0 ? say(person.awaits, { topics: pending.join(', ') }) : say(person.getsPlain)
  const joined = known
    .filter(({ id, joined_by: by }) => {
      const state = states.get(id) ?? 'none'
      return state === 'subscribed' || (state === 'none' && by === 'default')
    })
    .map(({ name }) => say(wholeText(name)))
  const gets = joined.length > 0 ? say(person.getsTopics, { topics: joined.join(', ') }) : awaited
  if (!isSnoozed(contact)) return { tone, sentence: gets }
  return { tone, sentence: `${say(person.paused, { at: times.short(until!) })} ${gets}` }
}

export const nameOfContact = ({ first_name: first, last_name: last }: Contact): string =>
  [first, last].filter(Boolean).join(' ')
