/** The timeline of an email, drawn per recipient. */

import type { EmailWithEvents, TimelineEvent } from '../../api/shapes.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Section } from '../../ui/show.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { addressIn, CopyTag, copiesIn } from './copies.tsx'
import { ManyRecipients } from './many-recipients.tsx'
import { Steps } from './steps.tsx'
import { email as words } from './texts.ts'

/** More recipients than these are shown a line each, with how many fared how above. */
const maxUnfolded = 5

export function Timeline({ email }: { email: EmailWithEvents }) {
  const common = email.events.filter(event => event.recipient === undefined)
  const perRecipient = Map.groupBy(
    email.events.filter(event => event.recipient !== undefined),
    event => event.recipient!,
  )
  // Before anything happens to somebody, they have no event. Named twice, they are one recipient.
  const named = [...email.to, ...(email.cc ?? []), ...(email.bcc ?? [])]
  const total = new Set(named.map(addressIn)).size
  const kindOf = copiesIn(email)
  return (
    <>
      {common.length > 0 && <TheEmail events={common} isPast={perRecipient.size > 0} />}
      {perRecipient.size > maxUnfolded ? (
        <ManyRecipients
          perRecipient={perRecipient}
          total={total}
          before={common.at(-1)}
          kindOf={kindOf}
        />
      ) : (
        [...perRecipient].map(([recipient, events]) => (
          <Section
            key={recipient}
            title={inOwnLetters(recipient)}
            aside={<CopyTag kind={kindOf(recipient)} />}
          >
            <Steps events={events} before={common.at(-1)} />
          </Section>
        ))
      )}
    </>
  )
}

interface TheEmailProps {
  readonly events: readonly TimelineEvent[]
  /** Something has happened to its recipients since, which is what is looked for. */
  readonly isPast: boolean
}

/** What happened to the email as a whole: that it was accepted and queued. */
function TheEmail({ events, isPast }: TheEmailProps) {
  const say = useSay()
  if (!isPast) {
    return (
      <Section title={say(words.all)}>
        <Steps events={events} />
      </Section>
    )
  }
  const names = events.map(({ type }) => say(statusTexts[type]))
  return (
    <Section>
      <details className="the-email">
        <summary>
          {say(words.all)}: {names.join(', ').toLowerCase()} ·{' '}
          <Time at={events[0]!.at} form="full" />
        </summary>
        <Steps events={events} />
      </details>
    </Section>
  )
}
