/** Many recipients of one email: how many fared how, then a line each, what went wrong first. */

import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TimelineEvent } from '../../api/shapes.ts'
import { IconSearch } from '../../ui/icons.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Badge, Section } from '../../ui/show.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { type CopyKind, CopyTag } from './copies.tsx'
import { Steps } from './steps.tsx'
import { email as words } from './texts.ts'

/** What somebody looks for comes first. */
const order = [
  'bounced',
  'failed',
  'complained',
  'suppressed',
  'deferred',
  'cancelled',
  'queued',
  'sent',
  'delivered',
] as const
type State = (typeof order)[number]

/** What opens and clicks change is not where the email is. */
function stateOf(events: readonly TimelineEvent[]): State {
  const last = events.findLast(({ type }) => type !== 'opened' && type !== 'clicked')?.type
  return order.find(state => state === last) ?? 'queued'
}

/** Of fewer a look finds one. */
const minSearched = 10

const spelled = (address: string): string => inOwnLetters(address).toLowerCase()

interface ManyRecipientsProps {
  readonly perRecipient: ReadonlyMap<string, readonly TimelineEvent[]>
  /** Of the email, with those to whom nothing has happened yet. */
  readonly total: number
  readonly before: TimelineEvent | undefined
  readonly kindOf: (recipient: string) => CopyKind
}

export function ManyRecipients(props: ManyRecipientsProps) {
  const { perRecipient, total, before, kindOf } = props
  const say = useSay()
  const { whole } = useNumbers()
  const [sought, setSought] = useState('')
  const rows = [...perRecipient].map(([recipient, events]) => ({
    recipient,
    events,
    state: stateOf(events),
  }))
  const byState = Map.groupBy(rows, row => row.state)
  const states = order.filter(state => byState.has(state))
  const counted = states.map(
    state => `${say(statusTexts[state])}: ${whole(byState.get(state)!.length)}`,
  )
  const waiting = total - rows.length
  if (waiting > 0) counted.push(`${say(words.noNews)}: ${whole(waiting)}`)
  const isSought = (recipient: string) => spelled(recipient).includes(spelled(sought.trim()))
  const found = states.flatMap(state => byState.get(state)!.filter(row => isSought(row.recipient)))
  return (
    <Section title={say(words.recipients, { n: Math.max(total, rows.length) })}>
      <Text fw={600} mb="sm">
        {counted.join(' · ')}
      </Text>
      {rows.length > minSearched && (
        <TextInput
          type="search"
          aria-label={say(words.findRecipient)}
          placeholder={say(words.findRecipient)}
          leftSection={<IconSearch size={16} />}
          value={sought}
          onChange={event => setSought(event.currentTarget.value)}
          maw={360}
          mb="sm"
        />
      )}
      <Text role="status" size="sm" c="dimmed">
        {sought.trim() !== '' && say(words.foundRecipients, { n: found.length })}
      </Text>
      <ul className="recipients">
        {found.map(({ recipient, events, state }) => (
          <li key={recipient}>
            <details>
              <summary>
                <Badge state={state} /> <span className="break">{inOwnLetters(recipient)}</span>{' '}
                <CopyTag kind={kindOf(recipient)} />
              </summary>
              <Steps events={events} before={before} />
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}
